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
  /** When a SINGLE link was paid: written by the transaction that settles (docs/decisions/0034). */
  usedAt: Date | null;
  attempts: number;
  /** Of the latest attempt; null before there is one. */
  transactionStatus: TransactionStatus | null;
}

/** Somebody's card is with the processor or with its issuer at this moment, so nobody knows yet whether it is paid. */
export const isLinkBusy = ({ usage, transactionStatus }: LinkFacts): boolean =>
  usage === 'SINGLE' && (transactionStatus?.startsWith('SUSPENDED') ?? false);

/**
 * How a smart link stands (domain §1.7). A SINGLE link is USED from the very commit that settles its payment, whoever
 * settles, and for good; all else is worked out.
 */
export function linkStatusOf(facts: LinkFacts, now: Date): LinkStatus {
  const { usage, expiresAt, cancelledAt, usedAt, attempts, transactionStatus } = facts;
  // Unmarked but paid: by a program of before the mark, while the new one starts.
  const isPaid = usedAt !== null || transactionStatus === 'SUCCESS' || transactionStatus === 'VOIDED';
  if (usage === 'SINGLE' && isPaid) return 'USED';
  if (cancelledAt !== null) return 'CANCELLED';
  const boreTooMany = usage === 'SINGLE' && attempts >= linkAttemptsAllowed;
  if (isLinkBusy(facts) && !boreTooMany) return 'ACTIVATED';
  if (expiresAt <= now) return 'EXPIRED';
  // While the last card is under way it is still: nobody else may try, whatever comes of it.
  return boreTooMany ? 'DEACTIVATED' : 'ACTIVATED';
}
