import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type App,
  addApp,
  addPasskeyTo,
  auditOf,
  nextCode,
  setPolicy,
  withPassword,
} from '#features/access/second-factor/test/factor-fixtures.ts';
import {
  base,
  closeMerchant,
  goodCard,
  paid,
  payment,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { findUserId, newUser, users } from '#features/access/users/test/user-fixtures.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { apiPresets } from '#shared/api-permissions.ts';
import { minuteMs } from '#server/clock.ts';
import { type TestResponse, type Send, actAs, actAsMerchant, signedIn } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let admin: Send;
let factor: App;
beforeAll(async () => {
  app = await startApp();
  admin = (await signedIn(app, amelia)).send;
  factor = await addApp(app, admin);
  await setPolicy(app, 1100, { stepUpMinutes: 5, refundAboveMinor: 1000, refundCurrency: 'GBP' });
});
afterAll(() => closeMerchant(app));

const amelia = 'admin@harbour.example';
const clara = 'coffee@harbour.example';
const tom = 'support@harbour.example';

const expireStepUp = (): void => app.clock.advance(6 * minuteMs);
const outcome = ({ status, body }: TestResponse) => [status, body.code];
const stepUpRefusal = [403, 'STEP_UP_REQUIRED'];

const key = {
  name: 'Web shop',
  installationIds: [5300001],
  permissions: [...apiPresets.payments],
  ipRanges: [],
  expiresAt: null,
};
const keys = '/proxy/sync/keys/1100';

test('asks for a confirmation that is not older than the policy allows', async () => {
  const created = await admin('POST', keys, key);
  expect(created.status).toBe(201);
  expireStepUp();
  const refused = await admin('POST', keys, key);
  expect(outcome(refused)).toEqual(stepUpRefusal);
  expect(refused.body.methods).toEqual(['totp', 'recovery-code']);
  const confirmed = await admin('POST', '/auth/stepUp', { code: nextCode(app, factor) });
  expect(confirmed.status).toBe(204);
  expect((await admin('POST', keys, key)).status).toBe(201);
  expect(await auditOf(app, amelia)).toEqual(
    expect.arrayContaining(['stepUp allowed', 'createApiKey refused: STEP_UP_REQUIRED']),
  );
});

test('asks before a key is changed, rotated or revoked', async () => {
  const { apiId } = (await admin('POST', keys, key)).body;
  expireStepUp();
  expect(outcome(await admin('PUT', `${keys}/${apiId}`, { ...key, version: 1 }))).toEqual(stepUpRefusal);
  expect(outcome(await admin('POST', `${keys}/${apiId}/rotate`, { overlapSeconds: 0 }))).toEqual(
    stepUpRefusal,
  );
  expect(outcome(await admin('POST', `${keys}/${apiId}/revoke`, {}))).toEqual(stepUpRefusal);
});

test('asks before users and the policy change', async () => {
  expireStepUp();
  expect(outcome(await admin('POST', users, newUser()))).toEqual(stepUpRefusal);
  const body = { id: await findUserId(app, clara) };
  expect(outcome(await admin('PUT', users, body))).toEqual(stepUpRefusal);
  expect(outcome(await admin('PUT', '/proxy/sync/security/1100/policy', {}))).toEqual(stepUpRefusal);
});

test('checks after authorisation, so a refused caller learns nothing', async () => {
  const viewer = await actAs(app, tom);
  expireStepUp();
  expect(outcome(await viewer('POST', keys, key))).toEqual([403, 'FORBIDDEN']);
});

test('takes neither a wrong code nor a used one', async () => {
  const code = nextCode(app, factor);
  expect((await admin('POST', '/auth/stepUp', { code })).status).toBe(204);
  expect(outcome(await admin('POST', '/auth/stepUp', { code }))).toEqual([400, 'INCORRECT_CODE']);
  expireStepUp();
  expect(outcome(await admin('POST', '/auth/stepUp', { code: '000000' }))).toEqual([400, 'INCORRECT_CODE']);
  expect(outcome(await admin('POST', keys, key))).toEqual(stepUpRefusal);
});

test('takes no password of a user who has a factor', async () => {
  const refused = await admin('POST', '/auth/stepUp', { password: demoPassword });
  expect(outcome(refused)).toEqual(stepUpRefusal);
});

test('confirms with a passkey', async () => {
  await admin('POST', '/auth/stepUp', { code: nextCode(app, factor) });
  const passkey = await addPasskeyTo(admin);
  expireStepUp();
  const options = (await admin('POST', '/auth/passkey/options', { purpose: 'step-up' })).body;
  const response = passkey.get(options);
  expect((await admin('POST', '/auth/stepUp', { passkey: response })).status).toBe(204);
  expect(outcome(await admin('POST', '/auth/stepUp', { passkey: response }))).toEqual([
    400,
    'PASSKEY_REFUSED',
  ]);
  expect((await admin('POST', keys, key)).status).toBe(201);
});

test("rejects another user's passkey", async () => {
  const other = await actAs(app, 'analyst@harbour.example');
  const passkey = await addPasskeyTo(other);
  const options = (await admin('POST', '/auth/passkey/options', { purpose: 'step-up' })).body;
  const refused = await admin('POST', '/auth/stepUp', { passkey: passkey.get(options) });
  expect(outcome(refused)).toEqual([400, 'PASSKEY_REFUSED']);
});

test('locks the account after six wrong confirmations', async () => {
  const { send } = await signedIn(app, 'admin@meridian.example');
  await addApp(app, send);
  const responses = [];
  for (let attempt = 0; attempt < 6; attempt += 1)
    responses.push(await send('POST', '/auth/stepUp', { code: '000000' }));
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 400));
  expect((await send('GET', '/me')).status).toBe(401);
});

