import { nextBusinessDay } from '#shared/calendar-day.ts';
import { currencyDigits } from '#shared/currencies.ts';
import { type OriginalTransaction, type RootState, preauthLifeMs } from '#features/payments/follow-up.ts';
import { type ReasonCode, reasonText } from '#features/payments/reason-codes.ts';
import { NO_PROCESSOR_CALL } from '#features/payments/server/pipeline/follow-up-transaction.ts';
import {
  authoriserStatus,
  ledgerKinds,
  reasonForResult,
  reversalStatus,
} from '#features/payments/server/pipeline/settle.ts';
import { type TransactionType, isMoneyOut } from '#features/payments/transaction-kind.ts';
import type { ProcessorAnswer, ProcessorOperation } from '#integrations/processor.ts';
import { type KnownCard, decideSandboxAnswer } from '#integrations/sandbox-response.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { Emit, Row } from './bulk-tables.ts';

/** A charge whose last word is not spoken: written when nothing more follows it. */
export interface OpenCharge {
  txn: Row;
  payment: Row;
  original: OriginalTransaction;
  root: RootState;
  card: KnownCard;
  capturedBy: number | null;
  /** Undefined once the transaction is written: nothing but the sums may change then. */
  history: Row[] | undefined;
  left: number;
}

/** The processor's answer, as settle.ts books it; the sums move on `pool`. */
export function settleCharge(
  emit: Emit,
  charge: OpenCharge,
  operation: ProcessorOperation | undefined,
  card: KnownCard,
  at: Date,
  pool = charge,
): boolean {
  const { txn } = charge;
  const { answer, pending } = operation
    ? decideSandboxAnswer(operation, operation.source ? card : undefined, at)
    : { answer: NO_PROCESSOR_CALL, pending: false };
  const approved = answer.result === 'APPROVED';
  const type = txn.txn_type as TransactionType;
  const code = reasonForResult(answer);
  const reason: ReasonCode = code === 'X203' && type === 'PREAUTH_VOID' ? 'X202' : code;
  const settledAt = pending ? addMs(at, minuteMs) : at;
  Object.assign(txn, responseColumns(answer, type), {
    amount_minor: approved ? txn.requested_minor : 0,
  });
  mark(charge, approved ? 'SUCCESS' : 'FAILED', 'COMPLETE', reason, settledAt);
  if (!approved) return false;
  charge.original = charge === pool ? { ...charge.original, status: 'SUCCESS' } : charge.original;
  updateBalances(pool, type, Number(txn.requested_minor), Number(txn.txn_id));
  const kind = ledgerKinds[type];
  if (kind && Number(txn.requested_minor) > 0) {
    emit('ledger_entry', {
      txn_id: txn.txn_id,
      company_id: txn.company_id,
      root_id: pool.payment.root_id,
      merchant_id: txn.merchant_id,
      at: settledAt,
      kind,
      ccy_code: txn.ccy_code,
      amount_minor: txn.requested_minor,
    });
  }
  return true;
}

/** As updateBalances of settle.ts. */
function updateBalances(pool: OpenCharge, type: TransactionType, amount: number, txnId: number): void {
  const { root, payment } = pool;
  const paid = type === 'PAYMENT' || type === 'REPEAT';
  if (paid || type === 'PREAUTH') payment.authorised_minor = Number(payment.authorised_minor) + amount;
  if (paid || type === 'CAPTURE') root.capturedMinor += amount;
  if (type === 'REFUND') root.refundedMinor += amount;
  if (paid || type === 'CAPTURE' || type === 'PAYOUT_COMPLETE') {
    root.captured = true;
    pool.capturedBy = txnId;
    payment.captured_by = txnId;
  }
  if (type.endsWith('_VOID')) {
    root.voided = true;
    payment.voided_by = txnId;
  }
  payment.captured_minor = root.capturedMinor;
  payment.refunded_minor = root.refundedMinor;
}

export function closeCharge(emit: Emit, charge: OpenCharge, storyEnd: Date): void {
  const { txn, payment, root } = charge;
  if (!charge.history) {
    emit('payment', payment);
    return;
  }
  if (txn.txn_type === 'PREAUTH' && txn.txn_status === 'SUCCESS' && !root.captured) {
    const over = addMs(txn.txn_datetime as Date, preauthLifeMs);
    if (over <= storyEnd) {
      txn.amount_minor = 0;
      mark(charge, 'EXPIRED', 'COMPLETE', 'T100', over);
    } else payment.expires_at = over;
  }
  writeTransaction(emit, charge);
  emit('payment', payment);
}

export function mark(charge: OpenCharge, status: string, stage: string, reason: ReasonCode, at: Date): void {
  const { txn, history } = charge;
  if (!history) throw new Error(`transaction ${String(txn.txn_id)} is written already`);
  const text = reasonText(reason);
  Object.assign(txn, {
    txn_status: status,
    txn_stage: stage,
    reason_code: reason,
    reason_message: text,
    updated_at: at,
  });
  history.push({
    company_id: txn.company_id,
    txn_id: txn.txn_id,
    sequence: history.length + 1,
    at,
    status,
    stage,
    reason_code: reason,
    reason_message: text,
  });
}

export function writeTransaction(emit: Emit, charge: OpenCharge): void {
  const { txn, history = [] } = charge;
  charge.history = undefined;
  if (txn.txn_status === 'SUCCESS' && ledgerKinds[txn.txn_type as TransactionType] !== undefined) {
    const movedOn = (txn.updated_at as Date).toISOString().slice(0, 10);
    txn.gateway_settlement = nextBusinessDay(movedOn);
  }
  emit('txn', {
    ...txn,
    direction: isMoneyOut(txn.txn_type as TransactionType) ? -1 : 1,
    ccy_digits: currencyDigits(String(txn.ccy_code)) ?? 2,
    detail: JSON.stringify(txn.detail ?? {}),
  });
  for (const line of history) emit('txn_history', line);
}

function responseColumns(answer: ProcessorAnswer, type: TransactionType): Row {
  return {
    acquirer: answer.acquirerName,
    route: answer.route,
    auth_code: answer.authCode,
    authoriser_status: (type === 'PREAUTH_VOID' ? reversalStatus : authoriserStatus)[answer.result],
    authoriser_code: answer.statusCode,
    authoriser_message: answer.message,
    gateway_reference: answer.gatewayReference,
    gateway_settlement: answer.settlementDate,
    cv2_check: answer.cv2Check,
    avs_address_check: answer.addressCheck,
    avs_postcode_check: answer.postcodeCheck,
  };
}

export function buildRoot({ company_id, merchant_id, installation_id, ccy_code }: Row): Row {
  const sums = { authorised_minor: 0, captured_minor: 0, refunded_minor: 0 };
  return { company_id, merchant_id, installation_id, ccy_code, ...sums };
}

export function buildOriginal(txn: Row, receivedAt: Date): OriginalTransaction {
  return {
    type: txn.txn_type as TransactionType,
    status: 'SUSPENDED',
    amountMinor: Number(txn.requested_minor),
    currency: String(txn.ccy_code),
    receivedAt,
    cardKept: true,
  };
}

export const emptyRoot = (): RootState => ({
  captured: false,
  voided: false,
  capturedMinor: 0,
  refundedMinor: 0,
  pendingRefundMinor: 0,
  inFlight: false,
});
