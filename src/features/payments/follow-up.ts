import type { ReasonCode } from './reason-codes.ts';
import type { TransactionStatus, TransactionType } from './transaction-kind.ts';
import { isSuspended } from './transaction-kind.ts';

export type FollowUpAction = 'capture' | 'cancel' | 'refund' | 'repeat';

/** The transaction a follow-up is asked of. */
export interface OriginalTransaction {
  type: TransactionType;
  status: TransactionStatus;
  amountMinor: number;
  currency: string;
  receivedAt: Date;
  /** A card whose processor credential is still kept. */
  cardKept: boolean;
  /** The card was deleted by the customer. */
  cardDeleted?: boolean;
  /** U101 or U102: its merchant may cancel it before the processor is called (docs/decisions/0054). */
  isSuspendedByMerchant?: boolean;
}

/** Sums of everything that hangs under one charge; refunds are pooled here (docs/domain.md#refunds). */
export interface RootState {
  /** The authorisation or payout under this root was captured, completed or paid at once. */
  captured: boolean;
  voided: boolean;
  capturedMinor: number;
  /** Refunds done. */
  refundedMinor: number;
  /** Refunds that wait for the processor: counted, but not blocking (U200). */
  pendingRefundMinor: number;
  /** Another follow-up has been sent and not been answered. */
  inFlight: boolean;
}

export interface FollowUpFeatures {
  partialCapture: boolean;
  recurring: boolean;
  instalments: boolean;
}

/** What is asked: without an amount, all that is left. `sequence` belongs to repeats alone. */
export interface FollowUpRequest {
  amountMinor?: number;
  currency?: string;
  sequence?: 'RECURRING' | 'INSTALMENT';
}

export type FollowUpDecision =
  | { allowed: true; type: TransactionType; amountMinor: number }
  | { allowed: false; code: ReasonCode };

/** A payment waits this long for its customer or its merchant (docs/domain.md#expiry). */
export const suspendedLifeMs = 25 * 60 * 1000;

/** A card authorisation holds for seven days, and an announced payout waits as long (docs/domain.md#expiry). */
export const preauthLifeMs = 7 * 24 * 60 * 60 * 1000;

type Rows = Partial<Record<TransactionType, TransactionType>>;

/** Row → the type of the new transaction; a pair that is not here is V134 (docs/domain.md#follow-ups). */
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

/** Which follow-ups a transaction of this type could ever have, whatever its state. */
export function followUpType(action: FollowUpAction, type: TransactionType): TransactionType | undefined {
  return follows[action][type];
}

/** What can still be refunded: Σ captured − Σ refunds done or pending, in minor units (docs/domain.md#refunds). */
export function refundableMinor(root: RootState): number {
  return root.capturedMinor - root.refundedMinor - root.pendingRefundMinor;
}

/**
 * May this follow-up be made now, and as what? The whole table of docs/domain.md#follow-ups: amounts in minor units,
 * refusals by their reason codes. The database's CHECK constraints hold the same bounds a second time.
 */
export function decideFollowUp(
  action: FollowUpAction,
  original: OriginalTransaction,
  root: RootState,
  request: FollowUpRequest,
  features: FollowUpFeatures,
  now: Date,
): FollowUpDecision {
  const standing = checkState(action, original, root, now);
  if (typeof standing === 'object') return standing;
  if (root.inFlight) return no('A125');
  if (action !== 'cancel' && request.currency !== undefined && request.currency !== original.currency) {
    return no('V133');
  }
  if (action !== 'cancel' && request.amountMinor === 0) return no('V100');
  const amount = checkAmount(action, original, root, request, features);
  return typeof amount === 'number' ? { allowed: true, type: standing, amountMinor: amount } : amount;
}

/** The part that no request can change: type, status and what happened to the root before. */
export function checkState(
  action: FollowUpAction,
  original: OriginalTransaction,
  root: RootState,
  now: Date,
): TransactionType | { allowed: false; code: ReasonCode } {
  const type = followUpType(action, original.type);
  if (!type) return no('V134');
  if (original.status === 'FAILED' || original.status === 'CANCELLED') return no('V136');
  if (isSuspended(original.status) || original.status === 'EXPIRED') return no('V135');
  if (original.status === 'VOIDED' || (root.voided && action !== 'repeat')) return no('V139');
  const open = original.type === 'PREAUTH' || original.type === 'PAYOUT_INITIALIZE';
  if (action === 'capture' || action === 'cancel') {
    if (root.captured) return no('V138');
    if (open && hasLapsed(original, now)) return no('V135');
  }
  if (action === 'refund' && open && !root.captured) return no('V137');
  if (action === 'repeat' && original.cardDeleted) return no('A123');
  if (action === 'repeat' && !original.cardKept) return no('A109');
  return type;
}

/**
 * Why no schedule can be added to a transaction, if that is so: it must be paid, of a kind that can be repeated, with
 * its card kept, and without a schedule that lives (docs/domain.md#availability).
 */
export function scheduleRefusal(
  { type, status, cardKept, cardDeleted }: OriginalTransaction,
  hasLiveSchedule: boolean,
): ReasonCode | undefined {
  if (!followUpType('repeat', type)) return 'V134';
  if (status === 'FAILED' || status === 'CANCELLED') return 'V136';
  if (isSuspended(status) || status === 'EXPIRED') return 'V135';
  if (status === 'VOIDED') return 'V139';
  if (cardDeleted) return 'A123';
  if (!cardKept) return 'A109';
  return hasLiveSchedule ? 'A103' : undefined;
}

function checkAmount(
  action: FollowUpAction,
  original: OriginalTransaction,
  root: RootState,
  request: FollowUpRequest,
  features: FollowUpFeatures,
): number | { allowed: false; code: ReasonCode } {
  const asked = request.amountMinor;
  switch (action) {
    case 'cancel':
      return original.amountMinor;
    case 'capture':
      if (asked === undefined) return original.amountMinor;
      if (asked > original.amountMinor) return no('V501');
      return asked < original.amountMinor && !features.partialCapture ? no('V502') : asked;
    case 'refund': {
      const left = refundableMinor(root);
      const amount = asked ?? left;
      return amount > left || amount <= 0 ? no('V402') : amount;
    }
    case 'repeat': {
      if (request.sequence === 'RECURRING' && !features.recurring) return no('V104');
      if (request.sequence === 'INSTALMENT' && !features.instalments) return no('V104');
      const amount = asked ?? original.amountMinor;
      return amount === 0 ? no('V129') : amount;
    }
    default:
      return no('V134');
  }
}

/** The sweeper may be late: an authorisation is over by the clock, not by the sweep. */
function hasLapsed(original: OriginalTransaction, now: Date): boolean {
  const isOpenKind = original.type === 'PREAUTH' || original.type === 'PAYOUT_INITIALIZE';
  return isOpenKind && now.getTime() >= original.receivedAt.getTime() + preauthLifeMs;
}

const no = (code: ReasonCode): { allowed: false; code: ReasonCode } => ({ allowed: false, code });
