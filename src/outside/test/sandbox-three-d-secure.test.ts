import { expect, it } from 'vitest';
import { sandboxThreeDSecure } from '#outside/sandbox-three-d-secure.ts';

const port = sandboxThreeDSecure({
  challengeUrl: 'https://pay.example/challenge',
  enrolmentOfCredential: async (credential) => (credential === 'enrolled' ? 'Y' : 'N'),
});
const ask = (source: { pan: string } | { credential: string }, amountMinor: number, scheme = 'VISA') =>
  port.authenticate({ reference: '1', source, scheme, amountMinor, currency: 'GBP' });

it.each([
  ['9902000000005132', 2999, 'proceed', 'AUTHENTICATED'],
  ['9902000000005132', 3000, 'challenge', 'NOT_ATTEMPTED'],
  ['9902000000005132', 133, 'challenge', 'NOT_ATTEMPTED'],
  ['9902000000000018', 9900, 'proceed', 'NOT_ENROLLED'],
  ['9902000000000018', 133, 'proceed', 'NOT_ENROLLED'],
  ['9902000000010256', 9900, 'proceed', 'UNAVAILABLE'],
])('%s for %d minor units: %s, %s', async (pan, amount, kind, status) => {
  expect(await ask({ pan }, amount)).toMatchObject({ kind, fields: { status, version: '2.2.0' } });
});

it('answers the scheme’s ECI and the same ids for the same reference', async () => {
  const visa = await ask({ pan: '9902000000005132' }, 100);
  const again = await ask({ credential: 'enrolled' }, 100, 'MASTERCARD');
  expect(visa.fields).toMatchObject({ eci: '05', frictionless: true });
  expect(again.fields).toMatchObject({ eci: '02', dsTransactionId: visa.fields.dsTransactionId });
});
