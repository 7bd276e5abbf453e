import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import type { getSessionStatus } from '#features/payments/hosted-sessions/endpoints.ts';
import { type AdvisedDecline, explainDecline } from '#shared/payments/declines.ts';

export type SessionStatusResponse = ResponseInputOf<typeof getSessionStatus>;

export type SessionOutcome =
  /** The payer can pay, or the payment is at 3-D Secure, at the merchant or at the processor. */
  | { kind: 'open'; waitsFor: 'card' | 'issuer' | 'merchant' | 'processor'; decline?: AdvisedDecline }
  /** The session's transaction has ended. */
  | { kind: 'finished'; transactionId: string; state: string; isHeld: boolean; decline?: AdvisedDecline }
  /** The session ended without a transaction: cancelled or expired. */
  | { kind: 'closed'; state: string }
  /** The response has no transaction state (docs/domain.md#virtual-terminal). */
  | { kind: 'missing' };

/** Converts a session's status to its outcome for the terminal. */
export function toOutcome({ hostedSessionStatus }: SessionStatusResponse): SessionOutcome {
  const state = hostedSessionStatus?.transactionState?.transactionState;
  if (hostedSessionStatus === undefined || state === undefined) return { kind: 'missing' };
  const { sessionState, transactionState } = hostedSessionStatus;
  if (state === 'PENDING')
    return { kind: 'open', waitsFor: transactionState.outcome === undefined ? 'issuer' : 'merchant' };
  if (state === 'PROCESSING') return { kind: 'open', waitsFor: 'processor' };
  const { id, outcome, heldForReview: isHeld = false } = transactionState;
  const declined =
    outcome === undefined
      ? {}
      : { decline: { reason: explainDecline(outcome), adviceCode: outcome.adviceCode } };
  if (sessionState === 'CREATED' || sessionState === 'STARTED')
    return { kind: 'open', waitsFor: 'card', ...declined };
  return id === undefined
    ? { kind: 'closed', state }
    : { kind: 'finished', transactionId: id, state, isHeld, ...declined };
}

/** First letter upper case, rest lower case (docs/domain.md#virtual-terminal). */
export const statusText = (state: string): string => `${state.slice(0, 1)}${state.slice(1).toLowerCase()}`;

/** The message of the redirect page to the terminal. */
export const completeMessage = 'countinghouse.terminal.complete';

/** Stored in the browser's session storage (docs/domain.md#browser-storage). `isDone`: the session has ended. */
export interface StoredSession {
  sessionId: string;
  installationId: string;
  /** The user who opened it. Only the same user sees its result after signing in again. */
  userId: string;
  isDone?: boolean;
}

/** Validates the stored value, which users and extensions can change. */
export function parseStoredSession(stored: unknown, userId: string): StoredSession | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { sessionId, installationId, isDone } = stored as Record<string, unknown>;
  if (typeof sessionId !== 'string' || typeof installationId !== 'string') return undefined;
  if ('userId' in stored && stored.userId !== userId) return undefined;
  return { sessionId, installationId, userId, isDone: isDone === true };
}
