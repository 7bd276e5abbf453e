import { formatMinor } from '#shared/money.ts';
import type { TransactionRecord } from '#features/payments/server/pipeline/store/payment-store.ts';
import type { TransactionDetails } from '../../endpoints.ts';

const charges = ['PAYMENT', 'PREAUTH', 'REPEAT', 'CAPTURE'];

/** The sums of the charge that this transaction is or captures; null for anything else, and before it succeeded. */
export function buildChargeDetails(row: TransactionRecord): TransactionDetails['chargeInformation'] {
  const { capturedMinor: captured, refundedMinor: refunded, refundPendingMinor: pending } = row;
  const isCharge = charges.includes(row.txnType) && row.txnStatus === 'SUCCESS';
  if (!isCharge || captured === null || refunded === null || pending === null) return null;
  const money = (minor: number) => formatMinor(minor, row.ccyCode);
  return {
    capturedAmount: money(captured),
    refundedAmount: money(refunded),
    refundPendingAmount: money(pending),
    refundableAmount: money(captured - refunded - pending),
  };
}
