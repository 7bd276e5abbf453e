import { formatMinor } from '#shared/money.ts';
import type { TransactionRecord } from '#features/payments/server/pipeline/store/payment-store.ts';
import type { TransactionDetails } from '../../endpoints.ts';

const charges = ['PAYMENT', 'PREAUTH', 'REPEAT', 'CAPTURE'];

/** The sums of the charge that this transaction is or captures; null for anything else, and before it succeeded. */
export function buildChargeDetails(row: TransactionRecord): TransactionDetails['chargeInformation'] {
  const { captured_minor: captured, refunded_minor: refunded, refund_pending_minor: pending } = row;
  const isCharge = charges.includes(row.txn_type) && row.txn_status === 'SUCCESS';
  if (!isCharge || captured === null || refunded === null || pending === null) return null;
  const money = (minor: number) => formatMinor(minor, row.ccy_code);
  return {
    capturedAmount: money(captured),
    refundedAmount: money(refunded),
    refundPendingAmount: money(pending),
    refundableAmount: money(captured - refunded - pending),
  };
}
