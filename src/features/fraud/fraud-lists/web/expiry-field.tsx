import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './fraud-lists.module.css';

export interface Expiry {
  never: boolean;
  day: CalendarDay;
  /** The day that was typed is none to take. */
  isWrong: boolean;
}

/** Days count in UTC, as on the server. */
export const todayUtc = (): CalendarDay => new Date().toISOString().slice(0, 10);

/** A month ahead when a day is first chosen. */
export const neverExpires = (): Expiry => ({
  never: true,
  day: addDays(todayUtc(), 30),
  isWrong: false,
});

/** As the calls take it. */
export const expiryText = ({ never, day }: Expiry): string => (never ? '' : day);

interface Props {
  value: Expiry;
  onChange: (value: Expiry) => void;
}

/** Never, or at the end of a day. */
export function ExpiryField({ value, onChange }: Props) {
  const { t } = useTranslation();
  const invalidText = t('fraud_lists.error.expiry_date');
  const past = t('fraud_lists.error.expiry_past');
  return (
    <div className={classes.expiry}>
      <SelectField
        label={t('fraud_lists.expiry.label')}
        choices={[
          { value: 'never', label: t('fraud_lists.expiry.never') },
          { value: 'day', label: t('fraud_lists.expiry.until') },
        ]}
        value={value.never ? 'never' : 'day'}
        onChange={(choice) => onChange({ ...value, never: choice === 'never', isWrong: false })}
      />
      {!value.never && (
        <DateField
          label={t('fraud_lists.expiry.day')}
          value={value.day}
          min={todayUtc()}
          max="2099-12-31"
          errorTexts={{ invalid: invalidText, future: invalidText, minimum: past }}
          onChange={(day) => onChange({ never: false, day, isWrong: false })}
          onError={(error) => onChange({ ...value, isWrong: error !== undefined })}
        />
      )}
    </div>
  );
}
