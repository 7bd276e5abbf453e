import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact } from '../audit/audit-event.ts';

test('drops fields with secret names at any depth', () => {
  const value = {
    userName: 'ada',
    password: 'canary',
    newPassword: 'canary',
    passwordStatus: 'ACTIVE',
    paymentMethod: { card: { pan: 'canary', cv2: 'canary', expiryDate: '1229' } },
    links: [{ token: 'canary', accessToken: 'canary', apiKey: 'canary' }],
  };
  expect(redact(value)).toEqual({
    userName: 'ada',
    passwordStatus: 'ACTIVE',
    paymentMethod: { card: { expiryDate: '1229' } },
    links: [{}],
  });
});

test('masks card numbers in any text', () => {
  expect(redact({ note: ['call 4444 3333 2222 1111'] })).toEqual({ note: ['call 444433******1111'] });
});

test('returns JSON of bounded size for any value', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(() => JSON.stringify(redact(value))).not.toThrow();
    }),
  );
  const endless: Record<string, unknown> = { text: 'x'.repeat(100_000) };
  endless.self = endless;
  expect(JSON.stringify(redact(endless)).length).toBeLessThan(20_000);
});
