import { inTenant } from '#database/tenant.ts';
import { addMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { deleteJobsBefore, keptMs } from './bulk-table.ts';

const batch = 200;

/** Deletes bulk work after 30 days (docs/domain.md#bulk-work). */
export const deleteOldBulkWork: Job = {
  name: 'delete-old-bulk-work',
  everySeconds: 3600,
  run: ({ database, clock }) =>
    inTenant(database, 'all-tenants', (sql) => deleteJobsBefore(sql, addMs(clock.now(), -keptMs), batch)),
};
