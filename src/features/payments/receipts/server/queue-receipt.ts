import { randomUUID } from 'node:crypto';
import { type PageLanguage, parsePageLanguage } from '#shared/page-languages.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { TransactionRecord } from '#features/payments/payments/server/db/transactions.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import type { CoreServices } from '#server/core-services.ts';
import { queuePayerMail, queueSms } from '#server/mail/queue-mail.ts';
import { type ReceiptKind, receiptKind } from '../receipt-kind.ts';
import { buildReceiptMail } from './receipt-mail.ts';

/** Receipts of one transaction and texts to one number in a day, receipts of one company in an hour. */
const limits = { transaction: 5, number: 5, company: 500 };

/** Throws 409 for a transaction without a receipt. */
export function requireReceiptKind(row: TransactionRecord): ReceiptKind {
  const kind = receiptKind(row.txnType, row.txnStatus, row.capturedBy !== null);
  if (kind === undefined) throw new Problem(409, 'NO_RECEIPT', 'receipt_none');
  return kind;
}

interface Order {
  kind: ReceiptKind;
  to: string;
  now: Date;
  /** The one that the payer chose on the page; without it, that of the transaction. */
  language?: PageLanguage;
}

/** Queues the email about a transaction. Throws 409 or 429 above the limits. */
export async function queueReceipt(
  sql: TenantSql,
  { database }: Pick<CoreServices, 'database'>,
  row: TransactionRecord,
  order: Order,
): Promise<void> {
  await countReceipt(database, row, order.now);
  await queuePayerMail(sql, await buildReceipt(sql, row, order));
}

/** The same as a text message to a number in E.164. */
export async function queueTextReceipt(
  sql: TenantSql,
  { database }: Pick<CoreServices, 'database'>,
  row: TransactionRecord,
  order: Order,
): Promise<void> {
  await countText(database, order.to, order.now);
  await countReceipt(database, row, order.now);
  await queueSms(sql, await buildReceipt(sql, row, order));
}

/** Throws 409 when a number has had its texts of a day. */
export async function countText(database: CoreServices['database'], to: string, now: Date): Promise<void> {
  const sent = await countAttempt(database, `texts:${to}`, dayMs, now);
  if (sent > limits.number) throw new Problem(409, 'SENT_OFTEN', 'receipt_sent_often');
}

async function countReceipt(
  database: CoreServices['database'],
  { companyId, txnId }: TransactionRecord,
  now: Date,
): Promise<void> {
  const sent = await countAttempt(database, `receipt:${companyId}:${txnId}`, dayMs, now);
  if (sent > limits.transaction) throw new Problem(409, 'SENT_OFTEN', 'receipt_sent_often');
  const ofCompany = await countAttempt(database, `receipt-mails:${companyId}`, hourMs, now);
  if (ofCompany > limits.company) throw problems.tooManyRequests(hourMs / 1000);
}

const buildReceipt = (sql: TenantSql, row: TransactionRecord, { kind, to, now, language }: Order) =>
  buildReceiptMail(sql, row, kind, {
    key: `receipt:${row.txnId}:${randomUUID()}`,
    to,
    locale: language ?? parsePageLanguage(row.detail.locale),
    now,
  });
