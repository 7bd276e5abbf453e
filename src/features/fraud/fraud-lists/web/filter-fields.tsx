import { useState } from 'react';
import { hasCardNumber } from '#shared/card-number.ts';
import { TextField } from '#ui/form/text-field.tsx';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type CalendarDay, dayOfText, textOfDay } from '#shared/calendar-day.ts';
import { useUiTexts } from '#ui/ui-texts.ts';

interface Texts {
  value?: string;
  maskedPan?: string;
}

interface Props<OtherName extends string> {
  search: Texts & { [key in OtherName]?: string };
  isCard: boolean;
  /** The search has a second text under this name. */
  otherName: OtherName;
  otherLabel: string;
  onSearch: (part: Texts & { [key in OtherName]?: string }) => void;
}

/** Value or masked number, and a second text. They search on Enter and when they are left. */
export function TextFilters<OtherName extends string>(props: Props<OtherName>) {
  const { search, isCard, otherName, otherLabel, onSearch } = props;
  const { t } = useTranslation();
  const valueName = isCard ? 'maskedPan' : 'value';
  const before = { value: search[valueName] ?? '', text: search[otherName] ?? '' };
  const [value, setValue] = useState(before.value);
  const [text, setText] = useState<string>(before.text);
  const isPan = hasCardNumber(value);
  // The form has no button: a browser submits it by Enter only while it has a single field.
  function submit(): void {
    const isSame = value.trim() === before.value && text.trim() === before.text;
    if (isSame || isPan) return;
    const part = { [valueName]: value.trim() || undefined, [otherName]: text.trim() || undefined };
    onSearch(part as Texts & { [key in OtherName]?: string });
  }
  const field = {
    autoComplete: 'off',
    spellCheck: false,
    onBlur: submit,
    onKeyDown: ({ key }: { key: string }) => key === 'Enter' && submit(),
  };
  return (
    <>
      <TextField
        {...field}
        data-search
        label={t(isCard ? 'fraud_lists.filter.card' : 'fraud_lists.filter.value')}
        value={value}
        maxLength={320}
        error={isPan ? t('fraud_lists.error.card_number') : undefined}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <TextField
        {...field}
        label={otherLabel}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </>
  );
}

/** A chip for each criterion that is set: its name, label and value. */
export const criterionChips = <Name extends string>(
  criteria: readonly [name: Name, label: string, value: string | undefined][],
  remove: (name: Name) => void,
): FilterChip[] =>
  criteria.flatMap(([id, label, value]) =>
    value === undefined ? [] : [{ id, label: `${label}: ${value}`, onRemove: () => remove(id) }],
  );

interface DayFilterProps {
  label: string;
  value: CalendarDay | undefined;
  onChange: (day: CalendarDay | undefined) => void;
}

/** One day, or none. Searches when a whole day is typed, on Enter and when it is left. */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
  const texts = useUiTexts();
  const [typed, setTyped] = useState(value === undefined ? '' : textOfDay(value));
  const [isWrong, setIsWrong] = useState(false);
  function leave(): void {
    const day = dayOfText(typed);
    setIsWrong(typed.trim() !== '' && day === undefined);
    if (day !== value && (day !== undefined || typed.trim() === '')) onChange(day);
  }
  return (
    <TextField
      label={label}
      className="number"
      value={typed}
      placeholder={texts.dayPattern}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      error={isWrong ? texts.dayWrong : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  );
}
