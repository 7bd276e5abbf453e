import { startOfZonedDay, zonedDate } from '#shared/zoned-day.ts';
import type { TransactionStatus, TransactionType } from '#features/payments/transaction-kind.ts';

/** Tries to take money: what acceptance is counted over. A capture is no new try. */
export const triedTypes: readonly TransactionType[] = ['PAYMENT', 'PREAUTH', 'REPEAT'];
/**
 * The bank said yes. EXPIRED is not among them: a challenge that nobody finished is EXPIRED too, no bank saw it, and
 * neither the kept counts nor the filters of a statement tell the two apart. What is given up: an authorisation whose
 * hold lapsed is no longer counted as accepted from the day it lapses.
 */
export const acceptedStatuses: readonly TransactionStatus[] = ['SUCCESS', 'VOIDED'];
/** Types by which money is taken from the customer. */
export const takenTypes: readonly TransactionType[] = ['PAYMENT', 'CAPTURE', 'REPEAT'];

export const shownDays = 30;

export type Outcome = 'accepted' | 'declined' | 'refunded';

/** When each of the last thirty days begins in the zone, and when today ends. */
export function dayStarts(now: Date, timeZone: string): string[] {
  return Array.from({ length: shownDays + 1 }, (_, at) =>
    startOfZonedDay(now, at + 1 - shownDays, timeZone).toISOString(),
  );
}

/** The statement that holds exactly the rows that a bar counts. */
export function statementParamsFor(from: string, outcome: Outcome, timeZone: string): Record<string, string> {
  return { date: zonedDate(new Date(from), timeZone), ...filterOf[outcome] };
}

const filterOf: Readonly<Record<Outcome, Record<'type' | 'status', string>>> = {
  accepted: { type: triedTypes.join(), status: acceptedStatuses.join() },
  declined: { type: triedTypes.join(), status: 'FAILED' },
  refunded: { type: 'REFUND', status: 'SUCCESS' },
};

/** Accepted in a hundred that were decided; undefined when none was. */
export function acceptanceRate(days: readonly { accepted: number; declined: number }[]): number | undefined {
  const sum = (of: 'accepted' | 'declined') => days.reduce((all, day) => all + day[of], 0);
  const decided = sum('accepted') + sum('declined');
  return decided === 0 ? undefined : sum('accepted') / decided;
}
