import type { Times } from '#web/format/use-times.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type HistoryRange, type HistorySearch, historyRanges } from '../../lists-address.ts';
import { DayFilter } from '../day-filter.tsx';
import classes from '../fraud-lists.module.css';
import { TextFilters, criterionChips } from '../text-filters.tsx';

interface Props {
  search: HistorySearch;
  isCard: boolean;
  onSearch: (part: Partial<HistorySearch>) => void;
}

const rangeLabel = (range: HistoryRange, t: Translate): string =>
  range === 'ANY_TIME' ? t('fraud_lists.any_time') : t(`ui.preset.${range}`);

/** Period, value, user and day. */
export function HistoryFilterForm({ search, isCard, onSearch }: Props) {
  const { t } = useTranslation();
  return (
    <form className={classes.filter} onSubmit={(event) => event.preventDefault()} noValidate role="search">
      <SelectField
        label={t('fraud_lists.period')}
        choices={historyRanges.map((range) => ({ value: range, label: rangeLabel(range, t) }))}
        value={search.searchRange}
        onChange={(range) => onSearch({ searchRange: range as HistoryRange })}
      />
      <TextFilters
        {...{ search, isCard, onSearch }}
        otherName="user"
        otherLabel={t('fraud_lists.column.user')}
      />
      <DayFilter
        label={t('fraud_lists.filter.date')}
        value={search.date}
        onChange={(date) => onSearch({ date })}
      />
    </form>
  );
}

/** The period is a chip too, which opens the filters. */
export function historyChips(
  search: HistorySearch,
  t: Translate,
  times: Times,
  change: (part: Partial<HistorySearch>) => void,
): FilterChip[] {
  const { value, maskedPan, source, user, date, expiryDate, searchRange } = search;
  const chips = criterionChips<keyof HistorySearch>(
    [
      ['value', t('fraud_lists.column.value'), value],
      ['maskedPan', t('fraud_lists.column.maskedPan'), maskedPan],
      ['source', t('fraud_lists.column.source'), source],
      ['user', t('fraud_lists.column.user'), user],
      ['date', t('fraud_lists.filter.date'), date && times.day(date)],
      ['expiryDate', t('fraud_lists.filter.expires'), expiryDate && times.day(expiryDate)],
    ],
    (name) => change({ [name]: undefined }),
  );
  const range: FilterChip = { id: 'range', label: rangeLabel(searchRange, t) };
  if (searchRange !== 'ANY_TIME') range.onRemove = () => change({ searchRange: 'ANY_TIME' });
  return [...chips, range];
}
