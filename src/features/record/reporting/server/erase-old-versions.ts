import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import { ClickHouseSql, clause } from '#warehouse/clickhouse-sql.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import { replicationState } from './replication-state.ts';
import { findUnusableReason } from './usable-warehouse.ts';
import { table } from './warehouse-table.ts';

/** Call it in the transaction that erases them. */
export async function recordErasure(
  sql: TenantSql,
  companyId: number,
  txnIds: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    insert into warehouse_erasure as e (month, erased_at)
    select distinct date_trunc('month', txn_datetime at time zone 'UTC')::date, ${now}::timestamptz from txn
    where company_id = ${companyId} and txn_id = any (${[...txnIds]})
    order by 1
    on conflict (month) do update set erased_at = greatest(e.erased_at, excluded.erased_at)`;
}

/** The same where something was replaced in every payment. */
export async function recordErasureOfAll(sql: TenantSql, now: Date): Promise<void> {
  await sql`
    insert into warehouse_erasure (month, erased_at)
    select generate_series(date_trunc('month', min(txn_datetime) at time zone 'UTC'), max(txn_datetime) at time zone 'UTC',
                           '1 month')::date, ${now}::timestamptz
    from txn
    order by 1
    on conflict (month) do update set erased_at = excluded.erased_at`;
}

/**
 * Has the warehouse merge the months of erased payments, once it has their new versions: until then it keeps the old ones on
 * its disk, although no report shows them.
 */
export const eraseOldVersions: Job = {
  name: 'erase-old-versions',
  everySeconds: 600,
  async run(services) {
    const { database, warehouse } = services;
    if (!warehouse || findUnusableReason(services) !== undefined) return;
    for (const { month, erasedAt } of await listReplicated(database)) {
      if (!(await mergeMonth(warehouse, month))) continue;
      await database`delete from warehouse_erasure where month = ${month} and erased_at = ${erasedAt}`;
    }
  },
};

/** The queue gives a run two minutes, and a large month can take one of them. */
const monthsAtOnce = 3;

async function listReplicated(database: Sql): Promise<{ month: string; erasedAt: Date }[]> {
  const { completeUntil } = await replicationState(database);
  if (!completeUntil) return [];
  return database<{ month: string; erasedAt: Date }[]>`
    select month::text as month, erased_at from warehouse_erasure where erased_at <= ${completeUntil}
    order by erased_at limit ${monthsAtOnce}`;
}

/** CANNOT_ASSIGN_OPTIMIZE: some of its parts are being merged. */
const busyCode = '388';

/** Returns false when it has to be repeated. */
async function mergeMonth(warehouse: Warehouse, month: string): Promise<boolean> {
  const partition = new ClickHouseSql([month.slice(0, 7).replace('-', '')]);
  const rows = await warehouse.rows(
    clause`select 1 from ${table} where toYYYYMM(txn_datetime) = ${partition} limit 1`,
  );
  if (rows.length === 0) return true;
  try {
    await warehouse.command(
      clause`optimize table ${table} partition ${partition} final settings optimize_throw_if_noop = 1`,
    );
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === busyCode) return false;
    throw error;
  }
}
