import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import { absoluteAmount, type FollowUpLimit } from '#features/transaction-details/follow-up-form.ts';
import type { FollowUpMode } from '#features/transaction-details/follow-up-mode.ts';

/** What the action may move on this transaction, and with what. */
export function followUpLimit(
  transaction: TransactionDetails,
  mode: FollowUpMode,
  isSkipping = false,
): FollowUpLimit {
  const { refundInformation, captureInformation, currencyCode: currency, merchantToken } = transaction;
  const isRefund = mode === 'REFUND';
  const isNew = mode === 'PAYMENT' || mode === 'PAYOUT';
  const isRepeat = mode === 'REPEAT';
  return {
    mode,
    currency,
    amount: isRefund ? refundInformation.amount : absoluteAmount(transaction.requestedAmount),
    isAmountOpen:
      isRefund || isNew || isRepeat || (mode === 'CAPTURE' && captureInformation.partialOperationAllowed),
    isPayout: transaction.type === 'PAYOUT_INITIALIZE',
    sequences: isRepeat ? transaction.repeatInformation.allowedTypes : [],
    ...(isNew && merchantToken !== null
      ? { card: { token: merchantToken, customerRef: transaction.customerMerchantReference } }
      : {}),
    ...(isRepeat && !isSkipping && transaction.addScheduleInformation.availableToProcess
      ? { takesSchedule: true }
      : {}),
    ...(isRepeat && isSkipping && transaction.linkedScheduleId !== null
      ? { skips: transaction.linkedScheduleId }
      : {}),
    ...commerceTypeFor(mode, transaction),
  };
}

/** The cardholder is absent: a repeat is continuous authority, a new payment by staff an order by mail or telephone. */
function commerceTypeFor(
  mode: FollowUpMode,
  { commerceType }: TransactionDetails,
): { commerceType?: string } {
  if (mode === 'REPEAT') return { commerceType: 'CA' };
  if (mode === 'PAYMENT') return { commerceType: 'MOTO' };
  return mode === 'PAYOUT' ? { commerceType } : {};
}
