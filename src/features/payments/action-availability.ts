import type {
  FollowUpAction,
  FollowUpFeatures,
  FollowUpRequest,
  OriginalTransaction,
  RootState,
} from './follow-up.ts';
import { decideFollowUp, followUpType, refundableMinor, checkState } from './follow-up.ts';
import { isSuspended } from './transaction-kind.ts';

export interface ActionBlock {
  /** The type and status allow it and the feature is on: the portal shows the action. */
  permitted: boolean;
  /** Nothing else is in progress and something is left: the portal enables it. */
  availableToProcess: boolean;
}

export interface ActionAvailability {
  refundInformation: ActionBlock & { amountMinor: number };
  captureInformation: ActionBlock & { partialOperationAllowed: boolean };
  cancelInformation: ActionBlock;
  repeatInformation: ActionBlock & {
    allowedTypes: ('RECURRING' | 'INSTALMENT')[];
    sequenceType: 'RECURRING' | 'INSTALMENT' | null;
  };
  /**
   * A new charge or payout with the same card, no follow-up of this one
   * (docs/domain.md#new-payments-and-payouts-from-a-card).
   */
  newTransactionInformation: { PAYMENT: ActionBlock; PAYOUT: ActionBlock };
}

/** What the installation and the queue add to the state machine. */
export interface AvailabilityContext {
  features: FollowUpFeatures;
  /** A queue task of this transaction is being accepted, rejected or flushed. */
  queueBusy: boolean;
  /** Of the root. */
  sequenceType: 'RECURRING' | 'INSTALMENT' | null;
  /** A repeat is requested of the root (docs/domain.md#repeats); absent when the transaction is the root. */
  repeatOf?: { original: OriginalTransaction; root: RootState };
  /** The card is registered, so a new payment can be made by its token. */
  cardRegistered?: boolean;
  now: Date;
}

/** The action blocks of a transaction, computed at every read (docs/domain.md#availability). Amounts in minor units. */
export function actionAvailability(
  original: OriginalTransaction,
  root: RootState,
  context: AvailabilityContext,
): ActionAvailability {
  const allowedTypes = allowedSequences(context.features);
  const { features, queueBusy, now } = context;
  const block = (
    action: FollowUpAction,
    request: FollowUpRequest = {},
    of = { original, root },
  ): ActionBlock => {
    const permitted = checkState(action, of.original, of.root, now).ok;
    const decision = decideFollowUp(action, of.original, of.root, request, features, now);
    return { permitted, availableToProcess: permitted && !queueBusy && decision.ok };
  };
  const isRepeatable = followUpType('repeat', original.type) !== undefined;
  const refund = block('refund');
  // A repeat of a VERIFY has no default amount, so any amount is used.
  const repeat = block('repeat', { amountMinor: 1 }, context.repeatOf);
  const canRepeat = isRepeatable && allowedTypes.length > 0;
  return {
    refundInformation: { ...refund, amountMinor: refund.permitted ? refundableMinor(root) : 0 },
    captureInformation: { ...block('capture'), partialOperationAllowed: context.features.partialCapture },
    cancelInformation: original.isSuspendedByMerchant
      ? { permitted: true, availableToProcess: !queueBusy }
      : block('cancel'),
    repeatInformation: {
      permitted: repeat.permitted && canRepeat,
      availableToProcess: repeat.availableToProcess && canRepeat,
      allowedTypes,
      sequenceType: context.sequenceType,
    },
    newTransactionInformation: newTransactions(original, context),
  };
}

/** A payout needs a card that has paid before (A138), a new charge only the card. */
function newTransactions(
  { type, status, cardKept, cardDeleted }: OriginalTransaction,
  { cardRegistered = false, queueBusy }: AvailabilityContext,
): ActionAvailability['newTransactionInformation'] {
  const isUsable = cardKept && !cardDeleted && cardRegistered && !isSuspended(status);
  const hasWorked = type !== 'VERIFY' && (status === 'SUCCESS' || status === 'VOIDED');
  const block = (permitted: boolean) => ({ permitted, availableToProcess: permitted && !queueBusy });
  return { PAYMENT: block(isUsable), PAYOUT: block(isUsable && hasWorked) };
}

function allowedSequences(features: FollowUpFeatures): ('RECURRING' | 'INSTALMENT')[] {
  return [
    ...(features.recurring ? (['RECURRING'] as const) : []),
    ...(features.instalments ? (['INSTALMENT'] as const) : []),
  ];
}
