import { companyNow } from '#web/session/shown-clock.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { ScheduleFields } from '#features/payments/schedules/web/schedule-fields.tsx';
import {
  type ScheduleForm,
  toSchedule,
  withEnabled,
  scheduleErrors,
} from '#features/payments/schedules/schedule-form.ts';
import { useScheduleLabels } from '#features/payments/schedules/web/use-schedule-labels.ts';
import type { TransactionDetails } from '../../schemas.ts';
import { digitsAfterPoint } from '../../follow-up-form.ts';
import classes from '../details-screen.module.css';
import type { AttemptKeys } from '#web/call/attempt-keys.ts';
import { FailureText } from './failure-text.tsx';
import { GoToSchedule } from './go-to-schedule.tsx';
import { useDetailsFormat } from '../use-details-format.ts';
import { addSchedule } from '#features/payments/episodes/endpoints.ts';
import { orderLimitMs, useOrder } from './use-order.ts';
import { FormStack } from '#ui/form/form-stack.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { CloseQuestion, UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useForm } from '#web/form/use-form.ts';
import { useSend } from '#web/call/use-call.ts';
import { currentZone } from '#web/format/current-zone.ts';

interface Props {
  transaction: TransactionDetails;
  keys: AttemptKeys;
}

/** Adds a schedule for this transaction's card: form, confirmation, outcome. */
export function AddScheduleAction({ transaction, keys }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const adding = useAddSchedule(transaction, keys);
  const { step, form, result } = adding;
  const params = { id: transaction.transactionId, card: transaction.maskedPan?.slice(-4) ?? '' };
  const { outcome } = result;
  const title = t('schedules.add.title', params);
  return (
    <>
      <UnsavedGuard isDirty={adding.isDirty} />
      <Dialog isOpen={step === 'form'} onClose={adding.close} title={title} isStatic size="medium">
        <CloseQuestion isDirty={adding.isDirty} />
        <FormStack
          label={title}
          onSubmit={form.submit}
          actions={
            <>
              <Button variant="default" onClick={adding.close}>
                {texts.cancel}
              </Button>
              <Button type="submit">{t('details.continue')}</Button>
            </>
          }
        >
          <ScheduleFields
            isAlways
            form={form.values}
            errors={form.errors()}
            onChange={form.change}
            currency={transaction.currencyCode}
            digits={digitsAfterPoint(transaction.currencyCode, transaction.requestedAmount)}
          />
        </FormStack>
      </Dialog>
      <ConfirmDialog
        isOpen={step === 'confirm'}
        isStatic
        title={t('schedules.add.confirm_title')}
        confirmLabel={t('schedules.add.button')}
        cancelLabel={t('details.go_back')}
        onConfirm={adding.submit}
        onCancel={adding.back}
      >
        {step === 'confirm' && <SchedulePlan form={form.values} transaction={transaction} />}
        <p>{t('schedules.add.confirm_text', params)}</p>
      </ConfirmDialog>
      <ResultDialog
        isOpen={step === 'result'}
        kind={outcome}
        title={t(result.isUnknown ? 'details.unknown_title' : `schedules.add.${outcome}_title`)}
        requestId={result.requestId}
        closeLabel={outcome === 'error' ? t('details.go_back') : undefined}
        onClose={() => void adding.finish()}
        action={
          outcome !== 'error' &&
          result.scheduleId !== undefined && (
            <GoToSchedule onGo={() => void adding.finish('go_to_schedule')} />
          )
        }
      >
        <div className={classes.result}>
          <p>{t(result.isUnknown ? 'details.unknown_end' : `schedules.add.${outcome}_text`, params)}</p>
          {outcome === 'error' && <FailureText result={result} mode="ADD_SCHEDULE" />}
        </div>
      </ResultDialog>
    </>
  );
}

/** The agreed amounts, dates and end. */
function SchedulePlan({ form, transaction }: { form: ScheduleForm; transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const schedules = useScheduleLabels();
  const format = useDetailsFormat();
  const plan = toSchedule(form) ?? {};
  const typed = form.amounts.filter((amount) => amount !== '');
  const amounts = typed.length === 0 ? [transaction.requestedAmount.replace(/^-/, '')] : typed;
  const money = amounts.map((amount) => format.money(amount, transaction.currencyCode)).join(', ');
  return (
    <DetailsList
      details={[
        { label: t('schedules.add.amount'), value: money, isNumeric: true },
        { label: t('schedules.add.when'), value: schedules.rhythm(plan) },
        ...(form.type === 'fixed' ? [] : [{ label: t('schedules.add.ends'), value: schedules.end(plan) }]),
      ]}
    />
  );
}

/** A new schedule for this transaction, from form to outcome. The form keeps its values until success. */
function useAddSchedule(transaction: TransactionDetails, keys: AttemptKeys) {
  const send = useSend(addSchedule, { handlesOwnErrors: true, giveUpAfterMs: orderLimitMs });
  const order = useOrder('ADD_SCHEDULE', keys);
  const { result } = order;
  const [step, setStep] = useState<'closed' | 'form' | 'confirm' | 'result'>('form');
  const [initial] = useState(() => withEnabled(true));
  const form = useForm({
    initial,
    validate: (values) => scheduleErrors(values, zonedDate(companyNow(), currentZone())),
    send(values) {
      order.confirm(toSchedule(values));
      setStep('confirm');
    },
  });
  async function submit(): Promise<void> {
    const { installationId, transactionId } = transaction;
    const body = { schedule: toSchedule(form.values) ?? {} };
    await order.send((keyed) => {
      const input = { path: { installationId, transactionId }, body, ...keyed };
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
    result,
    isDirty: step !== 'closed' && !(step === 'result' && result.outcome !== 'error') && form.isDirty,
    submit,
    finish,
    back: () => setStep('form'),
    close: () => setStep('closed'),
  };
}
