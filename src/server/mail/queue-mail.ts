import { realTimeOf } from '../time/test-clock.ts';
import { randomUUID } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import type { GatedAction } from '#shared/approval-actions.ts';
import type { Locale } from '#shared/locales.ts';
import type { PageLanguage } from '#shared/page-languages.ts';
import { parseTelephone } from '#shared/telephone.ts';
import { isMailAddress } from './mail-address.ts';

/** The values of each template. Links are token ids; times are ISO 8601. */
export interface MailValues {
  invitation: { name: string; organisation: string; tokenId: string };
  passwordReset: { name: string; tokenId: string };
  usernameChange: { name: string; oldUsername: string; newUsername: string };
  passwordChanged: { name: string; at: string; ip: string };
  authenticatorAdded: SignInChangeValues;
  authenticatorRemoved: SignInChangeValues;
  /** `object`: the name of the passkey. */
  passkeyAdded: SignInChangeValues;
  passkeyRemoved: SignInChangeValues;
  recoveryCodesRenewed: SignInChangeValues;
  /** `object`: how many codes are left. */
  recoveryCodeUsed: SignInChangeValues;
  /** To the user and to the administrators of security. */
  breakGlass: { name: string; username: string; operator: string; at: string; until: string };
  /** Sent to the user. `by`: the administrator. */
  secondFactorReset: { name: string; by: string; at: string };
  /** To the company's users who manage keys. */
  apiKeyCreated: KeyChangeValues;
  apiKeyWidened: KeyChangeValues;
  apiKeyRotated: KeyChangeValues;
  apiKeyRevoked: KeyChangeValues;
  /** To the users who manage the company's security. */
  signOnChanged: AccessChangeValues;
  organisationMoved: AccessChangeValues & { moved: string; parent: string };
  newDevice: { name: string; at: string; ip: string; device: string };
  smartLink: LinkMailValues;
  smartLinkReminder: LinkMailValues;
  feedback: {
    from: string;
    name: string;
    organisation: string;
    feedbackType: string;
    message: string;
    browserInfo: Readonly<Record<string, string>>;
  };
  /** To the operator: a processor has reported something else than before. */
  processorReport: { transactionId: string; report: string };
  /** To the operator: work on a transaction fails repeatedly. */
  settlementStuck: { transactionId: string; kind: string; attempts: string; error: string };
  /** To the operator: a settlement report is wrong. */
  reportRefused: ReportValues;
  /** To the operator: a settlement report could not be fetched. */
  reportUnread: ReportValues;
  /** To the operator. */
  processorOutage: { processor: string; episodes: string; since: string };
  /** A webhook has failed for days. */
  webhookFailing: { name: string; url: string; since: string };
  /** The webhook was paused because of the failures. */
  webhookPaused: { name: string; url: string; since: string };
  approvalAsked: ApprovalValues & { asker: string };
  approvalApproved: ApprovalValues & { decider: string };
  approvalRejected: ApprovalValues & { decider: string };
  approvalExpired: ApprovalValues & { decider: string };
  /** A dispute needs a response; `day`: the last one, as the language writes it. */
  disputeDue: { name: string; amount: string; organisation: string; day: string; linkUrl: string };
  /** A file of a view was made; the link leads to the portal. */
  scheduledFile: { name: string; view: string; organisation: string; rows: string; linkUrl: string };
  /** To the reviewers of a payment. */
  rejectFailed: { name: string; transactionId: string; code: string };
  paymentReceipt: ReceiptValues;
  /** For a preauthorisation, which takes no money yet. */
  reservationReceipt: ReceiptValues;
  /** `expected`: yyyy-MM-dd. It and `arn` may be empty. */
  refundNotice: ReceiptValues & { arn: string; expected: string };
}

/** `amount`, `reference` and `description` may be empty. The URL contains no secret of ours. */
interface LinkMailValues {
  merchant: string;
  amount: string;
  /** Emails of the previous version in the outbox have none. */
  reference?: string;
  description: string;
  linkUrl: string;
  expires: string;
}

/** `amount` and `reference` may be empty. */
interface ApprovalValues {
  name: string;
  action: GatedAction;
  organisation: string;
  amount: string;
  reference: string;
}

