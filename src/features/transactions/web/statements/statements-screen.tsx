import { Button } from '@mantine/core';
import { useNavigate, useSearch as useUrlSearch } from '@tanstack/react-router';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { withColumnFilters, type ColumnFilters } from '#features/reporting/filters/filter-params.ts';
import { toExportState } from '#features/transactions/statements/statement-request.ts';
import { toInterval, writeDays } from '#features/transactions/statements/statement-interval.ts';
import {
  parseDays,
  filterNames,
  readFilters,
  withFilters,
  type StatementFilters,
  type StatementParams,
} from '#features/transactions/statements/statement-params.ts';
import { ClearFilters, NothingFiltered, SearchFailure } from '#features/transactions/web/search-message.tsx';
import { EmptyStatement } from '#features/transactions/web/statements/empty-statement.tsx';
import { FilterForm } from '#features/transactions/web/statements/filter-form.tsx';
import { IntervalBar } from '#features/transactions/web/statements/interval-bar.tsx';
import { useFilterPanel } from '#features/transactions/web/statements/use-filter-panel.ts';
import { useStatements } from '#features/transactions/web/statements/use-statements.ts';
import { TransactionColumnChooser } from '#features/transactions/web/columns/transaction-column-chooser.tsx';
import { transactionColumn, type TransactionRow } from '#features/transactions/web/transaction-columns.tsx';
import { ExportMenu } from '#features/exports/web/export-menu.tsx';
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
const panelId = 'statement-filters';
const todayIn = (zone: string): string => zonedDate(new Date(), zone);

/** /statements: all transactions of an interval of days, narrowed by organisation, status, type and outcome. */
export function StatementsScreen() {
  const { t, language } = useTranslation();
  const params = useUrlSearch({ strict: false }) as StatementParams;
  const navigate = useNavigate();
  const found = useStatements(params);
  const [density, setDensity] = useDensity();
  const [widths, setWidths] = useWidths();
  const times = useTimes();
  const locale = browserLocale(language);
  const { clean, choice, columns, custom, filters, limits, offered, sortable, sort, rows, total, refresh } =
    found;
  const go = useCallback(
    (search: StatementParams, replace = false) =>
      void navigate({ to: '/statements', search: { ...search }, replace }),
    [navigate],
  );
  // What the metadata do not list has gone: the route is loaded again without it (docs/domain.md#statements).
  useEffect(() => {
    if (clean !== params) go(clean, true);
  }, [clean, params, go]);

  const applied = useMemo(() => readFilters(clean), [clean]);
  const panel = useFilterPanel(applied, (filters: StatementFilters) => {
    const next = withFilters(clean, filters);
    if (JSON.stringify(filters) === JSON.stringify(applied) && clean.offset === 0) refresh();
    else go(next);
  });
  const inUse = filterNames.filter((name) => applied[name].length > 0).length;
  const shown = useMemo(
    () =>
      columns.map((field) => transactionColumn(field, sortable.has(field), t, locale, times, custom, limits)),
    [columns, sortable, t, locale, times, custom, limits],
  );
  const filter = (next: ColumnFilters): void => go(withColumnFilters(clean, next));
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
  const count = total ?? 0;
  const snapshot =
    found.snapshotTime == null
      ? '\u00a0'
      : t('statements.snapshot', {
          time: `${times.dateTime(found.snapshotTime).slice(0, 16)} ${times.zoneName}`,
        });
  return (
    <Page
      title={t('screen.statements')}
      subtitle={<span className="number">{snapshot}</span>}
      isFilling
      actions={
        <>
          <RefreshButton isBusy={found.isLoading} onRefresh={refresh} />
          <ExportMenu
            question={found.question}
            interval={() => toInterval(parseDays(clean), times.zone)}
            timeZone={times.zone}
            more={toExportState(clean, times.zone)}
          />
        </>
      }
    >
      <div className={list.top}>
        <IntervalBar
          days={parseDays(params)}
          today={todayIn(times.zone)}
          onChange={(days) => go({ ...clean, date: writeDays(days), offset: 0 })}
        />
        <Panel id={panelId} label={t('statements.filters')} isOpen={panel.isOpen}>
          <FilterForm
            choices={found.choices}
            organisations={found.hierarchy.data}
            haveOrganisationsFailed={found.hierarchy.isError}
            draft={panel.draft}
            onReset={panel.reset}
            onApply={panel.apply}
          />
        </Panel>
        <div className={list.bar}>
          <Button
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-expanded={panel.isOpen}
            aria-controls={panelId}
            onClick={panel.toggle}
          >
            {inUse > 0 ? t('statements.filters_on', { count: inUse }) : t('statements.filters')}
          </Button>
          <span className={`${list.count} number`} aria-live="polite">
            {total != null && (
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
          label={t('screen.statements')}
          columns={shown}
          rows={rows}
          rowId={rowId}
          isLoading={found.isLoading || panel.isApplying}
          isFilling
          density={density}
          widths={widths}
          onWidths={setWidths}
          onOrder={choice.choose}
          sort={{ field: sort.field, direction: sort.direction === 'ASC' ? 'asc' : 'desc' }}
          onSort={({ field, direction }) => go({ ...clean, field, direction, offset: 0 })}
          filters={filters}
          onFilter={filter}
          onOpen={open}
          error={
            found.failure == null ? undefined : <SearchFailure failure={found.failure} onRetry={refresh} />
          }
          empty={
            count === 0 && Object.keys(filters).length > 0 ? (
              <NothingFiltered onClear={() => filter({})} />
            ) : (
              <EmptyStatement params={clean} total={count} onGo={go} />
            )
          }
        />
        <div className={total == null ? list.unknown : undefined}>
          <PagingBar
            paging={{ offset: params.offset, pageSize: params.pageSize }}
            criteria={JSON.stringify({ ...params, offset: 0 })}
            total={count}
            onChange={(paging) => go({ ...clean, ...paging })}
          />
        </div>
      </div>
    </Page>
  );
}
