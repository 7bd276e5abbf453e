import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './connection.ts';

/** A moment of the primary, and the end of its write-ahead log at that moment. */
interface Marker {
  at: Date;
  end: string;
}

const everyMs = 500;
const maxMarkers = 60;

/**
 * A read replica of the database. The end of the primary's log is noted twice a second: the replica has every change up to the
 * last of these moments whose end it has replayed. A replica that is cut off falls behind, although it still responds.
 */
export class Replica {
  readonly database: Database;
  readonly #primary: Database;
  readonly #now: () => Date;
  readonly #stop = new AbortController();
  readonly #watching: Promise<void>;
  #markers: readonly Marker[] = [];
  #completeUntil: Date | undefined;

  constructor(options: { primary: Database; database: Database; now: () => Date }) {
    this.#primary = options.primary;
    this.database = options.database;
    this.#now = options.now;
    this.#watching = this.#watch();
  }

  /** The moment up to which the replica has every change; undefined before the first, and while it does not respond. */
  get completeUntil(): Date | undefined {
    return this.#completeUntil;
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.#watching;
    await this.database.end({ timeout: 5 });
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.check();
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Compares once; the watch does so by itself. */
  async check(): Promise<void> {
    await this.#mark().catch(() => {});
    try {
      const ends = this.#markers.map(({ end }) => end);
      // A replica that was promoted replays nothing: it has all.
      const [row] = await this.database<{ reached: number }[]>`
        select count(*) filter (where end_lsn <= coalesce(pg_last_wal_replay_lsn(), end_lsn))::integer as reached
        from unnest(${ends}::pg_lsn[]) as end_lsn`;
      const reached = row?.reached ?? 0;
      this.#completeUntil = this.#markers[reached - 1]?.at ?? this.#completeUntil;
      // Those before it answer nothing any more.
      this.#markers = this.#markers.slice(Math.max(0, reached - 1));
    } catch {
      this.#completeUntil = undefined;
    }
  }

  async #mark(): Promise<void> {
    const at = this.#now();
    const primary = this.#primary;
    const [row] = await primary<{ end: string }[]>`select pg_current_wal_lsn()::text as "end"`;
    if (row) this.#markers = [...this.#markers, { at, end: row.end }].slice(-maxMarkers);
  }
}
