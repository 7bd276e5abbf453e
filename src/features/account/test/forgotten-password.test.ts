import { afterAll, beforeAll, expect, test } from 'vitest';
import { hourMs } from '#server/clock.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { processResetRequests } from '../server/jobs/account-jobs.ts';
import { anonymousClient, mailsTo, newestLink, resetLink } from './account-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const at = (name: string) => `/users/forgottenPassword/${encodeURIComponent(name)}`;

test('does the same for known, unknown, locked and inactive names', async () => {
  await app.owner`update app_user set active = false where user_name = 'coffee@harbour.example'`;
  const seen = [];
  const names = [
    'support@harbour.example',
    'nobody@x.example',
    'coffee@harbour.example',
    'expired@harbour.example',
  ];
  for (const name of names) {
    const send = await anonymousClient(app);
    const { status, body, headers } = await send('POST', at(name));
    const { 'x-request-id': _id, date: _date, ...rest } = headers;
    seen.push({ status, body, rest });
  }
  for (const one of seen) expect(one).toEqual(seen[0]);
  expect(seen[0]?.status).toBe(204);
  const [{ count } = { count: 0 }] = await app.owner<{ count: number }[]>`
    select count(*)::int as count from reset_request`;
  expect(count).toBe(names.length);
  const written = await app.owner`select distinct actor, actor_kind, outcome from audit_event`;
  expect([...written]).toHaveLength(1);
});

test('emails those who may reset by email, once each', async () => {
  await app.owner`
    insert into reset_request (request_id, user_name_key, requested_at)
    values (gen_random_uuid(), 'locked@harbour.example', ${app.clock.now()})`;
  await app.owner`
    update app_user set locked_reason = 'LOCKED_BY_ADMIN' where user_name = 'analyst@harbour.example'`;
  await (
    await anonymousClient(app)
  )('POST', at('analyst@harbour.example'));
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
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await send('POST', at('admin@harbour.example'))).status).toBe(204);
    await processResetRequests.run(app.services);
  }
  expect(await mailsTo(app.owner, 'admin@harbour.example')).toHaveLength(3);
  app.clock.advance(hourMs);
  await send('POST', at(' ADMIN@harbour.example '));
  await processResetRequests.run(app.services);
  expect(await mailsTo(app.owner, 'admin@harbour.example')).toHaveLength(4);
});

test('cancels the older link when a newer one is sent', async () => {
  const older = await newestLink(app, 'admin@harbour.example');
  const newer = await resetLink(app, 'admin@harbour.example');
  const send = await anonymousClient(app);
  expect((await send('POST', `/users/checkPasswordToken/${older}`)).body.message).toBe(
    'password_link_not_open',
  );
  expect((await send('POST', `/users/checkPasswordToken/${newer}`)).status).toBe(200);
});

test('rejects invalid addresses and too many requests from one address', async () => {
  const send = await anonymousClient(app);
  expect(await send('POST', at('nobody'))).toMatchObject({
    status: 400,
    body: { message: 'username_email' },
  });
  app.clock.advance(hourMs);
  const statuses = [];
  for (let turn = 0; turn < 31; turn += 1)
    statuses.push((await send('POST', at(`p${turn}@x.example`))).status);
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(204));
  expect(statuses[30]).toBe(429);
});
