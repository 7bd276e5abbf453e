import { afterAll, beforeAll, expect, test } from 'vitest';
import { deferEmail, deferred } from '#features/review/queue/test/queue-fixtures.ts';
import { addMs, dayMs, hourMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { insertSchedule } from '#testing/insert-schedule.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testStart } from '#testing/template-contents.ts';

let app: TestApp;
let analystId: string;
const at = (ms: number) => addMs(testStart, ms);
const query = `from=2026-11-14T00:00:00Z&until=2026-11-21T00:00:00Z&linksUntil=${at(3 * dayMs).toISOString()}`;

beforeAll(async () => {
  app = await startApp();
  await deferEmail(app, 'later@example.org', 'capture');
  const merchant = actAsMerchant(app);
  await deferred(merchant, 'later@example.org');
  app.clock.advance(hourMs);
  const failed = await deferred(merchant, 'later@example.org');
  app.clock.advance(-hourMs);
  await app.owner`update queue_task set status = 'ACCEPT_FAILED' where txn_id = ${Number(failed)}`;

  const [analyst] = await app.owner<{ userId: string }[]>`
    select user_id from app_user where user_name_key = 'analyst@harbour.example'`;
  analystId = analyst?.userId ?? '';
  for (const [txnId, owner, status] of [
    [1, analystId, 'OPEN'],
    [2, analystId, 'CLOSED'],
    [3, null, 'OPEN'],
  ] as const) {
    await app.owner`
      insert into fraud_case ${app.owner({
        companyId: 1100,
        merchantId: 1111,
        txnId,
        status,
        ownerId: owner,
        ownerName: owner && 'Ann Analyst',
        openedAt: at(-2 * dayMs),
        ...(status === 'CLOSED' ? { outcome: 'FRAUD', closedAt: at(-dayMs) } : {}),
      })}`;
  }

  // Expire soon, later, and were captured.
  for (const [txnId, hours, capturedBy] of [
    [20_000_000_001, 40, null],
    [20_000_000_002, 3, null],
    [20_000_000_003, 60, null],
    [20_000_000_004, 5, 20_000_000_099],
  ] as const) {
    await insertTransaction(app.owner, { txnId, type: 'PREAUTH' });
    const expiresAt = at(hours * hourMs);
    await app.owner`
      insert into payment ${app.owner({
        rootId: txnId,
        companyId: 1100,
        merchantId: 1111,
        installationId: 5300001,
        ccyCode: 'GBP',
        authorisedMinor: 1250,
        capturedBy,
        expiresAt,
      })}`;
  }

  // Suspended by the system, by a user, and active.
  for (const [scheduleId, status] of [
    ['a'.repeat(32), 'TECH_SUSPENDED'],
    ['b'.repeat(32), 'SUSPENDED'],
    ['c'.repeat(32), 'ACTIVE'],
  ] as const) {
    await insertSchedule(app.owner, { scheduleId, txnId: scheduleId.charCodeAt(0) });
    await app.owner`
      update schedule set status = ${status}, suspended_at = ${status === 'ACTIVE' ? null : at(-dayMs)}
      where schedule_id = ${scheduleId}`;
  }

  for (const [txnId, days] of [
    [20_000_000_011, 0],
    [20_000_000_012, 6],
    [20_000_000_013, 8],
  ] as const)
    await insertTransaction(app.owner, { txnId, type: 'REPEAT', status: 'FAILED', at: at(-days * dayMs) });
  await insertTransaction(app.owner, { txnId: 20_000_000_014, type: 'REPEAT' });

  for (const [endpointId, failingSince, state] of [
    ['failing', at(-hourMs), 'active'],
    ['healthy', null, 'active'],
    ['gone', at(-hourMs), 'deleted'],
  ] as const) {
    await app.owner`
      insert into webhook_endpoint (company_id, endpoint_id, url, events, format, state, created_at, failing_since)
      values (1100, ${endpointId}, 'https://shop.example', '{*}', 'REST_JSON', ${state}, ${testStart}, ${failingSince})`;
    await app.owner`
      insert into webhook_installation (company_id, endpoint_id, installation_id) values (1100, ${endpointId}, 5300001)`;
  }

  for (const [days, cancelledAt] of [
    [1, null],
    [4, null],
    [1, testStart],
    [-1, null],
  ] as const)
    await app.owner`
      insert into smart_link (company_id, link_id, code, batch_id, merchant_id, installation_id, kind, link_usage, created_at,
                              created_by, expires_at, cancelled_at, request, ccy_code)
      select 1100, gen_random_uuid(), substr(translate(gen_random_uuid()::text, '-', ''), 1, 11), gen_random_uuid(), 1111,
             5300001, 'payments', 'SINGLE', ${at(-5 * dayMs)}, 'test', ${at(days * dayMs)}, ${cancelledAt}, '{}', 'GBP'`;

  await app.owner`
    update app_user set locked_reason = 'INACTIVITY' where user_name_key = 'coffee@harbour.example'`;
});
afterAll(() => app.stop());

const readNeeds = async (send: Send, orgId = 1100) => {
  const { status, body } = await send('GET', `/proxy/sync/home/needs/${orgId}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.needs as { kind: string; number: number; at: string | null }[];
};
const kindsOf = (needs: readonly { kind: string; number: number }[]) =>
  needs.map(({ kind, number }) => `${kind} ${number}`);

test('counts what waits for an administrator, each kind with its most urgent moment', async () => {
  const needs = await readNeeds(await actAs(app, 'admin@harbour.example'));
  expect(needs).toEqual([
    { kind: 'failedReviews', number: 1, at: at(hourMs).toISOString() },
    { kind: 'reviews', number: 2, at: at(7 * dayMs).toISOString() },
    { kind: 'expiringAuthorisations', number: 2, at: at(3 * hourMs).toISOString() },
    { kind: 'suspendedSchedules', number: 1, at: at(-dayMs).toISOString() },
    { kind: 'declinedRepeats', number: 2, at: null },
    { kind: 'webhooks', number: 1, at: at(-hourMs).toISOString() },
    { kind: 'expiringLinks', number: 1, at: at(dayMs).toISOString() },
    // With three users of the demo.
    { kind: 'lockedUsers', number: 4, at: null },
  ]);
});

test('shows an analyst their own open cases and the queue', async () => {
  const kinds = kindsOf(await readNeeds(await actAs(app, 'analyst@harbour.example')));
  expect(kinds).toEqual(expect.arrayContaining(['failedReviews 1', 'reviews 2', 'cases 1']));
  expect(kinds.join()).not.toMatch(/lockedUsers|webhooks/);
});

test('counts below the organisation only', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  expect(kindsOf(await readNeeds(admin, 1121))).toEqual([]);
  expect((await admin('GET', `/proxy/sync/home/needs/1211?${query}`)).status).toBe(403);
});

test('has the same authorisations as listExpiring, which begins with the next', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  const { body } = await admin('POST', '/proxy/async/tqs/expiring', { orgIds: [1100] });
  expect(body).toEqual({
    payments: [20_000_000_002, 20_000_000_001].map((txnId, position) => ({
      transactionId: String(txnId),
      at: at((position === 0 ? 3 : 40) * hourMs).toISOString(),
      type: 'PREAUTH',
      amount: '12.50',
      currency: 'GBP',
      merchantReference: `TXN-${txnId}`,
    })),
    hasMore: false,
  });
  const next = await admin('POST', '/proxy/async/tqs/expiring', { orgIds: [1100], before: '20000000002' });
  expect(next.body.payments.map(({ transactionId }: { transactionId: string }) => transactionId)).toEqual([
    '20000000001',
  ]);
});

test('finds the expiring links on their screen', async () => {
  const admin = await actAs(app, 'admin@harbour.example');
  const expiresTo = at(3 * dayMs).toISOString();
  const links = await admin('GET', `/proxy/sync/sl/links/1100/list?status=ACTIVATED&expiresTo=${expiresTo}`);
  expect(links.body).toMatchObject({ total: 1 });
});
