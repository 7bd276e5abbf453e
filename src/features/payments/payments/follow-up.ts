import { type Result, ok, refuse } from '#shared/result.ts';
import type { ReasonCode } from '#shared/payments/reason-codes.ts';
import {
  type TransactionStatus,
  type TransactionType,
  isSuspended,
} from '#shared/payments/transaction-kind.ts';

export type FollowUpAction = 'capture' | 'cancel' | 'refund' | 'repeat';

/** The transaction that a follow-up is requested of. */
export interface OriginalTransaction {
  type: TransactionType;
  status: TransactionStatus;
  amountMinor: number;
  currency: string;
  receivedAt: Date;
  /** The processor's credential of the card is stored. */
  hasStoredCard: boolean;
  /** The card was deleted by the customer. */
  cardDeleted?: boolean;
  /** U101 or U102: its merchant may cancel it before the processor is called (docs/decisions/0054). */
  isSuspendedByMerchant?: boolean;
  /** Its hold lasts this much longer for the decision of a deferral. */
  extraLifeMs?: number;
}

/** The sums of one charge; its refunds share them (docs/domain.md#refunds). */
export interface RootState {
  /** The authorisation or payout under this root was captured, completed or paid at once. */
  captured: boolean;
  voided: boolean;
  capturedMinor: number;
  /** Successful refunds. */
  refundedMinor: number;
  /** Refunds that wait for the processor: counted, but not blocking (U200). */
  pendingRefundMinor: number;
  /** What disputes have taken. */
  chargedBackMinor: number;
  /** Another follow-up waits for the processor. */
  inFlight: boolean;
}

/** What the refunds of a payment come to with another one, pending ones included. */
export const refundTotalMinor = (
  { refundedMinor, pendingRefundMinor }: Pick<RootState, 'refundedMinor' | 'pendingRefundMinor'>,
  amountMinor: number,
): number => refundedMinor + pendingRefundMinor + amountMinor;

export interface FollowUpFeatures {
  partialCapture: boolean;
  recurring: boolean;
  instalments: boolean;
}

/** Without an amount: the whole remaining amount. `sequence` is for repeats only. */
export interface FollowUpRequest {
  amountMinor?: number;
  currency?: string;
  sequence?: 'RECURRING' | 'INSTALMENT';
}

interface FollowUpDecision {
  type: TransactionType;
  amountMinor: number;
}
type DecisionResult<T> = Result<T, { code: ReasonCode }>;

/** A payment waits this long for its customer or its merchant (docs/domain.md#expiry). */
export const suspendedLifeMs = 25 * 60 * 1000;

/** An authorisation and a deferred payout expire after seven days (docs/domain.md#expiry). */
export const preauthLifeMs = 7 * 24 * 60 * 60 * 1000;

type Rows = Partial<Record<TransactionType, TransactionType>>;

/** From the original's type to the type of the new transaction; an absent pair is V134 (docs/domain.md#follow-ups). */
const follows: Record<FollowUpAction, Rows> = {
  capture: { PREAUTH: 'CAPTURE', PAYOUT_INITIALIZE: 'PAYOUT_COMPLETE' },
  cancel: { PREAUTH: 'PREAUTH_VOID', PAYOUT_INITIALIZE: 'PAYOUT_VOID' },
  refund: {
    PREAUTH: 'REFUND',
    CAPTURE: 'REFUND',
    PAYMENT: 'REFUND',
    REPEAT: 'REFUND',
    PAYMENT_COMPLETE: 'REFUND',
  },
  repeat: { PAYMENT: 'REPEAT', PREAUTH: 'REPEAT', REPEAT: 'REPEAT', VERIFY: 'REPEAT' },
};

/** The type of the follow-up, whatever the original's state; undefined when its type allows none. */
export function followUpType(action: FollowUpAction, type: TransactionType): TransactionType | undefined {
  return follows[action][type];
}

/**
 * What can still be refunded: Σ captured − Σ refunds done or pending − charged back, in minor units (docs/domain.md#refunds).
 * Not below 0, although a payment can be refunded and charged back.
 */
export function refundableMinor(
  root: Pick<RootState, 'capturedMinor' | 'refundedMinor' | 'pendingRefundMinor' | 'chargedBackMinor'>,
): number {
  const { capturedMinor, refundedMinor, pendingRefundMinor, chargedBackMinor } = root;
  return Math.max(0, capturedMinor - refundedMinor - pendingRefundMinor - chargedBackMinor);
}

/**
 * Type and amount of the follow-up, or why it is refused: the whole table of docs/domain.md#follow-ups. The database's
 * CHECK constraints enforce the same limits a second time.
 */
export function decideFollowUp(
  action: FollowUpAction,
  original: OriginalTransaction,
  root: RootState,
  request: FollowUpRequest,
  features: FollowUpFeatures,
  now: Date,
): DecisionResult<FollowUpDecision> {
  const state = checkState(action, original, root, now);
  if (!state.ok) return state;
  if (root.inFlight) return refuseWith('A125');
  if (action !== 'cancel' && request.currency !== undefined && request.currency !== original.currency) {
    return refuseWith('V133');
  }
  if (action !== 'cancel' && request.amountMinor === 0) return refuseWith('V100');
  const amount = checkAmount(action, original, root, request, features);
  return amount.ok ? ok({ type: state.value, amountMinor: amount.value }) : amount;
}

