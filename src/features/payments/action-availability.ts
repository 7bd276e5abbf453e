import type {
  FollowUpAction,
  FollowUpFeatures,
  FollowUpRequest,
  OriginalTransaction,
  RootState,
} from './follow-up.ts';
import { decideFollowUp, refundableMinor, standingOf } from './follow-up.ts';

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
}

/** What the installation and the queue add to the state machine. */
export interface AvailabilityContext {
  features: FollowUpFeatures;
  /** A queue task of this transaction is being accepted, rejected or flushed. */
  queueBusy: boolean;
  /** What the root began as. */
  sequenceType: 'RECURRING' | 'INSTALMENT' | null;
  now: Date;
}

/** The action blocks of a transaction, computed at every read (domain §2.3). Amounts in minor units. */
export function actionAvailability(
  original: OriginalTransaction,
  root: RootState,
  context: AvailabilityContext,
): ActionAvailability {
  const allowedTypes = sequencesOf(context.features);
  const block = (action: FollowUpAction, request: FollowUpRequest = {}): ActionBlock => {
    const permitted = typeof standingOf(action, original, root, context.now) === 'string';
    const decision = decideFollowUp(action, original, root, request, context.features, context.now);
    return { permitted, availableToProcess: permitted && !context.queueBusy && decision.allowed };
  };
  const refund = block('refund');
  // A repeat of a VERIFY has no amount to fall back on, so availability asks with any amount.
  const repeat = block('repeat', { amountMinor: 1 });
  return {
    refundInformation: { ...refund, amountMinor: refund.permitted ? refundableMinor(root) : 0 },
    captureInformation: { ...block('capture'), partialOperationAllowed: context.features.partialCapture },
    cancelInformation: block('cancel'),
    repeatInformation: {
      permitted: repeat.permitted && allowedTypes.length > 0,
      availableToProcess: repeat.availableToProcess && allowedTypes.length > 0,
      allowedTypes,
      sequenceType: context.sequenceType,
    },
  };
}

function sequencesOf(features: FollowUpFeatures): ('RECURRING' | 'INSTALMENT')[] {
  return [
    ...(features.recurring ? (['RECURRING'] as const) : []),
    ...(features.instalments ? (['INSTALMENT'] as const) : []),
  ];
}
