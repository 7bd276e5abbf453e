import type { SettlementKind } from '#integrations/processors/settlements.ts';
import type { LineGroup } from '../line-group.ts';

/** The kinds of lines that a payout adds up in one sum. */
export const groupKinds: Readonly<Record<LineGroup, readonly SettlementKind[]>> = {
  payments: ['PAYMENT'],
  refunds: ['REFUND', 'REFUND_REVERSAL'],
  chargebacks: ['CHARGEBACK', 'CHARGEBACK_REVERSAL'],
  other: ['CARD_PAYOUT', 'FEE', 'OTHER'],
};

/** One line of these settles a transaction. Chargebacks of it can repeat. */
export const settlingKinds: readonly SettlementKind[] = ['PAYMENT', 'REFUND', 'CARD_PAYOUT'];
