import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { addDays } from '#shared/calendar-day.ts';
import { hasCardNumber } from '#shared/card-number.ts';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { startOfDayIn } from '#shared/zoned-day.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useCall } from '#web/call/use-call.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import type { ListField } from '#web/list-screen/list-field.ts';
import { useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { type PageParams, useListState } from '#web/list-screen/use-list-state.ts';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getApiRequestChoices, listApiRequests } from '../endpoints.ts';
import { type RequestsSearch, maxRequestText, readRequestsSearch } from '../requests-search.ts';
import type { ListedRequest } from '../schemas.ts';
import { RequestPanel } from './request-details.tsx';
import { RequestStatus } from './request-status.tsx';
import classes from './request-log.module.css';

/** Pages begin after a request, so that new ones move none. */
const page: PageParams<RequestsSearch> = {
  read: ({ pageSize }) => ({ offset: 0, pageSize }),
  write: ({ pageSize }) => ({ pageSize, before: undefined }),
};
const address = {
  name: 'apiRequests',
  read: readRequestsSearch,
  to: (params: RequestsSearch) => paths.apiRequests(params),
  page,
};
const rowId = ({ requestId }: ListedRequest): string => requestId;
const keptDays = 30;

/** /settings/api-requests: the requests of the selected organisation's API keys (docs/domain.md#request-log). */
export function RequestsScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const { params } = state;
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const times = useTimes();
  const result = useRequests(orgId, params, times.zone);
  const { row, isOpen, open, close, steps } = useOpenRow(result.rows, rowId);
  const columns = useMemo(() => requestColumns(t, times), [t, times]);
  const isNarrowed = Object.keys({ ...params, pageSize: undefined }).some(
    (name) => name !== 'pageSize' && params[name as keyof RequestsSearch] !== undefined,
  );
  const showAll = () => state.go({ pageSize: params.pageSize });
  return (
    <ListScreen
      title={t('screen.apiRequests')}
      subtitle={organisation.selectedOrgName}
      state={state}
      result={result}
      countKey={result.response?.next == null ? 'api_requests.count' : 'api_requests.count_more'}
      search={{
        label: t('api_requests.search'),
        help: () => t('api_requests.search_help'),
        text: params.text,
        maxLength: maxRequestText,
        refusal: (text) => (hasCardNumber(text) ? t('search.wrong.card_number') : undefined),
        onSearch: (text) => state.search({ ...params, text, before: undefined }, result.refresh),
      }}
      fields={useRequestFields(orgId, params, state.change)}
      onClear={showAll}
      notice={
        result.response?.searchedTo != null && (
          <Notice>{t('api_requests.searched_to', { at: times.short(result.response.searchedTo) })}</Notice>
        )
      }
      columns={columns}
      rowId={rowId}
      onOpen={open}
      pager={<Pager params={params} next={result.response?.next ?? null} />}
      failureTexts={{
        title: t('api_requests.list_failed'),
        forbidden: { title: t('api_requests.forbidden'), text: t('api_keys.forbidden_text') },
      }}
      empty={
        isNarrowed ? (
          <EmptyState
            title={t('api_requests.none_found')}
            step={{ label: t('api_requests.show_all'), onClick: showAll }}
          />
        ) : (
          <EmptyState title={t('api_requests.none')}>{t('api_requests.none_text')}</EmptyState>
        )
      }
    >
      <SidePanel
        isOpen={isOpen}
        onClose={close}
        steps={steps}
        title={row === undefined ? '' : `${row.method} ${row.status}`}
      >
        {row !== undefined && <RequestPanel key={row.requestId} orgId={orgId} requestId={row.requestId} />}
      </SidePanel>
    </ListScreen>
  );
}

function useRequests(orgId: number, { day, pageSize, ...params }: RequestsSearch, zone: string) {
  const days =
    day === undefined
      ? {}
      : {
          from: startOfDayIn(day, zone).toISOString(),
          to: startOfDayIn(addDays(day, 1), zone).toISOString(),
        };
  const query = { ...params, ...days, limit: pageSize };
  return useListResult(listApiRequests, { path: { orgId }, query }, ({ items }) => ({
    rows: items,
    total: items.length,
  }));
}

