import { afterAll, beforeAll, expect, test } from 'vitest';
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
} from '#features/access/second-factor/test/factor-fixtures.ts';
import { softwareAuthenticator } from '#features/access/second-factor/test/software-authenticator.ts';
import { openBreakGlass } from '#features/access/second-factor/server/open-break-glass.ts';
import { dayMs, minuteMs } from '#server/clock.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { type Send, signedIn, signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
/** Amelia has an authenticator app, Noor a passkey. */
let factor: App;
let passkey: ReturnType<typeof softwareAuthenticator>;
beforeAll(async () => {
  app = await startApp();
  factor = await addApp(app, (await signedIn(app, amelia)).send);
  passkey = await addPasskeyTo((await signedIn(app, noor)).send);
});
afterAll(() => app.stop());

const amelia = 'admin@harbour.example';
const noor = 'analyst@harbour.example';
const tom = 'support@harbour.example';
const clara = 'coffee@harbour.example';

const step = (send: Send, body: object) => send('POST', '/auth/secondFactor', body);
const options = async (send: Send, purpose: string) =>
  (await send('POST', '/auth/passkey/options', { purpose })).body;
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

/** secondFactor */
test('opens no session after the password alone', async () => {
  const { send, cookies, login } = await withPassword(app, amelia);
  expect(login.body).toEqual({
    next: 'second-factor',
    methods: ['totp', 'recovery-code'],
    deviceDays: 30,
  });
  expect(cookies.has('session')).toBe(false);
  expect((await send('GET', '/me')).status).toBe(401);
});

test('signs in with the code of the authenticator app', async () => {
  const { send, cookies } = await withPassword(app, amelia);
  const confirmed = await step(send, { code: nextCode(app, factor) });
  expect(confirmed.body).toMatchObject({ firstName: 'Amelia', lockedReason: null });
  expect((await send('GET', '/me')).status).toBe(200);
  expect(cookies.has('sign-in')).toBe(false);
  expect(await auditOf(app, amelia)).toContain('secondFactor allowed');
});

test('accepts a code once', async () => {
  const code = nextCode(app, factor);
  const first = await withPassword(app, amelia);
  expect((await step(first.send, { code })).status).toBe(200);
  const second = await withPassword(app, amelia);
  expect(outcome(await step(second.send, { code }))).toEqual([401, 'INCORRECT_CODE']);
});

