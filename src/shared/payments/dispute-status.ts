/** Where a dispute is (docs/domain.md#disputes). */
export const disputeStages = ['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'] as const;
export type DisputeStage = (typeof disputeStages)[number];

export const disputeStatuses = [
  'NEEDS_RESPONSE',
  'UNDER_REVIEW',
  'WON',
  'LOST',
  'ACCEPTED',
  'EXPIRED',
  'WITHDRAWN',
] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** No report is expected any more, although one can still come. */
export const isClosedDispute = (status: DisputeStatus): boolean =>
  status !== 'NEEDS_RESPONSE' && status !== 'UNDER_REVIEW';

/** Visa's and Mastercard's reason codes of fraud. */
export const isFraudCode = (reasonCode: string): boolean =>
  /^(?:10\.\d|48(?:37|40|49|63|70|71))$/.test(reasonCode);
