import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { secondMs } from './clock.ts';
import { runConcurrently } from './run-concurrently.ts';
import type { Services } from './services.ts';
import { limitedTo, loadTestClocks } from './time/test-clock.ts';

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
  /**
   * Of a job that does what is due for companies: for one with a test clock it runs apart, at the time of that clock
   * (docs/domain.md#test-clocks).
   */
  ofCompany?: CompanyWork;
}

interface CompanyWork {
  /**
   * When the job next has work after `after`, for the companies that `sql` sees. Without it the job has no times of its own: it
   * runs at those of the others, and at the end of a move.
   */
  nextDue?: (sql: TenantSql, after: Date) => PromiseLike<readonly { at: Date | null }[]>;
  /**
   * What only waits for its next attempt: when the clock returns to real time, it keeps its distance from now. `open`: the rows,
   * as a condition in SQL.
   */
  waiting?: readonly { table: string; column: string; open: string }[];
  /** What else has to change when the clock returns to real time. */
  returnToRealTime?: (sql: TenantSql, companyId: number, realNow: Date) => Promise<void>;
}

/** One run in the worker: the work of companies with a test clock is left to `run-test-clocks`. */
export async function runJob(job: Job, services: Services, callWorkers?: () => Promise<void>): Promise<void> {
  const testClocks = await loadTestClocks(services.database);
  if (!testClocks) return job.run(services, callWorkers);
  if (!job.ofCompany) return job.run({ ...services, testClocks }, callWorkers);
  const others = await listOtherCompanies(services.database);
  return job.run({ ...services, database: limitedTo(services.database, others) }, callWorkers);
}

/** 0 is that of rows without a company. */
async function listOtherCompanies(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from organisation where company_id = id and id not in (select company_id from test_clock) order by id`;
  return [0, ...rows.map(({ id }) => id)];
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
