import type { TenantSql } from '#database/tenant.ts';
import type { PaymentResponse } from '#features/payments/endpoints.ts';
import { type FollowUpAction, refundableMinor, checkState } from '#features/payments/follow-up.ts';
import {
  type LinkRelation,
  notificationContents,
  paymentAnswer,
  readAnswer,
} from '#features/payments/payment-response.ts';
import { httpStatusOf } from '#features/payments/reason-codes.ts';
import type { PaymentReply } from '../payment-context.ts';
import {
  type TransactionRecord,
  loadFollowUps,
  loadHistory,
  toOriginal,
  toRootState,
  storedTransaction,
  toTransactionView,
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
  const body = paymentAnswer(
    toTransactionView(row),
    buildLinkRelations(row, now),
  ) as unknown as PaymentResponse;
  return { status: httpStatusOf(row.reasonCode), body };
}

/** A transaction with history and follow-ups, without outcome (docs/domain.md#responses). */
export async function renderRead(
  sql: TenantSql,
  row: TransactionRecord,
  now: Date,
): Promise<PaymentResponse> {
  const { history, followUps } = await loadReadParts(sql, row);
  return readAnswer(
    toTransactionView(row),
    buildLinkRelations(row, now),
    history,
    followUps,
  ) as unknown as PaymentResponse;
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
  const { history, followUps } = await loadReadParts(sql, row);
  return notificationContents(toTransactionView(row), buildLinkRelations(row, now), history, followUps);
}

async function loadReadParts(sql: TenantSql, row: TransactionRecord) {
  const [history, followUps] = await Promise.all([
    loadHistory(sql, row.companyId, row.txnId),
    loadFollowUps(sql, row),
  ]);
  return { history, followUps };
}

function buildLinkRelations(row: TransactionRecord, now: Date): LinkRelation[] {
  const root = toRootState(row);
  const original = toOriginal(row);
  const open = (action: FollowUpAction) =>
    (action === 'cancel' && original.isSuspendedByMerchant) ||
    (!root.inFlight &&
      typeof checkState(action, original, root, now) === 'string' &&
      (action !== 'refund' || refundableMinor(root) > 0));
  const isResumable = row.txnStatus === 'SUSPENDED_THREE_D_SECURE' || row.reasonCode === 'U101';
  const resume = isResumable ? (['resume'] as const) : [];
  const related = row.relatedId === null ? [] : (['related-transaction'] as const);
  return [
    'self',
    'transaction',
    ...related,
    ...resume,
    ...(['refund', 'capture', 'cancel', 'repeat'] as const).filter(open),
  ];
}