/** The part that no request can change: type, status and earlier follow-ups. */
export function checkState(
  action: FollowUpAction,
  original: OriginalTransaction,
  root: RootState,
  now: Date,
): DecisionResult<TransactionType> {
  const type = followUpType(action, original.type);
  if (!type) return refuseWith('V134');
  if (original.status === 'FAILED' || original.status === 'CANCELLED') return refuseWith('V136');
  if (isSuspended(original.status) || original.status === 'EXPIRED') return refuseWith('V135');
  if (original.status === 'VOIDED' || (root.voided && action !== 'repeat')) return refuseWith('V139');
  const isOpen = original.type === 'PREAUTH' || original.type === 'PAYOUT_INITIALIZE';
  if (action === 'capture' || action === 'cancel') {
    if (root.captured) return refuseWith('V138');
    if (isOpen && hasLapsed(original, now)) return refuseWith('V135');
  }
  if (action === 'refund' && isOpen && !root.captured) return refuseWith('V137');
  if (action === 'repeat' && original.cardDeleted) return refuseWith('A123');
  if (action === 'repeat' && !original.hasStoredCard) return refuseWith('A109');
  return ok(type);
}

/**
 * Whether a schedule can be added to a transaction: it must be paid and repeatable, with its card stored, and have no
 * live schedule (docs/domain.md#availability).
 */
export function checkScheduleAllowed(
  { type, status, hasStoredCard, cardDeleted }: OriginalTransaction,
  hasLiveSchedule: boolean,
): DecisionResult<undefined> {
  if (!followUpType('repeat', type)) return refuseWith('V134');
  if (status === 'FAILED' || status === 'CANCELLED') return refuseWith('V136');
  if (isSuspended(status) || status === 'EXPIRED') return refuseWith('V135');
  if (status === 'VOIDED') return refuseWith('V139');
  if (cardDeleted) return refuseWith('A123');
  if (!hasStoredCard) return refuseWith('A109');
  return hasLiveSchedule ? refuseWith('A103') : ok(undefined);
}

function checkAmount(
  action: FollowUpAction,
  original: OriginalTransaction,
  root: RootState,
  request: FollowUpRequest,
  features: FollowUpFeatures,
): DecisionResult<number> {
  const requested = request.amountMinor;
  switch (action) {
    case 'cancel':
      return ok(original.amountMinor);
    case 'capture':
      if (requested === undefined) return ok(original.amountMinor);
      if (requested > original.amountMinor) return refuseWith('V501');
      return requested < original.amountMinor && !features.partialCapture
        ? refuseWith('V502')
        : ok(requested);
    case 'refund': {
      const refundable = refundableMinor(root);
      const amount = requested ?? refundable;
      return amount > refundable || amount <= 0 ? refuseWith('V402') : ok(amount);
    }
    case 'repeat': {
      if (request.sequence === 'RECURRING' && !features.recurring) return refuseWith('V104');
      if (request.sequence === 'INSTALMENT' && !features.instalments) return refuseWith('V104');
      const amount = requested ?? original.amountMinor;
      return amount === 0 ? refuseWith('V129') : ok(amount);
    }
    default:
      return refuseWith('V134');
  }
}

/** An authorisation expires by the clock: the job that expires it may run later. */
function hasLapsed(original: OriginalTransaction, now: Date): boolean {
  const isOpenKind = original.type === 'PREAUTH' || original.type === 'PAYOUT_INITIALIZE';
  return (
    isOpenKind && now.getTime() >= original.receivedAt.getTime() + preauthLifeMs + (original.extraLifeMs ?? 0)
  );
}

const refuseWith = (code: ReasonCode) => refuse(code);

export interface ActionBlock {
  /** The type and status allow it and the feature is on: the portal shows the action. */
  permitted: boolean;
  /** No other follow-up is in progress and an amount remains: the portal enables the action. */
  availableToProcess: boolean;
}

/**
 * Whether a transaction of this type can be repeated, and how. A repeat is requested of the root (docs/domain.md#repeats).
 * `queueBusy`: its queue task is being accepted, rejected or flushed.
 */
export function repeatAvailability(
  type: TransactionType,
  { original, root }: { original: OriginalTransaction; root: RootState },
  { features, queueBusy, now }: { features: FollowUpFeatures; queueBusy: boolean; now: Date },
): ActionBlock & { allowedTypes: ('RECURRING' | 'INSTALMENT')[] } {
  const allowedTypes = [
    ...(features.recurring ? (['RECURRING'] as const) : []),
    ...(features.instalments ? (['INSTALMENT'] as const) : []),
  ];
  const isRepeatable = followUpType('repeat', type) !== undefined && allowedTypes.length > 0;
  const permitted = isRepeatable && checkState('repeat', original, root, now).ok;
  // A repeat of a VERIFY has no default amount, so any amount is used.
  const isPossible =
    permitted && decideFollowUp('repeat', original, root, { amountMinor: 1 }, features, now).ok;
  return { permitted, availableToProcess: isPossible && !queueBusy, allowedTypes };
}
