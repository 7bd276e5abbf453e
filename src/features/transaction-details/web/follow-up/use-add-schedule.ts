import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { zonedDate } from '#contract/zoned-day.ts';
import { addSchedule } from '#features/episodes/calls.ts';
import {
  enabled,
  scheduleErrors,
  scheduleOf,
  type ScheduleForm,
  type ScheduleFormErrors,
} from '#features/schedules/form/schedule-form.ts';
import { getTransaction, type TransactionDetails } from '#features/transaction-details/calls.ts';
import { reasonMessageOf } from '#features/transaction-details/follow-up-form.ts';
import { destinationOf } from '#features/transaction-details/follow-up-mode.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { currentZone } from '#web/format/current-zone.ts';
import { errorText } from '#web/translate/translate.ts';

type Result = {
  isDone: boolean;
  /** Nobody knows whether it went through: only the same key again tells. */
  isUnknown?: boolean;
  scheduleId?: string | undefined;
  reason?: string | undefined;
  requestId?: string | undefined;
};

/** A schedule for this transaction, from its form to its outcome. What was typed stays until it is done. */
export function useAddSchedule(transaction: TransactionDetails) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const send = useSend(addSchedule, { isHandledHere: true });
  const [step, setStep] = useState<'closed' | 'form' | 'confirm' | 'result'>('closed');
  const [initial, setInitial] = useState(() => enabled(true));
  const [form, setForm] = useState<ScheduleForm>(initial);
  const [errors, setErrors] = useState<ScheduleFormErrors>({});
  const [result, setResult] = useState<Result>({ isDone: false });
  const attempt = useRef({ key: '', request: '', isUnknown: false });

  function open(): void {
    const fresh = enabled(true);
    setInitial(fresh);
    setForm(fresh);
    setErrors({});
    setStep('form');
  }
  /** A new key for each request confirmed; the same for one whose end is not known. */
  function confirm(): void {
    const found = scheduleErrors(form, zonedDate(new Date(), currentZone()));
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const request = JSON.stringify(scheduleOf(form));
    const { isUnknown, request: before } = attempt.current;
    if (!isUnknown || before !== request) {
      attempt.current = { key: crypto.randomUUID(), request, isUnknown: false };
    }
    setStep('confirm');
  }
  async function submit(): Promise<void> {
    const { installationId, transactionId } = transaction;
    // A variable: the contract takes the loose bodies of shops, which have no type to check against.
    const input = {
      path: { installationId, transactionId },
      body: { schedule: scheduleOf(form) as never },
      headers: { 'idempotency-key': attempt.current.key },
    };
    try {
      const { schedule } = await send.mutateAsync(input);
      attempt.current.isUnknown = false;
      setResult({ isDone: true, scheduleId: schedule?.scheduleId });
    } catch (failure) {
      setResult(failed(failure));
      attempt.current.isUnknown = failed(failure).isUnknown === true;
    }
    setStep('result');
  }
  /** After success the page reads everything anew and opens its schedule, or leads there. */
  async function finish(option?: 'go_to_schedule'): Promise<void> {
    if (!result.isDone) {
      setStep('form');
      return;
    }
    setStep('closed');
    const place = destinationOf('ADD_SCHEDULE', { ...(option && { option }), scheduleId: result.scheduleId });
    if (place.screen === 'scheduleDetails') {
      await navigate({ to: `/scheduleDetails/${place.id}` });
      return;
    }
    await navigate({ to: '.', search: { fromSecondaryAction: place.from }, replace: true, state: true });
    await queries.invalidateQueries({ queryKey: [getTransaction.name] });
  }
  return {
    step,
    form,
    errors,
    result,
    isDirty: step !== 'closed' && !(step === 'result' && result.isDone) && form !== initial,
    open,
    change: setForm,
    confirm,
    submit,
    finish,
    back: () => setStep('form'),
    close: () => setStep('closed'),
  };
}

function failed(failure: unknown): Result {
  if (!(failure instanceof CallFailure)) return { isDone: false, isUnknown: true };
  const isUnknown = failure.status === 0 || failure.status >= 500;
  const said = isUnknown || failure.code !== '' ? undefined : reasonMessageOf(failure.body);
  return {
    isDone: false,
    isUnknown,
    reason: said ?? errorText(failure.message),
    requestId: failure.requestId,
  };
}
