import type { Times } from '#web/format/use-times.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { ItemsSearch } from '../../lists-address.ts';
import { DayFilter } from '../day-filter.tsx';
import classes from '../fraud-lists.module.css';
import { TextFilters, criterionChips } from '../text-filters.tsx';

interface Props {
  search: ItemsSearch;
  isCard: boolean;
  onSearch: (part: Partial<ItemsSearch>) => void;
}

/** Value or masked number, source and days. */
export function ItemsFilter({ search, isCard, onSearch }: Props) {
  const { t } = useTranslation();
  return (
    <form className={classes.filter} onSubmit={(event) => event.preventDefault()} noValidate role="search">
      <TextFilters
        {...{ search, isCard, onSearch }}
        otherName="source"
        otherLabel={t('fraud_lists.filter.source')}
      />
      <DayFilter
        label={t('fraud_lists.filter.added')}
        value={search.addedDate}
        onChange={(addedDate) => onSearch({ addedDate })}
      />
      <DayFilter
        label={t('fraud_lists.filter.expires')}
        value={search.expiryDate}
        onChange={(expiryDate) => onSearch({ expiryDate })}
      />
    </form>
  );
}

export function itemChips(
  search: ItemsSearch,
  t: Translate,
  times: Times,
  change: (part: Partial<ItemsSearch>) => void,
): FilterChip[] {
  const { value, source, maskedPan, addedDate, expiryDate } = search;
  return criterionChips<keyof ItemsSearch>(
    [
      ['value', t('fraud_lists.column.value'), value],
      ['maskedPan', t('fraud_lists.column.maskedPan'), maskedPan],
      ['source', t('fraud_lists.column.source'), source],
      ['addedDate', t('fraud_lists.filter.added'), addedDate && times.day(addedDate)],
      ['expiryDate', t('fraud_lists.filter.expires'), expiryDate && times.day(expiryDate)],
    ],
    (name) => change({ [name]: undefined }),
  );
}
