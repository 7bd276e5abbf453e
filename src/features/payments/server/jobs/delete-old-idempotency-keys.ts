import { inTenant } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import { deleteExpiredKeys } from '../db/idempotency-keys.ts';

/** Deletes expired idempotency keys and duplicate guards, which have no effect any more. */
export const deleteOldIdempotencyKeys: Job = {
  name: 'delete-old-idempotency-keys',
  everySeconds: 600,
  run: ({ database, clock }) =>
    inTenant(database, 'all-tenants', (sql) => deleteExpiredKeys(sql, clock.now())),
};
