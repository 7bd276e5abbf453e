import { nextBusinessDay } from '#shared/calendar-day.ts';
import { currencyDigits } from '#shared/currencies.ts';
import {
  type OriginalTransaction,
  type RootState,
  preauthLifeMs,
} from '#features/payments/payments/follow-up.ts';
import { type ReasonCode, reasonText } from '#shared/payments/reason-codes.ts';
import { NO_PROCESSOR_CALL } from '#features/payments/payments/server/processor-client.ts';
import {
  authoriserStatus,
  reasonForResult,
  reversalStatus,
} from '#features/payments/payments/server/settle.ts';
import { ledgerKinds } from '#features/payments/payments/server/db/charges.ts';
import { type TransactionType, isMoneyOut } from '#shared/payments/transaction-kind.ts';
import type { ProcessorResponse, ProcessorOperation } from '#integrations/processors/adapter.ts';
import { type KnownCard, decideSandboxResponse } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { Emit, Row } from './bulk-tables.ts';

/** A charge with pending events, written once none follows. */
export interface OpenCharge {
  txn: Row;
  payment: Row;
  original: OriginalTransaction;
  root: RootState;
  card: KnownCard;
  capturedBy: number | null;
  /** Undefined once the transaction is written: then only the balances may change. */
  history: Row[] | undefined;
  remainingEvents: number;
}

/** The processor's response, recorded as in settle.ts; the balances of `rootCharge` change. */
export function settleCharge(
  emit: Emit,
  charge: OpenCharge,
  operation: ProcessorOperation | undefined,
  card: KnownCard,
  at: Date,
  rootCharge = charge,
): boolean {
  const { txn } = charge;
  const { response, pending } = operation
    ? decideSandboxResponse(operation, operation.source ? card : undefined, at)
    : { response: NO_PROCESSOR_CALL, pending: false };
  const approved = response.result === 'APPROVED';
  const type = txn.txnType as TransactionType;
  const code = reasonForResult(response);
  const reason: ReasonCode = code === 'X203' && type === 'PREAUTH_VOID' ? 'X202' : code;
  const settledAt = pending ? addMs(at, minuteMs) : at;
  Object.assign(txn, responseColumns(response, type), {
    amountMinor: approved ? txn.requestedMinor : 0,
  });
  setStatus(charge, approved ? 'SUCCESS' : 'FAILED', 'COMPLETE', reason, settledAt);
  if (!approved) return false;
  charge.original = charge === rootCharge ? { ...charge.original, status: 'SUCCESS' } : charge.original;
  updateBalances(rootCharge, type, Number(txn.requestedMinor), Number(txn.txnId));
  const kind = ledgerKinds[type];
  if (kind && Number(txn.requestedMinor) > 0) {
    emit('ledger_entry', {
      txnId: txn.txnId,
      companyId: txn.companyId,
      rootId: rootCharge.payment.rootId,
      merchantId: txn.merchantId,
      at: settledAt,
      kind,
      ccyCode: txn.ccyCode,
      amountMinor: txn.requestedMinor,
    });
  }
  return true;
}

/** As updateBalances of settle.ts. */
function updateBalances(rootCharge: OpenCharge, type: TransactionType, amount: number, txnId: number): void {
  const { root, payment } = rootCharge;
  const paid = type === 'PAYMENT' || type === 'REPEAT';
  if (paid || type === 'PREAUTH') payment.authorisedMinor = Number(payment.authorisedMinor) + amount;
  if (paid || type === 'CAPTURE') root.capturedMinor += amount;
  if (type === 'REFUND') root.refundedMinor += amount;
  if (paid || type === 'CAPTURE' || type === 'PAYOUT_COMPLETE') {
    root.captured = true;
    rootCharge.capturedBy = txnId;
    payment.capturedBy = txnId;
  }
  if (type.endsWith('_VOID')) {
    root.voided = true;
    payment.voidedBy = txnId;
  }
  payment.capturedMinor = root.capturedMinor;
  payment.refundedMinor = root.refundedMinor;
}

