import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkLoad } from '../demo/bulk/bulk-load.ts';
import { copyLine } from '../demo/bulk/bulk-tables.ts';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testKeys, testStart } from '#testing/template-contents.ts';

const requested = 3000;
let app: TestApp;
let createdCount: number;
let indexesBefore: unknown;

/** With the constraint of a key: an index alone would not be one. */
const readIndexes = () => app.owner`
  select pg_get_indexdef(indexrelid) as definition, (select contype from pg_constraint where conindid = indexrelid)
  from pg_index where indrelid in ('txn'::regclass, 'txn_total'::regclass) order by 1`;

beforeAll(async () => {
  app = await startApp();
  indexesBefore = await readIndexes();
  createdCount = await bulkLoad(app.databaseUrl, testKeys, {
    transactions: requested,
    fewRows: 0,
    now: testStart,
  });
});
afterAll(() => app.stop());

test('loads about the requested number, each with its own id', async () => {
  const [row] = await app.owner<{ all: number; ids: number; last: number; next: number }[]>`
    select count(*) as all, count(distinct txn_id) as ids, max(txn_id) as last,
           (select next_id from id_block where shard = 0) as next
    from txn`;
  expect(row?.all).toBe(createdCount);
  expect(row?.ids).toBe(createdCount);
  expect(row?.next).toBeGreaterThan(row?.last ?? 0);
  expect(Math.abs(createdCount - requested) / requested).toBeLessThan(0.2);
});

test('has every index and key again that it dropped for the load', async () => {
  expect(await readIndexes()).toEqual(indexesBefore);
});

test('matches the sums of charge, transactions and ledger', async () => {
  const mismatches = await app.owner`
    with expected as (
      select case when t.txn_type = 'CAPTURE' then t.related_id when t.txn_type = 'REFUND' then t.related_id
                  else t.txn_id end as pool,
             sum(t.amount_minor) filter (where t.txn_type in ('PAYMENT', 'REPEAT', 'CAPTURE')) as captured,
             sum(t.amount_minor) filter (where t.txn_type = 'REFUND') as refunded
      from txn t where t.txn_status = 'SUCCESS' group by 1
    ), booked as (
      select root_id as pool, sum(amount_minor) filter (where kind = 'CAPTURE') as captured,
             sum(amount_minor) filter (where kind = 'REFUND') as refunded
      from ledger_entry group by 1
    )
    select p.root_id from payment p
    left join expected on expected.pool = p.root_id left join booked on booked.pool = p.root_id
    where p.captured_minor <> coalesce(expected.captured, 0) or p.captured_minor <> coalesce(booked.captured, 0)
       or p.refunded_minor <> coalesce(expected.refunded, 0) or p.refunded_minor <> coalesce(booked.refunded, 0)
       or p.refunded_minor > p.captured_minor`;
  expect(mismatches).toEqual([]);
  const [counts] = await app.owner<{ refunds: number; captures: number; repeats: number }[]>`
    select count(*) filter (where txn_type = 'REFUND') as refunds,
           count(*) filter (where txn_type = 'CAPTURE') as captures,
           count(*) filter (where txn_type = 'REPEAT') as repeats
    from txn where txn_status = 'SUCCESS'`;
  expect(Math.min(counts?.refunds ?? 0, counts?.captures ?? 0, counts?.repeats ?? 0)).toBeGreaterThan(10);
});

test('gives each transaction a charge, history, card and customer', async () => {
  const [row] = await app.owner<Record<string, number>[]>`
    select
      (select count(*) from txn t where txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT', 'PAYOUT', 'VERIFY')
         and not exists (select from payment p where p.root_id = t.txn_id)) as no_charge,
      (select count(*) from txn t where t.txn_status is distinct from
         (select h.status from txn_history h where h.txn_id = t.txn_id order by sequence desc limit 1)) as no_history,
      (select count(*) from txn t where not exists
         (select from card_token c where c.company_id = t.company_id and c.token = t.card_token)) as no_card,
      (select count(*) from txn t where customer_id is not null and not exists
         (select from customer c where c.company_id = t.company_id and c.customer_id = t.customer_id)) as no_customer`;
  expect(row).toEqual({ noCharge: 0, noHistory: 0, noCard: 0, noCustomer: 0 });
});

test('pays out, and only to cards that have paid before', async () => {
  const [row] = await app.owner<{ out: number; unknown: number; cards: number }[]>`
    select count(*) filter (where txn_type = 'PAYOUT')::integer as out,
           count(*) filter (where txn_type = 'PAYOUT' and not exists (
             select from txn p where p.company_id = t.company_id and p.card_correlation_id = t.card_correlation_id
               and p.txn_type in ('PAYMENT', 'PREAUTH') and p.txn_status <> 'FAILED'
               and p.txn_datetime < t.txn_datetime))::integer as unknown,
           (select count(*)::integer from known_card) as cards
    from txn t`;
  expect(row?.unknown).toBe(0);
  expect(Math.min(row?.out ?? 0, row?.cards ?? 0)).toBeGreaterThan(5);
});

test('finds loaded rows, and adds a second load beside the first', async () => {
  const second = await bulkLoad(app.databaseUrl, testKeys, { transactions: 500, now: testStart });
  const send = await actAs(app, 'domain@demo.example');
  const [payment] = await app.owner<{ id: string; email: string }[]>`
    select txn_id::text as id, customer_email as email from txn where customer_email is not null limit 1`;
  const search = (field: string, value: string) =>
    send('POST', '/proxy/sync/tqs/reporting/internal/search', {
      startFrom: 1,
      limit: 25,
      fields: [{ field: 'txn_id' }, { field, filter: { operation: 'EQUALS', value: [value] } }],
    });
  expect((await search('txn_id', payment?.id ?? '')).body.data).toEqual([[payment?.id, payment?.id]]);
  expect((await search('customer_email', payment?.email ?? '')).body.resultsAvailable).toBeGreaterThan(0);
  const all = await send('POST', '/proxy/sync/tqs/reporting/internal/search', {
    startFrom: 1,
    limit: 25,
    fields: [{ field: 'txn_id' }],
  });
  expect(all.body.resultsAvailable).toBe(createdCount + second);
});

test('escapes the special characters of COPY text', () => {
  const row = { a: 'a\tb', b: 'c\\N', c: 'd\ne\r', d: null, f: 3, g: true, h: new Date(0) };
  expect(copyLine([...'abcdefgh'], row)).toBe(
    'a\\tb\tc\\\\N\td\\ne\\r\t\\N\t\\N\t3\tt\t1970-01-01T00:00:00.000Z\n',
  );
});
