import type { Sql } from '#database/connection.ts';
import { addMs, dayMs, minuteMs } from '../clock.ts';
import type { MailChannel } from './queue-mail.ts';
import type { StoredMail } from './render-mail.ts';

export const mailStates = ['queued', 'sending', 'sent', 'failed', 'in-doubt'] as const;
type MailState = (typeof mailStates)[number];

export type OutboxMail = StoredMail & {
  mailId: string;
  channel: MailChannel;
  recipient: string;
  state: MailState;
  attempts: number;
  queuedAt: Date;
  sentAt: Date | null;
  lastError: string | null;
};

/** Attempts for one email; the last is about four hours after the first. */
export const maxMailAttempts = 8;
/** The age at which a queued email is no longer sent. */
const staleMs = 3 * dayMs;
/** Longer than any attempt takes. Afterwards the worker has crashed. */
const claimMs = 10 * minuteMs;

/**
 * Claims a due email before it is sent. A crashed worker leaves it 'sending', and no other worker takes it: a crash may
 * lose an email, but never sends it twice.
 */
export async function claimMail(
  sql: Sql,
  channels: readonly MailChannel[],
  now: Date,
): Promise<OutboxMail | undefined> {
  const [mail] = await sql<OutboxMail[]>`
    update mail_outbox set state = 'sending', attempts = attempts + 1, claimed_at = ${now}
    where mail_id = (
      select mail_id from mail_outbox where state = 'queued' and next_attempt_at <= ${now} and channel = any (${[...channels]}::text[])
      order by next_attempt_at limit 1 for update skip locked)
    returning ${columns(sql)}`;
  return mail;
}

export async function markSent(sql: Sql, mailId: string, now: Date): Promise<void> {
  await sql`
    update mail_outbox set state = 'sent', sent_at = ${now}, last_error = null
    where mail_id = ${mailId} and state = 'sending'`;
}

/** Records a rejection. Retries after 2, 4, 8 … minutes up to the limit. */
export async function markRefused(
  sql: Sql,
  mail: Pick<OutboxMail, 'mailId' | 'attempts'>,
  refusal: { reason: string; isPermanent: boolean; now: Date },
): Promise<void> {
  const isOver = refusal.isPermanent || mail.attempts >= maxMailAttempts;
  await sql`
    update mail_outbox set state = ${isOver ? 'failed' : 'queued'}, last_error = ${refusal.reason},
      next_attempt_at = ${addMs(refusal.now, 2 ** mail.attempts * minuteMs)}
    where mail_id = ${mail.mailId} and state = 'sending'`;
}

export async function markInDoubt(sql: Sql, mailId: string, reason: string): Promise<void> {
  await sql`
    update mail_outbox set state = 'in-doubt', last_error = ${reason}
    where mail_id = ${mailId} and state = 'sending'`;
}

/** Ends emails of crashed workers, and those that could not be sent for days. */
export async function sweepOutbox(sql: Sql, now: Date): Promise<void> {
  await sql`
    update mail_outbox set state = 'in-doubt', last_error = 'the program ended while sending'
    where state = 'sending' and claimed_at < ${addMs(now, -claimMs)}`;
  await sql`
    update mail_outbox set state = 'failed', last_error = coalesce(last_error, 'not sent in time')
    where state = 'queued' and queued_at < ${addMs(now, -staleMs)}`;
}

/** The newest emails, for operators of a demo. */
export async function listNewestMails(sql: Sql, limit: number): Promise<OutboxMail[]> {
  return sql<OutboxMail[]>`
    select ${columns(sql)} from mail_outbox order by queued_at desc, mail_id limit ${limit}`;
}

export async function findMail(sql: Sql, mailId: string): Promise<OutboxMail | undefined> {
  const [mail] = await sql<OutboxMail[]>`
    select ${columns(sql)} from mail_outbox where mail_id::text = ${mailId}`;
  return mail;
}

export async function countByState(sql: Sql): Promise<{ state: MailState; count: number }[]> {
  return sql<{ state: MailState; count: number }[]>`
    select state, count(*)::int as count from mail_outbox group by state`;
}

/** Deletes old emails, because they contain personal data. A receipt of a payment under a legal hold stays. */
export async function deleteOldMails(sql: Sql, now: Date, days: number): Promise<void> {
  await sql`
    delete from mail_outbox
    where queued_at < ${addMs(now, -days * dayMs)} and state not in ('queued', 'sending')
      and (mail_key not like 'receipt:%' or not exists (
        select from txn t where t.txn_id = substring(mail_key from '^receipt:([0-9]{1,15}):')::bigint
          and exists (select from legal_holds_of(t.company_id, t.txn_id, ${now}))))`;
}

function columns(sql: Sql) {
  return sql`mail_id, channel, template, locale, recipient, contents, state, attempts,
             queued_at, sent_at, last_error`;
}
