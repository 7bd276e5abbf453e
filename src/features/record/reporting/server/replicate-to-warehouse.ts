import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { param, clause } from '#warehouse/clickhouse-sql.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import type { Services } from '#server/services.ts';
import { emptyTables, ensureTables, positionTable } from './warehouse-table.ts';
import {
  replicationState,
  claimReplication,
  repairOrder,
  releaseReplication,
  saveReplicationState,
} from './replication-state.ts';
import { type Position, type ReplicationBatch, replicateChanges } from './replicate-changes.ts';

/** Poll interval for changes, and the interval of reporting that there were none. */
const pollMs = 200;
const reportMs = 500;
/** Interval of comparing the position with the warehouse's own, which may have been emptied. */
const checkMs = 10_000;
const retryMs = 2000;

type Source = Pick<Services, 'database' | 'clock' | 'log'>;

/** The warehouse has rows of another database and must not be mixed with this one. */
export class WarehouseChanged extends Error {}

/**
 * Replicates changes to the warehouse within a second. One worker at a time replicates. It continues at the
 * warehouse's own position, so that a crash loses nothing and an empty warehouse is filled from the start.
 */
export function startReplication(source: Source, warehouse: Warehouse): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const holder = randomUUID();
  const running = replicateUntil(source, warehouse, holder, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
      await releaseReplication(source.database, holder).catch(() => {});
    },
  };
}

async function replicateUntil(
  source: Source,
  warehouse: Warehouse,
  holder: string,
  signal: AbortSignal,
): Promise<void> {
  const wait = (ms: number) => pause(ms, undefined, { signal }).catch(() => {});
  const replication = new WarehouseReplication(source, warehouse);
  let hasFailed = false;
  while (!signal.aborted) {
    try {
      if (await claimReplication(source.database, holder)) {
        const { completeUntil } = await replication.replicateBatch();
        if (hasFailed) source.log.info('replication to the warehouse has resumed');
        hasFailed = false;
        if (completeUntil !== undefined) await wait(pollMs);
      } else {
        replication.forget();
        await wait(retryMs);
      }
    } catch (err) {
      if (!hasFailed) source.log.error({ err }, 'changes cannot be replicated to the warehouse');
      hasFailed = true;
      replication.forget();
      await wait(retryMs);
    }
  }
}

/** Replication of one database into one warehouse, step by step. */
export class WarehouseReplication {
  readonly #source: Source;
  readonly #warehouse: Warehouse;
  #position: Position | undefined;
  #checkedAt = 0;
  #reportedAt = 0;

  constructor(source: Source, warehouse: Warehouse) {
    this.#source = source;
    this.#warehouse = warehouse;
  }

  /** When the warehouse's position is read next. */
  forget(): void {
    this.#position = undefined;
  }

  /** Sends at most one batch of changes. */
  async replicateBatch(): Promise<ReplicationBatch> {
    const { database, clock } = this.#source;
    const now = performance.now();
    if (!this.#position || now - this.#checkedAt > checkMs) {
      this.#position = await resume(this.#source, this.#warehouse);
      this.#checkedAt = now;
    }
    const batch = await replicateChanges(this.#source, this.#warehouse, this.#position);
    if (batch.rows > 0) await this.#remember(batch.position);
    this.#position = batch.position;
    if (batch.rows > 0 || now - this.#reportedAt > reportMs) {
      await saveReplicationState(database, batch.position, batch.completeUntil, clock.now());
      this.#reportedAt = now;
    }
    return batch;
  }

  /** Written after the rows, so that it never names missing rows. */
  async #remember({ changedIn, txnId }: Position): Promise<void> {
    const { sourceId } = await replicationState(this.#source.database);
    await this.#warehouse.command(clause`
      insert into ${positionTable} (feed_id, changed_in, txn_id)
      select ${param(sourceId, 'String')}, ${param(changedIn, 'Int64')}, ${param(txnId, 'Int64')}`);
  }
}

/** The warehouse's position. While it is behind the known one, no query uses the warehouse. */
async function resume(source: Source, warehouse: Warehouse): Promise<Position> {
  const { database, log, clock } = source;
  await ensureTables(warehouse);
  const storedState = await replicationState(database);
  const position = await readWarehousePosition(warehouse, storedState.sourceId);
  const [horizon] = await database<{ next: number }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`;
  if (position.changedIn > (horizon?.next ?? 0) || (await repairOrder(database))) {
    log.warn('the database is older than its warehouse; filling the warehouse again');
    await saveReplicationState(database, startPosition, null, clock.now());
    await emptyTables(warehouse);
    return startPosition;
  }
  const isBehind =
    position.changedIn < storedState.changedIn ||
    (position.changedIn === storedState.changedIn && position.txnId < storedState.txnId);
  if (isBehind) await saveReplicationState(database, position, null, clock.now());
  return position;
}

const startPosition: Position = { changedIn: 0, txnId: 0 };

/** Throws WarehouseChanged when its rows come from another database. */
export async function readWarehousePosition(warehouse: Warehouse, sourceId: string): Promise<Position> {
  const rows = await warehouse.rows(clause`
    select feed_id, toString(max((changed_in, txn_id)).1), toString(max((changed_in, txn_id)).2)
    from ${positionTable} group by feed_id`);
  const ownFeed = rows.find(([id]) => id === sourceId);
  if (ownFeed) return { changedIn: Number(ownFeed[1]), txnId: Number(ownFeed[2]) };
  if (rows.length > 0) {
    throw new WarehouseChanged(
      'the warehouse holds the transactions of another database: empty it, or name another',
    );
  }
  return startPosition;
}
