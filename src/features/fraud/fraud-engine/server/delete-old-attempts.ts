import { inTenant } from '#database/tenant.ts';
import { windowMs } from '#features/fraud/fraud-rules/rule.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';

/** Longer than the longest window, so that a count over it can still be explained a week later. */
export const retentionMs = windowMs('90d') + 7 * dayMs;
const batch = 10_000;
/** A run ends in time for the queue, also with the attempts of months. */
const maxBatches = 100;

/** Deletes attempts that are too old for every rule. */
export const deleteOldAttempts: Job = {
  name: 'delete-old-attempts',
  everySeconds: 3600,
  async run({ database, clock }) {
    const before = addMs(clock.now(), -retentionMs);
    for (let run = 0; run < maxBatches; run += 1) {
      const deleted = await inTenant(database, 'all-tenants', async (sql) => {
        const keys = await sql`
          delete from velocity_key where ctid = any (array(
            select ctid from velocity_key where at < ${before} limit ${batch}))`;
        const attempts = await sql`
          delete from velocity_attempt where ctid = any (array(
            select ctid from velocity_attempt where at < ${before} limit ${batch}))`;
        return keys.count + attempts.count;
      });
      if (deleted === 0) return;
    }
  },
};
