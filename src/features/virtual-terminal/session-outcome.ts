import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import type { getSessionStatus } from '#features/hosted-sessions/endpoints.ts';
import { type Decline, explainDecline } from '#shared/payments/declines.ts';

export type SessionStatusAnswer = ResponseInputOf<typeof getSessionStatus>;

export type SessionOutcome =
  /** The payer can still pay, the card's issuer asks, the merchant decides, or the payment is with the processor. */
  | { kind: 'open'; waitsFor: 'card' | 'issuer' | 'merchant' | 'processor'; decline?: Decline }
  /** There is a transaction, and it has ended. */
  | { kind: 'finished'; transactionId: string; state: string; decline?: Decline }
  /** It ended without a transaction: cancelled, or nobody came in time. */
  | { kind: 'closed'; state: string }
  /** The answer tells nothing of a transaction (docs/domain.md#virtual-terminal). */
  | { kind: 'missing' };

/** What a session's status means for the terminal. */
export function sessionOutcome({ hostedSessionStatus }: SessionStatusAnswer): SessionOutcome {
  const state = hostedSessionStatus?.transactionState?.transactionState;
  if (hostedSessionStatus === undefined || state === undefined) return { kind: 'missing' };
  const { sessionState, transactionState } = hostedSessionStatus;
  if (state === 'PENDING')
    return { kind: 'open', waitsFor: transactionState.outcome === undefined ? 'issuer' : 'merchant' };
  if (state === 'PROCESSING') return { kind: 'open', waitsFor: 'processor' };
  const { id, outcome } = transactionState;
  const declined = outcome === undefined ? {} : { decline: explainDecline(outcome) };
  if (sessionState === 'CREATED' || sessionState === 'STARTED')
    return { kind: 'open', waitsFor: 'card', ...declined };
  return id === undefined
    ? { kind: 'closed', state }
    : { kind: 'finished', transactionId: id, state, ...declined };
}

/** First letter upper case, rest lower case (docs/domain.md#virtual-terminal). */
export const statusText = (state: string): string => `${state.slice(0, 1)}${state.slice(1).toLowerCase()}`;

/** What the page behind the frame's last address tells the terminal. */
export const completeMessage = 'countinghouse.terminal.complete';

/** Kept in the browser's session storage (docs/domain.md#browser-storage). `isDone`: nothing is open any more. */
export interface StoredSession {
  sessionId: string;
  installationId: string;
  /** Who opened it: the result of a payment outlives the end of a session, for the same person only. */
  userId: string;
  isDone?: boolean;
}

/** Storage belongs to the browser: anything may stand there. */
export function storedSessionIn(stored: unknown, userId: string): StoredSession | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { sessionId, installationId, isDone } = stored as Record<string, unknown>;
  if (typeof sessionId !== 'string' || typeof installationId !== 'string') return undefined;
  if ('userId' in stored && stored.userId !== userId) return undefined;
  return { sessionId, installationId, userId, isDone: isDone === true };
}
