import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { columnFilterFields } from '#features/record/reporting/filters/column-filter.ts';
import { readColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import { acceptanceRate, statementParamsFor } from '../activity-rules.ts';
import { type Period, buildPeriod, daysOfPeriod } from '../home-period.ts';
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
    at: fc.integer({ min: -70 * 24 * 60, max: 24 * 60 }),
    merchantId: fc.constantFrom(1111, 1121),
    type: fc.constantFrom('PAYMENT', 'PREAUTH', 'REPEAT', 'CAPTURE', 'REFUND', 'PAYOUT'),
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
  await app.owner`
    update txn set payment_product = (array['VISA_DEBIT', 'MC_CREDIT', null])[1 + txn_id % 3],
      sales_channel = (array['WEB', 'MOTO'])[1 + txn_id % 2]`;
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const month = daysOfPeriod('WITHIN_1_MONTH', '2026-11-20');
const periodIn = (timeZone: string): Period => buildPeriod(month, { now: testStart, timeZone });

const readActivity = async ({ starts, before }: Omit<Period, 'unit'>, orgIds: readonly number[] = []) => {
  const { status, body } = await admin('POST', '/proxy/async/tqs/activity', { orgIds, starts, before });
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Activity;
};

/** The sums of an interval, from the rows. */
const sumRows = async (from: string, until: string, currency: string) => {
  const [row] = await app.owner`
    select count(*) filter (where txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT') and txn_status in ('SUCCESS', 'VOIDED')) as accepted,
           count(*) filter (where txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT') and txn_status = 'FAILED') as declined,
           coalesce(sum(requested_minor) filter (where txn_status = 'SUCCESS' and txn_type in ('PAYMENT', 'CAPTURE', 'REPEAT')), 0)::bigint as taken_minor,
           coalesce(sum(requested_minor) filter (where txn_status = 'SUCCESS' and txn_type = 'REFUND'), 0)::bigint as refunded_minor,
           coalesce(sum(requested_minor) filter (where txn_status = 'SUCCESS' and txn_type = 'PAYOUT'), 0)::bigint as paid_out_minor
    from txn where txn_datetime >= ${from} and txn_datetime < ${until} and ccy_code = ${currency}`;
  return row;
};

describe.each(zones)('days of %s', (zone) => {
  test('match the sums of the rows, before and after the roll-up', async () => {
    const period = periodIn(zone);
    const { starts, before } = period;
    const [from, until] = [starts[0] ?? '', starts.at(-1) ?? ''];
    const activity = await readActivity(period);
    await inTenant(app.services.database, 'all-tenants', (sql) => rollUpTotals(sql, 150));
    expect(await readActivity(period)).toEqual(activity);
    for (const [position, bucket] of activity.buckets.entries()) {
      const [start, end] = [starts[position] ?? '', starts[position + 1] ?? ''];
      const [rows] = await app.owner`
        select count(*) filter (where txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT') and txn_status in ('SUCCESS', 'VOIDED')) as accepted,
               count(*) filter (where txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT') and txn_status = 'FAILED') as declined,
               count(*) filter (where txn_type = 'REFUND' and txn_status = 'SUCCESS') as refunded
        from txn where txn_datetime >= ${start} and txn_datetime < ${end}`;
      expect(bucket).toEqual({ from: start, ...rows });
    }
    expect(activity.currencies.map(({ currency }) => currency).toSorted()).toEqual(['EUR', 'GBP']);
    for (const { currency, before: earlier, buckets, ...sums } of activity.currencies) {
      expect(sums).toEqual(await sumRows(from, until, currency));
      expect(earlier).toEqual(await sumRows(before[0], before[1], currency));
      const total = (name: 'takenMinor' | 'refundedMinor' | 'paidOutMinor') =>
        buckets.reduce((sum, bucket) => sum + bucket[name], 0);
      expect([total('takenMinor'), total('refundedMinor'), total('paidOutMinor')]).toEqual([
        sums.takenMinor,
        sums.refundedMinor,
        sums.paidOutMinor,
      ]);
    }
    const [all] = await app.owner`
      select count(*) as number from txn where txn_datetime >= ${from} and txn_datetime < ${until}`;
    expect(activity.transactions).toBe(all?.number);
    const declined = activity.buckets.reduce((sum, bucket) => sum + bucket.declined, 0);
    const codes = await app.owner`
      select 'D100' as reason_code, authoriser_code as status_code, count(*)::int as number from txn
      where company_id = 1100 and reason_code = 'D100' and txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT')
        and txn_datetime >= ${from} and txn_datetime < ${until} group by 2`;
    const numbers = (declines: readonly Record<string, unknown>[]) =>
      declines
        .map(({ reasonCode, statusCode, number }) => `${reasonCode} ${statusCode} ${number}`)
        .toSorted();
    expect(numbers(activity.declines)).toEqual(numbers(codes));
    expect(activity.declines.reduce((sum, { number }) => sum + number, 0)).toBe(declined);
  });
});

/** The number of rows of a statement. */
async function countStatement(address: Record<string, string>, zone: string, now: Date): Promise<number> {
  const params = readStatementParams(address, now, zone);
  const filters = readColumnFilters(params);
  const request = buildStatementRequest(params, {
    columns: ['txn_id', ...Object.keys(filters)],
    sort: { field: 'txn_datetime', direction: 'DESC' },
    isWarehouse: false,
    timeZone: zone,
    merchants: [1111, 1121],
    orgId: 1100,
    snapshot: undefined,
  });
  const fields = [...request.fields, ...columnFilterFields(filters, Object.keys(filters), zone)];
  const statement = await admin('POST', '/proxy/async/tqs/reporting/internal/search', { ...request, fields });
  expect(statement.status, JSON.stringify(statement.body)).toBe(200);
  return statement.body.resultsAvailable as number;
}

/** The ids of a mark, from all pages. */
async function listMark(body: Record<string, unknown>): Promise<string[]> {
  const ids: string[] = [];
  for (let hasMore = true; hasMore;) {
    const before = ids.length === 0 ? {} : { before: ids.at(-1) };
    const page = await admin('POST', '/proxy/async/tqs/activity/list', { orgIds: [], ...body, ...before });
    expect(page.status, JSON.stringify(page.body)).toBe(200);
    ids.push(...page.body.payments.map(({ transactionId }: { transactionId: string }) => transactionId));
    hasMore = page.body.hasMore;
  }
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}

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
    const period = buildPeriod(daysOfPeriod('WITHIN_1_MONTH', zonedDate(now, zone)), { now, timeZone: zone });
    const kinds = [
      ['PAYMENT', 'SUCCESS'],
      ['PREAUTH', 'FAILED'],
      ['REFUND', 'SUCCESS'],
    ] as const;
    // On both sides of each of the last midnights, and in the hours in which clocks change.
    for (const start of period.starts.slice(-4, -1)) {
      for (const offset of [-1, 0, 150 * 60_000]) {
        for (const [type, status] of kinds) {
          const at = new Date(Date.parse(start) + offset);
          await insertTransaction(app.owner, { txnId: (lastId += 1), at, type, status });
        }
      }
    }
    const { buckets } = await readActivity(period);
    const lastBars = buckets.slice(-4);
    // The generated rows may add to the three of a day.
    expect(Math.max(...lastBars.map(({ refunded }) => refunded))).toBeGreaterThanOrEqual(3);
    for (const [position, bar] of lastBars.entries()) {
      for (const measure of ['accepted', 'declined', 'refunded'] as const) {
        const address = statementParamsFor(zonedDate(new Date(bar.from), zone), measure) ?? {};
        expect([bar.from, measure, await countStatement(address, zone, now)]).toEqual([
          bar.from,
          measure,
          bar[measure],
        ]);
        const until = period.starts[period.starts.length - 4 + position];
        expect(await listMark({ from: bar.from, until, measure })).toHaveLength(bar[measure]);
      }
    }
  });
});

