import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import {
  editableAmount,
  readTypedAmount,
  type TypedAmount,
  unreadableAmount,
} from '#shared/payments/typed-amount.ts';
import { type CalendarDay, type DayRange, daysOfPreset, matchPreset } from '#shared/calendar-day.ts';
import { selectableOutcomes } from '#features/record/reporting/fields/risk-outcome.ts';
import {
  type SearchField,
  matchesSearchField,
  wrongSearch,
} from '#features/record/reporting/filters/search-field.ts';
import { RangePicker } from '#ui/date/range-picker.tsx';
import { NativeSelectField } from '#ui/form/native-select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { groupDecimal } from '#shared/text/format-money.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { SearchParams } from '../search-params.ts';
import {
  chosenDays,
  firstSearchDay,
  searchPresets,
  toSearchRange,
  type SearchRange,
} from '../search-range.ts';
import classes from './search.module.css';

/** The user's search; without a value, everything in the range. */
export type SearchInput = Pick<SearchParams, 'searchField' | 'value' | 'searchRange'>;

interface Props {
  filterInput: SearchInput;
  fields: readonly SearchField[];
  onSearch: (filterInput: SearchInput) => void;
  onClear: () => void;
}
interface Draft {
  field: SearchField;
  value: string;
  range: SearchRange;
}

/** The search form. A new URL replaces the draft. */
export function SearchPanel({ filterInput, fields, onSearch, onClear }: Props) {
  const { t } = useTranslation();
  const { locale } = useUiTexts();
  const input = useRef<HTMLInputElement>(null);
  const { draft, setDraft, isTouched, setIsTouched } = useSearchDraft(filterInput, locale);
  const typed = readValue(draft, locale);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsTouched(true);
    if (typed.isWrong) input.current?.focus();
    else if (typed.value === '') onSearch({ searchRange: draft.range });
    else onSearch({ searchField: draft.field, value: typed.value, searchRange: draft.range });
  }
  function clear(): void {
    setDraft(toDraft({ searchRange: 'TODAY' }, locale));
    setIsTouched(false);
    onClear();
    input.current?.focus();
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate role="search" aria-label={t('search.panel')}>
      <NativeSelectField
        label={t('search.field')}
        value={draft.field}
        choices={fields.map((field) => ({ value: field, label: t(`search.field_name.${field}`) }))}
        onChange={(field) => {
          setDraft(withField(draft, field as SearchField));
          setIsTouched(false);
        }}
      />
      {draft.field === 'OPTIMIZE360_OUTCOME' ? (
        <OutcomeField value={draft.value} onChange={(outcome) => setDraft({ ...draft, value: outcome })} />
      ) : (
        <ValueField
          ref={input}
          draft={draft}
          typed={typed}
          isTouched={isTouched}
          onChange={(value) => {
            setDraft({ ...draft, value });
            if (!typed.isWrong) setIsTouched(false);
          }}
          onLeave={() => setIsTouched(true)}
        />
      )}
      <RangeField
        range={draft.range}
        isUsed={draft.field !== 'txn_id' || typed.value === ''}
        onChange={(range) => setDraft({ ...draft, range })}
      />
      <SearchButtons onClear={clear} />
    </form>
  );
}

interface TypedValue {
  /** As it is searched: amounts without separators. */
  value: string;
  isAmount: boolean;
  isWrong: boolean;
}

function readValue({ field, value: text }: Draft, locale: string): TypedValue {
  const amount = field === 'requested_amount' ? readTypedAmount(text, 3, locale) : undefined;
  const value = amount === undefined ? text.trim() : plainAmount(amount);
  const isWrong = value !== '' && !matchesSearchField(field, value);
  return { value, isAmount: amount !== undefined, isWrong };
}

