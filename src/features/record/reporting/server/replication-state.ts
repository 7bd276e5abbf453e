import type { Database, Sql } from '#database/connection.ts';
import type { Position } from './replicate-changes.ts';

/** Time without progress after which another worker takes over. */
const holdSeconds = 10;

/** The progress of replication, shared through the database for choosing a store. */
interface ReplicationState extends Position {
  sourceId: string;
  /** The warehouse has every change up to this moment; null while it is being filled. */
  completeUntil: Date | null;
  /** The last successful response from the warehouse. */
  reportedAt: Date | null;
}

export async function replicationState(sql: Sql): Promise<ReplicationState> {
  const [row] = await sql<ReplicationState[]>`
    select source_id::text as source_id, changed_in, txn_id,
           complete_until, reported_at
    from warehouse_replication where shard = 0`;
  if (!row) throw new Error('warehouse_replication has no row for shard 0');
  return row;
}

/** True for the one worker that replicates. A second would only repeat the work. */
export async function claimReplication(database: Database, holder: string): Promise<boolean> {
  const claimed = await database`
    update warehouse_replication set holder = ${holder}, held_until = now() + make_interval(secs => ${holdSeconds})
    where shard = 0 and (holder is not distinct from ${holder} or held_until is null or held_until < now())
    returning shard`;
  return claimed.length > 0;
}

export async function releaseReplication(database: Database, holder: string): Promise<void> {
  await database`update warehouse_replication set held_until = null where shard = 0 and holder = ${holder}`;
}

/** `completeUntil` undefined keeps the known value: a moment once reached stays reached. */
export async function saveReplicationState(
  database: Database,
  { changedIn, txnId }: Position,
  completeUntil: Date | null | undefined,
  now: Date,
): Promise<void> {
  await database`
    update warehouse_replication set changed_in = ${changedIn}, txn_id = ${txnId}, reported_at = ${now},
      complete_until = ${completeUntil === undefined ? database`complete_until` : completeUntil}
    where shard = 0`;
}

/**
 * Rows of a restored dump carry transaction ids that this server has not reached, and would wait for them.
 * They get this transaction's id. Returns whether there were any.
 */
export async function repairOrder(database: Database): Promise<boolean> {
  let repaired = false;
  for (;;) {
    const rows = await database.begin(async (sql) => {
      await sql`select set_config('app.companies', '*', true)`;
      return sql`
        update txn set changed_in = pg_current_xact_id()::text::bigint
        where (txn_id, company_id) in (
          select txn_id, company_id from txn
          where changed_in > pg_snapshot_xmax(pg_current_snapshot())::text::bigint
          order by changed_in desc limit 5000)
        returning 1`;
    });
    if (rows.length === 0) return repaired;
    repaired = true;
  }
}
