/** How a report and our books differ (docs/domain.md#settlement-differences). */
export const differenceKinds = [
  'MISSING',
  'UNKNOWN',
  'AMOUNT',
  'CURRENCY',
  'TWICE',
  'LATE_APPROVAL',
  'PAYOUT',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export const differenceStates = ['OPEN', 'CLOSED'] as const;
export type DifferenceState = (typeof differenceStates)[number];

export const reportStates = ['WAITING', 'IMPORTING', 'IMPORTED', 'REFUSED', 'FAILED', 'DUPLICATE'] as const;
export type ReportState = (typeof reportStates)[number];

export const payoutStates = ['OPEN', 'RECONCILED', 'DIFFERENT'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** Days after which a report should have a movement of money. */
export const settlementDays = 10;
export const maxNote = 500;
