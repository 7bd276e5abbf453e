import { isMovingType } from '#shared/payments/transaction-kind.ts';
import { isPositive } from '#shared/money.ts';
import type { TransactionDetails } from './schemas.ts';

/** A line of the sums of a payment, with its label at `details.field.{name}`. */
interface SumLine {
  name: string;
  /** Decimal text; negative for money that went back. */
  amount: string;
  /** Below a rule: what the lines above come to. */
  isTotal?: true;
}

type Sums = Pick<
  TransactionDetails,
  'type' | 'requestedAmount' | 'moneyMoved' | 'authorisationInformation' | 'chargeInformation'
>;

/** What an amount that moved is called, by the type of its transaction; otherwise it was paid. */
const movedAs: Readonly<Record<string, string>> = {
  CAPTURE: 'captured',
  REFUND: 'refunded',
  PAYOUT: 'paid_out',
  PAYOUT_COMPLETE: 'paid_out',
};

/** What was asked, authorised and moved, and what is left: the lines that apply (docs/domain.md#transaction-details). */
export function chargeSums(transaction: Sums): SumLine[] {
  const { type, requestedAmount, moneyMoved, authorisationInformation: hold } = transaction;
  const { chargeInformation: charge } = transaction;
  const lines: SumLine[] = [{ name: 'requested_amount', amount: requestedAmount }];
  const add = (name: string, amount: string | undefined) => {
    if (amount !== undefined && isPositive(amount)) lines.push({ name, amount });
  };
  add('authorised', hold?.authorisedAmount);
  if (hold) add('captured', charge?.capturedAmount);
  else if (isMovingType(type)) add(movedAs[type] ?? 'paid', moneyMoved);
  add('released', hold?.releasedAmount);
  add('left_to_capture', hold?.capturableAmount);
  if (charge === null || !isPositive(charge.capturedAmount)) return lines;
  const { refundedAmount, refundPendingAmount, chargedBackAmount, refundableAmount, netAmount } = charge;
  add('refunded', `-${refundedAmount}`);
  add('charged_back', `-${chargedBackAmount}`);
  if (isPositive(refundedAmount) || isPositive(chargedBackAmount))
    lines.push({ name: 'net', amount: netAmount, isTotal: true });
  add('refund_pending', `-${refundPendingAmount}`);
  return [...lines, { name: 'refundable', amount: refundableAmount }];
}
