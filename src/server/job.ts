import { secondMs } from './clock.ts';
import { runConcurrently } from './run-concurrently.ts';
import type { Services } from './services.ts';

/**
 * Recurring work. Runs may be late, concurrent or interrupted by a crash, so each finds its due work in the database
 * and claims every piece.
 */
export interface Job {
  /** kebab-case; the name of its file in server/jobs/. */
  name: string;
  everySeconds: number;
  /** `callWorkers`: wakes another worker when one run has too much work. */
  run(services: Services, callWorkers?: () => Promise<void>): Promise<void>;
}

/** Items that one process leases at once, and how many it runs at the same time. */
const batch = 64;
const concurrency = 8;
/** The queue gives a run two minutes. The next run takes what remains. */
const maxRunMs = 60 * secondMs;

interface DueWork<Item> {
  /** Leases up to `limit` due items, so that other processes leave them alone. */
  lease: (limit: number) => Promise<Item[]>;
  /** Handles its own failures. */
  run: (item: Item) => Promise<unknown>;
  /** Called once a run, when a full batch shows that more is due. */
  callWorkers?: (() => Promise<void>) | undefined;
}

/** The loop of a job that shares due work with other processes: leases and runs items until none is due. */
export async function runDueWork<Item>({ lease, run, callWorkers }: DueWork<Item>): Promise<void> {
  const until = performance.now() + maxRunMs;
  const leased: Item[] = [];
  let wakeWorkers = callWorkers;
  let leasing: Promise<number> | undefined;
  const leaseMore = async (): Promise<number> => {
    const items = await lease(batch);
    leased.push(...items);
    if (items.length === batch) {
      const wake = wakeWorkers;
      wakeWorkers = undefined;
      await wake?.();
    }
    return items.length;
  };
  /** Leases more when none is left, so that no item waits for the slowest of its batch. */
  const next = async (): Promise<Item | undefined> => {
    while (leased.length === 0 && performance.now() < until) {
      // A lease that began earlier misses what this worker's own item has made due since.
      const isOwnLease = leasing === undefined;
      leasing ??= leaseMore().finally(() => {
        leasing = undefined;
      });
      if ((await leasing) === 0 && isOwnLease) break;
    }
    return leased.shift();
  };
  await runConcurrently(concurrency, next, run);
}