export function closeCharge(emit: Emit, charge: OpenCharge, planEnd: Date): void {
  const { txn, payment, root } = charge;
  if (!charge.history) {
    emit('payment', payment);
    return;
  }
  if (txn.txnType === 'PREAUTH' && txn.txnStatus === 'SUCCESS' && !root.captured) {
    const expiresAt = addMs(txn.txnDatetime as Date, preauthLifeMs);
    if (expiresAt <= planEnd) {
      txn.amountMinor = 0;
      setStatus(charge, 'EXPIRED', 'COMPLETE', 'T100', expiresAt);
    } else payment.expiresAt = expiresAt;
  }
  writeTransaction(emit, charge);
  emit('payment', payment);
}

export function setStatus(
  charge: OpenCharge,
  status: string,
  stage: string,
  reason: ReasonCode,
  at: Date,
): void {
  const { txn, history } = charge;
  if (!history) throw new Error(`transaction ${String(txn.txnId)} is written already`);
  const text = reasonText(reason);
  Object.assign(txn, {
    txnStatus: status,
    txnStage: stage,
    reasonCode: reason,
    reasonMessage: text,
    updatedAt: at,
  });
  history.push({
    companyId: txn.companyId,
    txnId: txn.txnId,
    sequence: history.length + 1,
    at,
    status,
    stage,
    reasonCode: reason,
    reasonMessage: text,
  });
}

export function writeTransaction(emit: Emit, charge: OpenCharge): void {
  const { txn, history = [] } = charge;
  charge.history = undefined;
  if (txn.txnStatus === 'SUCCESS' && ledgerKinds[txn.txnType as TransactionType] !== undefined) {
    const updatedDay = (txn.updatedAt as Date).toISOString().slice(0, 10);
    txn.gatewaySettlement = nextBusinessDay(updatedDay);
  }
  // In place: a copy of 60 columns costs more than the rest of the row.
  txn.direction = isMoneyOut(txn.txnType as TransactionType) ? -1 : 1;
  txn.ccyDigits = currencyDigits(String(txn.ccyCode)) ?? 2;
  txn.detail = JSON.stringify(txn.detail ?? {});
  emit('txn', txn);
  for (const line of history) emit('txn_history', line);
}

function responseColumns(response: ProcessorResponse, type: TransactionType): Row {
  return {
    ...(response === NO_PROCESSOR_CALL ? {} : { acquirer: response.acquirerName, route: response.route }),
    authCode: response.authCode,
    authoriserStatus: (type === 'PREAUTH_VOID' ? reversalStatus : authoriserStatus)[response.result],
    authoriserCode: response.statusCode,
    authoriserMessage: response.message,
    gatewayReference: response.gatewayReference,
    gatewaySettlement: response.settlementDate,
    arn: response.arn,
    refundExpectedDate: response.refundExpectedDate,
    cv2Check: response.cv2Check,
    avsAddressCheck: response.addressCheck,
    avsPostcodeCheck: response.postcodeCheck,
  };
}

export function buildRoot({ companyId, merchantId, installationId, ccyCode }: Row): Row {
  const sums = { authorisedMinor: 0, capturedMinor: 0, refundedMinor: 0 };
  return { companyId, merchantId, installationId, ccyCode, ...sums };
}

export function buildOriginal(txn: Row, receivedAt: Date): OriginalTransaction {
  return {
    type: txn.txnType as TransactionType,
    status: 'SUSPENDED',
    amountMinor: Number(txn.requestedMinor),
    currency: String(txn.ccyCode),
    receivedAt,
    hasStoredCard: true,
  };
}

export const emptyRoot = (): RootState => ({
  captured: false,
  voided: false,
  capturedMinor: 0,
  refundedMinor: 0,
  pendingRefundMinor: 0,
  chargedBackMinor: 0,
  inFlight: false,
});
