import { editableAmount, readTypedAmount, unreadableAmount } from '#shared/payments/typed-amount.ts';
import { type CalendarDay, type DayRange, daysOfPreset, matchPreset } from '#shared/calendar-day.ts';
import { selectableOutcomes } from '#features/record/reporting/fields/risk-outcome.ts';
import {
  type SearchField,
  matchesSearchField,
  wrongSearch,
} from '#features/record/reporting/filters/search-field.ts';
import { formatDays } from '#ui/date/format-days.ts';
import { groupDecimal } from '#shared/text/format-money.ts';
import type { ListField } from '#web/list-screen/list-field.ts';
import type { ListSearch } from '#web/list-screen/search-box.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { type SearchParams, defaultSearch } from '../search-params.ts';
import {
  chosenDays,
  firstSearchDay,
  searchPresets,
  toSearchRange,
  type SearchRange,
} from '../search-range.ts';

/** The user's search; without a value, everything in the range. */
export type SearchInput = Pick<SearchParams, 'searchField' | 'value' | 'searchRange'>;

interface Setting {
  t: Translate;
  locale: string;
  /** What the user may search by. */
  fields: readonly SearchField[];
  onSearch: (input: SearchInput) => void;
}

/** The search by one value. The risk outcome is a choice among the filters. */
export function valueSearch(input: SearchInput, { t, locale, fields, onSearch }: Setting): ListSearch {
  const { searchField, value = '', searchRange } = input;
  const isTyped = searchField !== undefined && searchField !== 'OPTIMIZE360_OUTCOME';
  const example = groupDecimal('1250.00', locale);
  return {
    label: t('search.value'),
    fields: fields
      .filter((field) => field !== 'OPTIMIZE360_OUTCOME')
      .map((field) => ({ value: field, label: t(`search.field_name.${field}`) })),
    field: isTyped ? searchField : undefined,
    text: isTyped ? (searchField === 'requested_amount' ? editableAmount(value, locale) : value) : undefined,
    maxLength: 320,
    help: (field) =>
      [t(`search.help.${field}`, { example }), field === 'txn_id' && t('search.no_range')]
        .filter(Boolean)
        .join(' '),
    inputMode: (field) => inputModes[field as SearchField] ?? 'text',
    refusal: (text, field) =>
      matchesSearchField(field as SearchField, readValue(field as SearchField, text, locale))
        ? undefined
        : t(`search.wrong.${wrongSearch(field as SearchField, text)}`, { example }),
    onSearch: (text, field) =>
      onSearch(
        text === undefined
          ? { searchRange }
          : {
              searchField: field as SearchField,
              value: readValue(field as SearchField, text, locale),
              searchRange,
            },
      ),
  };
}

/** The value as it is searched: amounts without separators and trailing zeros, for they are of every currency. */
function readValue(field: SearchField, text: string, locale: string): string {
  if (field !== 'requested_amount') return text.trim();
  const amount = readTypedAmount(text, 3, locale);
  return 'decimal' in amount ? amount.decimal.replace(/\.?0+$/, '') : unreadableAmount;
}

const inputModes: Readonly<Partial<Record<SearchField, 'numeric' | 'decimal' | 'email'>>> = {
  txn_id: 'numeric',
  SAME_CARD: 'numeric',
  last_four: 'numeric',
  requested_amount: 'decimal',
  customer_email: 'email',
};

/** The range, and the risk outcome where the user may search by it. */
export function searchFilters(
  input: SearchInput,
  { t, fields, onSearch }: Setting,
  today: CalendarDay,
): ListField[] {
  const { searchField, value, searchRange } = input;
  const range = rangeField(searchRange, { t, today, isUsed: searchField !== 'txn_id' }, (next) =>
    onSearch({ ...(searchField && { searchField, value }), searchRange: next }),
  );
  if (!fields.includes('OPTIMIZE360_OUTCOME')) return [range];
  const outcome: ListField = {
    kind: 'choice',
    id: 'outcome',
    label: t('search.field_name.OPTIMIZE360_OUTCOME'),
    value: searchField === 'OPTIMIZE360_OUTCOME' ? value : undefined,
    choices: selectableOutcomes.map((each) => ({ value: each, label: t(`transactions.outcome.${each}`) })),
    onChange: (next) =>
      onSearch({ ...(next && { searchField: 'OPTIMIZE360_OUTCOME', value: next }), searchRange }),
  };
  return [range, outcome];
}

/** The range of a search. An id is found in any range. */
export function rangeField(
  range: SearchRange,
  { t, today, isUsed }: { t: Translate; today: CalendarDay; isUsed: boolean },
  onChange: (range: SearchRange) => void,
): ListField {
  const preset = searchPresets.find((searchPreset) => searchPreset === range);
  return {
    kind: 'days',
    id: 'range',
    label: t('search.range'),
    value: !isUsed ? undefined : preset ? daysOfPreset(preset, today) : chosenDays(range),
    isDefault: range === defaultSearch.searchRange,
    min: firstSearchDay,
    today,
    presets: searchPresets,
    onChange: (days) => onChange(days === undefined ? 'ANY_TIME' : rangeOfDays(days, today)),
  };
}

const rangeOfDays = (days: DayRange, today: CalendarDay): SearchRange =>
  matchPreset(days, today, searchPresets) ?? toSearchRange(days);

/** The name of a range, or its days. */
export function rangeText(range: SearchRange, t: Translate, today: CalendarDay, locale: string): string {
  const days = chosenDays(range);
  return days ? formatDays(days.from, days.to, today, locale) : t(`search.range_name.${range}`);
}

export function isSame(left: SearchInput, right: SearchInput): boolean {
  return (
    left.searchField === right.searchField &&
    left.value === right.value &&
    left.searchRange === right.searchRange
  );
}
