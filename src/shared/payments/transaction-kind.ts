/** The reporting enum `txn_type` (docs/domain.md#transaction-types), stored as it is. */
export const transactionTypes = [
  'CAPTURE',
  'CASH_EXPIRE',
  'CASH_ISSUE',
  'CASH_PAYMENT',
  'PAYMENT',
  'PAYOUT',
  'PREAUTH',
  'PREAUTH_VOID',
  'PAYMENT_VOID',
  'PAYMENT_INITIALIZE',
  'PAYMENT_UPDATE',
  'PAYMENT_COMPLETE',
  'PAYOUT_VOID',
  'PAYOUT_INITIALIZE',
  'PAYOUT_COMPLETE',
  'REFUND',
  'REPEAT',
  'VERIFY',
] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** The reporting enum `txn_status` (docs/domain.md#transaction-statuses). */
export const transactionStatuses = [
  'SUCCESS',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
  'VOIDED',
  'SUSPENDED_PAYPAL',
  'SUSPENDED_THREE_D_SECURE',
  'SUSPENDED',
  'SUSPENDED_REPLAY',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The statuses of transactions that have ended. */
export type FinalStatus = Exclude<TransactionStatus, `SUSPENDED${string}`>;

/** Stages in their order (docs/domain.md#transaction-statuses). */
export const transactionStages = [
  'INITIALIZE',
  'FRAUD_RULES',
  'THREE_D_SECURE',
  'AUTHORISATION',
  'EXTERNAL_PROCESSING',
  'COMPLETE',
] as const;
export type TransactionStage = (typeof transactionStages)[number];

type MerchantStatus = 'SUCCESS' | 'FAILED' | 'PENDING' | 'EXPIRED' | 'CANCELLED' | 'VOIDED';

export function isSuspended(status: TransactionStatus): status is Exclude<TransactionStatus, FinalStatus> {
  return status.startsWith('SUSPENDED');
}

/** Suspended by the merchant's response to the pre-authorisation callback: U101 until resumed, U102 until the next callback. */
export function isSuspendedByMerchant(status: TransactionStatus | null, reasonCode: string | null): boolean {
  return status === 'SUSPENDED_REPLAY' || (status === 'SUSPENDED' && reasonCode === 'U101');
}

/** The merchant API has one status, PENDING, for the four suspended statuses (docs/domain.md#transaction-statuses). */
export function merchantStatus(status: TransactionStatus): MerchantStatus {
  switch (status) {
    case 'SUCCESS':
    case 'FAILED':
    case 'CANCELLED':
    case 'EXPIRED':
    case 'VOIDED':
      return status;
    default:
      return 'PENDING';
  }
}

/** The merchant API shows a released authorisation as CANCEL (docs/domain.md#transaction-types). */
export function merchantType(type: TransactionType): string {
  return type === 'PREAUTH_VOID' ? 'CANCEL' : type;
}

/** The suspended status of a U code (docs/domain.md#transaction-statuses). */
export function statusOfSuspension(reasonCode: string): TransactionStatus {
  switch (reasonCode) {
    case 'U100':
      return 'SUSPENDED_THREE_D_SECURE';
    case 'U102':
      return 'SUSPENDED_REPLAY';
    case 'U103':
    case 'U104':
      return 'SUSPENDED_PAYPAL';
    default:
      return 'SUSPENDED';
  }
}

/** REFUND and PAYOUT families are negative in reports, positive on the merchant API (docs/domain.md#money). */
export function isMoneyOut(type: string): boolean {
  return type === 'REFUND' || type.startsWith('PAYOUT');
}

/** Types that move money when they succeed; all others reserve, release, check or announce (docs/domain.md#money-moved). */
export const movingTypes = [
  'PAYMENT',
  'CAPTURE',
  'REPEAT',
  'REFUND',
  'PAYOUT',
  'PAYOUT_COMPLETE',
  'PAYMENT_COMPLETE',
  'CASH_PAYMENT',
] as const satisfies readonly TransactionType[];

const moving: ReadonlySet<string> = new Set(movingTypes);

export const isMovingType = (type: string): boolean => moving.has(type);

/** Whether a transaction has moved money. Type and status as stored. */
export const hasMovedMoney = (type: string, status: string): boolean =>
  status === 'SUCCESS' && isMovingType(type);

/**
 * The amount that the customer has spent: zero while expired, failed or suspended
 * (docs/domain.md#transaction-statuses).
 */
export function consumerSpend(status: TransactionStatus, amountMinor: number): number {
  return status === 'SUCCESS' || status === 'VOIDED' ? amountMinor : 0;
}
