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
  /** When a SINGLE link was paid: written by the transaction that settles (docs/decisions/0088). */
  usedAt: Date | null;
  attempts: number;
  /** Of the latest attempt; null before there is one. */
  transactionStatus: TransactionStatus | null;
  /** When that status was reached. */
  transactionAt: Date | null;
}

/** So many declines pause a SINGLE link for a while (docs/decisions/0050). */
const declinesBeforePause = 5;
const pauseMs = 15 * 60_000;

/** A card is with the processor or with its issuer, so the result is not known yet: "being paid". */
export const isBeingPaid = ({ usage, transactionStatus }: LinkFacts): boolean =>
  usage === 'SINGLE' && (transactionStatus?.startsWith('SUSPENDED') ?? false);

/** The payer is at the issuer's 3-D Secure page. No money is held, so a new attempt may supersede this one. */
export const isAtChallenge = (facts: LinkFacts): boolean =>
  isBeingPaid(facts) && facts.transactionStatus === 'SUSPENDED_THREE_D_SECURE';

/** The processor or the merchant may approve at any moment: no second attempt. */
export const isLinkBusy = (facts: LinkFacts): boolean => isBeingPaid(facts) && !isAtChallenge(facts);

/** The status for anyone but the payer at the challenge: that challenge does not keep an expired link open. */
export const linkStatusForNewPayer = (facts: LinkFacts, now: Date): LinkStatus =>
  linkStatus(isAtChallenge(facts) ? { ...facts, transactionStatus: null } : facts, now);

/** Until when a SINGLE link takes no card, because several were declined one after the other. */
export function linkPausedUntil(facts: LinkFacts, now: Date): Date | undefined {
  const { usage, attempts, transactionStatus, transactionAt } = facts;
  if (usage !== 'SINGLE' || transactionStatus !== 'FAILED' || transactionAt === null) return undefined;
  if (attempts === 0 || attempts % declinesBeforePause !== 0) return undefined;
  const until = new Date(transactionAt.getTime() + pauseMs);
  return until > now ? until : undefined;
}

/**
 * How a smart link stands (docs/domain.md#smart-links). A SINGLE link is USED from the very commit that settles its
 * payment, whoever settles, and for good; all else is worked out.
 */
export function linkStatus(facts: LinkFacts, now: Date): LinkStatus {
  const { usage, expiresAt, cancelledAt, usedAt, attempts, transactionStatus } = facts;
  // Unmarked but paid: by a program of before the mark, while the new one starts.
  const isPaid = usedAt !== null || transactionStatus === 'SUCCESS' || transactionStatus === 'VOIDED';
  if (usage === 'SINGLE' && isPaid) return 'USED';
  if (cancelledAt !== null) return 'CANCELLED';
  const boreTooMany = usage === 'SINGLE' && attempts >= linkAttemptsAllowed;
  if (isBeingPaid(facts) && !boreTooMany) return 'ACTIVATED';
  if (expiresAt <= now) return 'EXPIRED';
  // While the last card is under way it is still: nobody else may try, whatever comes of it.
  return boreTooMany ? 'DEACTIVATED' : 'ACTIVATED';
}
