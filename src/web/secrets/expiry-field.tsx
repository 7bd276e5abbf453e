import type { CalendarDay } from '#shared/calendar-day.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useTimes } from '../format/use-times.ts';
import { useTranslation } from '../translate/use-translation.ts';

interface Expiry {
  /** Whether the secret ends with a day, and which. */
  expires: boolean;
  expiryDay: CalendarDay;
}

interface Props {
  value: Expiry;
  error: string | undefined;
  onChange: (change: Partial<Expiry>) => void;
  /** The typed day is none from today on. */
  onDayError: (hasError: boolean) => void;
}

/** The end of a key or token: never, or with a day. */
export function ExpiryField({ value: { expires, expiryDay }, error, onChange, onDayError }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const dayError = t('secrets.wrong_day');
  return (
    <div className="pair">
      <SelectField
        label={t('secrets.expires')}
        choices={[
          { value: 'never', label: t('secrets.never') },
          { value: 'day', label: t('secrets.after_day') },
        ]}
        value={expires ? 'day' : 'never'}
        onChange={(choice) => {
          onChange({ expires: choice === 'day' });
          onDayError(false);
        }}
      />
      {expires && (
        <DateField
          label={t('secrets.last_day')}
          value={expiryDay}
          min={times.today()}
          max="2099-12-31"
          errorTexts={{ invalid: dayError, future: dayError, minimum: dayError }}
          error={error}
          onChange={(day) => onChange({ expiryDay: day })}
          onError={(found) => onDayError(found !== undefined)}
        />
      )}
    </div>
  );
}
