import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { param, clause } from '#warehouse/clickhouse-sql.ts';
import type { Warehouse } from '#warehouse/warehouse.ts';
import type { Services } from '#server/services.ts';
import { emptyTables, ensureTables, feedTable } from '../warehouse-table.ts';
import {
  replicationState,
  claimReplication,
  repairOrder,
  releaseFeed,
  replicateFeed,
} from './replication-state.ts';
import { type Position, type ReplicationBatch, replicateChanges } from './replicate-changes.ts';

/** How often we look for changes, and how often we say that there were none. */
const lookMs = 200;
const tellMs = 500;
/** How often the place is compared with what the warehouse itself remembers: somebody may have emptied it. */
const checkMs = 10_000;
const retryMs = 2000;

type Source = Pick<Services, 'database' | 'clock' | 'log'>;

/** The warehouse holds rows of another database: it must not be filled with ours too. */
export class WarehouseChanged extends Error {}

/**
 * Keeps the warehouse like the database: what changes is there within a second. One worker at a time feeds. It goes on
 * where the warehouse says it was, so that a crash of either loses nothing, and an empty one is filled from the
 * beginning.
 */
export function startFeed(source: Source, warehouse: Warehouse): { stop(): Promise<void> } {
  const over = new AbortController();
  const holder = randomUUID();
  const running = replicateUntil(source, warehouse, holder, over.signal);
  return {
    async stop() {
      over.abort();
      await running;
      await releaseFeed(source.database, holder).catch(() => {});
    },
  };
}

async function replicateUntil(
  source: Source,
  warehouse: Warehouse,
  holder: string,
  over: AbortSignal,
): Promise<void> {
  const wait = (ms: number) => pause(ms, undefined, { signal: over }).catch(() => {});
  const feed = new WarehouseReplication(source, warehouse);
  let wasDown = false;
  while (!over.aborted) {
    try {
      if (await claimReplication(source.database, holder)) {
        const { completeUntil } = await feed.step();
        if (wasDown) source.log.info('the warehouse is fed again');
        wasDown = false;
        if (completeUntil !== undefined) await wait(lookMs);
      } else {
        feed.forget();
        await wait(retryMs);
      }
    } catch (err) {
      if (!wasDown) source.log.error({ err }, 'the warehouse cannot be fed');
      wasDown = true;
      feed.forget();
      await wait(retryMs);
    }
  }
}

/** The feed of one database into one warehouse, a step at a time. */
export class WarehouseReplication {
  readonly #source: Source;
  readonly #warehouse: Warehouse;
  #position: Position | undefined;
  #checkedAt = 0;
  #toldAt = 0;

  constructor(source: Source, warehouse: Warehouse) {
    this.#source = source;
    this.#warehouse = warehouse;
  }

  /** Next time the warehouse is asked where it is. */
  forget(): void {
    this.#position = undefined;
  }

  /** Sends what has changed, at most a batch. */
  async step(): Promise<ReplicationBatch> {
    const { database, clock } = this.#source;
    const now = performance.now();
    if (!this.#position || now - this.#checkedAt > checkMs) {
      this.#position = await resume(this.#source, this.#warehouse);
      this.#checkedAt = now;
    }
    const shipment = await replicateChanges(this.#source, this.#warehouse, this.#position);
    if (shipment.rows > 0) await this.#remember(shipment.position);
    this.#position = shipment.position;
    if (shipment.rows > 0 || now - this.#toldAt > tellMs) {
      await replicateFeed(database, shipment.position, shipment.completeUntil, clock.now());
      this.#toldAt = now;
    }
    return shipment;
  }

  /** After the rows, so that it never names a place whose rows are not there. */
  async #remember({ changedIn, txnId }: Position): Promise<void> {
    const { feedId } = await replicationState(this.#source.database);
    await this.#warehouse.command(clause`
      insert into ${feedTable} (feed_id, changed_in, txn_id)
      select ${param(feedId, 'String')}, ${param(changedIn, 'Int64')}, ${param(txnId, 'Int64')}`);
  }
}

/** Where the warehouse is; while that is behind what was known of it, nobody may rely on it. */
async function resume(source: Source, warehouse: Warehouse): Promise<Position> {
  const { database, log, clock } = source;
  await ensureTables(warehouse);
  const known = await replicationState(database);
  const position = await warehousePosition(warehouse, known.feedId);
  const [horizon] = await database<{ next: number }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`;
  if (position.changedIn > (horizon?.next ?? 0) || (await repairOrder(database))) {
    log.warn('the database is older than its warehouse, which is filled anew');
    await replicateFeed(database, beginning, null, clock.now());
    await emptyTables(warehouse);
    return beginning;
  }
  const isBehind =
    position.changedIn < known.changedIn ||
    (position.changedIn === known.changedIn && position.txnId < known.txnId);
  if (isBehind) await replicateFeed(database, position, null, clock.now());
  return position;
}

const beginning: Position = { changedIn: 0, txnId: 0 };

/** Throws OtherWarehouse when the rows in it came from another database. */
export async function warehousePosition(warehouse: Warehouse, feedId: string): Promise<Position> {
  const rows = await warehouse.rows(clause`
    select feed_id, toString(max((changed_in, txn_id)).1), toString(max((changed_in, txn_id)).2)
    from ${feedTable} group by feed_id`);
  const own = rows.find(([id]) => id === feedId);
  if (own) return { changedIn: Number(own[1]), txnId: Number(own[2]) };
  if (rows.length > 0) {
    throw new WarehouseChanged(
      'the warehouse holds the transactions of another database: empty it, or name another',
    );
  }
  return beginning;
}
