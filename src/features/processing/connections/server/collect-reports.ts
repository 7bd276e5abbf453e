import type { Job } from '#server/job.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { insertEvents } from './db/events.ts';

/** How far back a processor is asked; repeated reports change nothing. */
const windowMs = 30 * dayMs;

/** Collects what processors report that do not post it (docs/processors.md#events): the sandbox. */
export const collectReports: Job = {
  name: 'collect-reports',
  everySeconds: 5,
  async run({ processors, database, clock, log }) {
    const now = clock.now();
    const { reporters } = await processors.current();
    for (const { id, readReports } of reporters) {
      const reports = await readReports(addMs(now, -windowMs));
      const stored = await insertEvents(database, id, reports, now);
      if (stored > 0) log.info({ connectionId: id, stored }, 'processor events collected');
    }
  },
};
