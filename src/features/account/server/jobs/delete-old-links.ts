import { deleteOldTokens } from '#server/auth/account-token.ts';
import { deleteOldDevices } from '#features/session/server/sign-in/known-device.ts';
import type { Job } from '#server/job.ts';

/** Ended links and browsers not seen for a year open nothing; they are only swept up. */
export const deleteOldLinks: Job = {
  name: 'delete-old-links',
  everySeconds: 3600,
  async run({ database, clock }) {
    const now = clock.now();
    await deleteOldTokens(database, now);
    await deleteOldDevices(database, now);
  },
};
