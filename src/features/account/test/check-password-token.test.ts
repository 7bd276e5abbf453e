import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueAccountToken, tokenSecret } from '#server/auth/account-token.ts';
import { dayMs, minuteMs } from '#server/clock.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { anonymousClient, resetLink, userIdOf } from './account-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const check = async (secret: string) =>
  (await anonymousClient(app))('POST', `/users/checkPasswordToken/${encodeURIComponent(secret)}`);
const closed = { status: 400, body: { message: 'password_link_not_open' } };

test('returns the owner of the link without using it up', async () => {
  const link = await resetLink(app, 'support@harbour.example');
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await check(link)).toMatchObject({ status: 200, body: { userId: 'support@harbour.example' } });
  }
});

test('rejects used, forged, cut and misspelt links alike', async () => {
  const link = await resetLink(app, 'support@harbour.example');
  const swapped = (link.startsWith('A') ? 'B' : 'A') + link.slice(1);
  for (const bad of [swapped, link.slice(0, -1), `${link}=`, `${link}A`, 'x', 'A'.repeat(64)]) {
    expect(await check(bad)).toMatchObject(closed);
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
  for (const leaked of [id, Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')]) {
    expect(await check(leaked)).toMatchObject(closed);
  }
});

test.each([
  ['password-reset', dayMs],
  ['invitation', 7 * dayMs],
] as const)('opens a link of kind %s for %d ms', async (purpose, life) => {
  const userId = await userIdOf(app.owner, 'coffee@harbour.example');
  const tokenId = await issueAccountToken(app.services.database, { purpose, userId, now: app.clock.now() });
  const link = tokenSecret(app.services.keys.accountLink, tokenId);
  app.clock.advance(life - 1);
  expect((await check(link)).status).toBe(200);
  app.clock.advance(1);
  expect(await check(link)).toMatchObject(closed);
});

test('throttles guesses by address, together with sign-in', async () => {
  app.clock.advance(minuteMs);
  const send = await anonymousClient(app);
  for (let turn = 0; turn < 30; turn += 1) await send('POST', `/users/checkPasswordToken/guess${turn}`);
  expect((await send('POST', '/users/checkPasswordToken/guess')).status).toBe(429);
  const credentials = { username: 'admin@harbour.example', password: 'Countinghouse-Demo-1' };
  expect((await send('POST', '/auth/login', credentials)).status).toBe(429);
  app.clock.advance(minuteMs);
  expect((await send('POST', '/auth/login', credentials)).status).toBe(200);
});