interface ValueProps {
  ref: RefObject<HTMLInputElement | null>;
  draft: Draft;
  typed: TypedValue;
  /** The value was left or submitted, so an error may be shown. */
  isTouched: boolean;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/** The typed value. An amount is repeated as the page writes it. */
function ValueField({ ref, draft, typed, isTouched, onChange, onLeave }: ValueProps) {
  const { t } = useTranslation();
  const { locale } = useUiTexts();
  const { value, isAmount, isWrong } = typed;
  const example = groupDecimal('1250.00', locale);
  return (
    <TextField
      ref={ref}
      data-search
      label={t('search.value')}
      help={
        !isAmount || value === '' || isWrong
          ? t(`search.help.${draft.field}`, { example })
          : groupDecimal(value, locale)
      }
      error={
        isTouched && isWrong
          ? t(`search.wrong.${wrongSearch(draft.field, draft.value.trim())}`, { example })
          : undefined
      }
      value={draft.value}
      maxLength={320}
      autoComplete="off"
      spellCheck={false}
      inputMode={inputModes[draft.field] ?? 'text'}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
    />
  );
}

interface RangeProps {
  range: SearchRange;
  /** A search by the transaction's id ignores the range. */
  isUsed: boolean;
  onChange: (range: SearchRange) => void;
}

function RangeField({ range, isUsed, onChange }: RangeProps) {
  const { t } = useTranslation();
  const today = useTimes().today();
  return (
    <RangePicker
      label={t('search.range')}
      help={t(isUsed ? 'search.range_help' : 'search.range_not_used')}
      value={daysOfRange(range, today)}
      today={today}
      min={firstSearchDay}
      presets={searchPresets}
      hasAnyTime
      onChange={(days) => onChange(days === undefined ? 'ANY_TIME' : rangeOfDays(days, today))}
    />
  );
}

const rangeOfDays = (days: DayRange, today: CalendarDay): SearchRange =>
  matchPreset(days, today, searchPresets) ?? toSearchRange(days);

function daysOfRange(range: SearchRange, today: CalendarDay): DayRange | undefined {
  const preset = searchPresets.find((searchPreset) => searchPreset === range);
  return preset ? daysOfPreset(preset, today) : chosenDays(range);
}

/** The typed search before it is submitted. A new URL replaces it. */
function useSearchDraft(filterInput: SearchInput, locale: string) {
  const [previousInput, setPreviousInput] = useState(filterInput);
  const [draft, setDraft] = useState(() => toDraft(filterInput, locale));
  /** The value was left or submitted, so an error may be shown. */
  const [isTouched, setIsTouched] = useState(false);
  if (!isSame(previousInput, filterInput)) {
    setPreviousInput(filterInput);
    setDraft(toDraft(filterInput, locale));
    setIsTouched(false);
  }
  return { draft, setDraft, isTouched, setIsTouched };
}

function SearchButtons({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.buttons}>
      <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
        {t('search.search')}
      </Button>
      <Button variant="default" onClick={onClear}>
        {t('search.clear')}
      </Button>
    </div>
  );
}

function OutcomeField({ value, onChange }: { value: string; onChange: (outcome: string) => void }) {
  const { t } = useTranslation();
  return (
    <NativeSelectField
      label={t('search.value')}
      help={t('search.help.OPTIMIZE360_OUTCOME')}
      value={value}
      choices={[
        { value: '', label: t('search.wrong.OPTIMIZE360_OUTCOME') },
        ...selectableOutcomes.map((outcome) => ({
          value: outcome,
          label: t(`transactions.outcome.${outcome}`),
        })),
      ]}
      onChange={onChange}
    />
  );
}

/** Clears the value between a listed outcome and a typed value. */
function withField(draft: Draft, field: SearchField): Draft {
  const isListed = [draft.field, field].includes('OPTIMIZE360_OUTCOME');
  return { ...draft, field, value: isListed && field !== draft.field ? '' : draft.value };
}

const inputModes: Readonly<Partial<Record<SearchField, 'numeric' | 'decimal' | 'email'>>> = {
  txn_id: 'numeric',
  SAME_CARD: 'numeric',
  last_four: 'numeric',
  requested_amount: 'decimal',
  customer_email: 'email',
};

/** Drops trailing zeros, since amounts of every currency are searched. */
function plainAmount(amount: TypedAmount): string {
  return 'decimal' in amount ? amount.decimal.replace(/\.?0+$/, '') : unreadableAmount;
}

function toDraft(filterInput: SearchInput, locale: string): Draft {
  const { searchField = 'txn_id', value = '', searchRange } = filterInput;
  const text = searchField === 'requested_amount' ? editableAmount(value, locale) : value;
  return { field: searchField, value: text, range: searchRange };
}

export function isSame(left: SearchInput, right: SearchInput): boolean {
  return (
    left.searchField === right.searchField &&
    left.value === right.value &&
    left.searchRange === right.searchRange
  );
}
