import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import {
  frequencyRates,
  frequencyUnits,
  retryUnits,
  scheduleTypes,
  type FrequencyRate,
  type FrequencyUnit,
  type RetryUnit,
  type ScheduleType,
} from '#features/schedules/definition/schedule-definition.ts';
import {
  enabled,
  withType,
  wrongAmountAt,
  wrongDateAt,
  type ScheduleForm,
  type ScheduleFormError,
  type ScheduleFormErrors,
  type ScheduleFormField,
} from '#features/schedules/form/schedule-form.ts';
import { PatternFields } from '#features/schedules/web/form/pattern-fields.tsx';
import classes from '#features/schedules/web/form/schedule-form.module.css';
import { AmountField } from '#ui/form/amount-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  form: ScheduleForm;
  errors: ScheduleFormErrors;
  onChange: (form: ScheduleForm) => void;
  currency: string;
  /** Decimal digits of the currency. */
  digits: number;
  /** It cannot be switched off: the schedule is all there is. */
  isAlways?: boolean;
};

/** When and how much a card is charged again, for every form that can begin a schedule. */
export function ScheduleFields({ form, errors, onChange, isAlways = false, ...money }: Props) {
  const { t } = useTranslation();
  const change = (part: Partial<ScheduleForm>): void => onChange({ ...form, ...part });
  const error = (field: ScheduleFormField) => {
    const found = errors[field];
    return found == null ? undefined : t(`schedules.error.${found}`);
  };
  const day = (name: 'startDate' | 'endOn') => (
    <TextField
      label={t(`schedules.form.${name}`)}
      help={t('schedules.form.day_help')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      value={form[name]}
      error={error(name)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <fieldset className={classes.fields}>
      {!isAlways && (
        <CheckField
          label={t('schedules.form.enable')}
          isChecked={form.isEnabled}
          onChange={(isEnabled) => onChange(enabled(isEnabled))}
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
            <Dates dates={form.dates} error={errors.dates} onChange={(dates) => change({ dates })} />
          )}
          {form.type === 'frequency' && (
            <div className={classes.pair}>
              <TextField
                label={t('schedules.form.every')}
                inputMode="numeric"
                maxLength={3}
                value={form.quantity}
                error={error('quantity')}
                onChange={(event) => change({ quantity: event.currentTarget.value })}
              />
              <SelectField
                label={t('schedules.form.unit')}
                value={form.unit}
                choices={frequencyUnits.map((value) => ({ value, label: t(`schedules.unit.${value}`) }))}
                onChange={(unit) => change({ unit: (unit ?? form.unit) as FrequencyUnit })}
              />
              <SelectField
                label={t('schedules.form.rate')}
                value={form.rate}
                choices={frequencyRates.map((value) => ({ value, label: t(`schedules.rate.${value}`) }))}
                onChange={(rate) => change({ rate: (rate ?? form.rate) as FrequencyRate })}
              />
            </div>
          )}
          {form.type === 'pattern' && (
            <PatternFields
              form={form}
              onChange={change}
              weekdayError={error('daysOfWeek')}
              monthDayError={error('daysOfMonth')}
            />
          )}
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
                change({ ending: ending as ScheduleForm['ending'], endOn: '', episodeLimit: '' })
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
                onChange={(event) => change({ episodeLimit: event.currentTarget.value })}
              />
            )}
          </div>
          <Amounts
            {...money}
            amounts={form.amounts}
            error={error('amounts')}
            onChange={(amounts) => change({ amounts })}
          />
          <CheckField
            label={t('schedules.form.retry')}
            isChecked={form.hasRetry}
            onChange={(hasRetry) =>
              change({
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
                  error={error('retryQuantity')}
                  onChange={(event) => change({ retryQuantity: event.currentTarget.value })}
                />
                <SelectField
                  label={t('schedules.form.unit')}
                  value={form.retryUnit}
                  choices={retryUnits.map((value) => ({ value, label: t(`schedules.unit.${value}`) }))}
                  onChange={(unit) => change({ retryUnit: (unit ?? form.retryUnit) as RetryUnit })}
                />
              </div>
              <CheckField
                label={t('schedules.form.while_retrying')}
                isChecked={form.processWhileRetrying}
                onChange={(processWhileRetrying) => change({ processWhileRetrying })}
              />
              <CheckField
                label={t('schedules.form.catch_up')}
                isChecked={form.catchupAfterRetrying}
                onChange={(catchupAfterRetrying) => change({ catchupAfterRetrying })}
              />
            </>
          )}
        </>
      )}
    </fieldset>
  );
}

type DatesProps = {
  dates: string[];
  error: ScheduleFormError | undefined;
  onChange: (dates: string[]) => void;
};

function Dates({ dates, error, onChange }: DatesProps) {
  const { t } = useTranslation();
  const wrongAt = error == null ? -1 : wrongDateAt(dates, error);
  return (
    <div className={classes.list}>
      {dates.map((text, at) => (
        <TextField
          // Their place is all that tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          label={t('schedules.form.date', { number: at + 1 })}
          help={at === 0 ? t('schedules.form.day_help') : undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={text}
          error={error != null && at === wrongAt ? t(`schedules.error.${error}`) : undefined}
          onChange={(event) => onChange(dates.with(at, event.currentTarget.value))}
        />
      ))}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={dates.length >= 60}
        onClick={() => onChange([...dates, ''])}
      >
        {t('schedules.form.add_date')}
      </Button>
    </div>
  );
}

type AmountsProps = {
  amounts: string[];
  error: string | undefined;
  currency: string;
  digits: number;
  onChange: (amounts: string[]) => void;
};

function Amounts({ amounts, error, currency, digits, onChange }: AmountsProps) {
  const { t } = useTranslation();
  const wrongAt = wrongAmountAt(amounts);
  return (
    <div className={classes.list}>
      {amounts.map((amount, at) => (
        <AmountField
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          label={
            amounts.length === 1
              ? t('schedules.form.amount')
              : t('schedules.form.amount_of', { number: at + 1 })
          }
          help={amounts.length === 1 ? t('schedules.form.amount_help') : undefined}
          value={amount}
          currencyCode={currency}
          digits={digits}
          error={at === wrongAt ? error : undefined}
          onChange={(value) => onChange(amounts.with(at, value))}
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
