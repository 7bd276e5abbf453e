import { fillPlaceholders } from '#shared/text/fill-placeholders.ts';

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

const sentences: Record<ScheduleChange['code'], string> = {
  CREATED: 'Created with transaction {transactionId}',
  CHARGED: 'Episode {episode} was charged by transaction {transactionId}',
  REPLACED: 'Episode {episode} was replaced by transaction {transactionId}',
  POSTPONED: 'Episode {episode} was postponed because a service is unavailable ({reason})',
  DECLINED: 'Episode {episode} was declined ({reason}) and will be retried',
  FAILED: 'Episode {episode} failed ({reason})',
  SKIPPED: 'Episode {episode}, due on {dueOn}, was skipped',
  TECH_SUSPENDED: 'Suspended by the system ({reason})',
  CARD_NEEDED: 'Suspended: the customer needs to provide a new card ({reason})',
  CONSENT_WITHDRAWN: 'Suspended: the card holder withdrew consent ({reason})',
  SUSPENDED: 'Suspended',
  RESUMED: 'Resumed',
  CLEARED: 'Resumed by the provider',
  CANCELLED: 'Cancelled',
  COMPLETE: 'No episodes left',
};

/** The sentence of a change, for clients that don't write their own text. */
export function changeText(code: ScheduleChange['code'], detail: Readonly<Record<string, unknown>>): string {
  return fillPlaceholders(sentences[code], detail, '?');
}
