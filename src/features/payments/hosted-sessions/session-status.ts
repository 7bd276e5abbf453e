import { type LinkFacts, linkStatusForNewPayer } from '#shared/payments/link-status.ts';
import {
  type TransactionStatus,
  type TransactionType,
  isSuspendedByMerchant,
} from '#shared/payments/transaction-kind.ts';

export const sessionIdleMs = 30 * 60_000;
/** Enough to try other cards after a decline, too few for card testing. */
export const attemptsAllowed = 5;

export type SessionState = 'CREATED' | 'STARTED' | 'TERMINATED' | 'EXPIRED' | 'INVALIDATED';
export type SessionTransactionState =
  | 'NOT_SUBMITTED'
  | 'PROCESSING'
  | 'PENDING'
  | 'SUCCESS'
  | 'FAILED'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'VOIDED';

export interface SessionFacts {
  /** The stored state. */
  state: SessionState;
  lastInteraction: Date;
  attempts: number;
  /** The status of the latest attempt; null before the first. */
  transactionStatus: TransactionStatus | null;
  /** The reason code of the latest attempt, which marks a payment under review. */
  reasonCode?: string | null;
  /** The smart link that opened the session. */
  link?: LinkFacts | null;
}

/** The current status, from the stored state, the time and the transaction (docs/domain.md#session-states). */
export function sessionStatus(
  facts: SessionFacts,
  now: Date,
): { sessionState: SessionState; transactionState: SessionTransactionState } {
  const sessionState = effectiveSessionState(facts, now);
  return { sessionState, transactionState: sessionTransactionState(facts, sessionState) };
}

function effectiveSessionState(
  { state, lastInteraction, attempts, transactionStatus, link }: SessionFacts,
  now: Date,
): SessionState {
  if (state !== 'CREATED' && state !== 'STARTED') return state;
  if (transactionStatus?.startsWith('SUSPENDED')) return 'STARTED';
  if (transactionStatus === 'FAILED' && attempts >= attemptsAllowed) return 'TERMINATED';
  if (transactionStatus !== null && transactionStatus !== 'FAILED') return 'TERMINATED';
  // Another payer has paid the link, or it has ended.
  if (link && linkStatusForNewPayer(link, now) !== 'ACTIVATED') return 'INVALIDATED';
  return now.getTime() - lastInteraction.getTime() >= sessionIdleMs ? 'EXPIRED' : state;
}

/** The card's issuer has to identify the browser or to challenge the payer. */
export const isAtIssuer = ({ transactionStatus }: Pick<SessionFacts, 'transactionStatus'>): boolean =>
  transactionStatus === 'SUSPENDED_THREE_D_SECURE';

/** The processor has the payment, and authenticates the card holder itself. */
export const isAtProcessorChallenge = ({
  transactionStatus,
  authentication,
}: Pick<SessionFacts, 'transactionStatus'> & {
  authentication: { isInSend?: true } | null;
}): boolean => transactionStatus === 'SUSPENDED' && authentication?.isInSend === true;

/** The merchant suspended the payment and decides later. Nothing is with the processor. */
export const isUnderReview = ({
  transactionStatus,
  reasonCode = null,
}: Pick<SessionFacts, 'transactionStatus' | 'reasonCode'>): boolean =>
  isSuspendedByMerchant(transactionStatus, reasonCode);

/** An approved transaction that has moved no money yet: a reviewer or the merchant decides. */
export function heldState({
  transactionType,
  transactionStatus,
  isCaptured,
  isInQueue,
}: {
  transactionType: TransactionType | null;
  transactionStatus: TransactionStatus | null;
  isCaptured: boolean;
  isInQueue: boolean;
}): 'REVIEW' | 'RESERVED' | null {
  const isHeld = transactionType === 'PREAUTH' || transactionType === 'PAYOUT_INITIALIZE';
  if (transactionStatus !== 'SUCCESS' || !isHeld || isCaptured) return null;
  return isInQueue ? 'REVIEW' : 'RESERVED';
}

function sessionTransactionState(facts: SessionFacts, sessionState: SessionState): SessionTransactionState {
  if (isUnderReview(facts)) return 'PENDING';
  const { transactionStatus: status } = facts;
  switch (status) {
    case null:
      if (sessionState === 'EXPIRED') return 'EXPIRED';
      return sessionState === 'CREATED' || sessionState === 'STARTED' ? 'NOT_SUBMITTED' : 'CANCELLED';
    case 'SUSPENDED':
      return 'PROCESSING';
    case 'SUCCESS':
    case 'FAILED':
    case 'CANCELLED':
    case 'EXPIRED':
    case 'VOIDED':
      return status;
    default:
      return 'PENDING';
  }
}

/** Whether the payer can submit a card. */
export function isOpen(facts: SessionFacts, now: Date): boolean {
  const { sessionState, transactionState } = sessionStatus(facts, now);
  const isLive = sessionState === 'CREATED' || sessionState === 'STARTED';
  return isLive && (transactionState === 'NOT_SUBMITTED' || transactionState === 'FAILED');
}
