import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#server/clock.ts';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { deleteOldLinks, lockInactiveAccounts } from '../server/jobs.ts';
import { mailsTo, resetLink, signIn } from './account-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

async function reasonOf(userName: string): Promise<string | null> {
  const [row] = await app.owner<{ reason: string | null }[]>`
    select locked_reason as reason from app_user where user_name = ${userName}`;
  return row?.reason ?? null;
}

test('a lock lasts its full time from the last attempt, for names that nobody has too', async () => {
  for (const name of ['admin@meridian.example', 'nobody@meridian.example']) {
    const wrong = async () => (await signIn(app, name, 'wrong-1')).body.message;
    for (let turn = 0; turn < 5; turn += 1) await wrong();
    app.clock.advance(29 * minuteMs);
    expect(await wrong()).toBe('incorrect_credentials');
    app.clock.advance(30 * minuteMs - 1);
    expect(await wrong()).toBe('account_locked');
    app.clock.advance(1);
    expect(await wrong()).toBe('incorrect_credentials');
  }
  expect((await signIn(app, 'admin@meridian.example')).status).toBe(200);
});

test('many attempts at once are not more than many in a row', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => signIn(app, 'analyst@harbour.example', 'wrong-1')),
  );
  const said = answers.map(({ body }) => body.message);
  expect(said.filter((message) => message === 'incorrect_credentials')).toHaveLength(6);
  expect(said.filter((message) => message === 'account_locked')).toHaveLength(14);
});

test('a browser that is new to the person is told to them, once', async () => {
  const send = await actAs(app, 'support@harbour.example');
  expect(await mailsTo(app.owner, 'support@harbour.example')).toEqual(['newDevice']);
  const credentials = { username: 'support@harbour.example', password: 'Countinghouse-Demo-1' };
  expect((await send('DELETE', '/auth/logout')).status).toBe(204);
  await send('GET', '/initiation');
  const again = await send('POST', '/auth/login', credentials, { 'accept-language': 'de' });
  expect(String(again.headers['set-cookie'])).toMatch(
    /device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict/,
  );
  expect(await mailsTo(app.owner, 'support@harbour.example')).toEqual(['newDevice']);
  await actAs(app, 'support@harbour.example');
  const mails = await app.owner<{ locale: string }[]>`
    select locale from mail_outbox where recipient = 'support@harbour.example' order by queued_at, ctid`;
  expect(mails.map(({ locale }) => locale)).toEqual(['en', 'de']);
});

test('an account that nobody used for 90 days is locked, and one that was unlocked gets another 90', async () => {
  await app.owner`update app_user set last_logon_at = ${app.clock.now()} where user_name = 'coffee@harbour.example'`;
  app.clock.advance(60 * dayMs);
  await signIn(app, 'admin@harbour.example');
  app.clock.advance(30 * dayMs + 1);
  await lockInactiveAccounts.run(app.services);
  expect(await reasonOf('coffee@harbour.example')).toBe('USER_INACTIVE_ACCOUNT');
  expect(await reasonOf('admin@harbour.example')).toBeNull();
  expect(await reasonOf('temporary@harbour.example')).toBe('TEMPORARY_PASSWORD');
  expect((await signIn(app, 'coffee@harbour.example')).body.message).toBe('account_inactive');
  expect((await signIn(app, 'coffee@harbour.example', 'wrong-1')).body.message).toBe('incorrect_credentials');
  expect(await resetLink(app, 'coffee@harbour.example')).toBe('');
  await app.owner`
    update app_user set locked_reason = null, unlocked_at = ${app.clock.now()}
    where user_name = 'coffee@harbour.example'`;
  await lockInactiveAccounts.run(app.services);
  expect(await reasonOf('coffee@harbour.example')).toBeNull();
  const acts = await app.owner`select from audit_event where act = 'lockInactiveAccount'`;
  expect(acts.length).toBeGreaterThan(0);
});

test('a password of 90 days must be changed before anything else', async () => {
  const answer = await signIn(app, 'admin@harbour.example');
  expect(answer.body.lockedReason).toBe('PASSWORD_EXPIRED');
  expect(String(answer.headers['set-cookie'] ?? '')).not.toContain('session=');
});

test('neither happens when the operator says so', async () => {
  const lenient = await startApp({ flags: ['--password-days', '0', '--inactive-days', '0'] });
  lenient.clock.advance(1000 * dayMs);
  await lockInactiveAccounts.run(lenient.services);
  expect((await signIn(lenient, 'admin@harbour.example')).body.lockedReason).toBeNull();
  await lenient.stop();
});

test('old links are swept up, expired invitations stay to be seen', async () => {
  await resetLink(app, 'admin@meridian.example');
  await app.owner`
    insert into account_token (token_id, purpose, user_id, created_at, expires_at)
    select gen_random_uuid(), 'invitation', user_id, ${app.clock.now()}, ${app.clock.now()}
    from app_user where user_name = 'coffee@harbour.example'`;
  app.clock.advance(60 * dayMs);
  await deleteOldLinks.run(app.services);
  const left = await app.owner<{ purpose: string }[]>`select purpose from account_token`;
  expect(left.map(({ purpose }) => purpose)).toEqual(['invitation']);
});
