import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import {
  actAsRenewing,
  daily,
  monthly,
  scheduled,
} from '#features/payments/schedules/test/schedule-fixtures.ts';
import { addMs, dayMs, hourMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { endClock, moveClock, runClocks, runWorker, url } from './test-clock-fixtures.ts';

let app: TestApp;
let admin: Send;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAsRenewing(app);
  merchant = actAsMerchant(app);
});
afterEach(async () => {
  await app.owner`delete from test_clock`;
  await app.owner`update schedule set status = 'CANCELLED' where status <> 'COMPLETE'`;
  await app.owner`update schedule_episode set state = 'DROPPED' where state in ('DUE', 'HELD')`;
});
afterAll(() => app.stop());

const daysOf = async (scheduleId: string): Promise<string[]> => {
  const rows = await app.owner<{ at: Date }[]>`
    select txn_datetime as at from txn where schedule_id = ${scheduleId} order by txn_id`;
  return rows.map(({ at }) => at.toISOString());
};
const inDays = (days: number): string => addMs(app.clock.now(), days * dayMs).toISOString();

/** moveTestClock, getTestClock */
describe('a move', () => {
  test('charges a monthly schedule three times in three months, on its days', async () => {
    const { scheduleId } = await scheduled(merchant, { ...monthly, amount: '10.00' });
    await moveClock(app, admin, { to: '2027-02-25T12:00:00Z' });
    const due = await app.owner<{ at: Date }[]>`
      select due_at as at from schedule_episode
      where schedule_id = ${scheduleId} and state = 'SUCCESS' order by episode_index`;
    const days = await daysOf(scheduleId);
    expect(days).toEqual(due.map(({ at }) => at.toISOString()));
    expect(days.map((day) => day.slice(0, 10))).toEqual(['2026-12-20', '2027-01-20', '2027-02-20']);
  });

  test('reports its progress and runs on from its target', async () => {
    const target = inDays(40);
    const moved = await admin('POST', `${url()}/move`, { to: target });
    const realNow = app.clock.now().toISOString();
    expect(moved.body).toMatchObject({ state: 'MOVING', now: realNow, target });
    await runClocks(app);
    app.clock.advance(hourMs);
    const { body } = await admin('GET', url());
    expect(body).toMatchObject({ state: 'SET', target: null, companyId: 1100, mayMove: true });
    expect(body.now).toBe(addMs(new Date(target), hourMs).toISOString());
  });

  test('gives payments the time of the clock', async () => {
    await moveClock(app, admin, { days: 100 });
    const paid = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }));
    const [row] = await app.owner<{ at: Date }[]>`
      select txn_datetime as at from txn where txn_id = ${paid.body.transaction.transactionId}`;
    expect(row?.at.toISOString()).toBe(inDays(100));
  });

  test('writes the audit in real time with the time of the clock beside it', async () => {
    await moveClock(app, admin, { days: 100 });
    const paid = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }));
    const [event] = await app.owner<{ at: Date; detail: { testClock?: string } }[]>`
      select at, detail from audit_event where object_id = ${paid.body.transaction.transactionId} order by at desc, act desc limit 1`;
    expect(event?.at).toEqual(app.clock.now());
    expect(event?.detail.testClock).toBe(inDays(100));
    const moves = await app.owner<{ act: string }[]>`
      select distinct act from audit_event
      where object_id = '1100' and act in ('moveTestClock', 'testClockArrived') and at = ${app.clock.now()} order by act`;
    expect(moves.map(({ act }) => act)).toEqual(['moveTestClock', 'testClockArrived']);
  });

  test('expires an authorisation after seven days', async () => {
    const held = await merchant('POST', `${base}/payment`, payment({ deferred: true }, { card: goodCard }));
    const { transactionId } = held.body.transaction;
    await moveClock(app, admin, { days: 8 });
    const [row] = await app.owner<{ status: string; at: Date }[]>`
      select txn_status as status, updated_at as at from txn where txn_id = ${transactionId}`;
    expect(row?.status).toBe('EXPIRED');
    expect(row?.at.toISOString()).toBe(inDays(7));
  });

  test('repeats a failed delivery at the times of its back-off', async () => {
    await scheduled(merchant, { ...daily, terminator: { episodeLimit: 2 } });
    await moveClock(app, admin, { days: 5 });
    const waiting = await app.owner`
      select 1 from notification where company_id = 1100 and state in ('queued', 'sending') and next_attempt_at <= ${inDays(5)}`;
    expect(waiting).toEqual([]);
  });

  test('goes forward only and names the field', async () => {
    const refused = async (body: object) => {
      const response = await admin('POST', `${url()}/move`, body);
      return [response.status, response.body.field, response.body.detail];
    };
    expect(await refused({ to: inDays(-1) })).toEqual([400, 'to', 'too_small']);
    expect(await refused({ to: inDays(367) })).toEqual([400, 'to', 'too_large']);
    expect(await refused({ days: 367 })).toEqual([400, 'days', 'too_large']);
    expect(await refused({ days: 1.5 })).toEqual([400, 'days', 'wrong_type']);
    expect(await refused({ to: 'tomorrow' })).toEqual([400, 'to', 'invalid']);
    expect(await refused({})).toEqual([400, 'to', 'missing']);
    expect(await refused({ days: 1, to: inDays(1) })).toEqual([400, 'days', 'not_allowed']);
    expect(await refused({ days: 1, more: true })).toEqual([400, 'more', 'unknown_field']);
    await moveClock(app, admin, { days: 10 });
    expect(await refused({ to: inDays(9) })).toEqual([400, 'to', 'too_small']);
  });

  test('is refused while the clock moves', async () => {
    await admin('POST', `${url()}/move`, { days: 1 });
    const second = await admin('POST', `${url()}/move`, { days: 1 });
    expect([second.status, second.body.code]).toEqual([409, 'TEST_CLOCK_MOVING']);
  });

  test('needs P_MANAGE_API_KEYS on the company', async () => {
    const analyst = await actAs(app, 'analyst@harbour.example');
    expect((await analyst('POST', `${url()}/move`, { days: 1 })).status).toBe(403);
    expect((await analyst('GET', url())).body).toMatchObject({ state: 'REAL', mayMove: false });
    expect((await analyst('DELETE', url())).status).toBe(403);
  });
});

