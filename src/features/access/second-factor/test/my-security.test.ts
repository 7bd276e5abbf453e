import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#server/clock.ts';
import { signedIn } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  type App,
  addApp,
  addPasskeyTo,
  auditOf,
  mailsTo,
  nextCode,
  setPolicy,
  totpCode,
  withPassword,
} from './factor-fixtures.ts';
import { softwareAuthenticator } from './software-authenticator.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const admin = 'admin@harbour.example';
const analyst = 'analyst@harbour.example';
const support = 'support@harbour.example';
const coffee = 'coffee@harbour.example';
const meridian = 'admin@meridian.example';

/** A second session of a user who has an app. */
async function secondSession(userName: string, factor: App) {
  const visitor = await withPassword(app, userName);
  const confirmed = await visitor.send('POST', '/auth/secondFactor', { code: nextCode(app, factor) });
  expect(confirmed.status).toBe(200);
  return visitor.send;
}

/** startTotp, confirmTotp, getMySecurity */
test('adds an authenticator app after a correct code', async () => {
  const { send } = await signedIn(app, admin);
  const started = await send('POST', '/me/totp', {});
  const { enrolmentId } = started.body;
  const rejected = await send('POST', '/me/totp/confirm', { enrolmentId, code: '000000' });
  expect([rejected.status, rejected.body.code]).toEqual([400, 'INCORRECT_CODE']);
  expect((await send('GET', '/me/security')).body.totp).toBeNull();
  const { recoveryCodes } = await addApp(app, send);
  expect(new Set(recoveryCodes).size).toBe(10);
  expect((await send('GET', '/me/security')).body).toMatchObject({
    totp: { lastUsedAt: null },
    recoveryCodes: { left: 10 },
    isRequired: false,
  });
  expect(await mailsTo(app, admin)).toEqual(['authenticatorAdded']);
  expect(await auditOf(app, admin)).toContain('confirmTotp allowed');
});

test('stores neither the secret nor the recovery codes in plain form', async () => {
  const { send } = await signedIn(app, coffee);
  const { secret, recoveryCodes } = await addApp(app, send);
  const [row] = await app.owner<{ factor: Buffer; hash: Buffer }[]>`
    select sealed_secret as factor, (select code_hash from recovery_code c where c.user_id = f.user_id limit 1) as hash
    from second_factor f where kind = 'totp' order by created_at desc, factor_id limit 1`;
  expect(row?.factor.includes(secret)).toBe(false);
  const plain = (recoveryCodes ?? []).map((code) => code.replaceAll('-', ''));
  expect(plain.some((code) => row?.hash.toString('latin1').includes(code))).toBe(false);
  expect(app.logged()).not.toContain(plain[0]);
  await send('DELETE', '/me/totp');
});

test('rejects the enrolment of another user', async () => {
  const ownSession = await signedIn(app, analyst);
  const { enrolmentId } = (await ownSession.send('POST', '/me/totp', {})).body;
  const other = await signedIn(app, support);
  const refused = await other.send('POST', '/me/totp/confirm', { enrolmentId, code: '123456' });
  expect(refused.body.code).toBe('ENROLMENT_EXPIRED');
});

test('rejects an enrolment after ten minutes', async () => {
  const { send } = await signedIn(app, analyst);
  const { enrolmentId } = (await send('POST', '/me/totp', {})).body;
  app.clock.advance(11 * minuteMs);
  const refused = await send('POST', '/me/totp/confirm', { enrolmentId, code: '123456' });
  expect(refused.body.code).toBe('ENROLMENT_EXPIRED');
});

test('denies a second authenticator app', async () => {
  const { send } = await signedIn(app, analyst);
  await addApp(app, send);
  expect((await send('POST', '/me/totp', {})).body.code).toBe('AUTHENTICATOR_EXISTS');
});

/** removeTotp */
test('ends the other sessions when the app is removed', async () => {
  const { send } = await signedIn(app, support);
  const factor = await addApp(app, send);
  const other = await secondSession(support, factor);
  expect((await other('GET', '/me')).status).toBe(200);
  expect((await send('DELETE', '/me/totp')).status).toBe(204);
  expect((await other('GET', '/me')).status).toBe(401);
  expect((await send('GET', '/me/security')).body).toMatchObject({ totp: null, recoveryCodes: { left: 0 } });
  expect(await mailsTo(app, support)).toEqual(['authenticatorAdded', 'authenticatorRemoved']);
  expect(await auditOf(app, support)).toContain('removeTotp allowed');
  expect((await send('DELETE', '/me/totp')).status).toBe(404);
});

/** startPasskey, addPasskey, removePasskey */
test('adds and removes a passkey by name', async () => {
  const { send } = await signedIn(app, meridian);
  await addPasskeyTo(send, 'Office laptop');
  const { passkeys } = (await send('GET', '/me/security')).body;
  expect(passkeys).toMatchObject([{ name: 'Office laptop', lastUsedAt: null }]);
  const another = await signedIn(app, coffee);
  expect((await another.send('DELETE', `/me/passkeys/${passkeys[0].factorId}`)).status).toBe(404);
  expect((await send('DELETE', `/me/passkeys/${passkeys[0].factorId}`)).status).toBe(204);
  expect(await mailsTo(app, meridian)).toEqual(['passkeyAdded', 'passkeyRemoved']);
  expect(await auditOf(app, meridian)).toEqual(
    expect.arrayContaining(['addPasskey allowed', 'removePasskey allowed']),
  );
});

