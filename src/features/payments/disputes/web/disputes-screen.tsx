import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { disputeStages, disputeStatuses } from '#shared/payments/dispute-status.ts';
import { covers } from '#shared/org-path.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { moneyColumn } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { type ListField, isNarrowed } from '#web/list-screen/list-field.ts';
import { useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { organisationNode } from '#web/session/session.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { disputeCategory } from '../dispute-reason.ts';
import {
  type DisputeSortField,
  type DisputesSearch,
  disputeTextPattern,
  readDisputesSearch,
} from '../disputes-search.ts';
import { listDisputes } from '../endpoints.ts';
import type { ListedDispute } from '../schemas.ts';
import { DisputeStatusBadge } from './dispute-status-badge.tsx';

const address = {
  name: 'disputes',
  read: readDisputesSearch,
  to: (params: DisputesSearch) => paths.disputes(params),
  page: offsetPages<DisputesSearch>(),
};
const rowId = ({ disputeId }: ListedDispute): string => disputeId;

/** /disputes: those that need a response, the next deadline first (docs/domain.md#disputes). */
export function DisputesScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const navigate = useNavigate();
  const times = useTimes();
  const { organisation } = useSignedIn();
  const { params, change } = state;
  const { result, hasMore } = useDisputes(params);
  const columns = useMemo(() => disputeColumns(t, times, browserLocale(language)), [t, times, language]);
  const fields = useDisputeFields(params, change);
  const clear = () => state.go(readDisputesSearch({}));
  return (
    <ListScreen
      title={t('screen.disputes')}
      subtitle={organisation.selectedOrgName}
      state={state}
      search={{
        label: t('disputes.search'),
        text: params.text,
        maxLength: 80,
        refusal: (typed) => (disputeTextPattern.test(typed.trim()) ? undefined : t('disputes.search_wrong')),
        // A search by an id finds closed disputes too.
        onSearch: (text) => change({ text: text?.trim(), status: text === undefined ? undefined : 'ALL' }),
      }}
      fields={fields}
      onClear={clear}
      result={result}
      countKey={hasMore ? 'disputes.count_more' : 'disputes.count'}
      columns={columns}
      rowId={rowId}
      {...sorting(params.field, params.direction, (field, direction) =>
        change({ field: field as DisputeSortField, direction }),
      )}
      onOpen={({ disputeId }) => void navigate(paths.dispute(disputeId))}
      failureTexts={{ title: t('disputes.failed') }}
      empty={
        <NoDisputes
          isNarrowed={isNarrowed(fields) || params.text !== undefined}
          isWaiting={params.status === undefined}
          onClear={clear}
          onAll={() => change({ status: 'ALL' })}
        />
      }
    />
  );
}

function useDisputes({ nodes, status, stage, fraud, ...search }: DisputesSearch) {
  const { organisation } = useSignedIn();
  const { response, ...result } = useListResult(
    listDisputes,
    {
      path: { orgId: organisation.selectedParentOrgId },
      query: {
        ...search,
        nodes: nodes?.join(','),
        status: status === 'ALL' ? undefined : (status ?? 'NEEDS_RESPONSE'),
        stage,
        fraud,
      },
    },
    ({ disputes, total }) => ({ rows: disputes, total }),
  );
  return { result, hasMore: response?.hasMore === true };
}

