/** A decision of review mode. */
export const reviewDecisions = ['ACCEPT', 'REJECT', 'HOLD'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** The result of a decision: HELD waits, NOT_SENT came after another decision, FAILED was refused. */
export const decisionStates = ['HELD', 'SENT', 'NOT_SENT', 'UNDONE', 'FAILED'] as const;
export type DecisionState = (typeof decisionStates)[number];

/** The properties by which a payment's history is counted. */
export const historySubjects = ['card', 'email', 'customer', 'ip', 'device', 'address'] as const;
export type HistorySubject = (typeof historySubjects)[number];

/** Attempts that a history counts; more are shown as "100+". */
export const maxHistory = 100;
/** Names, cards or emails that a history names. */
export const maxNamed = 10;

/** The countries of a payment that a reviewer compares. */
export const placeKinds = ['card', 'ip', 'billing', 'shipping'] as const;