describe.each(['brand', 'channel', 'installation'] as const)('getBreakdown by %s', (by) => {
  test.each([undefined, 'GBP'])(
    'adds up to the whole, and each part to its rows of listActivity (%s)',
    async (currency) => {
      const zone = 'Asia/Kolkata';
      const { starts, ...period } = periodIn(zone);
      const body = { orgIds: [], starts, by, ...(currency === undefined ? {} : { currency }) };
      const response = await admin('POST', '/proxy/async/tqs/activity/breakdown', body);
      expect(response.status, JSON.stringify(response.body)).toBe(200);
      expect(response.body.isTooLong).toBe(false);
      const values = response.body.values as {
        value: string | null;
        name: string | null;
        numbers: number[];
      }[];
      const activity = await readActivity({ starts, ...period });
      const whole = activity.buckets.map(({ accepted, declined }, bucket) =>
        currency === undefined
          ? accepted + declined
          : activity.currencies.find((one) => one.currency === currency)?.buckets[bucket]?.takenMinor,
      );
      const added = starts
        .slice(1)
        .map((_, bucket) => values.reduce((sum, { numbers }) => sum + (numbers[bucket] ?? 0), 0));
      expect(added).toEqual(whole);
      const measure = currency === undefined ? 'attempts' : 'taken';
      const ccy = currency === undefined ? {} : { currency };
      const column = { brand: 'payment_product', channel: 'sales_channel', installation: 'installation_id' }[
        by
      ];
      // Not today: the generated rows of later today are in the future.
      const bucket = whole.slice(0, -1).findLastIndex((number) => (number ?? 0) > 0);
      const [from = '', until = ''] = [starts[bucket], starts[bucket + 1]];
      for (const { value, numbers } of values) {
        const part = { by, values: [value] };
        const ids = await listMark({ from, until, measure, ...ccy, part });
        const [rows] = await app.owner`
        select count(*) as number, coalesce(sum(requested_minor), 0)::bigint as minor from txn
        where txn_id = any (${ids}) and ${app.owner(column)}::text is not distinct from ${value}`;
        expect(rows?.number).toBe(ids.length);
        expect(currency === undefined ? ids.length : rows?.minor).toBe(numbers[bucket]);
        const address = statementParamsFor(zonedDate(new Date(from), zone), measure, { ...ccy, part });
        expect(address === undefined).toBe(value === null || by === 'installation');
        if (address !== undefined) expect(await countStatement(address, zone, testStart)).toBe(ids.length);
      }
    },
  );
});

