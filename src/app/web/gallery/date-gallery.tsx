import type { DayRange } from '#shared/calendar-day.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { RangePicker } from '#ui/date/range-picker.tsx';
import { TypedDayField } from '#ui/date/typed-day-field.tsx';
import { ExpiryField } from '#web/secrets/expiry-field.tsx';
import { FieldSamples, type Field, Stateful, Samples } from './gallery-frame.tsx';

const days = { min: '2020-01-01', max: '2026-11-22' };
const dayErrors = { invalid: 'Enter a day', future: 'Enter a past day', minimum: 'Enter a later day' };

const fields: readonly Field[] = [
  {
    name: 'DateField',
    states: ['plain', 'help', 'error'],
    show: ({ help, error }) => (
      <Stateful initial="2026-11-20">
        {(value, onChange) => (
          <DateField
            label="Day"
            {...days}
            errorTexts={dayErrors}
            {...{ value, onChange, error }}
            help={help}
          />
        )}
      </Stateful>
    ),
  },
  {
    name: 'DateField, with steps',
    states: ['plain'],
    show: () => (
      <Stateful initial="2026-11-22">
        {(value, onChange) => (
          <DateField label="Day" {...days} errorTexts={dayErrors} steps={days} {...{ value, onChange }} />
        )}
      </Stateful>
    ),
  },
  {
    name: 'TypedDayField',
    states: ['plain', 'help', 'error'],
    show: ({ help, error }) => (
      <Stateful initial="">
        {(value, onChange) => (
          <TypedDayField label="Last day" {...days} {...{ value, onChange, help, error }} />
        )}
      </Stateful>
    ),
  },
  {
    name: 'ExpiryField',
    states: ['plain'],
    show: () => (
      <Stateful initial={{ expires: true, expiryDay: '2027-11-22' }}>
        {(value, set) => (
          <ExpiryField
            value={value}
            error={undefined}
            onChange={(change) => set({ ...value, ...change })}
            onDayError={() => {}}
          />
        )}
      </Stateful>
    ),
  },
];

const ranges = {
  calendar: {},
  'any time': { hasAnyTime: true },
  'presets only': {
    isPresetOnly: true,
    presets: ['TODAY', 'WITHIN_1_WEEK', 'WITHIN_1_MONTH'],
    hasAnyTime: true,
  },
} as const;

/** Days and ranges of days in every state. */
export function DateGallery() {
  return (
    <>
      <FieldSamples fields={fields} />
      <Samples
        title="RangePicker"
        size="medium"
        samples={Object.entries(ranges).map(([name, props]) => ({
          name,
          show: (
            <Stateful<DayRange | undefined> initial={{ from: '2026-11-16', to: '2026-11-22' }}>
              {(value, onChange) => (
                <RangePicker
                  label="Days"
                  today="2026-11-22"
                  min="2000-01-01"
                  {...{ value, onChange }}
                  {...props}
                />
              )}
            </Stateful>
          ),
        }))}
      />
    </>
  );
}
