import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type RetryUnit, type ScheduleType, retryUnits, scheduleTypes } from '../schedule-definition.ts';
import {
  type ScheduleForm,
  type ScheduleFormErrors,
  type ScheduleFormField,
  withEnabled,
  withType,
  wrongAmountAt,
} from '../schedule-form.ts';
import { FixedDates, FrequencyFields, PatternFields, useScheduleDays } from './date-fields.tsx';
import classes from './schedule-form.module.css';
import { TypedDayField } from '#ui/date/typed-day-field.tsx';
import { AmountField } from '#ui/form/amount-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useMemo } from 'react';
import { previewCharges } from '../preview-charges.ts';
import { useMoney } from '#web/format/use-money.ts';
import { useTimes } from '#web/format/use-times.ts';

interface Props {
  form: ScheduleForm;
  errors: ScheduleFormErrors;
  onChange: (form: ScheduleForm) => void;
  currency: string;
  /** Decimal digits of the currency. */
  digits: number;
  /** The form cannot switch the schedule off. */
  isAlways?: boolean;
}

/** When a card is charged and how much, for every form that creates a schedule. */
export function ScheduleFields({ form, errors, onChange, isAlways = false, ...money }: Props) {
  const { t } = useTranslation();
  const change = (part: Partial<ScheduleForm>): void => onChange({ ...form, ...part });
  const error = (field: ScheduleFormField) => {
    const found = errors[field];
    return found === undefined ? undefined : t(`schedules.error.${found}`);
  };
  return (
    <fieldset className={classes.fields}>
      {!isAlways && (
        <CheckField
          label={t('schedules.form.enable')}
          isChecked={form.isEnabled}
          onChange={(isEnabled) => onChange(withEnabled(isEnabled))}
        />
      )}
      {form.isEnabled && (
        <>
          <SelectField
            label={t('schedules.form.type')}
            value={form.type}
            choices={scheduleTypes.map((value) => ({ value, label: t(`schedules.type.${value}`) }))}
            onChange={(type) => onChange(withType(form, (type ?? form.type) as ScheduleType))}
          />
          {form.type === 'fixed' && (
            <FixedDates dates={form.dates} error={errors.dates} onChange={(dates) => change({ dates })} />
          )}
          {form.type === 'frequency' && (
            <FrequencyFields form={form} onChange={change} quantityError={error('quantity')} />
          )}
          {form.type === 'pattern' && (
            <PatternFields
              form={form}
              onChange={change}
              weekdayError={error('daysOfWeek')}
              monthDayError={error('daysOfMonth')}
            />
          )}
          <PeriodFields form={form} onChange={change} error={error} />
          <Amounts
            {...money}
            amounts={form.amounts}
            error={error('amounts')}
            onChange={(amounts) => change({ amounts })}
          />
          <RetryFields form={form} onChange={change} quantityError={error('retryQuantity')} />
          <ChargePreview form={form} currency={money.currency} />
        </>
      )}
    </fieldset>
  );
}

interface PeriodProps {
  form: ScheduleForm;
  onChange: (part: Partial<ScheduleForm>) => void;
  error: (field: ScheduleFormField) => string | undefined;
}