describe('other companies', () => {
  test('are not charged, and have real time', async () => {
    const meridian = actAsMerchant(app, 'meridian-api');
    const meridianBase = '/acceptor/rest/transactions/5300006';
    const body = payment(
      { recurring: true, currency: 'USD' },
      { card: goodCard },
      { schedule: { ...daily, amount: '3.00' } },
    );
    const other = await meridian('POST', `${meridianBase}/payment`, body);
    expect(other.status, JSON.stringify(other.body)).toBe(201);
    const { scheduleId } = await scheduled(merchant, { ...daily, amount: '2.00' });
    await moveClock(app, admin, { days: 3 });
    await runWorker(app);
    expect(await daysOf(scheduleId)).toHaveLength(3);
    expect(await daysOf(other.body.schedule.scheduleId)).toEqual([]);
    const later = await app.owner`
      select 1 from txn where company_id <> 1100 and (txn_datetime > ${app.clock.now()} or updated_at > ${app.clock.now()})`;
    expect(later).toEqual([]);
    const paid = await meridian(
      'POST',
      `${meridianBase}/payment`,
      payment({ currency: 'USD' }, { card: goodCard }),
    );
    const [row] = await app.owner<{ at: Date }[]>`
      select txn_datetime as at from txn where txn_id = ${paid.body.transaction.transactionId}`;
    expect(row?.at).toEqual(app.clock.now());
  });

  test('are charged by the worker while another company has a clock', async () => {
    const meridian = actAsMerchant(app, 'meridian-api');
    const body = payment(
      { recurring: true, currency: 'USD' },
      { card: goodCard },
      { schedule: { ...daily, amount: '3.00' } },
    );
    const other = await meridian('POST', '/acceptor/rest/transactions/5300006/payment', body);
    const { scheduleId } = await scheduled(merchant, { ...daily, amount: '2.00' });
    await admin('POST', `${url()}/move`, { days: 1 });
    app.clock.advance(2 * dayMs);
    await runWorker(app, 'run-due-episodes');
    expect(await daysOf(other.body.schedule.scheduleId)).toHaveLength(2);
    expect(await daysOf(scheduleId)).toEqual([]);
  });
});

/** endTestClock */
describe('back to real time', () => {
  test('keeps the dates of what was made and charges nothing before its day', async () => {
    const { scheduleId } = await scheduled(merchant, { ...monthly, amount: '10.00' });
    await moveClock(app, admin, { to: '2027-01-05T12:00:00Z' });
    const { later } = (await admin('GET', url())).body;
    expect(later.payments).toBeGreaterThan(0);
    expect(later.schedules).toBe(1);
    await endClock(app, admin);
    await runWorker(app);
    expect(await daysOf(scheduleId)).toHaveLength(1);
    const [next] = await app.owner<{ on: string }[]>`
      select next_charge_on::text as on from schedule where schedule_id = ${scheduleId}`;
    expect(next?.on).toMatch(/^2027-01-2\d$/);
    const paid = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }));
    const [row] = await app.owner<{ at: Date }[]>`
      select txn_datetime as at from txn where txn_id = ${paid.body.transaction.transactionId}`;
    expect(row?.at).toEqual(app.clock.now());
  });

  test('lets what waits for its next attempt wait as long as before', async () => {
    await moveClock(app, admin, { days: 30 });
    await app.owner`
      insert into settlement_work (company_id, work_id, txn_id, kind, work, ended_at, attempts, last_error, next_attempt_at)
      select 1100, gen_random_uuid(), txn_id, 'TASK', '{"kind":"TASK","change":"EXPIRED"}', now(), 1, 'broken', ${addMs(app.clock.now(), 30 * dayMs + hourMs)}
      from txn where company_id = 1100 limit 1`;
    await endClock(app, admin);
    const [row] = await app.owner<{ at: Date }[]>`
      select next_attempt_at as at from settlement_work where company_id = 1100`;
    await app.owner`delete from settlement_work`;
    expect(row && row.at.getTime() - app.clock.now().getTime()).toBeLessThanOrEqual(hourMs);
  });

  test('ends a move at the step that it has reached', async () => {
    await admin('POST', `${url()}/move`, { days: 300 });
    await endClock(app, admin);
    expect((await admin('GET', url())).body).toMatchObject({ state: 'REAL', later: null });
  });

  test('changes nothing without a clock', async () => {
    expect((await admin('DELETE', url())).body).toMatchObject({ state: 'REAL' });
  });
});
