/** How a case ends (docs/domain.md#cases). */
export const caseOutcomes = ['FRAUD', 'FRIENDLY', 'GENUINE'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

export const caseStatuses = ['OPEN', 'CLOSED'] as const;

/** The reason why a transaction is in a case: the property that it shares with the first transaction. */
export const caseReasons = ['OPENED', 'CARD', 'CUSTOMER', 'ADDRESS', 'ADDED'] as const;
export type CaseReason = (typeof caseReasons)[number];

export const caseEvents = [
  'OPENED',
  'COLLECTED',
  'ADDED',
  'NOTE',
  'FILE_ADDED',
  'FILE_REMOVED',
  'ASSIGNED',
  'UNASSIGNED',
  'CLOSED',
  'LISTED',
  'REOPENED',
] as const;
export type CaseEventKind = (typeof caseEvents)[number];

/** Fields whose values a closed case can add to the block or allow list of the company. */
export const listedFields = ['cardCorrelationId', 'customerEmail', 'normalisedAddress'] as const;

/** Transactions of a case. */
export const maxTransactions = 200;
/** Transactions that are collected for each thing they share, newest first. */
export const maxCollected = 50;
/** How far back transactions are collected. */
export const collectedDays = 365;
export const maxNote = 2000;
export const maxFiles = 20;
/** Values that one closing adds to lists. */
export const maxListValues = 20;