/** The first and the last day, or the number of episodes. */
function PeriodFields({ form, onChange, error }: PeriodProps) {
  const { t } = useTranslation();
  const bounds = useScheduleDays();
  const day = (name: 'startDate' | 'endOn') => (
    <TypedDayField
      {...bounds}
      label={t(`schedules.form.${name}`)}
      value={form[name]}
      error={error(name)}
      onChange={(text) => onChange({ [name]: text })}
    />
  );
  return (
    <div className={classes.pair}>
      {day('startDate')}
      <SelectField
        label={t('schedules.form.ending')}
        value={form.ending}
        choices={(['never', 'endOn', 'episodeLimit'] as const).map((value) => ({
          value,
          label: t(`schedules.ending.${value}`),
        }))}
        onChange={(ending) =>
          onChange({ ending: ending as ScheduleForm['ending'], endOn: '', episodeLimit: '' })
        }
      />
      {form.ending === 'endOn' && day('endOn')}
      {form.ending === 'episodeLimit' && (
        <TextField
          label={t('schedules.form.episodeLimit')}
          inputMode="numeric"
          maxLength={4}
          value={form.episodeLimit}
          error={error('episodeLimit')}
          onChange={(event) => onChange({ episodeLimit: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

interface RetryProps {
  form: ScheduleForm;
  onChange: (part: Partial<ScheduleForm>) => void;
  quantityError: string | undefined;
}

function RetryFields({ form, onChange, quantityError }: RetryProps) {
  const { t } = useTranslation();
  return (
    <>
      <CheckField
        label={t('schedules.form.retry')}
        isChecked={form.hasRetry}
        onChange={(hasRetry) =>
          onChange({
            hasRetry,
            retryQuantity: '1',
            retryUnit: 'DAY',
            processWhileRetrying: false,
            catchupAfterRetrying: false,
          })
        }
      />
      {form.hasRetry && (
        <>
          <div className={classes.pair}>
            <TextField
              label={t('schedules.form.retry_after')}
              inputMode="numeric"
              maxLength={2}
              value={form.retryQuantity}
              error={quantityError}
              onChange={(event) => onChange({ retryQuantity: event.currentTarget.value })}
            />
            <SelectField
              label={t('schedules.form.unit')}
              value={form.retryUnit}
              choices={retryUnits.map((value) => ({ value, label: t(`schedules.unit.${value}`) }))}
              onChange={(unit) => onChange({ retryUnit: (unit ?? form.retryUnit) as RetryUnit })}
            />
          </div>
          <CheckField
            label={t('schedules.form.while_retrying')}
            isChecked={form.processWhileRetrying}
            onChange={(processWhileRetrying) => onChange({ processWhileRetrying })}
          />
          <CheckField
            label={t('schedules.form.catch_up')}
            isChecked={form.catchupAfterRetrying}
            onChange={(catchupAfterRetrying) => onChange({ catchupAfterRetrying })}
          />
        </>
      )}
    </>
  );
}

interface AmountsProps {
  amounts: string[];
  error: string | undefined;
  currency: string;
  digits: number;
  onChange: (amounts: string[]) => void;
}

function Amounts({ amounts, error, currency, digits, onChange }: AmountsProps) {
  const { t } = useTranslation();
  const wrongAt = wrongAmountAt(amounts);
  return (
    <div className={classes.list}>
      {amounts.map((amount, index) => (
        <AmountField
          // A row has no identity but its position.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          label={
            amounts.length === 1
              ? t('schedules.form.amount')
              : t('schedules.form.amount_of', { number: index + 1 })
          }
          isOptional={amounts.length === 1}
          help={amounts.length === 1 ? t('schedules.form.amount_help') : undefined}
          value={amount}
          currencyCode={currency}
          digits={digits}
          error={index === wrongAt ? error : undefined}
          onChange={(value) => onChange(amounts.with(index, value))}
        />
      ))}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={amounts.length >= 60}
        onClick={() => onChange([...amounts, ''])}
      >
        {t('schedules.form.add_amount')}
      </Button>
      {amounts.length > 1 && (
        <Button variant="subtle" onClick={() => onChange(amounts.slice(0, -1))}>
          {t('schedules.form.remove_amount')}
        </Button>
      )}
    </div>
  );
}

const shown = 5;

/** The next charges, computed with the server's rules. */
function ChargePreview({ form, currency }: { form: ScheduleForm; currency: string }) {
  const { t } = useTranslation();
  const money = useMoney();
  const times = useTimes();
  const today = times.today();
  const charges = useMemo(() => previewCharges(form, { currency, today }, shown), [form, currency, today]);
  if (charges.length === 0) return null;
  return (
    <section className={classes.preview} aria-label={t('schedules.form.next')}>
      <h3>{t('schedules.form.next')}</h3>
      <ol className="number">
        {charges.map(({ dueOn, amount }) => (
          <li key={dueOn}>
            {times.day(dueOn)}
            {amount !== undefined && <span>{money(amount, currency)}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
