import { NextStep } from '#web/links/next-step.tsx';
import { useEffect, useMemo } from 'react';
import { Button } from '@mantine/core';
import { withColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import { ExportMenu } from '#features/reports/exports/web/export-menu.tsx';
import { RangePicker } from '#ui/date/range/range-picker.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { useTimes } from '#web/format/use-times.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import { toExportState } from '../../statements/statement-request.ts';
import { minimumDay, toInterval, writeDays } from '../../statements/statement-interval.ts';
import {
  type StatementParams,
  type FilterName,
  parseDays,
  readFilters,
  withFilters,
  filterNames,
  noFilters,
} from '../../statements/statement-params.ts';
import { MoneyTotals } from '#features/record/reporting/web/money-totals.tsx';
import { TransactionList } from '../transaction-list.tsx';
import { FilterForm, useFilterPanel } from './filter-form.tsx';
import { readStatementAddress } from './statement-address.ts';
import { useStatements } from './use-statements.ts';

const address = {
  name: 'transactions',
  read: readStatementAddress,
  to: (params: StatementParams) => paths.statements(params),
  page: offsetPages<StatementParams>(),
};

/** /statements: transactions of an interval of days, filtered by organisation, status, type and outcome. */
export function StatementsScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { params, go } = state;
  const page = useStatements(params);
  const times = useTimes();
  const { clean, refresh } = page;
  // Loads the route again without values that the metadata do not list (docs/domain.md#statements).
  useEffect(() => {
    if (clean !== params) go(clean, true);
  }, [clean, params, go]);
  const applied = useMemo(() => readFilters(clean), [clean]);
  const panel = useFilterPanel(applied, (filters) => {
    if (JSON.stringify(filters) === JSON.stringify(applied) && clean.offset === 0) refresh();
    else go(withFilters(clean, filters));
  });
  const chips = useStatementChips(clean, page.hierarchy.data, go);
  const snapshot =
    page.snapshotTime === undefined
      ? '\u00a0'
      : t('statements.snapshot', { time: times.short(page.snapshotTime) });
  return (
    <TransactionList
      title={t('screen.statements')}
      subtitle={<span className="number">{snapshot}</span>}
      state={state}
      page={{ ...page, isLoading: page.isLoading || panel.isApplying }}
      actions={
        <ExportMenu
          request={page.request}
          interval={() => toInterval(parseDays(clean), times.zone)}
          timeZone={times.zone}
          more={toExportState(clean, times.zone)}
        />
      }
      totals={<MoneyTotals request={page.request} />}
      filterPanel={panel}
      openFilter={
        <RangePicker
          label={t('statements.days')}
          value={parseDays(params)}
          min={minimumDay}
          today={times.today()}
          onChange={(days) => {
            if (days !== undefined) go({ ...clean, date: writeDays(days), offset: 0 });
          }}
        />
      }
      filterForm={
        <FilterForm
          choices={page.choices}
          organisations={page.hierarchy.data}
          haveOrganisationsFailed={page.hierarchy.isError}
          draft={panel.draft}
          onReset={panel.reset}
          onApply={panel.apply}
        />
      }
      chips={chips}
      onSort={(field, direction) => go({ ...clean, field, direction, offset: 0 })}
      onFilter={(filters) => go(withColumnFilters(clean, filters))}
      empty={<EmptyStatement params={clean} total={page.total ?? 0} onGo={go} />}
    />
  );
}

interface Props {
  params: StatementParams;
  total: number;
  onGo: (params: StatementParams) => void;
}

/** The reason why there are no rows, with an action to get some. */
function EmptyStatement({ params, total, onGo }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  if (total > 0) {
    return (
      <EmptyState
        title={t('search.past_end')}
        action={
          <Button variant="default" onClick={() => onGo({ ...params, offset: 0 })}>
            {t('search.first_page')}
          </Button>
        }
      >
        {t('search.past_end_text')}
      </EmptyState>
    );
  }
  const { from, to } = parseDays(params);
  const days = times.days(from, to);
  const filters = readFilters(params);
  const isFiltered = filterNames.some((name) => filters[name].length > 0);
  return (
    <EmptyState
      title={t('statements.none')}
      action={
        isFiltered ? (
          <Button variant="default" onClick={() => onGo(withFilters(params, noFilters))}>
            {t('statements.remove_filters')}
          </Button>
        ) : undefined
      }
    >
      {t(isFiltered ? 'statements.none_filtered_text' : 'statements.none_text', { days })}
      <NextStep />
    </EmptyState>
  );
}

type Organisations = readonly { id: number; name: string }[] | undefined;

const labels: Readonly<Record<FilterName, string>> = {
  selectedNodes: 'statements.organisations',
  status: 'statements.status',
  type: 'statements.type',
  optimize360Outcome: 'statements.outcome',
};
const groups = { status: 'status', type: 'type', optimize360Outcome: 'outcome' } as const;

/** One chip per filter. On a phone, where the days are hidden, one for the days too. */
function useStatementChips(
  params: StatementParams,
  organisations: Organisations,
  go: (params: StatementParams) => void,
): FilterChip[] {
  const { t } = useTranslation();
  const times = useTimes();
  const isPhone = useIsPhone();
  const filters = readFilters(params);
  const names = new Map((organisations ?? []).map(({ id, name }) => [String(id), name]));
  const valueLabel = (filter: FilterName, value: string): string =>
    filter === 'selectedNodes'
      ? (names.get(value) ?? value)
      : t(`transactions.${groups[filter]}.${value}`, { defaultValue: value });
  const chips = filterNames
    .filter((filter) => filters[filter].length > 0)
    .map((filter) => ({
      id: filter,
      label: `${t(labels[filter])}: ${filters[filter].map((value) => valueLabel(filter, value)).join(', ')}`,
      onRemove: () => go(withFilters(params, { ...filters, [filter]: [] })),
    }));
  if (!isPhone) return chips;
  const { from, to } = parseDays(params);
  return [{ id: 'days', label: times.days(from, to) }, ...chips];
}
