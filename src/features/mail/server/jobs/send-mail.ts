import type { Job } from '#server/job.ts';
import {
  type OutboxMail,
  claimMail,
  markInDoubt,
  markRefused,
  markSent,
  sweepOutbox,
} from '#server/mail/mail-outbox.ts';
import { renderMail } from '#server/mail/render-mail.ts';
import type { Services } from '#server/services.ts';

/** A run ends in time for the queue, however slow the mail server is. */
const runMs = 60_000;

/** Any number of workers: each mail is claimed by one of them, one at a time, before it is sent. */
export const sendMail: Job = {
  name: 'send-mail',
  everySeconds: 3,
  async run(services) {
    const { database, clock, mailSender } = services;
    await sweepOutbox(database, clock.now());
    if (!mailSender) return;
    const ends = performance.now() + runMs;
    while (performance.now() < ends) {
      const mail = await claimMail(database, clock.now());
      if (!mail) return;
      await send(services, mail);
    }
  },
};

async function send({ database, clock, config, keys, log, mailSender }: Services, mail: OutboxMail) {
  const { mailId, recipient } = mail;
  let rendered;
  try {
    rendered = renderMail(mail, { portalUrl: config.portalUrl, keys });
  } catch (error) {
    log.error({ err: error, mailId }, 'mail cannot be written');
    return markRefused(database, mail, { reason: 'cannot be written', forGood: true, now: clock.now() });
  }
  const outcome = await mailSender?.send({ id: mailId, to: recipient, date: mail.queuedAt, ...rendered });
  const now = clock.now();
  if (outcome?.kind === 'sent') return markSent(database, mailId, now);
  if (outcome?.kind === 'in-doubt') {
    log.warn({ mailId, reason: outcome.reason }, 'mail in doubt');
    return markInDoubt(database, mailId, outcome.reason);
  }
  if (outcome) {
    log.warn({ mailId, attempts: mail.attempts, reason: outcome.reason }, 'mail refused');
    return markRefused(database, mail, { ...outcome, now });
  }
}
