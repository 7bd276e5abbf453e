import type { TransactionStatus } from './transaction-kind.ts';

export const linkStatuses = ['ACTIVATED', 'USED', 'EXPIRED', 'CANCELLED', 'DEACTIVATED'] as const;
export type LinkStatus = (typeof linkStatuses)[number];
export const linkUsages = ['SINGLE', 'MULTIPLE'] as const;
export type LinkUsage = (typeof linkUsages)[number];

/** The progress of a link's payment (docs/domain.md#smart-links). A link can be paid while its status is ACTIVATED. */
export const linkStates = [
  'OPEN',
  'OPENED',
  'PROCESSING',
  'AUTHORISED',
  'IN_REVIEW',
  'PAID',
  'PARTLY_REFUNDED',
  'REFUNDED',
  'RELEASED',
  'EXPIRED',
  'CANCELLED',
  'DEACTIVATED',
] as const;
export type LinkState = (typeof linkStates)[number];

/** What the transactions of a SINGLE link have stored; null while none has been approved. */
type LinkPayState = Extract<LinkState, 'AUTHORISED' | 'PAID' | 'PARTLY_REFUNDED' | 'REFUNDED' | 'RELEASED'>;

/** The attempts a SINGLE link allows. More point to card testing. */
export const linkAttemptsAllowed = 15;

export interface LinkFacts {
  usage: LinkUsage;
  expiresAt: Date;
  cancelledAt: Date | null;
  /** When a SINGLE link was authorised or paid: written by the transaction that settles (docs/decisions/0088). A release clears it. */
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
 * The status of a smart link (docs/domain.md#smart-links). A SINGLE link is USED from the commit that settles its payment, until
 * that payment is released. Every other status is computed.
 */
export function linkStatus(facts: LinkFacts, now: Date): LinkStatus {
  const { usage, expiresAt, cancelledAt, usedAt, attempts, transactionStatus } = facts;
  // A process of the previous version may have settled the payment without marking the link.
  const isPaid = usedAt !== null || transactionStatus === 'SUCCESS';
  if (usage === 'SINGLE' && isPaid) return 'USED';
  if (cancelledAt !== null) return 'CANCELLED';
  const hasTooManyAttempts = usage === 'SINGLE' && attempts >= linkAttemptsAllowed;
  if (isBeingPaid(facts) && !hasTooManyAttempts) return 'ACTIVATED';
  if (expiresAt <= now) return 'EXPIRED';
  // The last allowed attempt blocks new ones until it has ended.
  return hasTooManyAttempts ? 'DEACTIVATED' : 'ACTIVATED';
}

export interface LinkStateFacts extends LinkFacts {
  payState: LinkPayState | null;
  /** A reviewer decides about the authorisation. */
  isInReview: boolean;
  /** When a payer first saw the payment page. */
  openedAt: Date | null;
  paidCount: number;
}

/** The state of a smart link. A payment decides it before time and cancellation do, and a payment in progress before a release. */
export function linkState(facts: LinkStateFacts, now: Date): LinkState {
  const { payState, isInReview, openedAt, paidCount } = facts;
  const status = linkStatus(facts, now);
  if (status === 'USED') {
    // A process of the previous version stores no state.
    const stored = payState ?? (paidCount > 0 ? 'PAID' : 'AUTHORISED');
    return stored === 'AUTHORISED' && isInReview ? 'IN_REVIEW' : stored;
  }
  if (payState === 'RELEASED') return 'RELEASED';
  if (status !== 'ACTIVATED') return status;
  if (isBeingPaid(facts)) return 'PROCESSING';
  return openedAt === null ? 'OPEN' : 'OPENED';
}

/** Maximum links per request, and lines of the page's CSV (docs/domain.md#smart-links). */
export const smartLinkMaxBatchSize = 100;
