import { inTenant } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import { deleteOldIdempotencyKeys as forget } from '../pipeline/store/idempotency-keys.ts';

/** Idempotency keys live a day, duplicate guards a minute; later they are only swept up. */
export const deleteOldIdempotencyKeys: Job = {
  name: 'delete-old-idempotency-keys',
  everySeconds: 600,
  run: ({ database, clock }) => inTenant(database, 'every-company', (sql) => forget(sql, clock.now())),
};
