import type { Job } from '#server/job.ts';
import { deleteOldMails } from '#server/mail/mail-outbox.ts';

/** Mails hold names and addresses: none stays longer than a month. */
export const deleteOldMail: Job = {
  name: 'delete-old-mail',
  everySeconds: 3600,
  async run({ database, clock }) {
    await deleteOldMails(database, clock.now());
  },
};
