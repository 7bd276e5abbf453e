import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import {
  cancelTransaction,
  captureTransaction,
  refundTransaction,
  repeatTransaction,
  takePayment,
  takePayout,
} from '#features/payments/calls.ts';
import { getTransaction, type TransactionDetails } from '#features/transaction-details/calls.ts';
import {
  amountError,
  followUpBodyOf,
  outcomeOf,
  precisionOf,
  reasonMessageOf,
  type AmountError,
  type FollowUpForm,
  type FollowUpOutcome,
} from '#features/transaction-details/follow-up-form.ts';
import { destinationOf, nextMode, type FollowUpMode } from '#features/transaction-details/follow-up-mode.ts';
import { zonedDate } from '#contract/zoned-day.ts';
import {
  emptySchedule,
  scheduleErrors as errorsOfSchedule,
  type ScheduleForm,
  type ScheduleFormErrors,
} from '#features/schedules/form/schedule-form.ts';
import { limitOf } from '#features/transaction-details/web/follow-up/limit-of.ts';
import { searchTransactions } from '#features/transactions/calls.ts';
import { completeDecimalText } from '#ui/form/decimal-text.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { currentZone } from '#web/format/current-zone.ts';
import { errorText } from '#web/translate/translate.ts';

const contracts = {
  REFUND: refundTransaction,
  CAPTURE: captureTransaction,
  CANCEL: cancelTransaction,
  REPEAT: repeatTransaction,
  PAYMENT: takePayment,
  PAYOUT: takePayout,
};

export type FollowUpResult = {
  outcome: FollowUpOutcome;
  reason?: string | undefined;
  requestId?: string | undefined;
  transactionId?: string | undefined;
  /** The schedule that was made or changed by it. */
  scheduleId?: string | undefined;
  /** Nobody knows whether it went through: only the same key again tells. */
  isUnknown?: boolean;
};

export type FollowUpStep = 'closed' | 'warning' | 'form' | 'confirm' | 'result';

