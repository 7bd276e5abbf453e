import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { Button } from '@mantine/core';
import { rangeText } from '#features/reports/transactions/web/search-chips.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useIsAt } from '#web/address.ts';
import { useTimes, type Times } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { startOfZonedDay } from '#shared/zoned-day.ts';
import { useCall } from '#web/call/use-call.ts';
import { listOptions } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { isEmailLike } from '#shared/patterns.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { OpenCaseButton } from '#features/reports/transaction-details/web/open-case.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { Translate } from '#web/translate/translator.ts';
import { moneyColumn } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import {
  type CaseSearchParams,
  defaultCaseSearch,
  readCaseSearchParams,
  buildCaseSearch,
} from '../case-search.ts';
import type { FoundCase } from '../schemas.ts';
import { CaseSearchForm, caseChips } from './case-search-form.tsx';
import { getCaseOfTransaction, searchCases } from '../endpoints.ts';
import { CaseStatusBadge } from './case-status-badge.tsx';

const address = {
  name: 'cases',
  read: readCaseSearchParams,
  to: (params: CaseSearchParams) => paths.caseSearch(params),
  page: offsetPages<CaseSearchParams>(),
  isFilterOpen: true,
};

const rowId = ({ caseId }: FoundCase): string => caseId;

/** /caseManagementSearch: finds a case by transaction or customer (docs/domain.md#case-search). */
export function CaseSearchScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const { params, go } = state;
  const times = useTimes();
  const { locale } = useUiTexts();
  const navigate = useNavigate();
  const isAt = useIsAt();
  const { result, only } = useFoundCases(params);
  // One case needs no list. It takes the place of the search in the browser's history.
  useEffect(() => {
    if (only !== undefined && isAt(paths.caseSearch())) void navigate({ ...paths.case(only), replace: true });
  }, [only, navigate, isAt]);
  const columns = useMemo(() => caseSearchColumns(t, times, browserLocale(language)), [t, times, language]);
  const search = (input: Partial<CaseSearchParams>): void =>
    state.search({ ...params, ...input, offset: 0 }, result.refresh);
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
      {...sorting(params.field, params.direction, (field, direction) =>
        go(readCaseSearchParams(asText({ ...params, field, direction, offset: 0 }))),
      )}
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

const noRows: FoundCase[] = [];

/** The page of cases, and the id of the only one. */
function useFoundCases(params: CaseSearchParams) {
  const { zone } = useTimes();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const { searchField, value = '', offset } = params;
  const isById = searchField === 'transactionId';
  const isByEmail = searchField === 'customerEmail';
  const byTransaction = useCall(
    getCaseOfTransaction,
    { path: { companyId: orgId, transactionId: value } },
    { handlesOwnErrors: true, staleTime: 0, retry: false, enabled: isById },
  );
  const many = useCall(
    searchCases,
    { body: buildCaseSearch(params, { orgId, now: today(zone), timeZone: zone }) },
    { ...listOptions, retry: false, enabled: isByEmail },
  );
  const query = isById ? byTransaction : many;
  const isUnknown = isById && byTransaction.error?.status === 404;
  const [first] = (!many.isPlaceholderData && many.data?.data) || [];
  const isOnly = isByEmail && offset === 0 && many.data?.resultsAvailable === 1;
  const only = isById ? byTransaction.data?.caseId : isOnly ? first?.caseId : undefined;
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

const transactionOf = ({ subject }: FoundCase) => subject.adviceRequest.transaction;
const customerOf = ({ subject }: FoundCase) => subject.adviceRequest.customer;

/** The columns of the case search. Sortable ones have the names of the call. */
export function caseSearchColumns(t: Translate, times: Times, locale: string): GridColumn<FoundCase>[] {
  return [
    {
      id: 'transactionAmount',
      header: t('cases.column.transactionAmount'),
      ...moneyColumn(locale, (row: FoundCase) => ({
        requested: transactionOf(row).amount,
        currency: transactionOf(row).currencyCode,
      })),
      isSortable: true,
      card: 'title',
    },
    {
      id: 'status',
      header: t('cases.column.status'),
      text: ({ outcome }) => t(outcome === null ? 'cases.status.OPEN' : `cases.outcome.${outcome}`),
      cell: (row) => <CaseStatusBadge fraudCase={row} />,
      isWhole: 'badge',
      card: 'status',
    },
    {
      id: 'case',
      isAlwaysShown: true,
      header: t('cases.column.case'),
      text: ({ caseId }) => t('cases.title', { id: caseId }),
      isNumeric: true,
      card: 'subtitle',
    },
    {
      id: 'customerName',
      header: t('cases.column.customerName'),
      text: (row) => customerOf(row).name ?? '',
      isSortable: true,
    },
    {
      id: 'customerEmail',
      header: t('cases.column.customerEmail'),
      text: (row) => customerOf(row).email ?? '',
      isSortable: true,
      width: 240,
      card: 'subtitle',
    },
    {
      id: 'transactionId',
      header: t('cases.column.transactionId'),
      text: (row) => transactionOf(row).id,
      isNumeric: true,
      isSortable: true,
    },
    {
      id: 'transactionTime',
      header: t('cases.column.transactionTime'),
      ...timeColumn(times, (row: FoundCase) => transactionOf(row).transactionTime),
      isSortable: true,
      card: 'time',
    },
  ];
}

interface NothingFoundProps {
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
}: NothingFoundProps) {
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
      action={isWidest && isEmailLike(value) && <OpenCaseButton subject={{ customerEmail: value }} />}
      step={isWidest ? undefined : { label: t('search.any_time'), onClick: onAnyTime }}
    >
      {isWidest
        ? t(isEmailLike(value) ? 'cases.search.none_email_open' : 'cases.search.none_email_part', { value })
        : t('cases.search.none_email_text', { value, range })}
    </EmptyState>
  );
}
