import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { prepareSandbox } from '../sandbox/prepare-sandbox.ts';
import { challengeResponse, readChallengeId, completeChallenge } from '../sandbox/sandbox-challenge.ts';
import { sandboxThreeDSecure } from '../sandbox/sandbox-three-d-secure.ts';
import type { AuthenticationRequest, ThreeDSecure } from '../three-d-secure.ts';
import { freshDatabase } from '#testing/start-app.ts';

let sql: Database;
let port: ThreeDSecure;
beforeAll(async () => {
  sql = openDatabase(await freshDatabase(), { as: 'owner', max: 2 });
  await prepareSandbox(sql);
  port = sandboxThreeDSecure({
    acsUrl: 'https://pay.example/acs',
    sql,
    findEnrolment: async (credential) => ({
      enrolled: credential === 'enrolled' ? 'Y' : 'N',
      hasMethod: false,
    }),
  });
});
afterAll(() => sql.end());

let requests = 0;
const ctx = (
  source: { pan: string } | { credential: string },
  amountMinor: number,
  scheme = 'VISA',
  more: Partial<AuthenticationRequest> = {},
) => {
  requests += 1;
  const lastFour = 'pan' in source ? source.pan.slice(-4) : '0000';
  return port.begin({
    reference: String(requests),
    source: 'pan' in source ? { ...source, expiry: '1230' } : source,
    scheme,
    lastFour,
    amountMinor,
    currency: 'GBP',
    merchantName: 'A Shop',
    account: {},
    channel: 'ECOM',
    ...more,
  });
};

test.each([
  ['9902000000005132', 2999, 'proceed', 'AUTHENTICATED', '2.2.0'],
  ['9902000000005132', 3000, 'challenge', 'NOT_ATTEMPTED', '2.2.0'],
  ['9902000000005132', 133, 'challenge', 'NOT_ATTEMPTED', '2.2.0'],
  ['9902000000000018', 9900, 'proceed', 'NOT_ENROLLED', '2.2.0'],
  ['9902000000000018', 133, 'proceed', 'NOT_ENROLLED', '2.2.0'],
  ['9902000000010256', 9900, 'proceed', 'UNAVAILABLE', '2.2.0'],
  ['9901000000005133', 3000, 'challenge', 'NOT_ATTEMPTED', '1.0.2'],
])('%s for %d minor units: %s, %s in %s', async (pan, amount, kind, status, version) => {
  expect(await ctx({ pan }, amount)).toMatchObject({ kind, fields: { status, version } });
});

test.each([
  ['9902000000005132', 9900, 'proceed'],
  ['9902000000005132', 133, 'challenge'],
  ['9902000000000018', 133, 'proceed'],
])('by phone, %s for %d minor units: %s', async (pan, amount, kind) => {
  expect((await ctx({ pan }, amount, 'VISA', { channel: 'MOTO' })).kind).toBe(kind);
});

test('returns the scheme’s ECI and proof', async () => {
  expect((await ctx({ pan: '9902000000005132' }, 100)).fields).toMatchObject({
    eci: '05',
    avv: expect.stringMatching(/^[\w+/]{27}=$/),
    frictionless: true,
  });
  expect((await ctx({ credential: 'enrolled' }, 100, 'MASTERCARD')).fields).toMatchObject({ eci: '02' });
});

test.each([
  ['9902000000005132', 2, 'VISA', '05', '07'],
  ['9901000000005133', 1, 'MASTERCARD', '02', '00'],
] as const)(
  'a challenge of %s ends with the issuer’s result, in version %d',
  async (pan, version, scheme, rightPassword, wrongPassword) => {
    const lastFour = pan.slice(-4);
    const run = async (password: string, claim?: 'Y' | 'N') => {
      const result = await ctx({ pan }, 5000, scheme);
      if (result.kind !== 'challenge') throw new Error('no challenge');
      const challenge = readChallengeId(result.form.fields) ?? '';
      const outcome = (await completeChallenge(sql, challenge, password))?.outcome;
      const { cres, PaRes } = challengeResponse(version, challenge, claim ?? outcome ?? 'Y');
      const response = cres === undefined ? { pares: PaRes ?? '' } : { cres };
      return port.complete({ reference: String(requests), scheme, fields: result.fields, response });
    };
    expect(await run(`Test_${lastFour}`)).toMatchObject({
      kind: 'done',
      fields: {
        status: 'AUTHENTICATED',
        eci: rightPassword,
        avv: expect.any(String),
        enrolmentStatus: 'ENROLLED',
      },
    });
    expect(await run('give-up')).toMatchObject({
      kind: 'done',
      fields: { status: 'FAILED', eci: wrongPassword },
    });
    // A claimed authentication does not count.
    expect(await run('wrong', 'Y')).toEqual({ kind: 'invalid' });
    expect(await run('give-up', 'Y')).toEqual({ kind: 'invalid' });
  },
);

test('ends after three wrong passwords, and takes no fourth', async () => {
  const result = await ctx({ pan: '9902000000005132' }, 5000);
  const challenge = result.kind === 'challenge' ? (readChallengeId(result.form.fields) ?? '') : '';
  const outcomes: unknown[] = [];
  for (const password of ['a', 'b', 'c', 'Test_5132']) {
    outcomes.push((await completeChallenge(sql, challenge, password))?.outcome);
  }
  expect(outcomes).toEqual([null, null, 'N', 'N']);
});
