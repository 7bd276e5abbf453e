import type { Database, Fragment, Sql } from '#database/connection.ts';
import { sqlState } from '#database/sql-state.ts';
import { Problem } from '#shared/problem.ts';
import type { Clock } from '../clock.ts';

/** The clock of a company in test (docs/domain.md#test-clocks). While it moves it shows `frozenMs`. */
export interface TestClock {
  aheadMs: number;
  frozenMs: number | null;
}

/** The clocks that are set, by company. */
export type TestClocks = ReadonlyMap<number, TestClock>;

/** A column: the clocks that are set, by company; null without any. A statement of each request reads it along. */
export const testClocksColumn = (sql: Sql): Fragment => sql`(
  select json_object_agg(tc.company_id, ${clockValue(sql)}) from test_clock tc where not tc.is_ending)`;

/** A column: the clock of one company, null where it has real time. */
export const testClockColumn = (sql: Sql, companyId: Fragment): Fragment => sql`(
  select ${clockValue(sql)} from test_clock tc where tc.company_id = ${companyId} and not tc.is_ending)`;

const clockValue = (sql: Sql): Fragment => sql`json_build_object(
  'aheadMs', tc.ahead_ms, 'frozenMs', floor(extract(epoch from tc.frozen_at) * 1000)::bigint)`;

export function readTestClocks(column: Readonly<Record<string, TestClock>> | null): TestClocks | undefined {
  if (column === null) return undefined;
  return new Map(Object.entries(column).map(([id, clock]) => [Number(id), clock]));
}

/** One read for a run of a job. */
export async function loadTestClocks(sql: Sql): Promise<TestClocks | undefined> {
  const [row] = await sql<{ clocks: Record<string, TestClock> | null }[]>`
    select ${testClocksColumn(sql)} as clocks`;
  return readTestClocks(row?.clocks ?? null);
}

/** The real time at which a test clock was read. */
const realTimes = new WeakMap<Date, Date>();

/**
 * The real time of a moment that a test clock has shown, and the moment itself if none has. For what people or other systems
 * compare with their own clock: the audit, signatures of requests.
 */
export const realTimeOf = (at: Date): Date => realTimes.get(at) ?? at;

/** The time of a test clock; undefined for real time. */
export const testTimeOf = (at: Date): Date | undefined => (realTimes.has(at) ? at : undefined);

const realClocks = new WeakMap<Clock, Clock>();

/**
 * The services of a company: what they do has the time of its test clock. This is the only place that shifts time, and it shifts
 * real time only, however often it is called.
 */
export function atTestClock<S extends { clock: Clock }>(
  services: S,
  testClock: TestClock | null | undefined,
): S {
  if (!testClock) return services;
  const real = realClocks.get(services.clock) ?? services.clock;
  const { frozenMs, aheadMs } = testClock;
  const now = (): Date => {
    const realNow = real.now();
    const shown = new Date(frozenMs ?? realNow.getTime() + aheadMs);
    realTimes.set(shown, realNow);
    return shown;
  };
  const clock: Clock = { now };
  realClocks.set(clock, real);
  return { ...services, clock };
}

/** For work that is found across companies: the services of the company that it belongs to. */
export const atClockOf = <S extends { clock: Clock; testClocks?: TestClocks | undefined }>(
  services: S,
  companyId: number,
): S => atTestClock(services, services.testClocks?.get(companyId));

/** For a request: the company is that of its resource, or the only one of the caller. */
export function atClockOfRequest<S extends { clock: Clock }>(
  services: S,
  { testClocks, tenantIds }: { testClocks?: TestClocks | undefined; tenantIds: readonly number[] },
  resource: { companyId?: number | null },
): S {
  if (!testClocks) return services;
  const companyId = resource.companyId ?? (tenantIds.length === 1 ? tenantIds[0] : undefined);
  return companyId === undefined ? services : atTestClock(services, testClocks.get(companyId));
}

/** For the page, which shows the clock on every screen: `1100=86400000` ahead, `1100@1767225600000` while it moves. */
export const describeTestClocks = ({
  testClocks,
  tenantIds,
}: {
  testClocks?: TestClocks | undefined;
  tenantIds: readonly number[];
}): string =>
  tenantIds
    .flatMap((id) => {
      const clock = testClocks?.get(id);
      if (!clock) return [];
      return clock.frozenMs === null ? `${id}=${clock.aheadMs}` : `${id}@${clock.frozenMs}`;
    })
    .join(' ');

/** A database whose `all-tenants` are these companies. */
export const limitedTo = (database: Database, companyIds: readonly number[]): Database =>
  Object.assign(((...args: Parameters<Database>) => database(...args)) as unknown as Database, database, {
    allTenants: companyIds,
  });

/** Of setting a clock and of everything that could reach what is live: migration 0290. */
export const testClockLock = 7_310_290;

/** A change that the database refuses because it would make something live reachable for a company with a test clock. */
export function refuseForTestClock(error: unknown): never {
  if (sqlState(error) !== 'TC409') throw error;
  throw new Problem(409, 'TEST_CLOCK_SET', 'test_clock_set', {
    subject: (error as { detail?: string }).detail,
  });
}
