import { addMs, dayMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { deleteOldProcessorEvents } from './db/events.ts';

/** Processors repeat a report for days at most; disputes name payments of a year ago by other reports. */
export const deleteOldReports: Job = {
  name: 'delete-old-processor-events',
  everySeconds: 3600,
  async run({ database, clock, config }) {
    const before = addMs(clock.now(), -config.retention.processorReports * dayMs);
    while ((await deleteOldProcessorEvents(database, before)) > 0);
  },
};
