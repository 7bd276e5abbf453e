import {
  type TransactionStatus,
  type TransactionType,
  isMoneyOut,
  movingTypes,
} from '#shared/payments/transaction-kind.ts';

/** Types of attempts, the base of the acceptance rate. A capture is not a new attempt. */
export const authorisedTypes: readonly TransactionType[] = ['PAYMENT', 'PREAUTH', 'REPEAT'];
/**
 * Accepted by the issuer. EXPIRED is excluded: it includes unfinished challenges, which the roll-ups cannot
 * distinguish. So an authorisation counts as accepted until it lapses.
 */
export const acceptedStatuses: readonly TransactionStatus[] = ['SUCCESS', 'VOIDED'];
/** Types that charge the customer. */
const takenTypes: readonly TransactionType[] = movingTypes.filter((type) => !isMoneyOut(type));

export const breakdowns = ['brand', 'channel', 'installation'] as const;
export type Breakdown = (typeof breakdowns)[number];

/** What a mark counts: attempts by their result, or money in one direction. */
export const measures = ['accepted', 'declined', 'attempts', 'taken', 'refunded'] as const;
export type Measure = (typeof measures)[number];

/** The rows that a measure counts. Money is the sum of their amounts. */
export const measured: Readonly<
  Record<Measure, { types: readonly TransactionType[]; statuses: readonly TransactionStatus[] }>
> = {
  accepted: { types: authorisedTypes, statuses: acceptedStatuses },
  declined: { types: authorisedTypes, statuses: ['FAILED'] },
  attempts: { types: authorisedTypes, statuses: [...acceptedStatuses, 'FAILED'] },
  taken: { types: takenTypes, statuses: ['SUCCESS'] },
  refunded: { types: ['REFUND'], statuses: ['SUCCESS'] },
};

/** Parts of a breakdown: stored codes, or ids of installations. Null: the rows without one. */
export interface Part {
  by: Breakdown;
  values: (string | null)[];
}

/** The statement with exactly the rows of a mark; undefined where a statement has no such filter. */
export function statementParamsFor(
  date: string,
  measure: Measure,
  { currency, part }: { currency?: string; part?: Part } = {},
): Record<string, string> | undefined {
  const [value, ...others] = part?.values ?? [];
  // A column has one value, and the organisations of a statement end with merchants.
  if (value === null || others.length > 0 || part?.by === 'installation') return undefined;
  const { types, statuses } = measured[measure];
  return {
    date,
    type: types.join(),
    status: statuses.join(),
    ...(currency === undefined ? {} : { 'filter.ccy_code': currency }),
    ...(part === undefined || value === undefined ? {} : { [parameters[part.by]]: value }),
  };
}

const parameters: Readonly<Record<Exclude<Breakdown, 'installation'>, string>> = {
  brand: 'filter.payment_product',
  channel: 'filter.sales_channel',
};

/** Share of accepted payments among decided ones; undefined without any. */
export function acceptanceRate({
  accepted,
  declined,
}: {
  accepted: number;
  declined: number;
}): number | undefined {
  return accepted + declined === 0 ? undefined : accepted / (accepted + declined);
}

/** In the order of the screen. */
export const needKinds = [
  'approvals',
  'disputes',
  'failedReviews',
  'reviews',
  'cases',
  'expiringAuthorisations',
  'suspendedSchedules',
  'declinedRepeats',
  'webhooks',
  'expiringLinks',
  'lockedUsers',
] as const;
export type NeedKind = (typeof needKinds)[number];

/** The highest number that is counted. */
export const maxNeeds = 1000;