/** What the log is filtered by, besides the search. */
function useRequestFields(
  orgId: number,
  { apiId, call, status, day }: RequestsSearch,
  change: (part: Partial<RequestsSearch>) => void,
): ListField[] {
  const { t } = useTranslation();
  const today = useTimes().realToday();
  const { data } = useCall(getApiRequestChoices, { path: { orgId } }, { handlesOwnErrors: true });
  return [
    {
      kind: 'choice',
      id: 'status',
      label: t('api_requests.status'),
      value: status,
      choices: statusFilters.map((value) => ({ value, label: statusLabel(t, value) })),
      onChange: (value) => change({ status: value }),
    },
    {
      kind: 'choice',
      id: 'apiId',
      label: t('api_requests.key'),
      value: apiId,
      choices: keyChoices(data, apiId),
      onChange: (value) => change({ apiId: value }),
    },
    {
      kind: 'choice',
      id: 'call',
      label: t('api_requests.call'),
      value: call,
      choices: (data?.calls ?? []).map((choice) => ({ value: choice.call, label: choice.route })),
      onChange: (value) => change({ call: value }),
    },
    {
      kind: 'day',
      id: 'day',
      label: t('api_requests.day'),
      value: day,
      min: addDays(today, -keptDays),
      max: today,
      today,
      onChange: (value) => change({ day: value }),
    },
  ];
}

/** Statuses to filter by: all successes, all refusals, and the single statuses that integrators look for. */
const statusFilters = ['ok', 'failed', '400', '401', '403', '404', '409', '422', '429', '500', '503'];

const statusLabel = (t: Translate, status: string): string =>
  status === 'ok' || status === 'failed' ? t(`api_requests.result.${status}`) : status;

/** Two keys can have one name. A key of the address that is gone is shown by its id. */
function keyChoices(
  choices: ResponseInputOf<typeof getApiRequestChoices> | undefined,
  apiId: string | undefined,
) {
  const keys = choices?.keys ?? [];
  const listed = keys.map((key) => ({ value: key.apiId, label: key.name, end: key.apiId }));
  const isMissing = apiId !== undefined && keys.every((key) => key.apiId !== apiId);
  return isMissing ? [...listed, { value: apiId, label: apiId }] : listed;
}

/** Newest and older requests, as links. */
function Pager({ params, next }: { params: RequestsSearch; next: number | null }) {
  const { t } = useTranslation();
  if (params.before === undefined && next === null) return null;
  return (
    <nav className={classes.pager} aria-label={t('api_requests.pages')}>
      {params.before !== undefined && (
        <LinkButton variant="default" to={paths.apiRequests({ ...params, before: undefined })}>
          {t('api_requests.newest')}
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton variant="default" to={paths.apiRequests({ ...params, before: next })}>
          {t('api_requests.older')}
        </LinkButton>
      )}
    </nav>
  );
}

/** The columns of the log. */
function requestColumns(t: Translate, times: Times): GridColumn<ListedRequest>[] {
  return [
    {
      id: 'at',
      header: t('api_requests.time'),
      width: 190,
      isAlwaysShown: true,
      // With seconds, because attempts follow each other within a minute.
      ...timeColumn(times, ({ at }: ListedRequest) => at, { hasSeconds: true }),
      card: 'time',
    },
    {
      id: 'status',
      header: t('api_requests.status'),
      width: 90,
      isWhole: 'badge',
      text: ({ status }) => String(status),
      cell: ({ status }) => <RequestStatus status={status} />,
      card: 'status',
    },
    {
      id: 'request',
      header: t('api_requests.request'),
      width: 420,
      isAlwaysShown: true,
      text: ({ method, path }) => `${method} ${path}`,
      cell: ({ method, path, requestId }) => (
        <Link {...paths.apiRequest(requestId)} tabIndex={-1}>
          {method} {path}
        </Link>
      ),
      card: 'title',
    },
    { id: 'reason', header: t('api_requests.reason'), width: 90, text: ({ reasonCode }) => reasonCode ?? '' },
    {
      id: 'key',
      header: t('api_requests.key'),
      width: 160,
      text: ({ keyName, apiId }) => keyName ?? apiId,
      card: 'subtitle',
    },
    {
      id: 'duration',
      header: t('api_requests.duration'),
      width: 100,
      isNumeric: true,
      text: ({ durationMs }) => t('webhooks.milliseconds', { number: durationMs }),
    },
    {
      id: 'transaction',
      header: t('api_requests.transaction'),
      width: 150,
      isNumeric: true,
      text: ({ transactionId }) => transactionId ?? '',
    },
    {
      id: 'idempotency',
      header: t('api_requests.idempotency_key'),
      width: 200,
      text: ({ idempotencyKey }) => idempotencyKey ?? '',
    },
  ];
}
