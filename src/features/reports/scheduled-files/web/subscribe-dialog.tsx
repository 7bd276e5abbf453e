import { useMemo, useState } from 'react';
import { NativeSelectField } from '#ui/form/native-select-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { parseLocale } from '#shared/locales.ts';
import { useSend } from '#web/call/use-call.ts';
import { DialogForm } from '#web/form/dialog-form.tsx';
import { type FormState, useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { subscribeToView } from '../endpoints.ts';
import { type Frequency, type Period, frequencies, periods } from '../schedule.ts';
import { hourText, weekdayName } from './schedule-text.ts';

interface Values {
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
  viewId: string | undefined;
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

/** The schedule of a view's file. */
export function SubscribeDialog({ orgId, views, viewId, onSaved, onClose }: Props) {
  const { t, language } = useTranslation();
  const { zone } = useTimes();
  const zones = useMemo(() => [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])], [zone]);
  const send = useSend(subscribeToView, { handlesOwnErrors: true });
  const [initial] = useState<Values>(() => ({
    viewId: views.find(({ id }) => id === viewId)?.id ?? views[0]?.id ?? '',
    frequency: 'DAILY',
    weekday: 1,
    monthDay: 1,
    hour: 7,
    timeZone: zone,
    period: 'YESTERDAY',
    format: 'CSV',
  }));
  const form = useForm<Values, object>({
    initial,
    validate: () => ({}),
    send: async ({ weekday, monthDay, ...values }) => {
      const day = { DAILY: null, WEEKLY: weekday, MONTHLY: monthDay }[values.frequency];
      await send.mutateAsync({ path: { orgId }, body: { ...values, day, locale: parseLocale(language) } });
      onSaved();
    },
  });
  const { values, change } = form;
  return (
    <Dialog isOpen isStatic onClose={onClose} title={t('scheduled_files.new')}>
      <DialogForm form={form} submitLabel={t('scheduled_files.save')} onCancel={onClose}>
        <NativeSelectField
          label={t('scheduled_files.view')}
          value={values.viewId}
          choices={views.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => change({ viewId: id })}
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

/** Frequency, day and hour. */
function WhenFields({ form: { values, change } }: { form: FormState<Values, object> }) {
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
