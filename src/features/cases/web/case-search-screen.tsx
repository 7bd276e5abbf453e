import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { startOfZonedDay } from '#shared/zoned-day.ts';
import { isEmailLike } from '#shared/patterns.ts';
import { rangeText } from '#features/transactions/web/search-chips.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  type CaseSearchParams,
  buildCaseSearch,
  defaultCaseSearch,
  readCaseSearchParams,
} from '../case-search.ts';
import { getCaseOfTransaction, searchCases } from '../endpoints.ts';
import type { FoundCase } from '../schemas.ts';
import { caseSearchColumns } from './case-search-columns.tsx';
import { CaseSearchForm } from './case-search-form.tsx';
import { OpenCaseButton } from './open-case.tsx';

const address = {
  read: readCaseSearchParams,
  to: (params: CaseSearchParams) => paths.caseSearch(params),
  page: offsetPages<CaseSearchParams>(),
  isFilterOpen: true,
};

const rowId = ({ caseId }: FoundCase): string => caseId;
const noRows: FoundCase[] = [];

/** /caseManagementSearch: finds a case by transaction or customer (docs/domain.md#case-search). */
export function CaseSearchScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const { params, go } = state;
  const times = useTimes();
  const { locale } = useUiTexts();
  const navigate = useNavigate();
  const { result, only } = useFoundCases(params);
  // One case needs no list. It takes the place of the search in the browser's history.
  useEffect(() => {
    if (only !== undefined) void navigate({ ...paths.case(only), replace: true });
  }, [only, navigate]);
  const columns = useMemo(() => caseSearchColumns(t, times, browserLocale(language)), [t, times, language]);
  function search(input: Partial<CaseSearchParams>): void {
    const next = { ...params, ...input, offset: 0 };
    if (JSON.stringify(next) === JSON.stringify(params)) result.refresh();
    else go(next);
  }
  const { field, direction } = params;
  const range = rangeText(params.searchRange, t, times.today(), locale);
  return (
    <ListScreen
      title={t('screen.caseManagementSearch')}
      state={state}
      filterPanel={state.filterPanel}
      filterForm={
        <CaseSearchForm
          key={state.criteria}
          search={params}
          onSearch={search}
          onClear={() => go(defaultCaseSearch)}
        />
      }
      chips={caseChips(params, range, t, search, () => go(defaultCaseSearch))}
      result={result}
      countKey="cases.count"
      columns={columns}
      rowId={rowId}
      sort={{ field, direction: direction === 'ASC' ? 'asc' : 'desc' }}
      onSort={({ field: next, direction: way }) => {
        const column = { ...params, field: next, direction: way === 'asc' ? 'ASC' : 'DESC', offset: 0 };
        go(readCaseSearchParams(asText(column)));
      }}
      onOpen={({ caseId }) => void navigate(paths.case(caseId))}
      failureTexts={{ title: t('cases.search.failed') }}
      empty={
        <NothingFound
          onFilter={state.filterPanel.isOpen ? undefined : state.filterPanel.toggle}
          params={params}
          range={range}
          onAnyTime={() => search({ searchRange: 'ANY_TIME' })}
        />
      }
    />
  );
}

const asText = (params: object): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

/** The page of cases, and the id of the only one. */
function useFoundCases(params: CaseSearchParams) {
  const { zone } = useTimes();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const { searchField, value = '', offset } = params;
  const isById = searchField === 'transactionId';
  const isByEmail = searchField === 'customerEmail';
  const options = { isHandledHere: true, staleTime: 0, retry: false } as const;
  const one = useCall(
    getCaseOfTransaction,
    { path: { companyId: orgId, transactionId: value } },
    { ...options, enabled: isById },
  );
  const many = useCall(
    searchCases,
    { body: buildCaseSearch(params, { orgId, now: today(zone), timeZone: zone }) },
    { ...options, enabled: isByEmail, placeholderData: keepPreviousData },
  );
  const query = isById ? one : many;
  const isUnknown = isById && one.error?.status === 404;
  const [first] = (!many.isPlaceholderData && many.data?.data) || [];
  const isOnly = isByEmail && offset === 0 && many.data?.resultsAvailable === 1;
  const only = isById ? one.data?.caseId : isOnly ? first?.caseId : undefined;
  const rows = isByEmail ? many.data?.data : searchField === undefined || isUnknown ? noRows : undefined;
  return {
    only: query.isFetching ? undefined : only,
    result: {
      rows,
      total: isByEmail ? many.data?.resultsAvailable : undefined,
      isLoading: searchField !== undefined && (query.isFetching || only !== undefined),
      failure: searchField === undefined || isUnknown ? null : query.error,
      refresh: () => searchField !== undefined && void query.refetch(),
    },
  };
}

/** Midnight: the same request all day. */
const today = (zone: string): Date => startOfZonedDay(new Date(), 0, zone);

function caseChips(
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

interface EmptyProps {
  params: CaseSearchParams;
  range: string;
  onAnyTime: () => void;
  /** Opens the form, which is closed on a phone. */
  onFilter: (() => void) | undefined;
}

/** Before the first search, and when it finds nothing. */
function NothingFound({
  params: { searchField, value = '', searchRange, offset },
  range,
  onAnyTime,
  onFilter,
}: EmptyProps) {
  const { t } = useTranslation();
  if (searchField === undefined) {
    return (
      <EmptyState
        title={t('cases.search.start')}
        action={onFilter && <Button onClick={onFilter}>{t('search.search')}</Button>}
      >
        {t('cases.search.start_text')}
      </EmptyState>
    );
  }
  if (offset > 0) return <EmptyState title={t('search.past_end')} />;
  if (searchField === 'transactionId') {
    return (
      <EmptyState
        title={t('cases.search.none_transaction')}
        action={<OpenCaseButton subject={{ transactionId: value }} />}
      >
        {t('cases.search.none_transaction_text', { id: value })}
      </EmptyState>
    );
  }
  const isWidest = searchRange === 'ANY_TIME';
  return (
    <EmptyState
      title={t('cases.search.none_email')}
      action={
        isWidest ? (
          isEmailLike(value) && <OpenCaseButton subject={{ customerEmail: value }} />
        ) : (
          <Button variant="default" onClick={onAnyTime}>
            {t('search.any_time')}
          </Button>
        )
      }
    >
      {isWidest
        ? t(isEmailLike(value) ? 'cases.search.none_email_open' : 'cases.search.none_email_part', { value })
        : t('cases.search.none_email_text', { value, range })}
    </EmptyState>
  );
}
