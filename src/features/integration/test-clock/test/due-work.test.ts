import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHook, startMerchant } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import { openAs, statusOf } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { actAsRenewing, daily, scheduled } from '#features/payments/schedules/test/schedule-fixtures.ts';
import { buildLink, createLink } from '#features/payments/smart-links/test/link-fixtures.ts';
import { deferEmail } from '#features/review/queue/test/queue-fixtures.ts';
import { addMs, dayMs, minuteMs, secondMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { endClock, moveClock } from './test-clock-fixtures.ts';

/* Each test begins at real time and ends there, so that times are counted from `start`. */

let app: TestApp;
let admin: Send;
let merchant: Send;
let start: Date;
beforeAll(async () => {
  app = await startApp({ flags: ['--insecure-callbacks', 'true'] });
  admin = await actAsRenewing(app);
  merchant = actAsMerchant(app);
  start = app.clock.now();
});
afterAll(() => app.stop());

const after = (ms: number): string => addMs(start, ms).toISOString();

test('tries a declined episode again after its days', async () => {
  const body = {
    ...daily,
    amount: '7.51',
    terminator: { episodeLimit: 1 },
    retry: { quantity: 2, unit: 'DAY' },
  };
  const { scheduleId } = await scheduled(merchant, body);
  await moveClock(app, admin, { days: 4 });
  await endClock(app, admin);
  const attempts = await app.owner<{ retry: number; day: string }[]>`
    select e.retry_index as retry, (t.txn_datetime at time zone 'UTC')::date::text as day
    from schedule_episode e join txn t on t.txn_id = e.txn_id
    where e.schedule_id = ${scheduleId} order by e.retry_index limit 2`;
  expect(attempts).toEqual([
    { retry: 0, day: after(dayMs).slice(0, 10) },
    { retry: 1, day: after(3 * dayMs).slice(0, 10) },
  ]);
});

test('decides about a held payment when its deferral ends', async () => {
  start = app.clock.now();
  await deferEmail(app, 'held@x.example', 'capture', 2);
  const held = await merchant(
    'POST',
    `${base}/payment`,
    payment({}, { card: goodCard }, { customer: { email: 'held@x.example' } }),
  );
  const { transactionId } = held.body.transaction;
  await moveClock(app, admin, { days: 3 });
  const [task] = await app.owner<{ status: string; at: Date }[]>`
    select status, decided_at as at from queue_task where txn_id = ${transactionId}`;
  expect(task).toEqual({ status: 'ACCEPTED', at: new Date(after(2 * dayMs)) });
  await endClock(app, admin);
});

test('reminds of a link in time, with an email that goes at once', async () => {
  start = app.clock.now();
  const customer = { details: { emailAddress: 'reminded@example.org' }, registered: false };
  const link = await createLink(merchant, buildLink({ remindDaysBefore: 2 }, {}, { customer }));
  await moveClock(app, admin, { days: 6 });
  const read = await merchant('GET', `/smartlink/links/5300001/${link.linkId}`);
  expect(read.body.reminder.sentAt).toBe(after(5 * dayMs));
  const [mail] = await app.owner<{ at: Date }[]>`
    select next_attempt_at as at from mail_outbox where recipient = 'reminded@example.org'`;
  expect(mail?.at).toEqual(app.clock.now());
  await endClock(app, admin);
});

test('ends an open payment page after half an hour', async () => {
  const session = await openAs(app, merchant);
  expect((await statusOf(merchant, session))[0]).toBe('CREATED');
  await moveClock(app, admin, { to: addMs(app.clock.now(), 31 * minuteMs).toISOString() });
  expect((await statusOf(merchant, session))[0]).toBe('EXPIRED');
  await endClock(app, admin);
});

test('repeats a failed delivery with its back-off, signed in real time', async () => {
  start = app.clock.now();
  const shop = await startMerchant();
  shop.respondWith(500);
  await createHook(admin, { url: shop.url('/hooks'), events: ['payment.*'] });
  await moveClock(app, admin, { to: addMs(app.clock.now(), secondMs).toISOString() });
  const paid = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }));
  expect(paid.status).toBe(201);
  await moveClock(app, admin, { to: addMs(app.clock.now(), 5 * minuteMs).toISOString() });
  const attempts = await app.owner<{ at: Date }[]>`
    select at from webhook_attempt where company_id = 1100 order by at`;
  // 30 seconds, then 60, then 120 after the one before.
  const gaps = attempts
    .slice(1)
    .map(({ at }, index) => (at.getTime() - (attempts[index]?.at.getTime() ?? 0)) / 1000);
  expect(gaps).toEqual([30, 60, 120]);
  const times = shop.received.map(({ headers }) => Number(headers['webhook-timestamp']) * 1000);
  expect(new Set(times)).toEqual(new Set([Math.floor(app.clock.now().getTime() / 1000) * 1000]));
  shop.stop();
  await endClock(app, admin);
});
