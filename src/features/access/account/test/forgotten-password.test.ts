import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs, dayMs, minuteMs } from '#server/clock.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { issueAccountToken, tokenSecret, cancelAccountTokens } from '#server/auth/account-token.ts';
import { demoPassword } from '#app/server/demo/demo-users.ts';
import { actAs } from '#testing/act-as.ts';
import { processResetRequests } from '../server/account-jobs.ts';
import {
  anonymousClient,
  readMailsTo,
  readNewestLink,
  resetLink,
  goodPassword,
  signIn,
} from './account-fixtures.ts';
import { findUserId } from '#features/access/users/test/user-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const closed = { status: 400, body: { message: 'password_link_not_open' } };

describe('forgottenPassword', () => {
  afterAll(async () => {
    await app.owner`
      update app_user set active = true, locked_reason = null
      where user_name in ('coffee@harbour.example', 'analyst@harbour.example')`;
  });

  const forgottenPasswordUrl = (name: string) => `/users/forgottenPassword/${encodeURIComponent(name)}`;

  test('does the same for known, unknown, locked and inactive names', async () => {
    await app.owner`update app_user set active = false where user_name = 'coffee@harbour.example'`;
    const responses = [];
    const names = [
      'support@harbour.example',
      'unknown@x.example',
      'coffee@harbour.example',
      'expired@harbour.example',
    ];
    for (const name of names) {
      const send = await anonymousClient(app);
      const { status, body, headers } = await send('POST', forgottenPasswordUrl(name));
      const { 'x-request-id': _id, date: _date, ...otherHeaders } = headers;
      responses.push({ status, body, otherHeaders });
    }
    for (const response of responses) expect(response).toEqual(responses[0]);
    expect(responses[0]?.status).toBe(204);
    const [{ count } = { count: 0 }] = await app.owner<{ count: number }[]>`
      select count(*)::int as count from reset_request`;
    expect(count).toBe(names.length);
    const events = await app.owner`select distinct actor, actor_kind, outcome from audit_event`;
    expect([...events]).toHaveLength(1);
  });

  test('emails those who may reset by email, once each', async () => {
    await app.owner`
      insert into reset_request (request_id, user_name_key, requested_at)
      values (gen_random_uuid(), 'locked@harbour.example', ${app.clock.now()})`;
    await app.owner`
      update app_user set locked_reason = 'LOCKED_BY_ADMIN' where user_name = 'analyst@harbour.example'`;
    await (
      await anonymousClient(app)
    )('POST', forgottenPasswordUrl('analyst@harbour.example'));
    await Promise.all([processResetRequests.run(app.services), processResetRequests.run(app.services)]);
    const mailed = await app.owner<{ recipient: string }[]>`select recipient from mail_outbox order by 1`;
    expect(mailed.map(({ recipient }) => recipient)).toEqual([
      'expired@harbour.example',
      'locked@harbour.example',
      'support@harbour.example',
    ]);
    expect([...(await app.owner`select from reset_request`)]).toHaveLength(0);
  });

  test('sends at most three emails an hour to one account', async () => {
    const send = await anonymousClient(app);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await send('POST', forgottenPasswordUrl('admin@harbour.example'))).status).toBe(204);
      await processResetRequests.run(app.services);
    }
    expect(await readMailsTo(app.owner, 'admin@harbour.example')).toHaveLength(3);
    app.clock.advance(hourMs);
    await send('POST', forgottenPasswordUrl(' ADMIN@harbour.example '));
    await processResetRequests.run(app.services);
    expect(await readMailsTo(app.owner, 'admin@harbour.example')).toHaveLength(4);
  });

  test('cancels the older link when a newer one is sent', async () => {
    const older = await readNewestLink(app, 'admin@harbour.example');
    const newer = await resetLink(app, 'admin@harbour.example');
    const send = await anonymousClient(app);
    expect((await send('POST', `/users/checkPasswordToken/${older}`)).body.message).toBe(
      'password_link_not_open',
    );
    expect((await send('POST', `/users/checkPasswordToken/${newer}`)).status).toBe(200);
  });

  test('rejects invalid addresses and too many requests from one address', async () => {
    const send = await anonymousClient(app);
    expect(await send('POST', forgottenPasswordUrl('unknown'))).toMatchObject({
      status: 400,
      body: { message: 'username_email' },
    });
    app.clock.advance(hourMs);
    const statuses = [];
    for (let attempt = 0; attempt < 31; attempt += 1)
      statuses.push((await send('POST', forgottenPasswordUrl(`p${attempt}@x.example`))).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(204));
    expect(statuses[30]).toBe(429);
  });
});

