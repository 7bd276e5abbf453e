import type { MailOutcome, OutgoingMail } from '#integrations/mail-sender.ts';
import type { SmsOutcome } from '#integrations/sms-sender.ts';
import type { Job } from '#server/job.ts';
import {
  type OutboxMail,
  claimMail,
  markInDoubt,
  markRefused,
  markSent,
  sweepOutbox,
  deleteOldMails,
} from '#server/mail/mail-outbox.ts';
import { inTenant } from '#database/tenant.ts';
import { renderMail } from '#server/mail/render-mail.ts';
import { type StoredSms, renderSms } from '#server/mail/render-sms.ts';
import type { Services } from '#server/services.ts';

/** A run ends in time for the queue, however slow the mail server. */
const runMs = 60_000;

/** Any number of workers can run it: one of them claims an email or a text message before it is sent. */
export const sendMail: Job = {
  name: 'send-mail',
  everySeconds: 3,
  async run(services) {
    const { database, clock, mailSender, smsSender } = services;
    await sweepOutbox(database, clock.now());
    const channels = [mailSender && ('email' as const), smsSender && ('sms' as const)].filter(
      (channel) => channel !== undefined,
    );
    if (channels.length === 0) return;
    const deadline = performance.now() + runMs;
    while (performance.now() < deadline) {
      const mail = await claimMail(database, channels, clock.now());
      if (!mail) return;
      await send(services, mail);
    }
  },
};

async function send(services: Services, mail: OutboxMail) {
  const { database, clock, log } = services;
  const { mailId } = mail;
  let sending: Promise<MailOutcome | SmsOutcome> | undefined;
  try {
    sending = mail.channel === 'sms' ? startSms(services, mail) : startMail(services, mail);
  } catch (error) {
    log.error({ err: error, mailId }, 'email cannot be rendered');
    return markRefused(database, mail, { reason: 'cannot be rendered', isPermanent: true, now: clock.now() });
  }
  const outcome = await sending;
  const now = clock.now();
  if (outcome?.kind === 'sent') return markSent(database, mailId, now);
  if (outcome?.kind === 'in-doubt') {
    log.warn({ mailId, reason: outcome.reason }, 'email in doubt');
    return markInDoubt(database, mailId, outcome.reason);
  }
  if (outcome) {
    log.warn({ mailId, attempts: mail.attempts, reason: outcome.reason }, 'email refused');
    return markRefused(database, mail, { ...outcome, now });
  }
}

function startMail({ config, keys, mailSender }: Services, mail: OutboxMail) {
  const rendered = renderMail(mail, { portalUrl: config.portalUrl, keys });
  const { mailId: id, recipient: to, queuedAt: date } = mail;
  return mailSender?.send({ id, to, date, ...readSender(mail), ...rendered });
}

function startSms({ smsSender }: Services, { mailId: id, recipient: to, ...sms }: OutboxMail) {
  return smsSender?.send({ id, to, text: renderSms(sms as StoredSms) });
}

/** Receipts come in the name of the merchant. */
function readSender({ contents }: OutboxMail): Pick<OutgoingMail, 'senderName' | 'replyTo'> {
  if (!('replyTo' in contents)) return {};
  return { senderName: contents.senderName || undefined, replyTo: contents.replyTo || undefined };
}

/** Deletes emails after a month, because they contain personal data. */
export const deleteOldMail: Job = {
  name: 'delete-old-mail',
  everySeconds: 3600,
  async run({ database, clock, config }) {
    await inTenant(database, 'all-tenants', (sql) =>
      deleteOldMails(sql, clock.now(), config.retention.emails),
    );
  },
};
