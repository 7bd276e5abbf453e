import { companyNow } from '#web/session/shown-clock.ts';
import { useRef, useState } from 'react';
import { isDisputed } from '../dispute-notice.tsx';
import { zonedDate } from '#shared/zoned-day.ts';
import {
  cancelTransaction,
  captureTransaction,
  refundTransaction,
  repeatTransaction,
  takePayment,
  takePayout,
} from '#features/payments/payments/endpoints.ts';
import {
  type ScheduleFormErrors,
  emptySchedule,
  scheduleErrors,
} from '#features/payments/schedules/schedule-form.ts';
import type { TransactionDetails } from '../../schemas.ts';
import {
  type AmountError,
  type FollowUpForm,
  type FollowUpLimit,
  amountError,
  amountToMove,
  restoreSent,
  toFollowUpBody,
  absoluteAmount,
} from '../../follow-up-form.ts';
import { type FollowUpMode, nextMode } from '../../follow-up-mode.ts';
import type { AttemptKeys } from '#web/call/attempt-keys.ts';
import { orderLimitMs, useOrder } from './use-order.ts';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { currentZone } from '#web/format/current-zone.ts';

const contracts = {
  REFUND: refundTransaction,
  CAPTURE: captureTransaction,
  CANCEL: cancelTransaction,
  REPEAT: repeatTransaction,
  PAYMENT: takePayment,
  PAYOUT: takePayout,
};

type FollowUpStep = 'closed' | 'warning' | 'form' | 'confirm' | 'result';

/**
 * One follow-up from form to outcome (docs/domain.md#follow-up-dialogs). The form keeps its values until
 * success.
 */
export function useFollowUp(transaction: TransactionDetails, mode: FollowUpMode, keys: AttemptKeys) {
  const [isSkipping, setIsSkipping] = useState(false);
  const limit = followUpLimit(transaction, mode, isSkipping);
  const [restored] = useState(() => restoreSent(keys.listUnknown(), limit));
  const initial = { ...initialForm(transaction, mode), ...restored };
  /** The amount that the user was asked to confirm. */
  const sentAmount = useRef('');
  const form = useForm({
    initial,
    validate: (values) => followUpErrors(values, limit),
    send(values) {
      sentAmount.current = amountToMove(values, limit);
      order.confirm(toFollowUpBody(values, limit));
      setStep('confirm');
    },
  });
  const { values } = form;
  const send = useSend(contracts[mode], { handlesOwnErrors: true, giveUpAfterMs: orderLimitMs });
  const order = useOrder(mode, keys);
  const { result } = order;
  const [step, setStep] = useState<FollowUpStep>(() =>
    nextMode('UNSET', { kind: 'open', mode }, transaction) === 'SCHEDULE_WARNING' ? 'warning' : 'form',
  );

  /** At the warning: the repeat replaces the next episode. */
  function skip(): void {
    setIsSkipping(true);
    setStep('form');
  }
  async function submit(): Promise<void> {
    const { installationId, transactionRootId } = transaction;
    // A repeat is requested on the root (docs/domain.md#repeats).
    const transactionId = mode === 'REPEAT' ? transactionRootId : transaction.transactionId;
    const ended = await order.send((keyed) => {
      const input = {
        path: { installationId, transactionId },
        body: toFollowUpBody(values, limit),
        ...keyed,
      };
      return send.mutateAsync(input);
    }, limit.skips);
    setStep(ended.isWaiting === true ? 'closed' : 'result');
    if (ended.madeBefore === undefined) return;
    // Another one has the same amount, if that is still left.
    if (mode === 'REFUND') form.change({ isWhole: false, amount: sentAmount.current });
    await order.readAgain();
  }
  async function finish(option?: 'go_to_schedule'): Promise<void> {
    if (result.outcome === 'error') {
      // A repeated request for the same refund must keep its amount, even if the remainder changes.
      if (result.isUnknown === true && mode === 'REFUND')
        form.change({ isWhole: false, amount: sentAmount.current });
      setStep('form');
      await order.readAgain();
      return;
    }
    setStep('closed');
    await order.leave(isSkipping ? 'SCHEDULE_SKIP' : mode, option);
  }
  const isDone = step === 'closed' || (step === 'result' && result.outcome !== 'error');
  return {
    limit,
    /** The charged or paid card; follow-ups of a charge already have one. */
    card: mode === 'PAYMENT' || mode === 'PAYOUT' || mode === 'REPEAT' ? transaction.maskedPan : null,
    /** A refund can give the money a second time. */
    isDisputed: mode === 'REFUND' && isDisputed(transaction),
    /** The card is paused; follow-ups other than these charge nothing. */
    pause: mode === 'PAYMENT' || mode === 'REPEAT' ? transaction.cardPause : null,
    step,
    form,
    /** The amount of the same action before, whose result is unknown. */
    unknownAmount: restored?.amount,
    isSkipping,
    /** The amount is valid, so that buttons can name it. */
    isSendable: amountError(amountToMove(values, limit), limit) === undefined,
    result,
    isDirty: !isDone && formNames.some((name) => values[name] !== initial[name]),
    skip,
    submit,
    finish,
    /** To the confirmation of another one, after one that had been made before. */
    again(): void {
      order.confirm(toFollowUpBody(values, limit));
      setStep('confirm');
    },
    back: () => setStep('form'),
    close: () => setStep('closed'),
  };
}