test('names the installations of a breakdown', async () => {
  const { starts } = periodIn('UTC');
  const { body } = await admin('POST', '/proxy/async/tqs/activity/breakdown', {
    orgIds: [],
    starts,
    by: 'installation',
  });
  expect(body.values[0]).toMatchObject({ value: '5300001', name: expect.stringMatching(/\w/) });
});

test('counts the requested organisations within reach only', async () => {
  const period = periodIn('UTC');
  const sum = ({ buckets }: Activity) =>
    buckets.reduce((total, bucket) => total + bucket.accepted + bucket.declined, 0);
  const [all, coffee, books] = [
    await readActivity(period),
    await readActivity(period, [1111]),
    await readActivity(period, [1121]),
  ];
  expect(sum(coffee)).toBeGreaterThan(0);
  expect(sum(coffee) + sum(books)).toBe(sum(all));
  const { starts, before } = period;
  const [from, until] = [starts[0], starts.at(-1)];
  for (const [path, body] of [
    ['activity', { starts, before }],
    ['activity/breakdown', { starts, by: 'brand' }],
    ['activity/list', { from, until, measure: 'taken' }],
    ['expiring', {}],
  ] as const) {
    const foreign = await admin('POST', `/proxy/async/tqs/${path}`, { orgIds: [1211], ...body });
    expect([path, foreign.status]).toEqual([path, 403]);
  }
});

test('refuses an installation, because the roll-ups are by merchant', async () => {
  const { starts, before } = periodIn('UTC');
  const body = { orgIds: [5_300_001], starts, before };
  const { status, body: refusal } = await admin('POST', '/proxy/async/tqs/activity', body);
  expect([status, refusal.field]).toEqual([400, 'orgIds']);
});

test('counts an unfinished challenge as neither accepted nor declined', async () => {
  const period = periodIn('UTC');
  const { transactions: _before, ...figures } = await readActivity(period);
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
  expect(await readActivity(period)).toMatchObject(figures);
});

test('rejects starts that are out of order or far apart, and a period before that overlaps', async () => {
  const at = testStart.getTime();
  const iso = (ms: number) => new Date(ms).toISOString();
  const before = [iso(at - dayMs), iso(at)];
  for (const starts of [
    [at, at - dayMs],
    [at, at],
    [at, at + 3 * dayMs],
  ]) {
    const body = { orgIds: [], starts: starts.map(iso), before };
    expect((await admin('POST', '/proxy/async/tqs/activity', body)).status).toBe(400);
  }
  const overlapping = {
    orgIds: [],
    starts: [iso(at), iso(at + dayMs)],
    before: [iso(at - dayMs), iso(at + 1)],
  };
  expect((await admin('POST', '/proxy/async/tqs/activity', overlapping)).status).toBe(400);
});

test('computes acceptance over decided payments', () => {
  expect(acceptanceRate({ accepted: 3, declined: 1 })).toBe(0.75);
  expect(acceptanceRate({ accepted: 0, declined: 0 })).toBeUndefined();
});
