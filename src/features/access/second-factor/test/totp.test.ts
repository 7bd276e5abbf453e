import { expect, test } from 'vitest';
import { acceptedStep, describeTotp, newTotpSecret } from '../server/totp.ts';
import { isTotpCode, newRecoveryCode, normaliseRecoveryCode } from '../server/recovery-code.ts';
import { seal, unseal } from '#server/auth/seal.ts';
import { testKeys } from '#testing/template-contents.ts';
import { fromBase32, totpCode } from './factor-fixtures.ts';

/** RFC 6238, appendix B, SHA-1: the key is the text 12345678901234567890. */
const rfcKey = Buffer.from('12345678901234567890');

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('agrees with RFC 6238 at second %d', (seconds, vector) => {
  const at = new Date(seconds * 1000);
  expect(totpCode(rfcKey, at, 8)).toBe(vector);
  expect(acceptedStep(rfcKey, vector.slice(-6), at)).toBe(Math.floor(seconds / 30));
});

test('accepts the codes of one step before and after', () => {
  const secret = newTotpSecret();
  const now = new Date('2026-11-20T10:00:10Z');
  const step = Math.floor(now.getTime() / 30_000);
  const at = (steps: number) => totpCode(secret, new Date(now.getTime() + steps * 30_000));
  expect([-1, 0, 1].map((steps) => acceptedStep(secret, at(steps), now))).toEqual([step - 1, step, step + 1]);
  expect([-2, 2].map((steps) => acceptedStep(secret, at(steps), now))).toEqual([undefined, undefined]);
});

test('describes the secret in base32 for other programs', () => {
  const secret = newTotpSecret();
  const described = describeTotp(secret, 'ana@harbour.example');
  expect(fromBase32(described.secret)).toEqual(secret);
  const uri = new URL(described.uri);
  expect(decodeURIComponent(uri.pathname)).toContain('Countinghouse:ana@harbour.example');
  expect(uri.searchParams.get('secret')).toBe(described.secret);
});

test('unseals a secret for its owner only', () => {
  const sealed = seal(testKeys.secondFactor, Buffer.from('secret'), 'ana');
  expect(unseal(testKeys.secondFactor, sealed, 'ana').toString()).toBe('secret');
  expect(() => unseal(testKeys.secondFactor, sealed, 'bo')).toThrow();
  expect(() => unseal(testKeys.recoveryCode, sealed, 'ana')).toThrow();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => unseal(testKeys.secondFactor, sealed, 'ana')).toThrow();
});

test('reads recovery codes as people type them', () => {
  const code = newRecoveryCode();
  expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
  expect(normaliseRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(
    code.replaceAll('-', ''),
  );
  expect([isTotpCode('123 456'), isTotpCode(code)]).toEqual([true, false]);
});
