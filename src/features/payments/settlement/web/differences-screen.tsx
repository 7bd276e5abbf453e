import { IconCircleCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { moneyColumn, moneyText } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { type Times, useTimes } from '#web/format/use-times.ts';
import type { ListField } from '#web/list-screen/list-field.ts';
import { readItems, useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type DifferenceKind, differenceKinds } from '../difference.ts';
import { listSettlementDifferences } from '../endpoints.ts';
import type { Difference } from '../schemas.ts';
import { type DifferencesSearch, readDifferencesSearch } from '../settlement-search.ts';
import { DifferencePanel } from './difference-panel.tsx';
import { DifferenceBadge, SettlementTabs } from './settlement-words.tsx';

const address = {
  name: 'settlementDifferences',
  read: readDifferencesSearch,
  to: (params: DifferencesSearch) => paths.settlement(params),
  page: offsetPages<DifferencesSearch>(),
};
const rowId = ({ differenceId }: Difference): string => differenceId;

/** /settlement: differences between the reports of processors and our books (docs/domain.md#settlement-differences). */
export function DifferencesScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const times = useTimes();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const { state: shown, ...criteria } = state.params;
  const result = useListResult(
    listSettlementDifferences,
    { path: { orgId }, query: { ...criteria, state: shown === 'ALL' ? undefined : (shown ?? 'OPEN') } },
    readItems,
  );
  const { row, isOpen, open, close, replace, steps } = useOpenRow(result.rows, rowId);
  const columns = useMemo(() => differenceColumns(t, times, browserLocale(language)), [t, times, language]);
  const clear = (): void => state.go({ offset: 0, pageSize: state.params.pageSize });
  const { kind, owner, reference } = state.params;
  const isNarrowed = kind !== undefined || owner !== undefined || reference !== undefined;
  return (
    <ListScreen
      title={t('screen.settlement')}
      subtitle={organisation.selectedOrgName}
      notice={<SettlementTabs />}
      state={state}
      search={{
        label: t('settlement.search'),
        text: reference,
        maxLength: 100,
        onSearch: (text) => state.change({ reference: text }),
      }}
      fields={differenceFields(t, state.params, state.change)}
      onClear={clear}
      result={result}
      countKey="settlement.count"
      columns={columns}
      rowId={rowId}
      onOpen={open}
      failureTexts={{ title: t('settlement.failed') }}
      empty={
        <NoDifferences
          hasReports={result.response?.hasReports !== false}
          onClear={isNarrowed || shown !== undefined ? clear : undefined}
        />
      }
    >
      <SidePanel
        isOpen={isOpen && row !== undefined}
        onClose={close}
        title={row === undefined ? '' : t(`settlement.kind.${row.kind}`)}
        steps={steps}
      >
        {row !== undefined && (
          <DifferencePanel
            key={row.differenceId}
            orgId={orgId}
            difference={row}
            mayManage={result.response?.mayManage === true}
            onChanged={(changed) => {
              replace(changed);
              result.refresh();
            }}
            onConflict={result.refresh}
          />
        )}
      </SidePanel>
    </ListScreen>
  );
}

function NoDifferences({ hasReports, onClear }: { hasReports: boolean; onClear: (() => void) | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!hasReports)
    return (
      <EmptyState
        title={t('settlement.no_reports')}
        step={{
          label: t('settlement.go_to_reports'),
          onClick: () => void navigate(paths.settlementReports()),
        }}
      >
        {t('settlement.no_reports_text')}
      </EmptyState>
    );
  if (onClear)
    return (
      <EmptyState
        title={t('settlement.none_found')}
        step={{ label: t('settlement.show_open'), onClick: onClear }}
      />
    );
  return (
    <EmptyState title={t('settlement.none')} icon={<IconCircleCheck size={22} aria-hidden />}>
      {t('settlement.none_text')}
    </EmptyState>
  );
}

function differenceFields(
  t: Translate,
  { state, kind, owner }: DifferencesSearch,
  change: (part: Partial<DifferencesSearch>) => void,
): ListField[] {
  return [
    {
      kind: 'choice',
      id: 'state',
      label: t('settlement.column.state'),
      value: state === 'ALL' ? undefined : (state ?? 'OPEN'),
      isDefault: state === undefined,
      choices: (['OPEN', 'CLOSED'] as const).map((value) => ({
        value,
        label: t(`settlement.difference_state.${value}`),
      })),
      onChange: (value) =>
        change({ state: value === undefined ? 'ALL' : value === 'CLOSED' ? 'CLOSED' : undefined }),
    },
    {
      kind: 'choice',
      id: 'kind',
      label: t('settlement.column.kind'),
      value: kind,
      choices: differenceKinds.map((value) => ({ value, label: t(`settlement.kind.${value}`) })),
      onChange: (value) => change({ kind: value as DifferenceKind | undefined }),
    },
    {
      kind: 'choice',
      id: 'owner',
      label: t('settlement.column.owner'),
      value: owner,
      choices: (['me', 'none'] as const).map((value) => ({ value, label: t(`settlement.owner.${value}`) })),
      onChange: (value) => change({ owner: value as 'me' | 'none' | undefined }),
    },
  ];
}

const moneyOf = (money: Difference['ours']) => ({
  requested: money?.amount ?? '',
  currency: money?.currency ?? null,
});

function differenceColumns(t: Translate, times: Times, locale: string): GridColumn<Difference>[] {
  const amount = (id: 'ours' | 'theirs') => ({
    id,
    header: t(`settlement.column.${id}`),
    ...moneyColumn(locale, (row: Difference) => moneyOf(row[id])),
    width: 140,
  });
  return [
    {
      id: 'kind',
      header: t('settlement.column.kind'),
      text: ({ kind }) => t(`settlement.kind.${kind}`),
      isAlwaysShown: true,
      isPinned: true,
      width: 210,
      card: 'title',
    },
    {
      id: 'state',
      header: t('settlement.column.state'),
      text: ({ state }) => t(`settlement.difference_state.${state}`),
      cell: ({ state }) => <DifferenceBadge state={state} />,
      isWhole: 'badge',
      width: 110,
      card: 'status',
    },
    amount('ours'),
    {
      ...amount('theirs'),
      cardText: (row) => moneyText(moneyOf(row.theirs ?? row.ours), locale),
      card: 'subtitle',
    },
    {
      id: 'reference',
      header: t('settlement.column.reference'),
      text: ({ transactionId, reference }) => transactionId ?? reference ?? '',
      width: 170,
      isNumeric: true,
      card: 'subtitle',
    },
    {
      id: 'merchant',
      header: t('settlement.column.merchant'),
      text: ({ merchantName }) => merchantName ?? '',
      width: 160,
    },
    {
      id: 'owner',
      header: t('settlement.column.owner'),
      text: ({ ownerName }) => ownerName ?? '',
      width: 150,
    },
    {
      id: 'connection',
      header: t('settlement.column.connection'),
      text: ({ connectionName }) => connectionName,
      width: 140,
    },
    {
      id: 'found',
      header: t('settlement.column.found'),
      ...timeColumn(times, ({ foundAt }: Difference) => foundAt),
      width: 130,
      card: 'time',
    },
  ];
}
