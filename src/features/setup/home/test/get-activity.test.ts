import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import {
  computeAcceptanceRate,
  acceptedStatuses,
  listDayStarts,
  statementParamsFor,
  authorisedTypes,
} from '../activity-rules.ts';
import type { Activity } from '../schemas.ts';
import { endUnauthorised } from '#features/payments/payments/server/end-transaction.ts';
import { rollUpTotals } from '#features/record/reporting/server/totals.ts';
import { base, enrolledCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { readStatementParams } from '#features/reports/transactions/statements/statement-params.ts';
import { buildStatementRequest } from '#features/reports/transactions/statements/statement-request.ts';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testStart } from '#testing/template-contents.ts';

let app: TestApp;
let admin: Send;
let lastId = 10_000_100_000;
const zones = ['UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles'];

beforeAll(async () => {
  app = await startApp();
  const arbitraryTransactions = fc.record({
    // Minutes past the hour, so that days of half-hour zones start between two rows.
    at: fc.integer({ min: -35 * 24 * 60, max: 24 * 60 }),
    merchantId: fc.constantFrom(1111, 1121),
    type: fc.constantFrom('PAYMENT', 'PREAUTH', 'REPEAT', 'CAPTURE', 'REFUND'),
    status: fc.constantFrom('SUCCESS', 'FAILED', 'VOIDED', 'EXPIRED', 'SUSPENDED'),
    minor: fc.integer({ min: 1, max: 100_000 }),
    currency: fc.constantFrom('GBP', 'EUR'),
  });
  for (const [position, { at, ...row }] of fc.sample(arbitraryTransactions, 400).entries()) {
    const time = new Date(testStart.getTime() + at * 60_000);
    await insertTransaction(app.owner, { ...row, at: time, txnId: 10_000_000_001 + position });
  }
  await app.owner`update txn_total_change set reason_code = 'D100' where txn_status = 'FAILED'`;
  await app.owner`
    update txn set reason_code = 'D100', authoriser_code = (array['51', '05', '54'])[1 + txn_id % 3]
    where txn_status = 'FAILED'`;
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const readActivity = async (days: readonly string[], orgIds: readonly number[] = []) => {
  const { status, body } = await admin('POST', '/proxy/async/tqs/activity', { orgIds, days });
  expect(status).toBe(200);
  return body as Activity;
};

describe.each(zones)('days of %s', (zone) => {
  test('match a count of the rows, before and after the roll-up', async () => {
    const days = listDayStarts(testStart, zone);
    const before = await readActivity(days);
    await inTenant(app.services.database, 'all-tenants', (sql) => rollUpTotals(sql, 150));
    expect(await readActivity(days)).toEqual(before);
    for (const [position, day] of before.days.entries()) {
      const [from, until] = [day.from, days[position + 1] ?? ''];
      expect(from).toBe(days[position]);
      const [rows] = await app.owner`
        select count(*) filter (where txn_type = any (${authorisedTypes as string[]})
                                and txn_status = any (${acceptedStatuses as string[]})) as accepted,
               count(*) filter (where txn_type = any (${authorisedTypes as string[]}) and txn_status = 'FAILED') as declined,
               count(*) filter (where txn_type = 'REFUND' and txn_status = 'SUCCESS') as refunded
        from txn where txn_datetime >= ${from} and txn_datetime < ${until}`;
      expect(day).toEqual({ from, ...rows });
    }
    const volumes = await app.owner`
      select ccy_code as currency,
             coalesce(sum(requested_minor) filter (where txn_type <> 'REFUND'), 0)::bigint as taken_minor,
             coalesce(sum(requested_minor) filter (where txn_type = 'REFUND'), 0)::bigint as refunded_minor,
             count(*) filter (where txn_type <> 'REFUND') as payments
      from txn where txn_status = 'SUCCESS' and txn_type in ('PAYMENT', 'CAPTURE', 'REPEAT', 'REFUND')
        and txn_datetime >= ${days.at(-2) ?? ''} and txn_datetime < ${days.at(-1) ?? ''}
      group by 1 order by payments desc, currency`;
    expect(before.volumes).toEqual([...volumes]);
    const declined = before.days.reduce((sum, day) => sum + day.declined, 0);
    const codes = await app.owner`
      select 'D100' as reason_code, authoriser_code as status_code, count(*)::int as number from txn
      where company_id = 1100 and reason_code = 'D100' and txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT')
        and txn_datetime >= ${days[0] ?? ''} and txn_datetime < ${days.at(-1) ?? ''} group by 2`;
    const numbers = (declines: readonly Record<string, unknown>[]) =>
      declines
        .map(({ reasonCode, statusCode, number }) => `${reasonCode} ${statusCode} ${number}`)
        .toSorted();
    expect(numbers(before.declines)).toEqual(numbers(codes));
    expect(before.declines.reduce((sum, { number }) => sum + number, 0)).toBe(declined);
  });
});

/** A moment on the day after each change of the clocks. */
const shortAndLongDays = [
  ['UTC', '2026-03-30T10:00:00Z'],
  ['Asia/Kolkata', '2026-05-02T10:00:00Z'],
  ['Pacific/Auckland', '2026-04-06T10:00:00Z'],
  ['Pacific/Auckland', '2026-09-28T10:00:00Z'],
  ['America/Los_Angeles', '2026-03-10T10:00:00Z'],
  ['America/Los_Angeles', '2026-11-03T10:00:00Z'],
] as const;

describe.each(shortAndLongDays)('every bar in %s around %s', (zone, text) => {
  test('leads to exactly the rows that it counts', async () => {
    const now = new Date(text);
    const days = listDayStarts(now, zone);
    const kinds = [
      ['PAYMENT', 'SUCCESS'],
      ['PREAUTH', 'FAILED'],
      ['REFUND', 'SUCCESS'],
    ] as const;
    // On both sides of each of the last midnights, and in the hours in which clocks change.
    for (const start of days.slice(-4, -1)) {
      for (const offset of [-1, 0, 150 * 60_000]) {
        for (const [type, status] of kinds) {
          const at = new Date(Date.parse(start) + offset);
          await insertTransaction(app.owner, { txnId: (lastId += 1), at, type, status });
        }
      }
    }
    const { days: bars } = await readActivity(days);
    const lastBars = bars.slice(-4);
    // The generated rows may add to the three of a day.
    expect(Math.max(...lastBars.map(({ refunded }) => refunded))).toBeGreaterThanOrEqual(3);
    for (const bar of lastBars) {
      for (const outcome of ['accepted', 'declined', 'refunded'] as const) {
        const address = statementParamsFor(bar.from, outcome, zone);
        const body = buildStatementRequest(readStatementParams(address, now, zone), {
          columns: ['txn_id'],
          sort: { field: 'txn_datetime', direction: 'DESC' },
          isWarehouse: false,
          timeZone: zone,
          merchants: [1111, 1121],
          orgId: 1100,
          snapshot: undefined,
        });
        const statement = await admin('POST', '/proxy/async/tqs/reporting/internal/search', body);
        expect(statement.status, JSON.stringify(statement.body)).toBe(200);
        expect([bar.from, outcome, statement.body.resultsAvailable]).toEqual([
          bar.from,
          outcome,
          bar[outcome],
        ]);
      }
    }
  });
});

test('counts the requested organisations within reach only', async () => {
  const days = listDayStarts(testStart, 'UTC');
  const sum = ({ days: all }: Activity) => all.reduce((total, day) => total + day.accepted + day.declined, 0);
  const [all, coffee, books] = [
    await readActivity(days),
    await readActivity(days, [1111]),
    await readActivity(days, [1121]),
  ];
  expect(sum(coffee)).toBeGreaterThan(0);
  expect(sum(coffee) + sum(books)).toBe(sum(all));
  const foreign = await admin('POST', '/proxy/async/tqs/activity', { orgIds: [1211], days });
  expect(foreign.status).toBe(403);
});

test('counts an unfinished challenge as neither accepted nor declined', async () => {
  const days = listDayStarts(app.clock.now(), 'UTC');
  const before = await readActivity(days);
  const body = payment({ amount: '30.00', do3DSecure: true }, { card: enrolledCard });
  const response = await actAsMerchant(app)('POST', `${base}/payment`, body);
  const id = Number(response.body.transaction.transactionId);
  await inTenant(app.services.database, 'all-tenants', (sql) =>
    endUnauthorised(
      sql,
      { services: app.services, companyId: 1100, txnId: id, now: app.clock.now() },
      { status: 'EXPIRED', reasonCode: 'T100' },
    ),
  );
  const [row] = await app.owner`select txn_type as type, txn_status as status from txn where txn_id = ${id}`;
  expect(row).toEqual({ type: 'PAYMENT', status: 'EXPIRED' });
  expect(await readActivity(days)).toEqual(before);
  expect(statementParamsFor(days.at(-2) ?? '', 'accepted', 'UTC')).toMatchObject({
    status: 'SUCCESS,VOIDED',
  });
});

test('rejects days that are out of order or far apart', async () => {
  const at = testStart.getTime();
  for (const days of [
    [at, at - dayMs],
    [at, at],
    [at, at + 3 * dayMs],
  ]) {
    const body = { orgIds: [], days: days.map((ms) => new Date(ms).toISOString()) };
    expect((await admin('POST', '/proxy/async/tqs/activity', body)).status).toBe(400);
  }
});

test('links a bar to the statement of its day in the zone', () => {
  const [first = ''] = listDayStarts(testStart, 'Pacific/Auckland').slice(-2);
  const statement = statementParamsFor(first, 'declined', 'Pacific/Auckland');
  expect(statement).toEqual({ date: '2026-11-20', type: 'PAYMENT,PREAUTH,REPEAT', status: 'FAILED' });
});

test('computes acceptance over decided payments', () => {
  expect(computeAcceptanceRate([{ accepted: 3, declined: 1 }])).toBe(0.75);
  expect(computeAcceptanceRate([])).toBeUndefined();
});
