import { useMemo } from 'react';
import { findFraudField } from '#features/record/fraud-fields/field-catalogue.ts';
import { zonedDate, zonedMoment } from '#shared/zoned-day.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { MultiSelectField } from '#ui/form/multi-select-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type ValueKind, isRange, splitChoices, splitRange } from '../../conditions/condition-value.ts';
import { type SentenceLabels, choiceText } from '../../sentence.ts';
import type { RuleData } from '../use-rule-data.ts';
import { utcToZone, zoneToUtc } from '../zone-time.ts';
import classes from '../rules.module.css';

interface Props {
  field: string;
  operator: string;
  kind: ValueKind;
  value: string;
  error: string | undefined;
  data: Pick<RuleData, 'valuesOf'>;
  labels: SentenceLabels;
  onChange: (value: string) => void;
}

/** The value of a condition in the form of its kind; two fields for a range. */
export function ValueField(props: Props) {
  const { t } = useTranslation();
  const { operator, kind, value, error, onChange } = props;
  if (kind === 'none') return null;
  if (kind === 'choice' || kind === 'choices') return <ChoiceField {...props} />;
  if (!isRange(operator)) {
    return (
      <OneValue
        kind={kind}
        label={t('rules.condition.value')}
        value={value}
        error={error}
        onChange={onChange}
      />
    );
  }
  const [low, high] = splitRange(value) ?? ['', ''];
  return (
    <div className={classes.pair}>
      <OneValue
        kind={kind}
        label={t('rules.condition.from')}
        value={low}
        error={error}
        onChange={(next) => onChange(`${next}|${high}`)}
      />
      <OneValue
        kind={kind}
        label={t('rules.condition.to')}
        value={high}
        onChange={(next) => onChange(`${low}|${next}`)}
      />
    </div>
  );
}

function ChoiceField({ field, kind, value, error, data, labels, onChange }: Props) {
  const { t } = useTranslation();
  const set = findFraudField(field)?.values;
  const choices = useMemo(() => {
    const values = (set && data.valuesOf(set)) ?? [];
    const named = values.map((choice) => ({ value: choice, label: choiceText(field, choice, labels) }));
    return set === 'country' ? named.toSorted((a, b) => a.label.localeCompare(b.label)) : named;
  }, [set, data, field, labels]);
  return kind === 'choice' ? (
    <SelectField
      label={t('rules.condition.value')}
      choices={choices}
      value={value === '' ? null : value}
      error={error}
      onChange={(next) => onChange(next ?? '')}
    />
  ) : (
    <MultiSelectField
      label={t('rules.condition.values')}
      choices={choices}
      value={splitChoices(value)}
      error={error}
      onChange={(next) => onChange(next.join(','))}
    />
  );
}

interface OneProps {
  kind: ValueKind;
  label: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

const numeric = new Set<ValueKind>(['integer', 'tinyInteger', 'bigInteger', 'bin']);

function OneValue({ kind, label, value, error, onChange }: OneProps) {
  const { t } = useTranslation();
  const { zone, zoneName } = useTimes();
  if (kind === 'date') return <DayField label={label} value={value} error={error} onChange={onChange} />;
  if (kind === 'dateTime')
    return <InstantField label={label} value={value} error={error} onChange={onChange} />;
  if (kind === 'time') {
    return (
      <TextField
        type="time"
        label={label}
        help={t('rules.condition.time_help', { zone: zoneName })}
        value={utcToZone(value, zone)}
        error={error}
        onChange={(event) => onChange(zoneToUtc(event.currentTarget.value, zone))}
      />
    );
  }
  const mode = numeric.has(kind)
    ? 'numeric'
    : kind === 'decimal'
      ? 'decimal'
      : kind === 'email'
        ? 'email'
        : 'text';
  return (
    <TextField
      label={label}
      help={kind === 'bin' ? t('rules.condition.bin_help') : undefined}
      inputMode={mode}
      maxLength={kind === 'longText' ? 2000 : 255}
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => {
        const text = event.currentTarget.value;
        // Many languages write a decimal comma.
        onChange(kind === 'decimal' ? text.trim().replace(',', '.') : text);
      }}
    />
  );
}

function DayField({ label, value, error, onChange }: Omit<OneProps, 'kind'>) {
  const { t } = useTranslation();
  const invalidText = t('ui.dayWrong');
  return (
    <DateField
      label={label}
      value={value}
      min="1900-01-01"
      max="2199-12-31"
      errorTexts={{ invalid: invalidText, future: invalidText, minimum: invalidText }}
      error={error}
      onChange={onChange}
    />
  );
}

/** Day and time in the zone of the screen; an instant in UTC on the wire. */
function InstantField({ label, value, error, onChange }: Omit<OneProps, 'kind'>) {
  const { t } = useTranslation();
  const { zone, zoneName } = useTimes();
  const at = value === '' ? undefined : new Date(value);
  const day = at && !Number.isNaN(at.getTime()) ? zonedDate(at, zone) : '';
  const time = at && day !== '' ? utcToZone(at.toISOString().slice(11, 16), zone, at) : '';
  const change = (nextDay: string, nextTime: string): void =>
    onChange(
      nextDay === ''
        ? ''
        : zonedMoment(nextDay, `${nextTime || '00:00'}:00.000`, zone, 'first').toISOString(),
    );
  return (
    <div className={classes.pair}>
      <DayField label={label} value={day} error={error} onChange={(next) => change(next, time)} />
      <TextField
        type="time"
        label={t('rules.condition.time')}
        help={zoneName}
        value={time}
        onChange={(event) => change(day, event.currentTarget.value)}
      />
    </div>
  );
}