const formNames = [
  'amount',
  'isWhole',
  'merchantRef',
  'description',
  'refundReason',
  'refundNote',
  'sequence',
  'schedule',
] as const;

export type FollowUp = ReturnType<typeof useFollowUp>;

/** The errors of the form, which show at their fields. The schedule's are in the reader's time zone. */
const followUpErrors = (
  form: FollowUpForm,
  limit: FollowUpLimit,
): ScheduleFormErrors & { amount?: AmountError } => {
  const amount = amountError(amountToMove(form, limit), limit);
  const today = zonedDate(companyNow(), currentZone());
  return {
    ...(amount !== undefined && { amount }),
    ...(limit.takesSchedule && scheduleErrors(form.schedule, today)),
  };
};

/**
 * A card check moved no money, so its repeat starts without an amount. A repeat continues the sequence of its
 * root. A refund begins with all that remains.
 */
function initialForm(transaction: TransactionDetails, mode: FollowUpMode): FollowUpForm {
  const { amount, sequences } = followUpLimit(transaction, mode);
  const { sequenceType } = transaction.repeatInformation;
  const initialSequence =
    sequenceType !== null && sequences.includes(sequenceType) ? sequenceType : sequences[0];
  return {
    amount: mode !== 'REFUND' && /[1-9]/.test(amount) ? amount : '',
    isWhole: mode === 'REFUND',
    merchantRef: '',
    description: '',
    refundReason: null,
    refundNote: '',
    sequence: initialSequence ?? null,
    schedule: emptySchedule,
  };
}

/** The amounts that the action may move on this transaction. */
export function followUpLimit(
  transaction: TransactionDetails,
  mode: FollowUpMode,
  isSkipping = false,
): FollowUpLimit {
  const { refundInformation, captureInformation, currencyCode: currency, merchantToken } = transaction;
  const isRefund = mode === 'REFUND';
  const isNew = mode === 'PAYMENT' || mode === 'PAYOUT';
  const isRepeat = mode === 'REPEAT';
  return {
    mode,
    currency,
    amount: isRefund ? refundInformation.amount : absoluteAmount(transaction.requestedAmount),
    isAmountOpen:
      isRefund || isNew || isRepeat || (mode === 'CAPTURE' && captureInformation.partialOperationAllowed),
    isPayout: transaction.type === 'PAYOUT_INITIALIZE',
    sequences: isRepeat ? transaction.repeatInformation.allowedTypes : [],
    card:
      isNew && merchantToken !== null
        ? { token: merchantToken, customerRef: transaction.customerMerchantReference }
        : undefined,
    takesSchedule:
      isRepeat && !isSkipping && transaction.addScheduleInformation.availableToProcess ? true : undefined,
    skips:
      isRepeat && isSkipping && transaction.linkedScheduleId !== null
        ? transaction.linkedScheduleId
        : undefined,
    ...commerceTypeFor(mode, transaction),
  };
}

/** The card holder is absent: a repeat is continuous authority, a new payment by staff is MOTO. */
function commerceTypeFor(
  mode: FollowUpMode,
  { commerceType }: TransactionDetails,
): { commerceType?: string } {
  if (mode === 'REPEAT') return { commerceType: 'CA' };
  if (mode === 'PAYMENT') return { commerceType: 'MOTO' };
  return mode === 'PAYOUT' ? { commerceType } : {};
}
