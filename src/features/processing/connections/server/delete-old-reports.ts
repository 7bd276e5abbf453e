import { inTenant } from '#database/tenant.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { deleteOldProcessorEvents } from './db/events.ts';

/** Processors repeat a report for days at most; disputes name payments of a year ago by other reports. */
export const deleteOldReports: Job = {
  name: 'delete-old-processor-events',
  everySeconds: 3600,
  async run({ database, clock, config }) {
    const before = addMs(clock.now(), -config.retention.processorReports * dayMs);
    const run = () =>
      inTenant(database, 'all-tenants', (sql) => deleteOldProcessorEvents(sql, before, clock.now()));
    while ((await run()) > 0);
  },
};