test.each([
  ['another origin', { origin: 'http://localhost:8081' }],
  ['another relying party', { rpId: 'localhost.example' }],
  ['no user verification', { isVerified: false }],
  ['a challenge that was never issued', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
])('rejects a new passkey with %s', async (_title, tampering) => {
  const { send } = await signedIn(app, coffee);
  const options = (await send('POST', '/me/passkeys/options', {})).body;
  const passkey = softwareAuthenticator().create(options, tampering);
  const refused = await send('POST', '/me/passkeys', { name: 'Laptop', passkey });
  expect([refused.status, refused.body.code]).toEqual([400, 'PASSKEY_REFUSED']);
});

test('rejects a passkey challenge of another user', async () => {
  const ownSession = await signedIn(app, coffee);
  const options = (await ownSession.send('POST', '/me/passkeys/options', {})).body;
  const other = await signedIn(app, meridian);
  const passkey = softwareAuthenticator().create(options);
  expect((await other.send('POST', '/me/passkeys', { name: 'X', passkey })).body.code).toBe(
    'PASSKEY_REFUSED',
  );
});

test('uses the challenge of a new passkey once', async () => {
  const { send } = await signedIn(app, coffee);
  const options = (await send('POST', '/me/passkeys/options', {})).body;
  const body = { name: 'Laptop', passkey: softwareAuthenticator().create(options) };
  const responses = await Promise.all([
    send('POST', '/me/passkeys', body),
    send('POST', '/me/passkeys', body),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  const { passkeys } = (await send('GET', '/me/security')).body;
  await send('DELETE', `/me/passkeys/${passkeys[0].factorId}`);
});

/** renewRecoveryCodes */
test('replaces the recovery codes', async () => {
  const visitor = await signedIn(app, coffee);
  expect((await visitor.send('POST', '/me/recoveryCodes', {})).body.code).toBe('NO_SECOND_FACTOR');
  const { recoveryCodes: before } = await addApp(app, visitor.send);
  const { recoveryCodes } = (await visitor.send('POST', '/me/recoveryCodes', {})).body;
  expect(recoveryCodes).toHaveLength(10);
  const { send } = await withPassword(app, coffee);
  expect((await send('POST', '/auth/secondFactor', { code: before?.[0] })).body.code).toBe('INCORRECT_CODE');
  expect((await send('POST', '/auth/secondFactor', { code: recoveryCodes[0] })).status).toBe(200);
  await send('DELETE', '/me/totp');
});

test('asks for a confirmation before a later change of the sign-in', async () => {
  const { send } = await signedIn(app, coffee);
  app.clock.advance(6 * minuteMs);
  const refused = await send('POST', '/me/totp', {});
  expect([refused.status, refused.body.code, refused.body.methods]).toEqual([
    403,
    'STEP_UP_REQUIRED',
    ['password'],
  ]);
  await send('POST', '/auth/stepUp', { password: 'Countinghouse-Demo-1' });
  expect((await send('POST', '/me/totp', {})).status).toBe(200);
});

/** forgetDevice, forgetAllDevices */
test('forgets remembered devices', async () => {
  const first = await signedIn(app, coffee);
  const factor = await addApp(app, first.send);
  const visitor = await withPassword(app, coffee);
  await visitor.send('POST', '/auth/secondFactor', { code: nextCode(app, factor), rememberDevice: true });
  const { devices } = (await visitor.send('GET', '/me/security')).body;
  expect(devices).toHaveLength(1);
  const inDays = (Date.parse(devices[0].expiresAt) - app.clock.now().getTime()) / dayMs;
  expect(Math.round(inDays)).toBe(30);
  const url = `/me/devices/${devices[0].deviceId}`;
  const other = await signedIn(app, meridian);
  expect((await other.send('DELETE', url)).status).toBe(404);
  expect((await visitor.send('DELETE', url)).status).toBe(204);
  const repeated = await withPassword(app, coffee, { cookies: visitor.cookies });
  expect(repeated.login.body.next).toBe('second-factor');
  expect((await visitor.send('DELETE', '/me/devices')).body).toEqual({ forgotten: 0 });
});

test('keeps the last factor where the company requires one', async () => {
  const { send } = await signedIn(app, meridian);
  await addApp(app, send);
  await setPolicy(app, 1200, { secondFactor: 'REQUIRED' });
  const refused = await send('DELETE', '/me/totp');
  expect([refused.status, refused.body.code]).toEqual([409, 'SECOND_FACTOR_NEEDED']);
  expect((await send('GET', '/me/security')).body).toMatchObject({ totp: {}, isRequired: true });
  await app.owner`delete from security_policy`;
  expect((await send('DELETE', '/me/totp')).status).toBe(204);
});

test('counts the code of the enrolment as used', async () => {
  const { send } = await signedIn(app, meridian);
  const factor = await addApp(app, send);
  const visitor = await withPassword(app, meridian);
  const code = totpCode(factor.secret, app.clock.now());
  expect((await visitor.send('POST', '/auth/secondFactor', { code })).body.code).toBe('INCORRECT_CODE');
});
