import type { TenantSql } from '#database/tenant.ts';
import { type PageLanguage, htmlLanguage } from '#shared/page-languages.ts';
import { brandNames } from '#shared/payments/brand-names.ts';
import { isWallet } from '#shared/payments/wallets.ts';
import { formatMinor } from '#shared/money.ts';
import { formatPayerMoney } from '#shared/text/format-money.ts';
import type { TransactionRecord } from '#features/payments/payments/server/db/transactions.ts';
import type { PayerSms } from '#server/mail/queue-mail.ts';
import type { ReceiptKind } from '../receipt-kind.ts';

const templates = {
  PAYMENT: 'paymentReceipt',
  RESERVATION: 'reservationReceipt',
} as const satisfies Record<Exclude<ReceiptKind, 'REFUND'>, string>;

interface Addressee {
  /** Identifies the email: it is queued once. */
  key: string;
  to: string;
  locale: PageLanguage;
  now: Date;
}

/** The email or text message about a transaction. The receipt of a captured authorisation has what was captured. */
export async function buildReceiptMail(
  sql: TenantSql,
  row: TransactionRecord,
  kind: ReceiptKind,
  { key, to, locale, now }: Addressee,
): Promise<PayerSms> {
  const { ccyCode: currency } = row;
  const sender = await loadSender(sql, row);
  const isCapture = kind === 'PAYMENT' && row.txnType === 'PREAUTH';
  const minor = isCapture ? (row.capturedMinor ?? 0) : row.requestedMinor;
  const addressee = { key, to: toOneLine(to), locale, now };
  const values = {
    merchant: toOneLine(row.merchantName),
    amount: formatPayerMoney(formatMinor(minor, currency), currency, htmlLanguage(locale)),
    card: cardOf(row),
    // A refund or a capture mostly has the reference of its payment.
    reference: toOneLine(row.merchRef ?? row.relatedRef ?? String(row.txnId)),
    at: row.txnDatetime.toISOString(),
    timeZone: sender.timeZone,
    senderName: toOneLine(sender.receiptName ?? ''),
    replyTo: toOneLine(sender.receiptReplyTo ?? ''),
  };
  if (kind !== 'REFUND') return { ...addressee, template: templates[kind], values };
  const tracking = { arn: row.arn ?? '', expected: row.refundExpectedDate ?? '' };
  return { ...addressee, template: 'refundNotice', values: { ...values, ...tracking } };
}

/** The last digits, which the payer recognises, after the name of the wallet. */
function cardOf({ paymentProduct, lastFour }: TransactionRecord): string {
  if (lastFour === null) return '';
  return isWallet(paymentProduct) ? `${brandNames[paymentProduct]} •••• ${lastFour}` : `•••• ${lastFour}`;
}

interface Sender {
  receiptName: string | null;
  receiptReplyTo: string | null;
  timeZone: string;
}

async function loadSender(
  sql: TenantSql,
  { installationId, merchantId }: Pick<TransactionRecord, 'installationId' | 'merchantId'>,
): Promise<Sender> {
  const [sender] = await sql<Sender[]>`
    select i.receipt_name, i.receipt_reply_to, coalesce(above.time_zone, 'Europe/London') as time_zone
    from installation i join organisation m on m.id = ${merchantId}
    left join lateral (
      select a.time_zone from organisation a
      where a.time_zone is not null and a.id = any (string_to_array(ltrim(m.path, '/'), '/')::integer[])
      order by length(a.path) desc limit 1
    ) above on true
    where i.installation_id = ${installationId}`;
  if (!sender) throw new Error(`installation ${installationId} vanished`);
  return sender;
}

/** Prevents header injection by line breaks. */
const toOneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');
