import { useState } from 'react';
import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { resendWebhookDeliveries } from '../endpoints.ts';

interface Props {
  orgId: number;
  endpointId: string;
  /** The day of the filter, for a start. */
  day: CalendarDay | undefined;
  onResent: (count: number) => void;
  onClose: () => void;
}

interface Form {
  status: 'failed' | 'all';
  fromDay: CalendarDay;
  toDay: CalendarDay;
}

/** Sends the deliveries of a range of days again. */
export function ResendDialog({ orgId, endpointId, day, onResent, onClose }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const today = times.today();
  const [isWrong, setIsWrong] = useState({ fromDay: false, toDay: false });
  const send = useSend(resendWebhookDeliveries, { handlesOwnErrors: true });
  const form = useForm<Form, { fromDay?: 'day'; toDay?: 'day' | 'order' }>({
    initial: { status: 'failed', fromDay: day ?? today, toDay: day ?? today },
    validate: ({ fromDay, toDay }) => ({
      fromDay: isWrong.fromDay ? ('day' as const) : undefined,
      ...(isWrong.toDay
        ? { toDay: 'day' as const }
        : !isWrong.fromDay && fromDay > toDay
          ? { toDay: 'order' as const }
          : {}),
    }),
    errorText: (code) => t(`webhooks.error.${code}`),
    send: async ({ status, fromDay, toDay }) => {
      const body = {
        status,
        from: startOfDayIn(fromDay, times.zone).toISOString(),
        to: startOfDayIn(addDays(toDay, 1), times.zone).toISOString(),
      };
      const { count } = await send.mutateAsync({ path: { orgId, endpointId }, body });
      onResent(count);
    },
  });
  const dayField = (name: 'fromDay' | 'toDay') => {
    const wrong = t('webhooks.error.day');
    return (
      <DateField
        label={t(`webhooks.${name}`)}
        value={form.values[name]}
        min={addDays(today, -30)}
        max={today}
        errorTexts={{ invalid: wrong, future: wrong, minimum: wrong }}
        error={form.error(name)}
        onChange={(next) => form.change({ [name]: next })}
        onError={(error) => setIsWrong((before) => ({ ...before, [name]: error !== undefined }))}
      />
    );
  };
  return (
    <Dialog isOpen isLocked={form.isBusy} onClose={onClose} title={t('webhooks.resend_title')}>
      <FormStack
        onSubmit={form.submit}
        actions={
          <DialogButtons submit={t('webhooks.resend_title')} isBusy={form.isBusy} onCancel={onClose} />
        }
      >
        <FailureNotice failure={form.failure} />
        <p className="quiet">{t('webhooks.resend_text')}</p>
        <SelectField
          label={t('webhooks.resend_which')}
          choices={[
            { value: 'failed', label: t('webhooks.resend_failed') },
            { value: 'all', label: t('webhooks.resend_all') },
          ]}
          value={form.values.status}
          onChange={(value) => form.change({ status: value === 'all' ? 'all' : 'failed' })}
        />
        <div className="pair">
          {dayField('fromDay')}
          {dayField('toDay')}
        </div>
      </FormStack>
    </Dialog>
  );
}
