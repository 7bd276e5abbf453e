import { useRef, useState, useEffect } from 'react';
import {
  type CalendarDay,
  daysOfPreset,
  matchPreset,
  type DayPreset,
  type DayRange,
} from '#shared/calendar-day.ts';
import { Calendar } from './calendar.tsx';
import { DateField } from './date-field.tsx';
import classes from './range.module.css';
import { DropPanel, type DropPanelProps } from '../overlay/drop-panel.tsx';
import { useUiTexts } from '../ui-texts.ts';

export interface RangePanelProps {
  label: string;
  /** undefined: any time. */
  value: DayRange | undefined;
  onChange: (range: DayRange | undefined) => void;
  today: CalendarDay;
  min: CalendarDay;
  /** Today, if not given. */
  max?: CalendarDay;
  presets: readonly DayPreset[];
  /** Offers any time as the last preset. */
  hasAnyTime?: boolean;
  /** Only the presets can be chosen. */
  isPresetOnly?: boolean;
}

interface OpenProps extends RangePanelProps {
  target: DropPanelProps['target'];
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** The panel of a RangePicker. */
export function RangePanel({ target, isOpen, onOpen, ...props }: OpenProps) {
  return (
    <DropPanel
      target={target}
      isOpen={isOpen}
      onChange={onOpen}
      align="start"
      label={props.label}
      className={classes.dropdown}
    >
      <RangeChoices {...props} onDone={() => onOpen(false)} />
    </DropPanel>
  );
}

/** Presets, two days to type, and a calendar that takes the first and the last day. */
export function RangeChoices(props: RangePanelProps & { onDone: () => void }) {
  const { value, today, onChange, onDone, presets } = props;
  const texts = useUiTexts();
  const chosen = value === undefined ? undefined : matchPreset(value, today, presets);
  function choose(range: DayRange | undefined): void {
    onChange(range);
    onDone();
  }
  return (
    <div className={classes.panel}>
      <ul className={classes.presets} aria-label={texts.rangePresets}>
        {presets.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className={classes.preset}
              aria-pressed={preset === chosen}
              data-autofocus={preset === chosen || undefined}
              onClick={() => choose(daysOfPreset(preset, today))}
            >
              {texts.rangePreset(preset)}
            </button>
          </li>
        ))}
        {props.hasAnyTime === true && (
          <li>
            <button
              type="button"
              className={classes.preset}
              aria-pressed={value === undefined}
              data-autofocus={value === undefined || undefined}
              onClick={() => choose(undefined)}
            >
              {texts.rangeAnyTime}
            </button>
          </li>
        )}
      </ul>
      {props.isPresetOnly !== true && <OwnDays {...props} />}
    </div>
  );
}

function OwnDays(props: RangePanelProps & { onDone: () => void }) {
  const { today, min, max = today, onDone } = props;
  const texts = useUiTexts();
  const value = props.value ?? { from: today, to: today };
  const container = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState<CalendarDay>();
  const { draft, change } = useRangeDraft(
    value,
    (range) => range.from >= min && range.to <= max,
    props.onChange,
  );
  const focusCalendar = () => container.current?.querySelector<HTMLElement>('table [tabindex="0"]')?.focus();
  function selectDay(day: CalendarDay): void {
    if (first === undefined) return setFirst(day);
    setFirst(undefined);
    change(first <= day ? { from: first, to: day } : { from: day, to: first });
    onDone();
  }
  const dates = {
    min,
    max,
    onCalendar: focusCalendar,
    errorTexts: { invalid: texts.dayWrong, future: texts.dayTooLate, minimum: texts.dayTooEarly },
  };
  const isOneDay = draft.from === draft.to;
  return (
    <div ref={container} role="group" aria-label={props.label} className={classes.own}>
      <DateField
        {...dates}
        label={texts.rangeFrom}
        value={draft.from}
        onChange={(from) => change({ from })}
        steps={
          isOneDay ? { min, max, onStep: (day) => change({ from: day, to: day }) } : { min, max: draft.to }
        }
      />
      <DateField
        {...dates}
        label={texts.rangeTo}
        value={draft.to}
        onChange={(to) => change({ to })}
        error={draft.from > draft.to ? texts.rangeBackward : undefined}
        steps={{ min: draft.from, max }}
      />
      <p className={classes.hint} aria-live="polite">
        {first === undefined ? texts.rangePickFirst : texts.rangePickLast}
      </p>
      <Calendar
        key={`${draft.from} ${draft.to}`}
        value={first === undefined ? draft : { from: first, to: first }}
        min={min}
        max={max}
        today={today}
        onPick={selectDay}
      />
    </div>
  );
}

/** Two edited days. A change is reported as soon as they form a range within the bounds. */
function useRangeDraft(
  value: DayRange,
  isPossible: (range: DayRange) => boolean,
  onChange: (range: DayRange) => void,
) {
  const [previousValue, setPreviousValue] = useState(value);
  const [draft, setDraft] = useState(value);
  if (previousValue.from !== value.from || previousValue.to !== value.to) {
    setPreviousValue(value);
    setDraft(value);
  }
  // Both fields may report their day before either has come back as a draft.
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  function change(part: Partial<DayRange>): void {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setDraft(next);
    const isChanged = next.from !== value.from || next.to !== value.to;
    if (isChanged && next.from <= next.to && isPossible(next)) onChange(next);
  }
  return { draft, change };
}
