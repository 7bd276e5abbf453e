import { useState } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { addSchedule } from '#features/episodes/endpoints.ts';
import {
  enabled,
  scheduleErrors,
  toSchedule,
  type ScheduleForm,
  type ScheduleFormErrors,
} from '#features/schedules/form/schedule-form.ts';
import type { TransactionDetails } from '#features/transaction-details/endpoints.ts';
import type { AttemptKeys } from '#features/transaction-details/web/follow-up/attempt-keys.ts';
import { orderLimitMs, useOrder } from '#features/transaction-details/web/follow-up/use-order.ts';
import { useSend } from '#web/call/use-call.ts';
import { currentZone } from '#web/format/current-zone.ts';

/** A schedule for this transaction, from its form to its outcome. What was typed stays until it is done. */
export function useAddSchedule(transaction: TransactionDetails, keys: AttemptKeys) {
  const send = useSend(addSchedule, { isHandledHere: true, giveUpAfterMs: orderLimitMs });
  const order = useOrder('ADD_SCHEDULE', keys);
  const { result } = order;
  const [step, setStep] = useState<'closed' | 'form' | 'confirm' | 'result'>('form');
  const [initial] = useState(() => enabled(true));
  const [form, setForm] = useState<ScheduleForm>(initial);
  const [errors, setErrors] = useState<ScheduleFormErrors>({});

  function confirm(): void {
    const found = scheduleErrors(form, zonedDate(new Date(), currentZone()));
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    order.confirm(toSchedule(form));
    setStep('confirm');
  }
  async function submit(): Promise<void> {
    const { installationId, transactionId } = transaction;
    // The contract takes the loose bodies of shops, which have no type to check against.
    const body = { schedule: toSchedule(form) as never };
    await order.send((headers) => {
      const input = { path: { installationId, transactionId }, body, headers };
      return send.mutateAsync(input);
    });
    setStep('result');
  }
  async function finish(option?: 'go_to_schedule'): Promise<void> {
    if (result.outcome === 'error') {
      setStep('form');
      return;
    }
    setStep('closed');
    await order.leave('ADD_SCHEDULE', option);
  }
  return {
    step,
    form,
    errors,
    result,
    isDirty: step !== 'closed' && !(step === 'result' && result.outcome !== 'error') && form !== initial,
    change: setForm,
    confirm,
    submit,
    finish,
    back: () => setStep('form'),
    close: () => setStep('closed'),
  };
}
