import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { daysOfPreset, matchPreset } from '#shared/calendar-day.ts';
import {
  chosenDays,
  firstSearchDay,
  searchPresets,
  toSearchRange,
} from '#features/reports/transactions/search-range.ts';
import { RangePicker } from '#ui/date/range-picker.tsx';
import { NativeSelectField } from '#ui/form/native-select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  type CaseSearchField,
  type CaseSearchParams,
  caseSearchFields,
  isCaseSearch,
} from '../case-search.ts';
import classes from './cases.module.css';

type Input = Pick<CaseSearchParams, 'searchField' | 'value' | 'searchRange'>;

interface Props {
  search: Input;
  onSearch: (input: Required<Input>) => void;
  onClear: () => void;
}

/** The form of the case search. Give it another key for another address. */
export function CaseSearchForm({ search, onSearch, onClear }: Props) {
  const { t } = useTranslation();
  const today = useTimes().today();
  const input = useRef<HTMLInputElement>(null);
  const [field, setField] = useState<CaseSearchField>(search.searchField ?? 'transactionId');
  const [value, setValue] = useState(search.value ?? '');
  const [range, setRange] = useState(search.searchRange);
  const [isTried, setIsTried] = useState(false);
  const isInvalid = !isCaseSearch(field, value);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsTried(true);
    if (isInvalid) input.current?.focus();
    else onSearch({ searchField: field, value: value.trim(), searchRange: range });
  }
  const preset = searchPresets.find((searchPreset) => searchPreset === range);
  return (
    <form
      className={classes.form}
      role="search"
      aria-label={t('screen.caseManagementSearch')}
      noValidate
      onSubmit={submit}
    >
      <NativeSelectField
        label={t('search.field')}
        value={field}
        choices={caseSearchFields.map((caseSearchField) => ({
          value: caseSearchField,
          label: t(`cases.column.${caseSearchField}`),
        }))}
        onChange={(next) => {
          setField(next as CaseSearchField);
          setIsTried(false);
        }}
      />
      <TextField
        ref={input}
        data-search
        label={t('search.value')}
        help={t(`cases.search.help.${field}`)}
        error={isTried && isInvalid ? t(`cases.search.wrong.${field}`) : undefined}
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
        inputMode={field === 'transactionId' ? 'numeric' : 'email'}
        value={value}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setIsTried(false);
        }}
        onBlur={() => setIsTried(value !== '')}
      />
      <RangePicker
        label={t('search.range')}
        help={t(field === 'transactionId' ? 'search.range_not_used' : 'search.range_help')}
        value={preset ? daysOfPreset(preset, today) : chosenDays(range)}
        today={today}
        min={firstSearchDay}
        presets={searchPresets}
        hasAnyTime
        onChange={(days) =>
          setRange(
            days === undefined
              ? 'ANY_TIME'
              : (matchPreset(days, today, searchPresets) ?? toSearchRange(days)),
          )
        }
      />
      <div className={classes.buttons}>
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {t('search.search')}
        </Button>
        <Button variant="default" onClick={onClear}>
          {t('search.clear')}
        </Button>
      </div>
    </form>
  );
}

/** One chip a criterion; the range counts for emails alone. */
export function caseChips(
  { searchField, value, searchRange }: CaseSearchParams,
  range: string,
  t: ReturnType<typeof useTranslation>['t'],
  search: (input: Partial<CaseSearchParams>) => void,
  clear: () => void,
): FilterChip[] {
  if (searchField === undefined) return [];
  const label = `${t(`cases.column.${searchField}`)}: ${value}`;
  const chips: FilterChip[] = [{ id: 'value', label, onRemove: clear }];
  if (searchField === 'customerEmail' && searchRange !== 'ANY_TIME') {
    chips.push({ id: 'range', label: range, onRemove: () => search({ searchRange: 'ANY_TIME' }) });
  }
  return chips;
}
