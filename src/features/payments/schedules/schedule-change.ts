/** Why an attempt failed: our reason code, the processor's code if it responded, and the card's scheme. */
export interface Failed {
  reason: string;
  statusCode?: string;
  scheme?: string;
  /** Mastercard's merchant advice code. */
  adviceCode?: string;
}

/** One entry of a schedule's history, with the values its sentence names. */
export type ScheduleChange =
  | { code: 'CREATED'; transactionId: string }
  | { code: 'CHARGED' | 'REPLACED'; episode: number; transactionId: string }
  | ({ code: 'POSTPONED'; episode: number } & Failed)
  | ({ code: 'DECLINED' | 'FAILED'; episode: number; transactionId?: string } & Failed)
  | { code: 'SKIPPED'; episode: number; dueOn: string }
  | ({ code: 'TECH_SUSPENDED' | 'CARD_NEEDED' | 'CONSENT_WITHDRAWN' } & Failed)
  | { code: 'SUSPENDED' | 'RESUMED' | 'CLEARED' | 'CANCELLED' | 'COMPLETE' };

export const scheduleChanges = [
  'CREATED',
  'CHARGED',
  'REPLACED',
  'POSTPONED',
  'DECLINED',
  'FAILED',
  'SKIPPED',
  'TECH_SUSPENDED',
  'CARD_NEEDED',
  'CONSENT_WITHDRAWN',
  'SUSPENDED',
  'RESUMED',
  'CLEARED',
  'CANCELLED',
  'COMPLETE',
] as const satisfies readonly ScheduleChange['code'][];

/** Changes that report a failed charge. */
export const scheduleFailures = [
  'DECLINED',
  'FAILED',
  'TECH_SUSPENDED',
  'CARD_NEEDED',
  'CONSENT_WITHDRAWN',
] as const satisfies readonly ScheduleChange['code'][];