describe('checkPasswordToken', () => {
  const check = async (secret: string) =>
    (await anonymousClient(app))('POST', `/users/checkPasswordToken/${encodeURIComponent(secret)}`);

  test('returns the owner of the link without using it up', async () => {
    const link = await resetLink(app, 'support@harbour.example');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await check(link)).toMatchObject({ status: 200, body: { userId: 'support@harbour.example' } });
    }
  });

  test('rejects used, forged, cut and misspelt links alike', async () => {
    const link = await resetLink(app, 'support@harbour.example');
    const swapped = (link.startsWith('A') ? 'B' : 'A') + link.slice(1);
    for (const invalidLink of [swapped, link.slice(0, -1), `${link}=`, `${link}A`, 'x', 'A'.repeat(64)]) {
      expect(await check(invalidLink)).toMatchObject(closed);
    }
    app.clock.advance(minuteMs);
    expect((await check(link)).status).toBe(200);
  });

  test('accepts no value that the database stores', async () => {
    const link = await resetLink(app, 'support@harbour.example');
    const tables = await app.owner<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public'`;
    let everything = '';
    for (const { name } of tables) {
      const rows = await app.owner<{ text: string }[]>`select t::text as text from ${app.owner(name)} t`;
      everything += rows.map(({ text }) => text).join('\n');
    }
    // The first 16 bytes are the public id. The rest must not be stored in any encoding.
    const secret = Buffer.from(link, 'base64url').subarray(16);
    expect(everything).toContain('support@harbour.example');
    for (const spelling of ['base64', 'base64url', 'hex'] as const) {
      expect(everything).not.toContain(secret.toString(spelling).slice(2, -2));
    }
    expect(app.logged()).not.toContain(link);
    const [{ id } = { id: '' }] = await app.owner<{ id: string }[]>`
      select token_id::text as id from account_token where used_at is null and cancelled_at is null`;
    expect(everything).toContain(id);
    for (const identifier of [id, Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')]) {
      expect(await check(identifier)).toMatchObject(closed);
    }
  });

  test.each([
    ['password-reset', dayMs],
    ['invitation', 7 * dayMs],
  ] as const)('opens a link of kind %s for %d ms', async (purpose, lifetimeMs) => {
    const userId = await findUserId(app, 'coffee@harbour.example');
    const tokenId = await issueAccountToken(app.services.database, { purpose, userId, now: app.clock.now() });
    const link = tokenSecret(app.services.keys.accountLink, tokenId);
    app.clock.advance(lifetimeMs - 1);
    expect((await check(link)).status).toBe(200);
    app.clock.advance(1);
    expect(await check(link)).toMatchObject(closed);
  });

  test('throttles guesses by address, together with sign-in', async () => {
    app.clock.advance(minuteMs);
    const send = await anonymousClient(app);
    for (let attempt = 0; attempt < 30; attempt += 1)
      await send('POST', `/users/checkPasswordToken/guess${attempt}`);
    expect((await send('POST', '/users/checkPasswordToken/guess')).status).toBe(429);
    const credentials = { username: 'admin@harbour.example', password: 'Countinghouse-Demo-1' };
    expect((await send('POST', '/auth/login', credentials)).status).toBe(429);
    app.clock.advance(minuteMs);
    expect((await send('POST', '/auth/login', credentials)).status).toBe(200);
  });
});

describe('changeForgottenPassword', () => {
  const change = async (link: string, token: string) =>
    (await anonymousClient(app))('PUT', `/users/changeForgottenPassword/${link}`, { token });

  test('sets the password once and ends every session', async () => {
    const elsewhere = await actAs(app, 'support@harbour.example');
    const link = await resetLink(app, 'support@harbour.example');
    expect((await change(link, goodPassword)).status).toBe(204);
    expect((await elsewhere('GET', '/me')).status).toBe(401);
    expect(await change(link, 'Another-Good-One-8')).toMatchObject(closed);
    expect((await signIn(app, 'support@harbour.example')).body.message).toBe('incorrect_credentials');
    expect((await signIn(app, 'support@harbour.example', goodPassword)).status).toBe(200);
    expect(await readMailsTo(app.owner, 'support@harbour.example')).toContain('passwordChanged');
  });

  test('accepts one of twenty simultaneous uses', async () => {
    const link = await resetLink(app, 'coffee@harbour.example');
    const candidates = Array.from({ length: 20 }, (_, index) => `Quiet-Harbour-Light-${index + 10}`);
    const responses = await Promise.all(candidates.map((candidate) => change(link, candidate)));
    const won = responses.flatMap(({ status }, index) => (status === 204 ? [index] : []));
    expect(won).toHaveLength(1);
    for (const [index, response] of responses.entries())
      if (index !== won[0]) expect(response).toMatchObject(closed);
    const [winner = 0] = won;
    expect((await signIn(app, 'coffee@harbour.example', candidates[winner])).status).toBe(200);
  });

  test('leaves the link open after a rejected password', async () => {
    const link = await resetLink(app, 'analyst@harbour.example');
    expect(await change(link, 'short')).toMatchObject({
      status: 400,
      body: { message: 'password_not_good' },
    });
    expect(await change(link, 'Password-2026')).toMatchObject({ body: { message: 'password_not_good' } });
    expect(await change(link, demoPassword)).toMatchObject({
      status: 400,
      body: { message: 'password_invalid_history' },
    });
    expect((await change(link, goodPassword)).status).toBe(204);
  });

  test('lifts the locks that a mailbox can lift, with their counter', async () => {
    for (let attempt = 0; attempt < 7; attempt += 1) await signIn(app, 'admin@meridian.example', 'wrong-1');
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
    const userId = await findUserId(app, 'admin@harbour.example');
    await cancelAccountTokens(app.services.database, userId, app.clock.now());
    expect(await change(next, 'Another-Good-One-8')).toMatchObject(closed);
  });

  test('sets the first password by invitation, from a known device', async () => {
    const name = 'domain@demo.example';
    const userId = await findUserId(app, name);
    await app.owner`update app_user set password_hash = null, password_changed_at = null where user_id = ${userId}`;
    const now = app.clock.now();
    const tokenId = await issueAccountToken(app.services.database, { purpose: 'invitation', userId, now });
    const send = await anonymousClient(app);
    const link = tokenSecret(app.services.keys.accountLink, tokenId);
    expect((await signIn(app, name)).body.message).toBe('incorrect_credentials');
    await send('PUT', `/users/changeForgottenPassword/${link}`, { token: goodPassword });
    expect((await send('POST', '/auth/login', { username: name, password: goodPassword })).status).toBe(200);
    expect(await readMailsTo(app.owner, name)).toEqual([]);
    await signIn(app, name, goodPassword);
    expect(await readMailsTo(app.owner, name)).toEqual(['newDevice']);
  });
});