test('confirms with the password where a user has no factor', async () => {
  const clerk = await actAs(app, clara);
  expireStepUp();
  const url = '/proxy/sync/ta/transactions/5300001/payout';
  expect(outcome(await clerk('POST', url, payment()))).toEqual(stepUpRefusal);
  expect(outcome(await clerk('POST', '/auth/stepUp', { password: 'wrong-password-1' }))).toEqual([
    401,
    'INCORRECT_CREDENTIALS',
  ]);
  expect((await clerk('POST', '/auth/stepUp', { password: demoPassword })).status).toBe(204);
  // Past the confirmation: the portal pays out by card token only.
  expect((await clerk('POST', url, payment())).body.outcome.reasonCode).toBe('V104');
});

test('takes no password where the policy forbids it', async () => {
  await setPolicy(app, 1100, { stepUpMinutes: 5, stepUpWithPassword: false });
  const clerk = await actAs(app, clara);
  const refused = await clerk('POST', '/proxy/sync/ta/transactions/5300001/payout', payment());
  expect([...outcome(refused), refused.body.methods]).toEqual([...stepUpRefusal, []]);
  await setPolicy(app, 1100, { stepUpMinutes: 5, refundAboveMinor: 1000, refundCurrency: 'GBP' });
});

test('does not count a remembered browser as a confirmation', async () => {
  const first = await withPassword(app, amelia);
  const code = nextCode(app, factor);
  await first.send('POST', '/auth/secondFactor', { code, rememberDevice: true });
  const { send, login } = await withPassword(app, amelia, { cookies: first.cookies });
  expect(login.body.firstName).toBe('Amelia');
  expect(outcome(await send('POST', keys, key))).toEqual(stepUpRefusal);
});

test.each([
  ['of the amount needs no confirmation', { amount: '10.00', currency: 'GBP' }, 201],
  ['above the amount needs one', { amount: '10.01', currency: 'GBP' }, 403],
  ['of the whole rest needs one', {}, 403],
])('a refund %s', async (_title, transaction, status) => {
  const id = await paid(actAsMerchant(app));
  const clerk = await actAs(app, clara);
  expireStepUp();
  const url = `/proxy/sync/ta/transactions/5300001/${id}/refund`;
  expect((await clerk('POST', url, { transaction })).status).toBe(status);
});

test('asks for a refund in another currency than the policy has', async () => {
  const id = await paid(actAsMerchant(app), { currency: 'EUR', amount: '5.00' });
  const clerk = await actAs(app, clara);
  expireStepUp();
  const url = `/proxy/sync/ta/transactions/5300001/${id}/refund`;
  const body = { transaction: { amount: '1.00', currency: 'EUR' } };
  expect(outcome(await clerk('POST', url, body))).toEqual(stepUpRefusal);
  await clerk('POST', '/auth/stepUp', { password: demoPassword });
  expect((await clerk('POST', url, body)).status).toBe(201);
});

test('exempts API keys', async () => {
  const merchant = actAsMerchant(app);
  const id = await paid(merchant);
  expect((await merchant('POST', `${base}/${id}/refund`, {})).status).toBe(201);
  const payout = await merchant('POST', `${base}/payout`, payment({}, { card: goodCard }));
  expect(payout.status).toBe(201);
});

test('asks nothing without a policy', async () => {
  await app.owner`delete from security_policy`;
  const provider = await actAs(app, 'domain@demo.example');
  expireStepUp();
  expect((await provider('POST', keys, key)).status).toBe(201);
  const clerk = await actAs(app, clara);
  const id = await paid(actAsMerchant(app));
  expireStepUp();
  expect((await clerk('POST', `/proxy/sync/ta/transactions/5300001/${id}/refund`, {})).status).toBe(201);
});
