import { inTenant } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import { forgetOldKeys as forget } from '../pipeline/store/key-store.ts';

/** Idempotency keys live a day, duplicate guards a minute; later they are only swept up. */
export const forgetOldKeys: Job = {
  name: 'forget-old-keys',
  everySeconds: 600,
  run: ({ database, clock }) => inTenant(database, 'every-company', (sql) => forget(sql, clock.now())),
};
