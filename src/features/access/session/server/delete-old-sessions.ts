import { deleteOldChallenges } from '#features/access/second-factor/server/db/sign-in-challenge.ts';
import { deleteOldTrust } from '#features/access/second-factor/server/db/trusted-device.ts';
import { deleteOldStates } from '#features/access/single-sign-on/server/db/sso-provider.ts';
import type { Job } from '#server/job.ts';
import { deleteOldUse } from '#server/auth/api-key-use.ts';
import { deleteExpiredSessions } from '#server/auth/session-store.ts';
import { deleteOldAttempts } from '#server/auth/throttle.ts';

/** Ended sessions and old counters are ignored already; this frees their rows. */
export const deleteOldSessions: Job = {
  name: 'delete-old-sessions',
  everySeconds: 300,
  async run({ database, clock, config }) {
    const now = clock.now();
    await deleteExpiredSessions(database, now, config);
    await deleteOldAttempts(database, now);
    await deleteOldChallenges(database, now);
    await deleteOldTrust(database, now);
    await deleteOldUse(database);
    await deleteOldStates(database, now);
  },
};
