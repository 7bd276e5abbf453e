import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './fraud-lists.module.css';

export interface Expiry {
  never: boolean;
  day: CalendarDay;
}

/** Days count in UTC, as on the server. */
export const todayUtc = (): CalendarDay => new Date().toISOString().slice(0, 10);

/** A month ahead when a day is first chosen. */
export const neverExpires = (): Expiry => ({ never: true, day: addDays(todayUtc(), 30) });

/** As the calls take it. */
export const expiryText = ({ never, day }: Expiry): string => (never ? '' : day);

interface Props {
  label: string;
  value: Expiry;
  onChange: (value: Expiry) => void;
  onError?: (isWrong: boolean) => void;
  isDisabled?: boolean;
}

/** Never, or at the end of a day. */
export function ExpiryField({ label, value, onChange, onError, isDisabled = false }: Props) {
  const { t } = useTranslation();
  const wrong = t('fraud_lists.fault.expiry_date');
  const past = t('fraud_lists.fault.expiry_past');
  return (
    <div className={classes.expiry}>
      <SelectField
        label={label}
        disabled={isDisabled}
        choices={[
          { value: 'never', label: t('fraud_lists.expiry.never') },
          { value: 'day', label: t('fraud_lists.expiry.until') },
        ]}
        value={value.never ? 'never' : 'day'}
        onChange={(choice) => {
          onChange({ ...value, never: choice === 'never' });
          onError?.(false);
        }}
      />
      {!value.never && (
        <DateField
          label={t('fraud_lists.expiry.day')}
          value={value.day}
          min={todayUtc()}
          max="2099-12-31"
          errorTexts={{ invalid: wrong, future: wrong, minimum: past }}
          onChange={(day) => onChange({ never: false, day })}
          onError={(error) => onError?.(error !== undefined)}
        />
      )}
    </div>
  );
}
