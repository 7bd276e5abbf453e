import { startOfZonedDay, zonedDate } from '#shared/zoned-day.ts';
import type { TransactionStatus, TransactionType } from '#shared/payments/transaction-kind.ts';

/** Types of attempts, the base of the acceptance rate. A capture is not a new attempt. */
export const authorisedTypes: readonly TransactionType[] = ['PAYMENT', 'PREAUTH', 'REPEAT'];
/**
 * Accepted by the issuer. EXPIRED is excluded: it includes unfinished challenges, which the roll-ups cannot
 * distinguish. So an authorisation counts as accepted until it lapses.
 */
export const acceptedStatuses: readonly TransactionStatus[] = ['SUCCESS', 'VOIDED'];
/** Types that charge the customer. */
export const capturedTypes: readonly TransactionType[] = ['PAYMENT', 'CAPTURE', 'REPEAT'];

const chartDays = 30;

export type Outcome = 'accepted' | 'declined' | 'refunded';

/**
 * The start of each of the last thirty days in the zone, and the end of today. With `periodsBack`, of the
 * thirty days that many periods earlier.
 */
export function listDayStarts(now: Date, timeZone: string, periodsBack = 0): string[] {
  return Array.from({ length: chartDays + 1 }, (_, index) =>
    startOfZonedDay(now, index + 1 - chartDays * (periodsBack + 1), timeZone).toISOString(),
  );
}

/** The statement with exactly the rows of a bar. */
export function statementParamsFor(from: string, outcome: Outcome, timeZone: string): Record<string, string> {
  return { date: zonedDate(new Date(from), timeZone), ...filterOf[outcome] };
}

const filterOf: Readonly<Record<Outcome, Record<'type' | 'status', string>>> = {
  accepted: { type: authorisedTypes.join(), status: acceptedStatuses.join() },
  declined: { type: authorisedTypes.join(), status: 'FAILED' },
  refunded: { type: 'REFUND', status: 'SUCCESS' },
};

/** Share of accepted payments among decided ones; undefined without any. */
export function computeAcceptanceRate(
  days: readonly { accepted: number; declined: number }[],
): number | undefined {
  const sum = (outcome: 'accepted' | 'declined') => days.reduce((all, day) => all + day[outcome], 0);
  const decided = sum('accepted') + sum('declined');
  return decided === 0 ? undefined : sum('accepted') / decided;
}
