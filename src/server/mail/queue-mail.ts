import { randomUUID } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import type { Locale } from '#shared/locales.ts';
import { isMailAddress } from './mail-address.ts';

/** What each template says. Links are named by the token's id; times are ISO 8601. */
export interface MailValues {
  invitation: { name: string; organisation: string; tokenId: string };
  passwordReset: { name: string; tokenId: string };
  usernameChange: { name: string; oldUsername: string; newUsername: string };
  passwordChanged: { name: string; at: string; ip: string };
  newDevice: { name: string; at: string; ip: string; device: string };
  /** `amount` and `description` may be empty. The address is the customer's own already: no secret of ours. */
  smartLink: { merchant: string; amount: string; description: string; linkUrl: string; expires: string };
  feedback: {
    from: string;
    name: string;
    organisation: string;
    feedbackType: string;
    message: string;
    browserInfo: Readonly<Record<string, string>>;
  };
  /** To the operator: work on a transaction keeps failing. */
  settlementStuck: { transactionId: string; kind: string; attempts: string; error: string };
  /** To the operator. */
  processorOutage: { processor: string; episodes: string; since: string };
  paymentReceipt: ReceiptValues;
  /** Of a preauthorisation, which takes no money yet. */
  reservationReceipt: ReceiptValues;
}

/** What a payer is told: never more than the last four digits of the card. */
export interface ReceiptValues {
  merchant: string;
  /** As the language writes it. */
  amount: string;
  card: string;
  reference: string;
  at: string;
  /** IANA name: the merchant's. */
  timeZone: string;
}
export type MailTemplate = keyof MailValues;

export type Mail = {
  [T in MailTemplate]: {
    /** The same key is never queued twice: name the occasion, not the moment. */
    key: string;
    template: T;
    to: string;
    locale: Locale;
    values: MailValues[T];
    now: Date;
  };
}[MailTemplate];

/**
 * Puts the mail into the outbox; call it in the transaction of the change, so that neither exists without
 * the other. The worker sends it. Throws when an address or a value tries to break out of a header.
 */
export async function queueMail(sql: Sql, mail: Mail): Promise<void> {
  refuseLineBreaks(mail);
  const isDeliverable = isMailAddress(mail.to);
  await sql`
    insert into mail_outbox (mail_id, mail_key, template, locale, recipient, contents, state, queued_at,
                             next_attempt_at, last_error)
    values (${randomUUID()}, ${mail.key}, ${mail.template}, ${mail.locale}, ${mail.to},
            ${sql.json(mail.values)}, ${isDeliverable ? 'queued' : 'failed'},
            ${mail.now}, ${mail.now}, ${isDeliverable ? null : 'not a mail address'})
    on conflict (mail_key) do nothing`;
}

/** Only the free text of feedback has lines; anywhere else a line break is an injected header. */
function refuseLineBreaks(mail: Mail): void {
  const { message: _freeText, ...values } = mail.values as Record<string, unknown>;
  const texts = [mail.to, mail.key, ...Object.values(values).flatMap(textsIn)];
  if (texts.some((text) => /[\r\n]/.test(text))) {
    throw new Error(`a line break in the mail ${mail.template}`);
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().map(String) : [];
}
