import type { TenantSql } from '#database/tenant.ts';
import type { PaymentAnswer } from '#features/payments/calls.ts';
import { type FollowUpAction, refundableMinor, standingOf } from '#features/payments/follow-up.ts';
import {
  type LinkRelation,
  notificationContents,
  paymentAnswer,
  readAnswer,
} from '#features/payments/payment-answer.ts';
import { httpStatusOf } from '#features/payments/reason-codes.ts';
import type { PaymentReply } from '../payment-context.ts';
import {
  type StoredTransaction,
  followUpsOf,
  historyOf,
  originalOf,
  rootStateOf,
  storedTransaction,
  viewOf,
} from '../store/payment-store.ts';

/** What the order of a transaction is answered with, as it stands now: nested, with its outcome. */
export async function renderOperation(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  now: Date,
): Promise<PaymentReply> {
  const row = await storedTransaction(sql, companyId, txnId);
  if (!row) throw new Error(`transaction ${txnId} vanished`);
  const body = paymentAnswer(viewOf(row), linksOf(row, now)) as unknown as PaymentAnswer;
  return { status: httpStatusOf(row.reason_code), body };
}

/** A transaction with history and follow-ups, without outcome (domain §1.3). */
export async function renderRead(sql: TenantSql, row: StoredTransaction, now: Date): Promise<PaymentAnswer> {
  const { history, followUps } = await readPartsOf(sql, row);
  return readAnswer(viewOf(row), linksOf(row, now), history, followUps) as unknown as PaymentAnswer;
}

/** The transaction's current state as the merchant API shows it. */
export async function renderNotification(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  now: Date,
): Promise<object> {
  const row = await storedTransaction(sql, companyId, txnId);
  if (!row) throw new Error(`transaction ${txnId} vanished`);
  const { history, followUps } = await readPartsOf(sql, row);
  return notificationContents(viewOf(row), linksOf(row, now), history, followUps);
}

async function readPartsOf(sql: TenantSql, row: StoredTransaction) {
  const [history, followUps] = await Promise.all([
    historyOf(sql, row.company_id, row.txn_id),
    followUpsOf(sql, row),
  ]);
  return { history, followUps };
}

function linksOf(row: StoredTransaction, now: Date): LinkRelation[] {
  const root = rootStateOf(row);
  const open = (action: FollowUpAction) =>
    !root.inFlight &&
    typeof standingOf(action, originalOf(row), root, now) === 'string' &&
    (action !== 'refund' || refundableMinor(root) > 0);
  const resume = row.txn_status === 'SUSPENDED_THREE_D_SECURE' ? (['resume'] as const) : [];
  const related = row.related_id === null ? [] : (['related-transaction'] as const);
  return [
    'self',
    'transaction',
    ...related,
    ...resume,
    ...(['refund', 'capture', 'cancel', 'repeat'] as const).filter(open),
  ];
}
