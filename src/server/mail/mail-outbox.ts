import type { Sql } from '#database/connection.ts';
import { addMs, dayMs, minuteMs } from '../clock.ts';
import type { StoredMail } from './render-mail.ts';

export const mailStates = ['queued', 'sending', 'sent', 'failed', 'in-doubt'] as const;
export type MailState = (typeof mailStates)[number];

export type OutboxMail = StoredMail & {
  mailId: string;
  recipient: string;
  state: MailState;
  attempts: number;
  queuedAt: Date;
  sentAt: Date | null;
  lastError: string | null;
};

/** Tries of one mail; the last comes about four hours after the first. */
export const maxMailAttempts = 8;
/** A mail that waited longer than its reader cares: its link has ended, its news is old. */
const staleMs = 3 * dayMs;
/** Longer than any attempt takes: who is still 'sending' by then has died. */
const claimMs = 10 * minuteMs;

/**
 * Takes one due mail for sending, before anything is sent: a program that dies now leaves it 'sending',
 * which nobody else touches. So a mail may be lost in a crash, but is never sent twice.
 */
export async function claimMail(sql: Sql, now: Date): Promise<OutboxMail | undefined> {
  const [mail] = await sql<OutboxMail[]>`
    update mail_outbox set state = 'sending', attempts = attempts + 1, claimed_at = ${now}
    where mail_id = (
      select mail_id from mail_outbox where state = 'queued' and next_attempt_at <= ${now}
      order by next_attempt_at limit 1 for update skip locked)
    returning ${columns(sql)}`;
  return mail;
}

export async function markSent(sql: Sql, mailId: string, now: Date): Promise<void> {
  await sql`
    update mail_outbox set state = 'sent', sent_at = ${now}, last_error = null
    where mail_id = ${mailId} and state = 'sending'`;
}

/** Certainly not delivered: again after 2, 4, 8 … minutes, until it is given up. */
export async function markRefused(
  sql: Sql,
  mail: Pick<OutboxMail, 'mailId' | 'attempts'>,
  refusal: { reason: string; forGood: boolean; now: Date },
): Promise<void> {
  const isOver = refusal.forGood || mail.attempts >= maxMailAttempts;
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

/** Ends what a dead program left under way, and what nobody could send for days. */
export async function sweepOutbox(sql: Sql, now: Date): Promise<void> {
  await sql`
    update mail_outbox set state = 'in-doubt', last_error = 'the program ended while sending'
    where state = 'sending' and claimed_at < ${addMs(now, -claimMs)}`;
  await sql`
    update mail_outbox set state = 'failed', last_error = coalesce(last_error, 'nobody sent it in time')
    where state = 'queued' and queued_at < ${addMs(now, -staleMs)}`;
}

/** The newest mails, for the eyes of operators of a demo. */
export async function newestMails(sql: Sql, limit: number): Promise<OutboxMail[]> {
  return sql<OutboxMail[]>`
    select ${columns(sql)} from mail_outbox order by queued_at desc, mail_id limit ${limit}`;
}

export async function mailById(sql: Sql, mailId: string): Promise<OutboxMail | undefined> {
  const [mail] = await sql<OutboxMail[]>`
    select ${columns(sql)} from mail_outbox where mail_id::text = ${mailId}`;
  return mail;
}

export async function countByState(sql: Sql): Promise<{ state: MailState; count: number }[]> {
  return sql<{ state: MailState; count: number }[]>`
    select state, count(*)::int as count from mail_outbox group by state`;
}

/** Mails hold names and addresses: they are kept no longer than somebody may ask about them. */
export async function deleteOldMails(sql: Sql, now: Date): Promise<void> {
  await sql`
    delete from mail_outbox
    where queued_at < ${addMs(now, -30 * dayMs)} and state not in ('queued', 'sending')`;
}

function columns(sql: Sql) {
  return sql`mail_id, template, locale, recipient, contents, state, attempts,
             queued_at, sent_at, last_error`;
}
