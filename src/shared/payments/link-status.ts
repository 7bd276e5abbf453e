import type { TransactionStatus } from './transaction-kind.ts';

export const linkStatuses = ['ACTIVATED', 'USED', 'EXPIRED', 'CANCELLED', 'DEACTIVATED'] as const;
export type LinkStatus = (typeof linkStatuses)[number];
export const linkUsages = ['SINGLE', 'MULTIPLE'] as const;
export type LinkUsage = (typeof linkUsages)[number];

/** The attempts a SINGLE link allows. More point to card testing. */
export const linkAttemptsAllowed = 15;

export interface LinkFacts {
  usage: LinkUsage;
  expiresAt: Date;
  cancelledAt: Date | null;
  /** When a SINGLE link was paid: written by the transaction that settles (docs/decisions/0088). */
  usedAt: Date | null;
  attempts: number;
  /** The status of the latest attempt; null before the first. */
  transactionStatus: TransactionStatus | null;
  /** When that status was reached. */
  transactionAt: Date | null;
}

/** Declines that pause a SINGLE link (docs/decisions/0050). */
const declinesBeforePause = 5;
const pauseMs = 15 * 60_000;

/** A payment is with the processor or at 3-D Secure, so its result is unknown. */
export const isBeingPaid = ({ usage, transactionStatus }: LinkFacts): boolean =>
  usage === 'SINGLE' && (transactionStatus?.startsWith('SUSPENDED') ?? false);

/** The payer is at 3-D Secure. No money is held, so a new attempt may supersede this one. */
export const isAtChallenge = (facts: LinkFacts): boolean =>
  isBeingPaid(facts) && facts.transactionStatus === 'SUSPENDED_THREE_D_SECURE';

/** The processor or the merchant may approve at any time, so no second attempt is allowed. */
export const isLinkBusy = (facts: LinkFacts): boolean => isBeingPaid(facts) && !isAtChallenge(facts);

/** The status for a new payer: another payer's challenge doesn't keep an expired link open. */
export const linkStatusForNewPayer = (facts: LinkFacts, now: Date): LinkStatus =>
  linkStatus(isAtChallenge(facts) ? { ...facts, transactionStatus: null } : facts, now);

/** The time until which a SINGLE link rejects cards after several declines in a row. */
export function linkPausedUntil(facts: LinkFacts, now: Date): Date | undefined {
  const { usage, attempts, transactionStatus, transactionAt } = facts;
  if (usage !== 'SINGLE' || transactionStatus !== 'FAILED' || transactionAt === null) return undefined;
  if (attempts === 0 || attempts % declinesBeforePause !== 0) return undefined;
  const until = new Date(transactionAt.getTime() + pauseMs);
  return until > now ? until : undefined;
}

/**
 * The status of a smart link (docs/domain.md#smart-links). A SINGLE link is USED for good from the commit that settles
 * its payment. Every other status is computed.
 */
export function linkStatus(facts: LinkFacts, now: Date): LinkStatus {
  const { usage, expiresAt, cancelledAt, usedAt, attempts, transactionStatus } = facts;
  // A process of the previous version may have settled the payment without marking the link.
  const isPaid = usedAt !== null || transactionStatus === 'SUCCESS' || transactionStatus === 'VOIDED';
  if (usage === 'SINGLE' && isPaid) return 'USED';
  if (cancelledAt !== null) return 'CANCELLED';
  const hasTooManyAttempts = usage === 'SINGLE' && attempts >= linkAttemptsAllowed;
  if (isBeingPaid(facts) && !hasTooManyAttempts) return 'ACTIVATED';
  if (expiresAt <= now) return 'EXPIRED';
  // The last allowed attempt blocks new ones until it has ended.
  return hasTooManyAttempts ? 'DEACTIVATED' : 'ACTIVATED';
}

/** Maximum links per request, and lines of the page's CSV (docs/domain.md#smart-links). */
export const smartLinkMaxBatchSize = 100;
