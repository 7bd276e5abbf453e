import type { Database } from '#database/connection.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { TestApp } from './start-app.ts';

type Run = (services: TestApp['services']) => Promise<unknown>;

/**
 * Runs two workers on the same work: the second worker's clock is ahead, so that the lease of the first has expired for it.
 * Only the claim keeps both from doing it. `first` begins alone, up to its second reading of the clock.
 */
export async function raceWorkers(
  { services, clock }: TestApp,
  database: Database,
  { first, second = [first] }: { first: Run; second?: Run[] },
): Promise<void> {
  let reads = 0;
  const { promise: isLeased, resolve: begin } = Promise.withResolvers<void>();
  const now = () => {
    reads += 1;
    // The first read is for the lease, the second for the leased rows.
    if (reads === 2) begin();
    return clock.now();
  };
  const running = first({ ...services, clock: { now } }).finally(begin);
  await isLeased;
  const ahead = { ...services, database, clock: { now: () => addMs(clock.now(), 6 * minuteMs) } };
  await Promise.all([running, ...second.map((run) => run(ahead))]);
}
