import { Button } from '@mantine/core';
import { useNavigate, useSearch as useUrlSearch } from '@tanstack/react-router';
import { IconAdjustmentsHorizontal, IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { withColumnFilters, type ColumnFilters } from '#features/reporting/filters/filter-params.ts';
import { defaultSearch, type SearchParams } from '#features/transactions/search-params.ts';
import { rangeInterval } from '#features/transactions/search-range.ts';
import {
  ClearFilters,
  NothingFiltered,
  NothingFound,
  SearchFailure,
} from '#features/transactions/web/search-message.tsx';
import { isSame, SearchPanel, type SearchInput } from '#features/transactions/web/search-panel.tsx';
import { transactionColumn, type TransactionRow } from '#features/transactions/web/transaction-columns.tsx';
import { TransactionColumnChooser } from '#features/transactions/web/columns/transaction-column-chooser.tsx';
import { useSearch } from '#features/transactions/web/use-search.ts';
import { useSearchFields } from '#features/transactions/web/use-search-fields.ts';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import { DensitySwitch } from '#ui/grid/density-switch.tsx';
import { PagingBar } from '#ui/grid/paging/paging-bar.tsx';
import { RefreshButton } from '#ui/layout/refresh-button.tsx';
import list from '#ui/layout/list-screen.module.css';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useDensity } from '#web/preferences/use-density.ts';
import { useWidths } from '#web/preferences/use-widths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { Trans } from '#web/translate/trans.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

const rowId = (row: TransactionRow): string => row.txn_id ?? '';
const panelId = 'search-panel';
/** No part of the first load: nothing is exported before something is found. */
const ExportMenu = lazy(async () => ({
  default: (await import('#features/exports/web/export-menu.tsx')).ExportMenu,
}));

/** /search: transactions by id, reference or e-mail address, or all of a range of days. */
export function SearchScreen() {
  const { t, language } = useTranslation();
  const params = useUrlSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const found = useSearch(params);
  const searchFields = useSearchFields();
  const [isOpen, setIsOpen] = useState(true);
  const [density, setDensity] = useDensity();
  const [widths, setWidths] = useWidths();
  const times = useTimes();
  const locale = browserLocale(language);
  const { areFiltersClean, columns, custom, choice, filters, limits, offered, sortable, sort, rows, total } =
    found;

  const shown = useMemo(
    () =>
      columns.map((field) => transactionColumn(field, sortable.has(field), t, locale, times, custom, limits)),
    [columns, sortable, t, locale, times, custom, limits],
  );
  const go = (search: Record<string, unknown>): void => void navigate({ to: '/search', search });
  // A field of the address that this person is not offered resets everything (docs/domain.md#search).
  const isForeign = params.searchField != null && !searchFields.includes(params.searchField);
  useEffect(() => {
    if (isForeign) void navigate({ to: '/search', search: { ...defaultSearch } as never, replace: true });
  }, [isForeign, navigate]);
  const change = (part: Partial<SearchParams>): void => go({ ...params, ...part });
  const filter = useCallback(
    (next: ColumnFilters, replace = false) =>
      void navigate({ to: '/search', search: withColumnFilters(params, next) as never, replace }),
    [navigate, params],
  );
  // Filters that this person cannot have go from the address.
  useEffect(() => {
    if (!areFiltersClean && !isForeign) filter(filters, true);
  }, [areFiltersClean, isForeign, filter, filters]);
  /** A column that goes takes its filter along. */
  function choose(next: readonly string[]): void {
    choice.choose(next);
    const kept = Object.entries(filters).filter(([field]) => next.includes(field));
    if (kept.length < Object.keys(filters).length) filter(Object.fromEntries(kept));
  }
  const open = useCallback(
    (row: TransactionRow) => void navigate({ to: `/transactionDetails/${rowId(row)}` }),
    [navigate],
  );
  function search(filterInput: SearchInput): void {
    const { searchField, value, ...rest } = params;
    if (isSame(filterInput, { searchField, value, searchRange: rest.searchRange }) && params.offset === 0)
      found.refresh();
    else go({ ...rest, ...filterInput, offset: 0 });
  }
  const count = total ?? 0;
  const isCounted = total != null && found.failure == null;
  return (
    <Page
      title={t('screen.transactionSearch')}
      isFilling
      actions={
        <>
          <RefreshButton isBusy={found.isLoading} onRefresh={found.refresh} />
          <Suspense
            fallback={
              <Button variant="default" disabled leftSection={<IconDownload size={16} aria-hidden />}>
                {t('statements.export')}
              </Button>
            }
          >
            <ExportMenu
              question={found.question}
              interval={() => rangeInterval(params.searchRange, new Date(), times.zone)}
              timeZone={times.zone}
              sameCardOf={params.searchField === 'SAME_CARD' ? params.value : undefined}
            />
          </Suspense>
        </>
      }
    >
      <div className={list.top}>
        <Panel id={panelId} label={t('search.panel')} isOpen={isOpen}>
          <SearchPanel
            filterInput={params}
            fields={searchFields}
            onSearch={search}
            onClear={() => go({ ...defaultSearch })}
          />
        </Panel>
        <div className={list.bar}>
          <Button
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('search.panel')}
          </Button>
          <span className={`${list.count} number`} aria-live="polite">
            {isCounted && (
              <Trans
                i18nKey="search.count"
                count={count}
                values={{ number: new Intl.NumberFormat(locale).format(count) }}
                components={{ strong: <strong /> }}
              />
            )}
          </span>
          <ClearFilters filters={filters} onClear={() => filter({})} />
          <span className={list.end}>
            <DensitySwitch density={density} onChange={setDensity} />
            {offered != null && (
              <TransactionColumnChooser
                offered={offered}
                custom={custom}
                shown={columns}
                onChange={choose}
                onReset={choice.reset}
              />
            )}
          </span>
        </div>
      </div>
      <div className={list.results}>
        <DataGrid
          label={t('screen.transactionSearch')}
          columns={shown}
          rows={rows}
          rowId={rowId}
          isLoading={found.isLoading}
          isFilling
          density={density}
          widths={widths}
          onWidths={setWidths}
          onOrder={choice.choose}
          sort={{ field: sort.field, direction: sort.direction === 'ASC' ? 'asc' : 'desc' }}
          onSort={({ field, direction }) =>
            change({ field, direction: direction === 'asc' ? 'ASC' : 'DESC', offset: 0 })
          }
          filters={filters}
          onFilter={filter}
          onOpen={open}
          error={
            found.failure == null ? undefined : (
              <SearchFailure failure={found.failure} onRetry={found.refresh} />
            )
          }
          empty={
            count === 0 && Object.keys(filters).length > 0 ? (
              <NothingFiltered onClear={() => filter({})} />
            ) : (
              <NothingFound params={params} total={count} onGo={change} />
            )
          }
        />
        <div className={isCounted ? undefined : list.unknown}>
          <PagingBar
            paging={{ offset: params.offset, pageSize: params.pageSize }}
            criteria={JSON.stringify({ ...params, offset: 0 })}
            total={count}
            onChange={change}
          />
        </div>
      </div>
    </Page>
  );
}