test('accepts a code for one of two concurrent sign-ins', async () => {
  const visitors = [await withPassword(app, amelia), await withPassword(app, amelia)];
  const code = nextCode(app, factor);
  const responses = await Promise.all(visitors.map(({ send }) => step(send, { code })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('uses the proof of the password once', async () => {
  const { send, cookies } = await withPassword(app, amelia);
  const signInCookie = cookies.get('sign-in') ?? '';
  expect((await step(send, { code: nextCode(app, factor) })).status).toBe(200);
  cookies.set('sign-in', signInCookie);
  expect(outcome(await step(send, { code: nextCode(app, factor) }))).toEqual([401, 'SIGN_IN_EXPIRED']);
});

test('rejects a second step without the password', async () => {
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  expect(outcome(await step(send, { code: nextCode(app, factor) }))).toEqual([401, 'SIGN_IN_EXPIRED']);
});

test('rejects a second step after ten minutes', async () => {
  const { send } = await withPassword(app, amelia);
  app.clock.advance(11 * minuteMs);
  expect(outcome(await step(send, { code: nextCode(app, factor) }))).toEqual([401, 'SIGN_IN_EXPIRED']);
});

test('rejects a code from three minutes ago', async () => {
  const { send } = await withPassword(app, amelia);
  const old = totpCode(factor.secret, new Date(app.clock.now().getTime() - 3 * minuteMs));
  expect(outcome(await step(send, { code: old }))).toEqual([401, 'INCORRECT_CODE']);
});

test("rejects another user's factor", async () => {
  const { send } = await withPassword(app, amelia);
  const challenge = await options(send, 'second-factor');
  expect(outcome(await step(send, { passkey: passkey.get(challenge) }))).toEqual([401, 'PASSKEY_REFUSED']);
  const other = await withPassword(app, noor);
  expect(outcome(await step(other.send, { code: nextCode(app, factor) }))).toEqual([401, 'INCORRECT_CODE']);
});

test('signs in with a recovery code once', async () => {
  const code = factor.recoveryCodes?.[0] ?? '';
  const first = await withPassword(app, amelia);
  expect((await step(first.send, { code: code.toUpperCase() })).status).toBe(200);
  expect((await first.send('GET', '/me/security')).body.recoveryCodes.left).toBe(9);
  const second = await withPassword(app, amelia);
  expect(outcome(await step(second.send, { code }))).toEqual([401, 'INCORRECT_CODE']);
  expect(await mailsTo(app, amelia)).toContain('recoveryCodeUsed');
});

test('locks the account after six wrong codes, whatever passwords come between', async () => {
  const { send } = await signedIn(app, clara);
  const authenticator = await addApp(app, send);
  const responses = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    // A correct password must not clear the count of codes.
    const visitor = await withPassword(app, clara);
    responses.push(
      visitor.login.status === 200 ? await step(visitor.send, { code: '000000' }) : visitor.login,
    );
  }
  expect(responses.map(({ body }) => body.code)).toEqual([
    ...Array.from({ length: 6 }, () => 'INCORRECT_CODE'),
    'ACCOUNT_LOCKED',
  ]);
  expect((await send('GET', '/me')).status).toBe(401);
  app.clock.advance(31 * minuteMs);
  const nextSignIn = await withPassword(app, clara);
  expect((await step(nextSignIn.send, { code: nextCode(app, authenticator) })).status).toBe(200);
});

test('rejects a started second step of a locked account', async () => {
  const { send } = await withPassword(app, noor);
  const challenge = await options(send, 'second-factor');
  await app.owner`update app_user set locked_reason = 'USER_LOCKED' where user_name = ${noor}`;
  expect(outcome(await step(send, { passkey: passkey.get(challenge) }))).toEqual([401, 'ACCOUNT_LOCKED']);
  await app.owner`update app_user set locked_reason = null where user_name = ${noor}`;
});

/** getPasskeyOptions */
test('signs in with a passkey as the second step', async () => {
  const { send } = await withPassword(app, noor);
  const challenge = await options(send, 'second-factor');
  expect(challenge.allowCredentials).toMatchObject([{ id: passkey.id }]);
  expect((await step(send, { passkey: passkey.get(challenge) })).status).toBe(200);
});

/** signInWithPasskey */
test('signs in with a passkey alone', async () => {
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const challenge = await options(send, 'sign-in');
  expect(challenge.allowCredentials ?? []).toEqual([]);
  const result = await send('POST', '/auth/passkey', { passkey: passkey.get(challenge) });
  expect(result.body).toMatchObject({ firstName: 'Noor' });
  expect((await send('GET', '/me')).status).toBe(200);
  const { passkeys } = (await send('GET', '/me/security')).body;
  expect(passkeys[0].lastUsedAt).toBe(app.clock.now().toISOString());
});

test.each([
  ['another origin', { origin: 'https://localhost:8080' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['no user verification', { isVerified: false }],
  ['a counter that does not grow', { counter: 1 }],
  ['another user handle', { userHandle: 'AAAA' }],
  ['an invented challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
])('rejects a passkey with %s', async (_title, tampering) => {
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const challenge = await options(send, 'sign-in');
  const before = passkey.get(challenge);
  expect((await send('POST', '/auth/passkey', { passkey: before })).status).toBe(200);
  const next = await options(send, 'sign-in');
  const assertion = passkey.get(next, tampering);
  expect(outcome(await send('POST', '/auth/passkey', { passkey: assertion }))).toEqual([
    401,
    'PASSKEY_REFUSED',
  ]);
  // The counter of the software continues above the stored one.
  passkey.get(next, { counter: 1000 + Math.floor(app.clock.now().getTime() / 1000) });
  app.clock.advance(minuteMs);
});

test('rejects a passkey whose client data was changed after signing', async () => {
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const challenge = await options(send, 'sign-in');
  const assertion = passkey.get(challenge);
  const data = JSON.parse(Buffer.from(assertion.response.clientDataJSON, 'base64url').toString()) as object;
  const clientDataJSON = Buffer.from(JSON.stringify({ ...data, extra: 1 })).toString('base64url');
  const changed = { ...assertion, response: { ...assertion.response, clientDataJSON } };
  expect(outcome(await send('POST', '/auth/passkey', { passkey: changed }))).toEqual([
    401,
    'PASSKEY_REFUSED',
  ]);
});

test('uses a passkey challenge once', async () => {
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const assertion = passkey.get(await options(send, 'sign-in'));
  expect((await send('POST', '/auth/passkey', { passkey: assertion })).status).toBe(200);
  expect((await send('POST', '/auth/passkey', { passkey: assertion })).status).toBe(401);
});

test('rejects a passkey challenge after ten minutes', async () => {
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  const challenge = await options(send, 'sign-in');
  app.clock.advance(11 * minuteMs);
  expect((await send('POST', '/auth/passkey', { passkey: passkey.get(challenge) })).status).toBe(401);
});

test('rejects a challenge that was issued for something else', async () => {
  const visitor = await withPassword(app, noor);
  const challenge = await options(visitor.send, 'second-factor');
  expect((await visitor.send('POST', '/auth/passkey', { passkey: passkey.get(challenge) })).status).toBe(401);
});

test('limits the challenges of one address', async () => {
  const { send } = signedOutClient(app);
  await send('GET', '/initiation');
  app.clock.advance(2 * minuteMs);
  const statuses = [];
  for (let requests = 0; requests < 61; requests += 1) {
    statuses.push((await send('POST', '/auth/passkey/options', { purpose: 'sign-in' })).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  app.clock.advance(2 * minuteMs);
});

test('skips the second step in a remembered browser, until it ends', async () => {
  const first = await withPassword(app, amelia);
  await step(first.send, { code: nextCode(app, factor), rememberDevice: true });
  const repeated = await withPassword(app, amelia, { cookies: first.cookies });
  expect(repeated.login.body.firstName).toBe('Amelia');
  // The browser of one user is not remembered for another.
  const other = await withPassword(app, noor, { cookies: first.cookies });
  expect(other.login.body.next).toBe('second-factor');
  app.clock.advance(31 * dayMs);
  const nextSignIn = await withPassword(app, amelia, { cookies: first.cookies });
  expect(nextSignIn.login.body.next).toBe('second-factor');
});

test('does not remember a browser where the company forbids it', async () => {
  await setPolicy(app, 1100, { deviceDays: 0 });
  const first = await withPassword(app, amelia);
  expect(first.login.body.deviceDays).toBe(0);
  await step(first.send, { code: nextCode(app, factor), rememberDevice: true });
  expect(first.cookies.has('trusted-device')).toBe(false);
  await app.owner`delete from security_policy`;
});

test('forgets remembered browsers when the password changes', async () => {
  const first = await withPassword(app, amelia);
  await step(first.send, { code: nextCode(app, factor), rememberDevice: true });
  const newPassword = 'Another-Long-Phrase-77';
  const body = { username: amelia, password: demoPassword, newPassword };
  expect((await first.send('POST', '/users/changePassword', body)).status).toBe(204);
  const repeated = await withPassword(app, amelia, { cookies: first.cookies, password: newPassword });
  expect(repeated.login.body.next).toBe('second-factor');
});

/** finishEnrolment */
test('lets a user without a required factor do nothing but add one', async () => {
  await setPolicy(app, 1100, { secondFactor: 'REQUIRED', requiredFrom: app.clock.now() });
  const { send, cookies, login } = await withPassword(app, tom);
  expect(login.body).toMatchObject({ next: 'enrolment' });
  for (const [method, url] of [
    ['GET', '/me'],
    ['GET', '/me/security'],
    ['GET', '/proxy/sync/SCIM/Me'],
    ['DELETE', '/session/own'],
    ['POST', '/auth/stepUp'],
  ] as const) {
    const body = method === 'POST' ? { password: demoPassword } : undefined;
    expect(outcome(await send(method, url, body)), url).toEqual([403, 'ENROLMENT_REQUIRED']);
  }
  expect(outcome(await send('POST', '/auth/enrolled', {}))).toEqual([403, 'ENROLMENT_REQUIRED']);
  const before = cookies.get('session');
  const { recoveryCodes } = await addApp(app, send);
  expect(recoveryCodes).toHaveLength(10);
  const ended = await send('POST', '/auth/enrolled', {});
  expect(ended.body.firstName).toBe('Tom');
  expect(cookies.get('session')).not.toBe(before);
  expect((await send('GET', '/me')).status).toBe(200);
  const old = await app.portal.inject({ url: '/me', headers: { cookie: `session=${before}` } });
  expect(old.statusCode).toBe(401);
  await app.owner`delete from security_policy`;
  expect((await send('DELETE', '/me/totp')).status).toBe(204);
});

test('gives a restricted session nothing for a factor that was added elsewhere', async () => {
  await setPolicy(app, 1100, { secondFactor: 'REQUIRED' });
  const stolen = await withPassword(app, tom);
  const started = (await stolen.send('POST', '/me/totp', {})).body;
  const passkeyOptions = (await stolen.send('POST', '/me/passkeys/options', {})).body;
  const owner = await withPassword(app, tom);
  await addApp(app, owner.send);
  expect((await owner.send('POST', '/auth/enrolled', {})).status).toBe(200);
  const otherPasskey = softwareAuthenticator().create(passkeyOptions);
  for (const [url, body] of [
    ['/auth/enrolled', {}],
    ['/me/totp', {}],
    ['/me/totp/confirm', { enrolmentId: started.enrolmentId, code: '123456' }],
    ['/me/passkeys/options', {}],
    ['/me/passkeys', { name: 'Mine', passkey: otherPasskey }],
    ['/me/recoveryCodes', {}],
  ] as const) {
    expect(outcome(await stolen.send('POST', url, body)), url).toEqual([403, 'ENROLMENT_REQUIRED']);
  }
  await app.owner`delete from security_policy`;
  expect((await owner.send('DELETE', '/me/totp')).status).toBe(204);
});

test('keeps a session restricted when its user changes the password', async () => {
  await setPolicy(app, 1100, { secondFactor: 'REQUIRED' });
  const { send } = await withPassword(app, tom);
  const newPassword = 'Another-Long-Phrase-78';
  const body = { username: tom, password: demoPassword, newPassword };
  expect((await send('POST', '/users/changePassword', body)).status).toBe(204);
  expect(outcome(await send('GET', '/me'))).toEqual([403, 'ENROLMENT_REQUIRED']);
  await app.owner`delete from security_policy`;
});

test('requires no factor before the date', async () => {
  const requiredFrom = new Date(app.clock.now().getTime() + dayMs);
  await setPolicy(app, 1200, { secondFactor: 'REQUIRED', requiredFrom });
  expect((await withPassword(app, 'admin@meridian.example')).login.body.firstName).toBe('Idris');
  await app.owner`delete from security_policy`;
});

test('requires a factor of the holders of a permission only', async () => {
  for (const permission of ['P_MANAGE_API_KEYS', 'P_APPROVE', 'P_MANAGE_ROLES']) {
    await setPolicy(app, 1200, { requiredFor: [permission] });
    expect((await withPassword(app, 'admin@meridian.example')).login.body.next).toBe('enrolment');
  }
  await setPolicy(app, 1100, { requiredFor: ['P_MANAGE_API_KEYS'] });
  const viewer = await withPassword(app, tom, { password: 'Another-Long-Phrase-78' });
  expect(viewer.login.body.firstName).toBe('Tom');
  await app.owner`delete from security_policy`;
});

test('applies the strictest policy to a user of several companies', async () => {
  await setPolicy(app, 1200, { secondFactor: 'REQUIRED' });
  expect((await withPassword(app, 'domain@demo.example')).login.body.next).toBe('enrolment');
  expect((await withPassword(app, 'admin@meridian.example')).login.body.next).toBe('enrolment');
  await app.owner`delete from security_policy`;
});

test("applies the provider's own policy to its own people only", async () => {
  await setPolicy(app, 1000, { secondFactor: 'REQUIRED' });
  expect((await withPassword(app, 'domain@demo.example')).login.body.next).toBe('enrolment');
  expect((await withPassword(app, 'admin@meridian.example')).login.body.firstName).toBe('Idris');
  await app.owner`delete from security_policy`;
});

test('lets an operator open an emergency access with the password alone', async () => {
  const now = app.clock.now();
  const access = { userName: noor, minutes: 60, operator: 'Ana', now };
  expect(await openBreakGlass(app.services.database, access)).toEqual(
    new Date(now.getTime() + 60 * minuteMs),
  );
  const { send, login } = await withPassword(app, noor);
  expect(login.body.firstName).toBe('Noor');
  const { passkeys } = (await send('GET', '/me/security')).body;
  expect((await send('DELETE', `/me/passkeys/${passkeys[0].factorId}`)).status).toBe(204);
  expect(await mailsTo(app, noor)).toContain('breakGlass');
  expect(await mailsTo(app, amelia)).toContain('breakGlass');
  const [event] = await app.owner<
    { actor: string }[]
  >`select actor from audit_event where act = 'breakGlass'`;
  expect(event?.actor).toBe('operator: Ana');
});

test('ends the emergency access', async () => {
  const { send } = await signedIn(app, noor);
  await addApp(app, send);
  app.clock.advance(61 * minuteMs);
  expect((await withPassword(app, noor)).login.body.next).toBe('second-factor');
  const unknown = { userName: 'unknown@harbour.example', minutes: 5, operator: 'Ana', now: app.clock.now() };
  expect(await openBreakGlass(app.services.database, unknown)).toBeUndefined();
});
