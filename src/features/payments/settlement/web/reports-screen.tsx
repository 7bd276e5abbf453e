import { Button } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { type CallFailure, toFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { timeColumn } from '#web/format/time-column.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { readItems, useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useOpenRow } from '#web/list-screen/use-open-row.ts';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type ReportState, reportStates } from '../difference.ts';
import { listSettlementReports, retrySettlementReport } from '../endpoints.ts';
import type { SettlementReport } from '../schemas.ts';
import { type ReportsSearch, readReportsSearch } from '../settlement-search.ts';
import classes from './settlement.module.css';
import { PayoutBadge, ReportBadge, SettlementTabs, refusalText } from './settlement-words.tsx';

const address = {
  name: 'settlementReports',
  read: readReportsSearch,
  to: (params: ReportsSearch) => paths.settlementReports(params),
  page: offsetPages<ReportsSearch>(),
};
const rowId = ({ reportId }: SettlementReport): string => reportId;

/** /settlement/reports: the reports of the processors, and whether they were imported (docs/processors.md#settlement). */
export function ReportsScreen() {
  const { t } = useTranslation();
  const state = useListState(address);
  const times = useTimes();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const result = useListResult(
    listSettlementReports,
    { path: { orgId }, query: { ...state.params } },
    readItems,
  );
  const { row, isOpen, open, close, steps } = useOpenRow(result.rows, rowId);
  const columns = useMemo(() => reportColumns(t, times), [t, times]);
  return (
    <ListScreen
      title={t('screen.settlementReports')}
      subtitle={organisation.selectedOrgName}
      notice={<SettlementTabs />}
      state={state}
      fields={[
        {
          kind: 'choice',
          id: 'state',
          label: t('settlement.column.state'),
          value: state.params.state,
          choices: reportStates.map((value) => ({ value, label: t(`settlement.report_state.${value}`) })),
          onChange: (value) => state.change({ state: value as ReportState | undefined }),
        },
      ]}
      onClear={() => state.go({ offset: 0, pageSize: state.params.pageSize })}
      result={result}
      countKey="settlement.count_reports"
      columns={columns}
      rowId={rowId}
      onOpen={open}
      isFailed={({ state: its }) => its === 'REFUSED' || its === 'FAILED'}
      failureTexts={{ title: t('settlement.reports_failed') }}
      empty={<NoReports hasConnections={result.response?.hasConnections !== false} />}
    >
      <SidePanel isOpen={isOpen && row !== undefined} onClose={close} title={row?.name ?? ''} steps={steps}>
        {row !== undefined && (
          <ReportPanel key={row.reportId} orgId={orgId} report={row} onChanged={result.refresh} />
        )}
      </SidePanel>
    </ListScreen>
  );
}

function NoReports({ hasConnections }: { hasConnections: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('settlement.no_reports')}
      icon={<IconFileInvoice size={22} aria-hidden />}
      action={
        !hasConnections && (
          <Allowed anyOf={['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS']}>
            <LinkButton to={paths.processors()} variant="default">
              {t('screen.processors')}
            </LinkButton>
          </Allowed>
        )
      }
    >
      {t(hasConnections ? 'settlement.no_reports_text' : 'settlement.no_connections_text')}
    </EmptyState>
  );
}

interface PanelProps {
  orgId: number;
  report: SettlementReport;
  onChanged: () => void;
}

function ReportPanel({ orgId, report, onChanged }: PanelProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<CallFailure>();
  const { reportId, version, refusal, batches } = report;
  const retry = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await call(retrySettlementReport, { path: { orgId, reportId }, body: { version } });
    } catch (cause) {
      setFailure(toFailure(cause));
    }
    onChanged();
  };
  return (
    <div className="stack">
      {refusal !== null && (
        <Notice kind={report.state === 'WAITING' ? 'pending' : 'failed'} title={t('settlement.not_imported')}>
          {refusalText(t, report)}
        </Notice>
      )}
      <ReportFacts report={report} />
      {batches.length > 0 && <Batches batches={batches} />}
      <FailureNotice failure={failure} />
      {report.mayRetry && (
        <div className="end-buttons">
          <Button onClick={() => void retry()}>{t('settlement.retry')}</Button>
        </div>
      )}
    </div>
  );
}

function ReportFacts({ report }: { report: SettlementReport }) {
  const { t } = useTranslation();
  const label = (name: string) => t(`settlement.column.${name}`);
  const { state, connectionName, lines, openDifferences, announcedAt, importedAt, sha256 } = report;
  return (
    <Facts
      columns={1}
      facts={[
        { label: label('state'), value: <ReportBadge state={state} /> },
        { label: label('connection'), value: connectionName },
        { label: label('lines'), value: state === 'IMPORTED' && lines },
        { label: label('differences'), value: state === 'IMPORTED' && String(openDifferences) },
        { label: label('announced'), value: <TimeText at={announcedAt} /> },
        { label: label('imported'), value: importedAt && <TimeText at={importedAt} /> },
        { label: label('sha256'), value: sha256 && <CopyText text={sha256} /> },
      ]}
    />
  );
}

function Batches({ batches }: Pick<SettlementReport, 'batches'>) {
  const { t } = useTranslation();
  const money = useMoney();
  const times = useTimes();
  return (
    <ul className={classes.batches} aria-label={t('settlement.batches')}>
      {batches.map(({ batch, currency, net, paid, paidOn, state }) => (
        <li key={`${batch} ${currency}`} className="boxed-item">
          <div>
            <p className="boxed-item-name">{money(net, currency)}</p>
            <p className="quiet-text">
              {paid === null
                ? t('settlement.batch_open', { batch })
                : t('settlement.batch_paid', {
                    batch,
                    amount: money(paid, currency),
                    day: paidOn === null ? '' : times.day(paidOn),
                  })}
            </p>
          </div>
          <PayoutBadge state={state} />
        </li>
      ))}
    </ul>
  );
}

function reportColumns(t: Translate, times: Times): GridColumn<SettlementReport>[] {
  return [
    {
      id: 'name',
      header: t('settlement.column.report'),
      text: ({ name }) => name,
      isAlwaysShown: true,
      isPinned: true,
      width: 320,
      card: 'title',
    },
    {
      id: 'state',
      header: t('settlement.column.state'),
      text: ({ state }) => t(`settlement.report_state.${state}`),
      cell: ({ state }) => <ReportBadge state={state} />,
      hint: (row) => refusalText(t, row) || undefined,
      isWhole: 'badge',
      width: 130,
      card: 'status',
    },
    {
      id: 'connection',
      header: t('settlement.column.connection'),
      text: ({ connectionName }) => connectionName,
      width: 160,
      card: 'subtitle',
    },
    {
      id: 'lines',
      header: t('settlement.column.lines'),
      text: ({ state, lines }) => (state === 'IMPORTED' ? String(lines) : ''),
      align: 'end',
      isNumeric: true,
      width: 90,
    },
    {
      id: 'differences',
      header: t('settlement.column.differences'),
      text: ({ state, openDifferences }) => (state === 'IMPORTED' ? String(openDifferences) : ''),
      align: 'end',
      isNumeric: true,
      width: 130,
    },
    {
      id: 'announced',
      header: t('settlement.column.announced'),
      ...timeColumn(times, ({ announcedAt }: SettlementReport) => announcedAt),
      width: 130,
      card: 'time',
    },
  ];
}