/** `ip` is empty for an operator of the system. */
interface KeyChangeValues {
  name: string;
  key: string;
  by: string;
  organisation: string;
  at: string;
  ip: string;
}

/** `ip` is empty for an operator of the system. */
interface AccessChangeValues {
  name: string;
  by: string;
  organisation: string;
  at: string;
  ip: string;
}

/** `since`: when the processor announced the report. */
interface ReportValues {
  report: string;
  connection: string;
  since: string;
  reason: string;
}

interface SignInChangeValues {
  name: string;
  object: string;
  at: string;
  ip: string;
}

/** The values of a receipt, with the last four digits of the card only. */
interface ReceiptValues {
  merchant: string;
  /** Formatted in the recipient's language. */
  amount: string;
  card: string;
  reference: string;
  at: string;
  /** The IANA name of the merchant's time zone. */
  timeZone: string;
  /** Shown as the sender; empty: the product. */
  senderName: string;
  /** Gets replies; empty: replies are not read. */
  replyTo: string;
}
export type MailTemplate = keyof MailValues;
/** Emails to payers, in the languages of payment pages. All others are in those of the portal. */
export const payerTemplates = [
  'smartLink',
  'smartLinkReminder',
  'paymentReceipt',
  'reservationReceipt',
  'refundNotice',
] as const satisfies readonly MailTemplate[];
export type PayerTemplate = (typeof payerTemplates)[number];
/** The events about which text messages are sent too. */
export type SmsTemplate = Exclude<PayerTemplate, 'smartLinkReminder'>;
export type MailChannel = 'email' | 'sms';

/** The language of an email, by its template. */
export type MailLanguage<T extends MailTemplate> = T extends PayerTemplate ? PageLanguage : Locale;

type MailOf<Templates extends MailTemplate> = {
  [T in Templates]: {
    /** Unique: identifies the event, so that its email is queued once. */
    key: string;
    template: T;
    to: string;
    locale: MailLanguage<T>;
    values: MailValues[T];
    now: Date;
  };
}[Templates];

/** An email to a user of the portal or to the operator. */
export type UserMail = MailOf<Exclude<MailTemplate, PayerTemplate>>;
export type PayerMail = MailOf<PayerTemplate>;
/** A receipt or a link, as an email or a text message. */
export type PayerSms = MailOf<SmsTemplate>;

/**
 * Inserts the email into the outbox, from which the worker sends it. Call it in the transaction of the change, so that
 * neither exists without the other. Throws for line breaks, which could inject headers.
 */
export const queueMail = (sql: Sql, mail: UserMail): Promise<void> =>
  queue(sql, mail, 'email', isMailAddress(mail.to));

/** The same for an email to a payer. A function of its own: TypeScript compares no union of all templates and languages. */
export const queuePayerMail = (sql: Sql, mail: PayerMail): Promise<void> =>
  queue(sql, mail, 'email', isMailAddress(mail.to));

/** Inserts a text message into the outbox, as `queueMail` does. `to` is in E.164. */
export const queueSms = (sql: Sql, sms: PayerSms): Promise<void> =>
  queue(sql, sms, 'sms', parseTelephone(sms.to) === sms.to);

async function queue(
  sql: Sql,
  mail: UserMail | PayerMail,
  channel: MailChannel,
  isDeliverable: boolean,
): Promise<void> {
  refuseLineBreaks(mail);
  await sql`
    insert into mail_outbox (mail_id, mail_key, channel, template, locale, recipient, contents, state, queued_at,
                             next_attempt_at, last_error)
    values (${randomUUID()}, ${mail.key}, ${channel}, ${mail.template}, ${mail.locale}, ${mail.to},
            ${sql.json(mail.values)}, ${isDeliverable ? 'queued' : 'failed'},
            ${realTimeOf(mail.now)}, ${realTimeOf(mail.now)}, ${isDeliverable ? null : channel === 'sms' ? 'not a telephone number' : 'not a mail address'})
    on conflict (mail_key) do nothing`;
}

/** Only the free text of feedback may contain line breaks. */
function refuseLineBreaks(mail: UserMail | PayerMail): void {
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
