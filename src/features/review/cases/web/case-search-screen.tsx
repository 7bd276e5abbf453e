import { companyNow } from '#web/session/shown-clock.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { Button, SegmentedControl } from '@mantine/core';
import { rangeField, rangeText } from '#features/reports/transactions/web/search-bar.ts';
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
import type { ListSearch } from '#web/list-screen/search-box.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { Translate } from '#web/translate/translator.ts';
import { moneyColumn } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import {
  type CaseSearchField,
  type CaseSearchParams,
  caseSearchFields,
  isCaseSearch,
  defaultCaseSearch,
  readCaseSearchParams,
  buildCaseSearch,
} from '../case-search.ts';
import type { FoundCase } from '../schemas.ts';
import { getCaseOfTransaction, listOpenCases, searchCases } from '../endpoints.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import classes from './cases.module.css';
import { CaseStatusBadge } from './case-status-badge.tsx';

const address = {
  name: 'cases',
  read: readCaseSearchParams,
  to: (params: CaseSearchParams) => paths.caseSearch(params),
  page: offsetPages<CaseSearchParams>(),
};

const rowId = ({ caseId }: FoundCase): string => caseId;

/** /caseManagementSearch: open cases, and a search by transaction or customer (docs/domain.md#case-search). */
export function CaseSearchScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const { params, go } = state;
  const times = useTimes();
  const { locale } = useUiTexts();
  const navigate = useNavigate();
  const isAt = useIsAt();
  const isSearch = params.searchField !== undefined;
  const open = useOpenCases(params);
  const found = useFoundCases(params);
  const { only } = found;
  const result = isSearch ? found.result : open.result;
  // One case needs no list. It takes the place of the search in the browser's history.
  useEffect(() => {
    if (only !== undefined && isAt(paths.caseSearch())) void navigate({ ...paths.case(only), replace: true });
  }, [only, navigate, isAt]);
  const columns = useMemo(() => {
    const all = caseSearchColumns(t, times, browserLocale(language));
    return isSearch ? all : [...all, ownerColumn(t)];
  }, [t, times, language, isSearch]);
  const search = (input: Partial<CaseSearchParams>): void =>
    state.search({ ...params, ...input, offset: 0 }, result.refresh);
  const range = rangeText(params.searchRange, t, times.today(), locale);
  return (
    <ListScreen
      title={t('screen.caseManagementSearch')}
      state={state}
      {...caseFilters(params, { t, today: times.today(), search, onClear: () => go(defaultCaseSearch) })}
      notice={
        !isSearch && (
          <SegmentedControl
            className={classes.owners}
            aria-label={t('cases.open_list.owner')}
            value={params.owner ?? 'me'}
            onChange={(owner) => go(readCaseSearchParams(owner === 'all' ? { owner } : {}))}
            data={[
              { value: 'me', label: labelOf(t('cases.open_list.mine'), open.counts?.mine, locale) },
              { value: 'all', label: labelOf(t('cases.open_list.all'), open.counts?.all, locale) },
            ]}
          />
        )
      }
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
          params={params}
          openOfAll={open.counts?.all}
          onAll={() => go(readCaseSearchParams({ owner: 'all' }))}
          range={range}
          onAnyTime={() => search({ searchRange: 'ANY_TIME' })}
        />
      }
    />
  );
}

interface FilterSetting {
  t: Translate;
  today: string;
  search: (input: Partial<CaseSearchParams>) => void;
  onClear: () => void;
}

/** The search, by a transaction or an email. Only a search by email has a range. */
const caseFilters = (params: CaseSearchParams, { t, today: day, search, onClear }: FilterSetting) => ({
  search: {
    label: t('search.value'),
    fields: caseSearchFields.map((value) => ({ value, label: t(`cases.column.${value}`) })),
    field: params.searchField,
    text: params.value,
    maxLength: 320,
    isRequired: true,
    help: (field: string) => t(`cases.search.help.${field}`),
    inputMode: (field: string) => (field === 'transactionId' ? 'numeric' : 'email'),
    refusal: (text: string, field: string) =>
      isCaseSearch(field as CaseSearchField, text) ? undefined : t(`cases.search.wrong.${field}`),
    onSearch: (value: string | undefined, field: string) =>
      value === undefined ? onClear() : search({ searchField: field as CaseSearchField, value }),
  } satisfies ListSearch,
  fields:
    params.searchField === 'customerEmail'
      ? [
          rangeField(params.searchRange, { t, today: day, isUsed: true }, (searchRange) =>
            search({ searchRange }),
          ),
        ]
      : [],
  onClear: () => search({ searchRange: defaultCaseSearch.searchRange }),
});

const asText = (params: object): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

const labelOf = (label: string, count: number | undefined, locale: string): string =>
  count === undefined ? label : `${label} ${numberFormat(locale).format(count)}`;

const noRows: FoundCase[] = [];

/** Open cases of the user or of all, while there is no search. */
function useOpenCases({ searchField, owner, field, direction, offset, pageSize }: CaseSearchParams) {
  const { organisation } = useSignedIn();
  const { data, error, isFetching, refetch } = useCall(
    listOpenCases,
    {
      path: { orgId: organisation.selectedParentOrgId },
      query: { ...(owner === 'all' ? {} : { owner: 'me' as const }), field, direction, offset, pageSize },
    },
    { ...listOptions, enabled: searchField === undefined },
  );
  return {
    counts: data,
    result: {
      rows: error === null ? data?.data : undefined,
      total: data?.resultsAvailable,
      isLoading: isFetching,
      failure: error,
      refresh: () => void refetch(),
    },
  };
}

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
  const rows = isByEmail ? many.data?.data : isUnknown ? noRows : undefined;
  return {
    only: query.isFetching ? undefined : only,
    result: {
      rows,
      total: isByEmail ? many.data?.resultsAvailable : undefined,
      isLoading: query.isFetching || only !== undefined,
      failure: isUnknown ? null : query.error,
      refresh: () => void query.refetch(),
    },
  };
}

/** Midnight: the same request all day. */
const today = (zone: string): Date => startOfZonedDay(companyNow(), 0, zone);

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

const ownerColumn = (t: Translate): GridColumn<FoundCase & { ownerName?: string | null }> => ({
  id: 'owner',
  header: t('cases.owner.label'),
  text: ({ ownerName }) => ownerName ?? '',
});

interface NothingFoundProps {
  params: CaseSearchParams;
  /** Open cases of all users; undefined while unknown. */
  openOfAll: number | undefined;
  onAll: () => void;
  range: string;
  onAnyTime: () => void;
}

/** No open case, or a search that finds nothing. */
function NothingFound({
  params: { searchField, value = '', searchRange, offset, owner },
  openOfAll = 0,
  onAll,
  range,
  onAnyTime,
}: NothingFoundProps) {
  const { t } = useTranslation();
  const { locale } = useUiTexts();
  if (offset > 0) return <EmptyState title={t('search.past_end')} />;
  if (searchField === undefined) {
    return (
      <EmptyState
        title={t(owner === 'all' || openOfAll === 0 ? 'cases.open_list.none' : 'cases.open_list.none_mine')}
        action={
          owner !== 'all' &&
          openOfAll > 0 && (
            <Button variant="default" onClick={onAll}>
              {labelOf(t('cases.open_list.all'), openOfAll, locale)}
            </Button>
          )
        }
      >
        {t('cases.search.start_text')}
      </EmptyState>
    );
  }
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