/** One secondary transaction from its form to its outcome (spec 1 §4). What was typed stays until it is done. */
export function useFollowUp(transaction: TransactionDetails, mode: FollowUpMode, isOpenAtFirst = false) {
  const [isSkipping, setIsSkipping] = useState(false);
  const limit = limitOf(transaction, mode, isSkipping);
  const initial = initialForm(transaction, mode);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const send = useSend(contracts[mode], { isHandledHere: true });
  const [step, setStep] = useState<FollowUpStep>(isOpenAtFirst ? 'form' : 'closed');
  const [form, setForm] = useState(initial);
  const [error, setError] = useState<AmountError>();
  const [scheduleErrors, setScheduleErrors] = useState<ScheduleFormErrors>({});
  const [result, setResult] = useState<FollowUpResult>({ outcome: 'success' });
  const attempt = useRef({ key: '', request: '', isUnknown: false });

  function open(): void {
    setForm(initial);
    setError(undefined);
    setScheduleErrors({});
    setIsSkipping(false);
    setStep(
      nextMode('UNSET', { kind: 'open', mode }, transaction) === 'SCHEDULE_WARNING' ? 'warning' : 'form',
    );
  }
  /** At the warning: the repeat takes the place of the next episode. */
  function skip(): void {
    setIsSkipping(true);
    setStep('form');
  }
  /** A new key for each request confirmed; the same for one whose end is not known. */
  function confirm(): void {
    const whole = {
      ...form,
      amount: completeDecimalText(form.amount, precisionOf(limit.currency, limit.amount)),
    };
    const found = amountError(whole.amount, limit);
    setForm(whole);
    const wrong = limit.takesSchedule ? scheduleErrorsOf(form.schedule) : {};
    setError(found);
    setScheduleErrors(wrong);
    if (found != null || Object.keys(wrong).length > 0) return;
    const request = JSON.stringify(followUpBodyOf(whole, limit));
    const { isUnknown, request: before } = attempt.current;
    if (!isUnknown || before !== request)
      attempt.current = { key: crypto.randomUUID(), request, isUnknown: false };
    setStep('confirm');
  }
  async function submit(): Promise<void> {
    const { installationId, transactionRootId } = transaction;
    // A repeat is asked of the root (spec 1 §7).
    const transactionId = mode === 'REPEAT' ? transactionRootId : transaction.transactionId;
    // A variable: the contract takes the loose bodies of shops, which have no type to check against.
    const input = {
      path: { installationId, transactionId },
      body: followUpBodyOf(form, limit),
      headers: { 'idempotency-key': attempt.current.key },
    };
    try {
      const answer = await send.mutateAsync(input);
      attempt.current.isUnknown = false;
      setResult({
        outcome: outcomeOf(mode, answer.outcome?.reasonCode),
        reason: reasonMessageOf(answer),
        transactionId: answer.transaction?.transactionId,
        scheduleId: answer.schedule?.scheduleId ?? limit.skips,
      });
    } catch (failure) {
      const { isUnknown, ...failed } = failedResult(mode, failure);
      attempt.current.isUnknown = isUnknown === true;
      setResult({ ...failed, isUnknown: isUnknown === true });
    }
    setStep('result');
  }
  /** After success or processing the page reads everything anew and says so in its address. */
  async function finish(option?: 'go_to_schedule'): Promise<void> {
    if (result.outcome === 'error') {
      setStep('form');
      return;
    }
    setStep('closed');
    const from = isSkipping ? 'SCHEDULE_SKIP' : mode;
    const place = destinationOf(from, { ...(option && { option }), scheduleId: result.scheduleId });
    if (place.screen === 'scheduleDetails') {
      await navigate({ to: `/scheduleDetails/${place.id}` });
      return;
    }
    await navigate({ to: '.', search: { fromSecondaryAction: place.from }, replace: true, state: true });
    await Promise.all(
      [getTransaction, searchTransactions].map(({ name }) => queries.invalidateQueries({ queryKey: [name] })),
    );
  }
  function change(next: Partial<FollowUpForm>): void {
    const after = { ...form, ...next };
    setForm(after);
    // Leaving the field completes its text: an error found just before must stay, or go when it is mended.
    setError((before) => (before == null ? undefined : amountError(after.amount, limit)));
  }
  const isDone = step === 'closed' || (step === 'result' && result.outcome !== 'error');
  const isChanged = (['amount', 'merchantRef', 'description', 'sequence', 'schedule'] as const).some(
    (name) => form[name] !== initial[name],
  );
  return {
    limit,
    /** The card that is charged or paid to anew; a follow-up has its own already. */
    card: mode === 'PAYMENT' || mode === 'PAYOUT' || mode === 'REPEAT' ? transaction.maskedPan : null,
    step,
    form,
    error,
    scheduleErrors,
    isSkipping,
    result,
    isDirty: !isDone && isChanged,
    open,
    skip,
    change,
    check: () => setError(amountError(form.amount, limit)),
    confirm,
    submit,
    finish,
    back: () => setStep('form'),
    close: () => setStep('closed'),
  };
}

export type FollowUp = ReturnType<typeof useFollowUp>;

/** By the reader's calendar; the server judges by the merchant's. */
const scheduleErrorsOf = (form: ScheduleForm): ScheduleFormErrors =>
  errorsOfSchedule(form, zonedDate(new Date(), currentZone()));

/** A card check moved nothing, so its repeat starts with an empty amount; a repeat goes on as it began. */
function initialForm(transaction: TransactionDetails, mode: FollowUpMode): FollowUpForm {
  const { amount, sequences } = limitOf(transaction, mode);
  const { sequenceType } = transaction.repeatInformation;
  const known = sequenceType !== null && sequences.includes(sequenceType) ? sequenceType : sequences[0];
  return {
    amount: /[1-9]/.test(amount) ? amount : '',
    merchantRef: '',
    description: '',
    sequence: known ?? null,
    schedule: emptySchedule,
  };
}

function failedResult(mode: FollowUpMode, failure: unknown): FollowUpResult {
  if (!(failure instanceof CallFailure)) return { outcome: 'error', isUnknown: true };
  const answer = failure.body as { outcome?: { reasonCode?: string } } | null | undefined;
  const isUnknown = failure.status === 0 || failure.status >= 500;
  const said = isUnknown || failure.code !== '' ? undefined : reasonMessageOf(failure.body);
  return {
    outcome: outcomeOf(mode, answer?.outcome?.reasonCode),
    reason: said ?? errorText(failure.message),
    requestId: failure.requestId,
    isUnknown,
  };
}
