import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#server/clock.ts';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { deleteOldLinks, lockInactiveAccounts } from '../server/account-jobs.ts';
import { readMailsTo, resetLink, signIn } from './account-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function readLockReason(userName: string): Promise<string | null> {
  const [row] = await app.owner<{ reason: string | null }[]>`
    select locked_reason as reason from app_user where user_name = ${userName}`;
  return row?.reason ?? null;
}

test('locks for the full time from the last attempt, unknown names too', async () => {
  for (const name of ['admin@meridian.example', 'unknown@meridian.example']) {
    const failSignIn = async () => (await signIn(app, name, 'wrong-1')).body.message;
    for (let attempt = 0; attempt < 5; attempt += 1) await failSignIn();
    app.clock.advance(29 * minuteMs);
    expect(await failSignIn()).toBe('incorrect_credentials');
    app.clock.advance(30 * minuteMs - 1);
    expect(await failSignIn()).toBe('account_locked');
    app.clock.advance(1);
    expect(await failSignIn()).toBe('incorrect_credentials');
  }
  expect((await signIn(app, 'admin@meridian.example')).status).toBe(200);
});

test('counts simultaneous attempts like successive ones', async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => signIn(app, 'analyst@harbour.example', 'wrong-1')),
  );
  const messages = responses.map(({ body }) => body.message);
  expect(messages.filter((message) => message === 'incorrect_credentials')).toHaveLength(6);
  expect(messages.filter((message) => message === 'account_locked')).toHaveLength(14);
});

test('emails the user once about a new browser', async () => {
  const send = await actAs(app, 'support@harbour.example');
  expect(await readMailsTo(app.owner, 'support@harbour.example')).toEqual(['newDevice']);
  const credentials = { username: 'support@harbour.example', password: 'Countinghouse-Demo-1' };
  expect((await send('DELETE', '/auth/logout')).status).toBe(204);
  await send('GET', '/initiation');
  const secondSignIn = await send('POST', '/auth/login', credentials, { 'accept-language': 'de' });
  expect(String(secondSignIn.headers['set-cookie'])).toMatch(
    /device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict/,
  );
  expect(await readMailsTo(app.owner, 'support@harbour.example')).toEqual(['newDevice']);
  await actAs(app, 'support@harbour.example');
  const mails = await app.owner<{ locale: string }[]>`
    select locale from mail_outbox where recipient = 'support@harbour.example' order by queued_at, ctid`;
  expect(mails.map(({ locale }) => locale)).toEqual(['en', 'de']);
});

test('locks an account unused for 90 days, again 90 days after an unlock', async () => {
  await app.owner`update app_user set last_logon_at = ${app.clock.now()} where user_name = 'coffee@harbour.example'`;
  app.clock.advance(60 * dayMs);
  await signIn(app, 'admin@harbour.example');
  app.clock.advance(30 * dayMs + 1);
  await lockInactiveAccounts.run(app.services);
  expect(await readLockReason('coffee@harbour.example')).toBe('USER_INACTIVE_ACCOUNT');
  expect(await readLockReason('admin@harbour.example')).toBeNull();
  expect(await readLockReason('temporary@harbour.example')).toBe('TEMPORARY_PASSWORD');
  expect((await signIn(app, 'coffee@harbour.example')).body.message).toBe('account_inactive');
  expect((await signIn(app, 'coffee@harbour.example', 'wrong-1')).body.message).toBe('incorrect_credentials');
  expect(await resetLink(app, 'coffee@harbour.example')).toBe('');
  await app.owner`
    update app_user set locked_reason = null, unlocked_at = ${app.clock.now()}
    where user_name = 'coffee@harbour.example'`;
  await lockInactiveAccounts.run(app.services);
  expect(await readLockReason('coffee@harbour.example')).toBeNull();
  const events = await app.owner<{ detail: object }[]>`
    select e.detail from audit_event e join app_user u on u.user_id::text = e.object_id
    where e.act = 'lockInactiveAccount' and u.user_name = 'coffee@harbour.example'`;
  expect(events).toEqual([{ detail: { displayName: 'Clara Brandt' } }]);
});

test('requires a new password after 90 days', async () => {
  const response = await signIn(app, 'admin@harbour.example');
  expect(response.body.lockedReason).toBe('PASSWORD_EXPIRED');
  expect(String(response.headers['set-cookie'] ?? '')).not.toContain('session=');
});

test('does neither when the operator disables it', async () => {
  const lenient = await startApp({ flags: ['--password-days', '0', '--inactive-days', '0'] });
  lenient.clock.advance(1000 * dayMs);
  await lockInactiveAccounts.run(lenient.services);
  expect((await signIn(lenient, 'admin@harbour.example')).body.lockedReason).toBeNull();
  await lenient.stop();
});

test('deletes old links and keeps expired invitations', async () => {
  await resetLink(app, 'admin@meridian.example');
  await app.owner`
    insert into account_token (token_id, purpose, user_id, created_at, expires_at)
    select gen_random_uuid(), 'invitation', user_id, ${app.clock.now()}, ${app.clock.now()}
    from app_user where user_name = 'coffee@harbour.example'`;
  app.clock.advance(60 * dayMs);
  await deleteOldLinks.run(app.services);
  const remaining = await app.owner<{ purpose: string }[]>`select purpose from account_token`;
  expect(remaining.map(({ purpose }) => purpose)).toEqual(['invitation']);
});