/** The filters. The list begins with those that need a response. */
function useDisputeFields(
  { status, stage, fraud, nodes }: DisputesSearch,
  change: (part: Partial<DisputesSearch>) => void,
): ListField[] {
  const { t } = useTranslation();
  const { organisation, tree } = useSignedIn();
  const ownNodes = useMemo(
    () => tree.filter(({ parentPath }) => covers(organisation.selectedParentPath, parentPath)),
    [tree, organisation],
  );
  return [
    {
      kind: 'choice',
      id: 'status',
      label: t('disputes.column.status'),
      value: status === 'ALL' ? undefined : (status ?? 'NEEDS_RESPONSE'),
      isDefault: status === undefined,
      choices: disputeStatuses.map((value) => ({ value, label: t(`disputes.status.${value}`) })),
      onChange: (value) => change({ status: (value ?? 'ALL') as DisputesSearch['status'] }),
    },
    {
      kind: 'choice',
      id: 'stage',
      label: t('disputes.column.stage'),
      value: stage,
      choices: disputeStages.map((value) => ({ value, label: t(`disputes.stage.${value}`) })),
      onChange: (value) => change({ stage: value as DisputesSearch['stage'] }),
    },
    {
      kind: 'choice',
      id: 'fraud',
      label: t('disputes.filter.fraud'),
      value: fraud,
      choices: ['yes', 'no'].map((value) => ({ value, label: t(`disputes.filter.fraud_${value}`) })),
      onChange: (value) => change({ fraud: value as DisputesSearch['fraud'] }),
    },
    {
      kind: 'tree',
      id: 'organisations',
      label: t('disputes.filter.organisations'),
      value: nodes ?? [],
      nodes: ownNodes.map((node) => organisationNode({ ...node, id: String(node.id) })),
      onChange: (ids) => change({ nodes: ids.length > 0 ? [...ids] : undefined }),
    },
  ];
}

interface EmptyProps {
  isNarrowed: boolean;
  /** The list has those that need a response only. */
  isWaiting: boolean;
  onClear: () => void;
  onAll: () => void;
}

function NoDisputes({ isNarrowed: isFiltered, isWaiting, onClear, onAll }: EmptyProps) {
  const { t } = useTranslation();
  if (isFiltered)
    return (
      <EmptyState title={t('disputes.none_so')} step={{ label: t('smart_links.clear'), onClick: onClear }}>
        {t('disputes.none_so_text')}
      </EmptyState>
    );
  if (isWaiting)
    return (
      <EmptyState title={t('disputes.none_waiting')} step={{ label: t('disputes.show_all'), onClick: onAll }}>
        {t('disputes.none_waiting_text')}
      </EmptyState>
    );
  return <EmptyState title={t('disputes.none')}>{t('disputes.none_text')}</EmptyState>;
}

function disputeColumns(t: Translate, times: Times, locale: string): GridColumn<ListedDispute>[] {
  return [
    {
      id: 'deadline',
      header: t('disputes.column.respondBy'),
      text: ({ respondBy, status }) =>
        respondBy === null || status !== 'NEEDS_RESPONSE' ? '' : times.shortDay(respondBy),
      isSortable: true,
      isNumeric: true,
      isWhole: 'text',
      width: 145,
      minWidth: 110,
      card: 'time',
    },
    {
      id: 'amount',
      header: t('disputes.column.amount'),
      ...moneyColumn(locale, ({ amount, currency }: ListedDispute) => ({ requested: amount, currency })),
      isSortable: true,
      isAlwaysShown: true,
      width: 130,
      minWidth: 120,
      card: 'title',
    },
    {
      id: 'reason',
      header: t('disputes.column.reason'),
      text: (row) => t(`disputes.reason.${disputeCategory(row)}`),
      width: 190,
      card: 'subtitle',
    },
    {
      id: 'stage',
      header: t('disputes.column.stage'),
      text: ({ stage }) => t(`disputes.stage.${stage}`),
      width: 130,
    },
    {
      id: 'status',
      header: t('disputes.column.status'),
      text: ({ status }) => t(`disputes.status.${status}`),
      cell: ({ status }) => <DisputeStatusBadge status={status} />,
      isWhole: 'badge',
      width: 180,
      minWidth: 150,
      card: 'status',
    },
    {
      id: 'merchant',
      header: t('disputes.column.merchant'),
      text: ({ merchantName }) => merchantName,
      width: 180,
    },
    {
      id: 'transaction',
      header: t('disputes.column.transaction'),
      text: ({ transactionId }) => transactionId,
      isNumeric: true,
      width: 140,
    },
    {
      id: 'openedAt',
      header: t('disputes.column.openedAt'),
      ...timeColumn(times, ({ openedAt }: ListedDispute) => openedAt),
      isSortable: true,
      width: 130,
      minWidth: 130,
    },
  ];
}
