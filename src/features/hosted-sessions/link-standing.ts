import type { TransactionStatus } from '#features/payments/transaction-kind.ts';

export const linkStatuses = ['ACTIVATED', 'USED', 'EXPIRED', 'CANCELLED', 'DEACTIVATED'] as const;
export type LinkStatus = (typeof linkStatuses)[number];
export const linkUsages = ['SINGLE', 'MULTIPLE'] as const;
export type LinkUsage = (typeof linkUsages)[number];

/** Cards that a SINGLE link bears: one that fails more often is being used to test stolen ones. */
export const linkAttemptsAllowed = 15;

export interface LinkFacts {
  usage: LinkUsage;
  expiresAt: Date;
  cancelledAt: Date | null;
  attempts: number;
  /** Of the latest attempt; null before there is one. */
  transactionStatus: TransactionStatus | null;
}

/** Somebody's card is with the processor or with its issuer at this moment, so nobody knows yet whether it is paid. */
export const isLinkBusy = ({ usage, transactionStatus }: LinkFacts): boolean =>
  usage === 'SINGLE' && (transactionStatus?.startsWith('SUSPENDED') ?? false);

/**
 * How a smart link stands (domain §1.7). Nothing of it is written down: a SINGLE link is USED because its transaction
 * has succeeded, from the very commit that settles it, whoever settles.
 */
export function linkStatusOf(facts: LinkFacts, now: Date): LinkStatus {
  const { usage, expiresAt, cancelledAt, attempts, transactionStatus } = facts;
  const isPaid = transactionStatus === 'SUCCESS' || transactionStatus === 'VOIDED';
  if (usage === 'SINGLE' && isPaid) return 'USED';
  if (cancelledAt !== null) return 'CANCELLED';
  if (isLinkBusy(facts)) return 'ACTIVATED';
  if (expiresAt <= now) return 'EXPIRED';
  return usage === 'SINGLE' && attempts >= linkAttemptsAllowed ? 'DEACTIVATED' : 'ACTIVATED';
}
