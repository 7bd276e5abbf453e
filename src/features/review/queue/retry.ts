/** Tasks in one request: the largest page. */
export const maxTasks = 100;
/** Tasks of one confirmed retry, sent as several requests. */
export const maxRetried = 500;

/** What the retry of a failed task does to the money. ACCEPT and REMOVE move none. */
export const retryEffects = ['CAPTURE', 'PAY_OUT', 'RELEASE', 'CANCEL_PAYOUT', 'ACCEPT', 'REMOVE'] as const;
export type RetryEffect = (typeof retryEffects)[number];
