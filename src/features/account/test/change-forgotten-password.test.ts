import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { cancelAccountTokens, issueAccountToken, tokenSecret } from '#server/auth/account-token.ts';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { goodPassword, anonymousClient, mailsTo, resetLink, signIn, userIdOf } from './account-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const change = async (link: string, token: string) =>
  (await anonymousClient(app))('PUT', `/users/changeForgottenPassword/${link}`, { token });
const closed = { status: 400, body: { message: 'password_link_not_open' } };

test('sets the password once and ends every session', async () => {
  const elsewhere = await actAs(app, 'support@harbour.example');
  const link = await resetLink(app, 'support@harbour.example');
  expect((await change(link, goodPassword)).status).toBe(204);
  expect((await elsewhere('GET', '/me')).status).toBe(401);
  expect(await change(link, 'Another-Good-One-8')).toMatchObject(closed);
  expect((await signIn(app, 'support@harbour.example')).body.message).toBe('incorrect_credentials');
  expect((await signIn(app, 'support@harbour.example', goodPassword)).status).toBe(200);
  expect(await mailsTo(app.owner, 'support@harbour.example')).toContain('passwordChanged');
});

test('accepts one of twenty simultaneous uses', async () => {
  const link = await resetLink(app, 'coffee@harbour.example');
  const candidates = Array.from({ length: 20 }, (_, at) => `Quiet-Harbour-Light-${at + 10}`);
  const responses = await Promise.all(candidates.map((candidate) => change(link, candidate)));
  const won = responses.flatMap(({ status }, at) => (status === 204 ? [at] : []));
  expect(won).toHaveLength(1);
  for (const [at, response] of responses.entries()) if (at !== won[0]) expect(response).toMatchObject(closed);
  const [winner = 0] = won;
  expect((await signIn(app, 'coffee@harbour.example', candidates[winner])).status).toBe(200);
});

test('leaves the link open after a rejected password', async () => {
  const link = await resetLink(app, 'analyst@harbour.example');
  expect(await change(link, 'short')).toMatchObject({ status: 400, body: { message: 'password_not_good' } });
  expect(await change(link, 'Password-2026')).toMatchObject({ body: { message: 'password_not_good' } });
  expect(await change(link, demoPassword)).toMatchObject({
    status: 400,
    body: { message: 'password_invalid_history' },
  });
  expect((await change(link, goodPassword)).status).toBe(204);
});

test('lifts the locks that a mailbox can lift, with their counter', async () => {
  for (let turn = 0; turn < 7; turn += 1) await signIn(app, 'admin@meridian.example', 'wrong-1');
  expect((await signIn(app, 'admin@meridian.example')).body.message).toBe('account_locked');
  const link = await resetLink(app, 'admin@meridian.example');
  await change(link, goodPassword);
  expect((await signIn(app, 'admin@meridian.example', goodPassword)).body.lockedReason).toBeNull();
  for (const name of ['locked@harbour.example', 'temporary@harbour.example', 'expired@harbour.example']) {
    await change(await resetLink(app, name), goodPassword);
    expect((await signIn(app, name, goodPassword)).body.lockedReason, name).toBeNull();
  }
});

test('closes open links when an administrator locks the account', async () => {
  const link = await resetLink(app, 'admin@harbour.example');
  await app.owner`update app_user set locked_reason = 'LOCKED_BY_ADMIN' where user_name = 'admin@harbour.example'`;
  expect(await change(link, goodPassword)).toMatchObject(closed);
  await app.owner`update app_user set locked_reason = null where user_name = 'admin@harbour.example'`;
});

test('closes the links when the password or username changes', async () => {
  const link = await resetLink(app, 'admin@harbour.example');
  const body = { username: 'admin@harbour.example', password: demoPassword, newPassword: goodPassword };
  expect((await (await anonymousClient(app))('POST', '/users/changePassword', body)).status).toBe(204);
  expect(await change(link, 'Another-Good-One-8')).toMatchObject(closed);
  const next = await resetLink(app, 'admin@harbour.example');
  const userId = await userIdOf(app.owner, 'admin@harbour.example');
  await cancelAccountTokens(app.services.database, userId, app.clock.now());
  expect(await change(next, 'Another-Good-One-8')).toMatchObject(closed);
});

test('sets the first password by invitation, from a known device', async () => {
  const name = 'domain@demo.example';
  const userId = await userIdOf(app.owner, name);
  await app.owner`update app_user set password_hash = null, password_changed_at = null where user_id = ${userId}`;
  const now = app.clock.now();
  const tokenId = await issueAccountToken(app.services.database, { purpose: 'invitation', userId, now });
  const send = await anonymousClient(app);
  const link = tokenSecret(app.services.keys.accountLink, tokenId);
  expect((await signIn(app, name)).body.message).toBe('incorrect_credentials');
  await send('PUT', `/users/changeForgottenPassword/${link}`, { token: goodPassword });
  expect((await send('POST', '/auth/login', { username: name, password: goodPassword })).status).toBe(200);
  expect(await mailsTo(app.owner, name)).toEqual([]);
  await signIn(app, name, goodPassword);
  expect(await mailsTo(app.owner, name)).toEqual(['newDevice']);
});
