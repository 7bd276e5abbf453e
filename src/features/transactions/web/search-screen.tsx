import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTimes } from '#web/format/use-times.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { withColumnFilters, type ColumnFilters } from '#features/reporting/filters/filter-params.ts';
import { defaultSearch, readSearchParams, type SearchParams } from '../search-params.ts';
import { rangeInterval } from '../search-range.ts';
import { searchChips } from './search-chips.ts';
import { NothingFound } from './search-message.tsx';
import { isSame, SearchPanel, type SearchInput } from './search-panel.tsx';
import { TransactionList } from './transaction-list.tsx';
import { useSearchFields } from './use-search-fields.ts';
import { useSearch } from './use-search.ts';

const address = {
  name: 'transactions',
  read: readSearchParams,
  to: (params: SearchParams) => paths.search(params),
  page: offsetPages<SearchParams>(),
  isFilterOpen: true,
};
// Loaded after the screen, because an export follows a search.
const ExportMenu = lazy(async () => ({
  default: (await import('#features/exports/web/export-menu.tsx')).ExportMenu,
}));

/** /search: transactions by id, reference or email address, or all of a range of days. */
export function SearchScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { params, go, change } = state;
  const page = useSearch(params);
  const searchFields = useSearchFields();
  const times = useTimes();
  const { locale } = useUiTexts();
  const { areFiltersClean, filters } = page;
  const { searchField, value } = params;
  // An address with a field that the user is not offered is reset (docs/domain.md#search).
  const isForeign = searchField != null && !searchFields.includes(searchField);
  useEffect(() => {
    if (isForeign) go(defaultSearch, true);
  }, [isForeign, go]);
  const filter = useCallback(
    (next: ColumnFilters, isReplacing = false) => go(withColumnFilters(params, next), isReplacing),
    [go, params],
  );
  // Removes filters that the user cannot have from the address.
  useEffect(() => {
    if (!areFiltersClean && !isForeign) filter(filters, true);
  }, [areFiltersClean, isForeign, filter, filters]);
  function search(input: SearchInput): void {
    const { searchField: _field, value: _value, ...rest } = params;
    if (isSame(input, params) && params.offset === 0) page.refresh();
    else go({ ...rest, ...input, offset: 0 });
  }
  const exportButton = (
    <Button variant="default" disabled leftSection={<IconDownload size={16} aria-hidden />}>
      {t('statements.export')}
    </Button>
  );
  return (
    <TransactionList
      title={t('screen.transactionSearch')}
      state={state}
      page={page}
      actions={
        <Suspense fallback={exportButton}>
          <ExportMenu
            request={page.request}
            interval={() => rangeInterval(params.searchRange, new Date(), times.zone)}
            timeZone={times.zone}
            sameCardOf={searchField === 'SAME_CARD' ? value : undefined}
          />
        </Suspense>
      }
      filterPanel={state.filterPanel}
      filterForm={
        <SearchPanel
          filterInput={params}
          fields={searchFields}
          onSearch={search}
          onClear={() => go(defaultSearch)}
        />
      }
      chips={searchChips(params, t, search, { today: times.today(), locale })}
      onSort={(field, direction) => change({ field, direction: direction === 'asc' ? 'ASC' : 'DESC' })}
      onFilter={filter}
      empty={<NothingFound params={params} total={page.total ?? 0} onGo={(part) => change(part)} />}
    />
  );
}
