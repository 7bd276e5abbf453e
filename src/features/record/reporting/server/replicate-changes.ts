import { Readable } from 'node:stream';
import type { Database } from '#database/connection.ts';
import { literalText } from '#database/literal-text.ts';
import { type TenantSql, inSnapshot } from '#database/tenant.ts';
import { attemptJoins } from '#features/record/fraud-fields/server/warehouse-attempts.ts';
import { type Clock, addMs } from '#server/clock.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import { storedColumns } from './columns/transaction-columns.ts';
import { tableName } from './warehouse-table.ts';

/** A position in the order of changes. Everything before it has been sent. */
export interface Position {
  changedIn: number;
  txnId: number;
}

export interface ReplicationBatch {
  /** The start of the next batch. */
  position: Position;
  rows: number;
  /** The warehouse has every change up to this moment; undefined while more is waiting. */
  completeUntil: Date | undefined;
}

/** About 1 kB a row, held in memory until the warehouse has stored them. */
const batchRows = 10_000;

/**
 * Sends the next changes in commit order, reading only transactions older than every open one, so that late
 * commits are not skipped. Sending a row twice is harmless: the warehouse keeps its newest version.
 */
export async function replicateChanges(
  source: { database: Database; clock: Clock },
  warehouse: Warehouse,
  from: Position,
): Promise<ReplicationBatch> {
  const now = source.clock.now();
  const { end, lines, openSince } = await inSnapshot(source.database, 'all-tenants', (sql) =>
    readChanges(sql, from),
  );
  if (end) {
    const names = storedColumns.map(({ name }) => `\`${name}\``);
    await warehouse.insert(tableName, names, Readable.from(lines, { objectMode: false }));
  }
  const rows = end?.rows ?? 0;
  // Waiting changes are missing, so the warehouse is complete up to the first of them.
  const moment = openSince && openSince <= now ? addMs(openSince, -1) : now;
  return {
    position: end ? { changedIn: end.changedIn, txnId: end.txnId } : from,
    rows,
    completeUntil: rows < batchRows ? moment : undefined,
  };
}

interface Changes {
  end: (Position & { rows: number }) | undefined;
  lines: Uint8Array[];
  /** The time of the first change that waits for an older open transaction. */
  openSince: Date | null;
}

async function readChanges(sql: TenantSql, from: Position): Promise<Changes> {
  const [snapshot] = await sql<{ safe: number; openSince: Date | null }[]>`
    select safe, (select min(updated_at) from txn where changed_in >= safe) as open_since
    from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as safe) as s`;
  const [end] = await sql<(Position & { rows: number })[]>`
    with batch as (
      select changed_in, txn_id from txn
      where (changed_in, txn_id) > (${from.changedIn}, ${from.txnId}) and changed_in < ${snapshot?.safe ?? 0}
      order by changed_in, txn_id limit ${batchRows}
    )
    select changed_in, txn_id, (select count(*) from batch)::int as rows
    from batch order by changed_in desc, txn_id desc limit 1`;
  const lines = end ? await copyChanges(sql, from, end) : [];
  return { end, lines, openSince: snapshot?.openSince ?? null };
}

/**
 * The rows up to `end`, the batch's end, in PostgreSQL's text format, which ClickHouse reads as
 * tab-separated. Repeats the batch's condition: an interval alone would read millions of rows for every batch
 * after a migration. Fraud fields name the row `t`.
 */
async function copyChanges(sql: TenantSql, after: Position, end: Position): Promise<Uint8Array[]> {
  const columns = storedColumns.map(({ sent }) => sent(sql)).reduce((all, column) => sql`${all}, ${column}`);
  const select = await literalText(
    sql,
    sql`select ${columns} from txn cross join lateral (select txn.*) as t ${attemptJoins(sql)}
      where (txn.changed_in, txn.txn_id) > (${after.changedIn}, ${after.txnId})
        and (txn.changed_in, txn.txn_id) <= (${end.changedIn}, ${end.txnId})
      order by txn.changed_in, txn.txn_id limit ${batchRows}`,
  );
  const stream = await sql.unsafe(`copy (${select}) to stdout`).readable();
  const lines: Uint8Array[] = [];
  for await (const chunk of stream) lines.push(chunk as Uint8Array);
  return lines;
}
