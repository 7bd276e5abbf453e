import type { Job } from '#server/job.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { deleteRequestsBefore } from './api-request-table.ts';

/** Deletes logged requests after `--request-log-days` (docs/domain.md#request-log). */
export const deleteOldRequests: Job = {
  name: 'delete-old-requests',
  everySeconds: 3600,
  async run({ database, clock, config }) {
    const now = clock.now();
    await deleteRequestsBefore(database, addMs(now, -config.requestLogDays * dayMs), now);
  },
};
