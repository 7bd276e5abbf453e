import type { Fragment, Sql } from '#database/connection.ts';
import type { Sendable } from '#database/pipelined.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import type { TransactionStatus, TransactionType } from '#shared/payments/transaction-kind.ts';

/** Counts a new transaction. Call it in the database transaction that inserts the row. */
export function recordInsert(
  sql: TenantSql,
  row: {
    companyId: number;
    merchantId: number;
    txnType: TransactionType;
    txnStatus: TransactionStatus;
    txnDatetime: Date;
    reasonCode: string;
    ccyCode: string;
    requestedMinor: number;
  },
): Sendable {
  return sql`
    insert into txn_total_change (company_id, merchant_id, at, txn_type, txn_status, reason_code, ccy_code,
                                  requested_minor, change)
    values (${row.companyId}, ${row.merchantId}, ${row.txnDatetime}, ${row.txnType}, ${row.txnStatus},
            ${row.reasonCode}, ${row.ccyCode}, ${row.requestedMinor}, 1)`;
}

/**
 * The end of a statement that changes status or reason of transactions, so that no change is written without its count.
 * Expects `was` (txn_id, company_id, txn_status, reason_code) and `changed` (whole rows of txn).
 */
export function recordUpdate(sql: TenantSql): Fragment {
  return sql`
    insert into txn_total_change (company_id, merchant_id, at, txn_type, txn_status, reason_code, ccy_code,
                                  requested_minor, change)
    select c.company_id, c.merchant_id, c.txn_datetime, c.txn_type, moved.status, coalesce(moved.reason, ''),
           c.ccy_code, c.requested_minor, moved.change
    from changed c
    join was on was.txn_id = c.txn_id and was.company_id = c.company_id
    cross join lateral (
      values (was.txn_status, was.reason_code, -1), (c.txn_status, c.reason_code, 1)
    ) as moved (status, reason, change)`;
}

/**
 * Moves up to `limit` changes into the counts and returns their number. Several calls can run at once: each takes other
 * changes, and all add in one order, so there is no deadlock.
 */
export async function rollUpTotals(sql: TenantSql, limit: number): Promise<number> {
  const [row] = await sql<{ taken: number }[]>`
    with chosen as (
      select ctid from txn_total_change limit ${limit} for update skip locked
    ), taken as (
      delete from txn_total_change c using chosen where c.ctid = chosen.ctid returning c.*
    ), folded as (
      insert into txn_total as t
      select company_id, node_id, granularity, date_trunc(granularity, at, 'UTC') as bucket, txn_type, txn_status, reason_code,
             ccy_code, sum(change), sum(change * requested_minor)
      from taken
      cross join lateral (values (merchant_id), (company_id)) as node (node_id)
      cross join (values ('year'), ('month'), ('day'), ('hour')) as granularities (granularity)
      group by 1, 2, 3, 4, 5, 6, 7, 8
      having sum(change) <> 0 or sum(change * requested_minor) <> 0
      order by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (company_id, node_id, granularity, bucket, txn_type, txn_status, reason_code, ccy_code)
        do update set number = t.number + excluded.number, requested_minor = t.requested_minor + excluded.requested_minor
    )
    select count(*)::int as taken from taken`;
  return row?.taken ?? 0;
}

const batch = 5000;

/** Keeps the list of count changes short: every exact total adds them up. */
export const rollUpTransactionTotals: Job = {
  name: 'roll-up-totals',
  everySeconds: 5,
  async run({ database }) {
    const rollUp = () => inTenant(database, 'all-tenants', (sql) => rollUpTotals(sql, batch));
    while ((await rollUp()) === batch);
  },
};

/**
 * Counts a company's transactions again from the rows. Run it with `repeatable read`, so that the rows and the deleted
 * changes are of one snapshot.
 */
export async function rebuildTotals(sql: Sql, companyId: number): Promise<void> {
  await sql`delete from txn_total_change where company_id = ${companyId}`;
  await sql`delete from txn_total where company_id = ${companyId}`;
  await sql`
    insert into txn_total
    with hourly as materialized (
      select company_id, merchant_id, date_trunc('hour', txn_datetime, 'UTC') as hour, txn_type, txn_status,
             coalesce(reason_code, '') as reason_code, ccy_code, count(*) as number, sum(requested_minor) as minor
      from txn
      where company_id = ${companyId}
      group by 1, 2, 3, 4, 5, 6, 7
    )
    select company_id, node_id, granularity, date_trunc(granularity, hour, 'UTC'), txn_type, txn_status, reason_code, ccy_code,
           sum(number), sum(minor)
    from hourly
    cross join lateral (values (merchant_id), (company_id)) as node (node_id)
    cross join (values ('year'), ('month'), ('day'), ('hour')) as granularities (granularity)
    group by 1, 2, 3, 4, 5, 6, 7, 8
    order by 1, 2, 3, 4`;
}
