import { useMemo, useState } from 'react';
import { NativeSelectField } from '#ui/form/native-select-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { parseLocale } from '#shared/locales.ts';
import { useSend } from '#web/call/use-call.ts';
import { DialogForm } from '#web/form/dialog-form.tsx';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { hasIssuedCardNumber } from '#shared/card-number.ts';
import { changeSubscription, subscribeToView } from '../endpoints.ts';
import { maxFileName } from '../file-limits.ts';
import type { Subscription } from '../schemas.ts';
import { type Frequency, type Period, frequencies, periods } from '../schedule.ts';
import { hourText, weekdayName } from './schedule-text.ts';

interface Values {
  /** Empty: the name of the view. */
  name: string;
  viewId: string;
  frequency: Frequency;
  /** 1 for Monday to 7. */
  weekday: number;
  monthDay: number;
  hour: number;
  timeZone: string;
  period: Period;
  format: 'CSV' | 'XLSX';
}

interface Props {
  orgId: number;
  views: readonly { id: string; name: string }[];
  /** The view that is chosen first. */
  viewId?: string | undefined;
  /** The schedule that is changed; a new one without it. */
  subscription?: Subscription | undefined;
  onSaved: () => void;
  onClose: () => void;
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** The usual days of a frequency. */
const usualPeriods: Readonly<Record<Frequency, Period>> = {
  DAILY: 'YESTERDAY',
  WEEKLY: 'LAST_7_DAYS',
  MONTHLY: 'LAST_MONTH',
};

/** The schedule of a view's file, new or changed. */
export function SubscribeDialog({ orgId, views, viewId, subscription, onSaved, onClose }: Props) {
  const { t, language } = useTranslation();
  const { zone } = useTimes();
  const zones = useMemo(() => [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])], [zone]);
  const create = useSend(subscribeToView, { handlesOwnErrors: true });
  const replace = useSend(changeSubscription, { handlesOwnErrors: true });
  const first = views.find(({ id }) => id === viewId)?.id ?? views[0]?.id ?? '';
  const [initial] = useState(() => initialValues(subscription, first, zone));
  const form = useForm<Values, { name?: 'name_card' }>({
    initial,
    validate: ({ name }) => (hasIssuedCardNumber(name) ? { name: 'name_card' } : {}),
    errorText: (code) => t(`views.${code}`),
    send: async ({ weekday, monthDay, ...values }) => {
      const day = { DAILY: null, WEEKLY: weekday, MONTHLY: monthDay }[values.frequency];
      const name = values.name.trim() === '' ? null : values.name;
      const body = { ...values, name, day, locale: parseLocale(language) };
      if (subscription === undefined) await create.mutateAsync({ path: { orgId }, body });
      else {
        const { id, isPaused, version } = subscription;
        await replace.mutateAsync({
          path: { orgId, subscriptionId: id },
          body: { ...body, isPaused, version },
        });
      }
      onSaved();
    },
  });
  const { values, change } = form;
  return (
    <Dialog
      isOpen
      isStatic
      onClose={onClose}
      title={t(subscription === undefined ? 'scheduled_files.new' : 'scheduled_files.edit_title')}
    >
      <DialogForm form={form} submitLabel={t('scheduled_files.save')} onCancel={onClose}>
        <NativeSelectField
          label={t('scheduled_files.view')}
          help={t('scheduled_files.view_help')}
          value={values.viewId}
          choices={views.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => change({ viewId: id })}
        />
        <TextField
          {...form.field('name')}
          label={t('scheduled_files.name')}
          help={t('scheduled_files.name_help')}
          isOptional
          maxLength={maxFileName}
          autoComplete="off"
        />
        <WhenFields form={form} />
        <SelectField
          label={t('scheduled_files.time_zone')}
          choices={zones.map((name) => ({ value: name, label: name }))}
          value={values.timeZone}
          allowDeselect={false}
          onChange={(timeZone) => change({ timeZone: timeZone ?? zone })}
        />
        <NativeSelectField
          label={t('scheduled_files.period_label')}
          value={values.period}
          choices={periods.map((value) => ({ value, label: t(`scheduled_files.period.${value}`) }))}
          onChange={(period) => change({ period: period as Period })}
        />
        <NativeSelectField
          label={t('scheduled_files.format')}
          value={values.format}
          choices={(['CSV', 'XLSX'] as const).map((value) => ({ value, label: value }))}
          onChange={(format) => change({ format: format as Values['format'] })}
        />
      </DialogForm>
    </Dialog>
  );
}

function initialValues(subscription: Subscription | undefined, viewId: string, zone: string): Values {
  if (subscription === undefined)
    return {
      name: '',
      viewId,
      frequency: 'DAILY',
      weekday: 1,
      monthDay: 1,
      hour: 7,
      timeZone: zone,
      period: 'YESTERDAY',
      format: 'CSV',
    };
  const { name, frequency, day, hour, timeZone, period, format } = subscription;
  return {
    name: name ?? '',
    viewId: subscription.viewId,
    frequency,
    weekday: frequency === 'WEEKLY' ? (day ?? 1) : 1,
    monthDay: frequency === 'MONTHLY' ? (day ?? 1) : 1,
    hour,
    timeZone,
    period,
    format,
  };
}

/** Frequency, day and hour. */
function WhenFields({
  form: { values, change },
}: {
  form: Pick<FormState<Values, object>, 'values' | 'change'>;
}) {
  const { t, language } = useTranslation();
  return (
    <>
      <NativeSelectField
        label={t('scheduled_files.frequency_label')}
        value={values.frequency}
        choices={frequencies.map((value) => ({ value, label: t(`scheduled_files.frequency.${value}`) }))}
        onChange={(value) => {
          const frequency = value as Frequency;
          change({ frequency, period: usualPeriods[frequency] });
        }}
      />
      {values.frequency === 'WEEKLY' && (
        <NativeSelectField
          label={t('scheduled_files.weekday')}
          value={String(values.weekday)}
          choices={numbers(1, 7).map((day) => ({ value: String(day), label: weekdayName(day, language) }))}
          onChange={(day) => change({ weekday: Number(day) })}
        />
      )}
      {values.frequency === 'MONTHLY' && (
        <NativeSelectField
          label={t('scheduled_files.month_day')}
          help={t('scheduled_files.month_day_help')}
          value={String(values.monthDay)}
          choices={numbers(1, 31).map((day) => ({ value: String(day), label: String(day) }))}
          onChange={(day) => change({ monthDay: Number(day) })}
        />
      )}
      <NativeSelectField
        label={t('scheduled_files.hour')}
        value={String(values.hour)}
        choices={numbers(0, 23).map((hour) => ({ value: String(hour), label: hourText(hour) }))}
        onChange={(hour) => change({ hour: Number(hour) })}
      />
    </>
  );
}
