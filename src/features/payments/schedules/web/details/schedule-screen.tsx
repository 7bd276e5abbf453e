import { cardDigits } from '#web/format/card-digits.ts';
import { Link, Navigate, useNavigate } from '@tanstack/react-router';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getSchedule, listRelatedSchedules } from '../../endpoints.ts';
import { scheduleIdPattern } from '../../schedule-definition.ts';
import type { ScheduleView } from '../../schemas.ts';
import type { ScheduleAction } from '../../schedule-status.ts';
import { searchTransactions } from '#features/reports/transactions/endpoints.ts';
import { getTransaction } from '#features/reports/transaction-details/endpoints.ts';
import { HistoryPanel } from '#features/record/audit/web/history-panel.tsx';
import { ScheduleActions } from './schedule-actions.tsx';
import { ScheduleAudit } from './schedule-audit.tsx';
import { ScheduleFailure } from './schedule-failure.tsx';
import { ScheduleTransactions, UpcomingEpisodes } from './schedule-charges.tsx';
import { ScheduleStatusBadge } from '../schedule-status-badge.tsx';
import classes from '../schedules.module.css';
import { useScheduleLabels } from '../use-schedule-labels.ts';
import { Facts } from '#ui/layout/facts.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { usePathPart } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { useMoney } from '#web/format/use-money.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { CustomerLink } from '#web/links/customer-link.tsx';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { type Paging, PagingBar } from '#ui/grid/paging-bar.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { ListFailure } from '#web/list-screen/list-failure.tsx';
import { type ScheduleLine, scheduleLineId, useScheduleColumns } from '../find/schedule-columns.tsx';

/** /scheduleDetails/:scheduleId (docs/domain.md#schedules). */
export function ScheduleScreen() {
  const scheduleId = usePathPart('scheduleId');
  // An invalid id shows the same error as an unknown one.
  if (!scheduleIdPattern.test(scheduleId)) {
    return <Navigate {...paths.error(404)} replace />;
  }
  return <ScheduleDetails key={scheduleId} scheduleId={scheduleId} />;
}

function ScheduleDetails({ scheduleId }: { scheduleId: string }) {
  const { t } = useTranslation();
  const schedule = useCall(getSchedule, { path: { scheduleId } }, { staleTime: 0 });
  if (schedule.data !== undefined) return <LoadedSchedule schedule={schedule.data} />;
  return (
    <LoadingPage
      title={t('screen.scheduleDetails')}
      queries={[schedule]}
      failed={t('schedules.schedule_failed', { id: scheduleId })}
      handlesOwnErrors={false}
      isWide
    />
  );
}

function LoadedSchedule({ schedule }: { schedule: ScheduleView }) {
  const { t } = useTranslation();
  const labels = useScheduleLabels();
  const money = useMoney();
  const times = useTimes();
  const [requested, setRequested] = useState<ScheduleAction>();
  const { metaData, nextEpisode, definition, currencyCode } = schedule;
  const card = metaData.maskedPan === null ? null : cardDigits(metaData.maskedPan);
  const amount = nextEpisode?.episodeData.amount ?? definition.episodeData[0]?.amount;
  const title = money(amount, currencyCode) || t('screen.scheduleDetails');
  useTabTitle(
    [title, metaData.customerName ?? card, t('screen.scheduleDetails')].filter(Boolean).join(' · '),
  );
  return (
    <Page
      title={title}
      subtitle={
        <Headline
          status={<ScheduleStatusBadge status={schedule.status} />}
          kind={`${t('screen.scheduleDetails')} · ${labels.type(schedule.type)}`}
          owner={
            metaData.customerName === null ? (
              card
            ) : (
              <CustomerLink transactionId={schedule.transactionId}>{metaData.customerName}</CustomerLink>
            )
          }
          time={nextEpisode && `${t('schedules.next_episode')} ${times.day(nextEpisode.episodeDue)}`}
          id={schedule.id}
        >
          <span>{schedule.ownerName}</span>
        </Headline>
      }
      actions={<ScheduleActions schedule={schedule} requested={requested} onRequest={setRequested} />}
    >
      {schedule.failure !== null && (
        <ScheduleFailure
          schedule={schedule}
          failure={schedule.failure}
          onCancel={() => setRequested('cancel')}
        />
      )}
      <Section title={t('schedules.details')}>
        <ScheduleFacts schedule={schedule} />
      </Section>
      <Section title={t('schedules.upcoming')}>
        <UpcomingEpisodes schedule={schedule} />
      </Section>
      <Allowed to={searchTransactions}>
        <Section title={t('schedules.transactions')}>
          <ScheduleTransactions schedule={schedule} />
        </Section>
      </Allowed>
      <Allowed to={getTransaction}>
        <Section title={t('schedules.related')} isOpenAtFirst={false}>
          <RelatedSchedules schedule={schedule} />
        </Section>
      </Allowed>
      <Section title={t('schedules.history')}>
        <ScheduleAudit schedule={schedule} />
      </Section>
      <HistoryPanel objectKind="schedule" objectId={schedule.id} />
    </Page>
  );
}

function ScheduleFacts({ schedule }: { schedule: ScheduleView }) {
  const { t } = useTranslation();
  const labels = useScheduleLabels();
  const formatMoney = useMoney();
  const times = useTimes();
  const { definition, metaData, lastEpisode, nextEpisode, currencyCode } = schedule;
  const card = metaData.maskedPan === null ? null : cardDigits(metaData.maskedPan);
  const money = (amount: string) => formatMoney(amount, currencyCode);
  const last = lastEpisode && [
    times.day(lastEpisode.episodeDue),
    money(lastEpisode.episodeData.amount),
    ...(lastEpisode.state === 'FAILED' ? [t('schedules.episode_failed')] : []),
  ];
  const next = nextEpisode && [
    times.day(nextEpisode.episodeDue),
    money(nextEpisode.episodeData.amount),
    ...(nextEpisode.retryIndex > 0 ? [t('schedules.retry_number', { number: nextEpisode.retryIndex })] : []),
  ];
  const retry = definition.retry as
    | { quantity: number; unit: string; processWhileRetrying: boolean; catchupAfterRetrying: boolean }
    | undefined;
  const yesNo = (value: boolean) => t(value ? 'schedules.yes' : 'schedules.no');
  return (
    <Facts
      facts={[
        { label: t('schedules.form.type'), value: labels.type(schedule.type) },
        { label: t('schedules.rhythm'), value: labels.rhythm(definition) },
        {
          label: t('schedules.form.startDate'),
          value: definition.startDate === undefined ? null : times.day(String(definition.startDate)),
          isNumeric: true,
        },
        { label: t('schedules.form.ending'), value: labels.end(definition) },
        {
          label: t('schedules.amounts'),
          value: episodeAmounts(definition, money),
          isNumeric: true,
        },
        { label: t('schedules.created'), value: <TimeText at={schedule.creationDate} />, isNumeric: true },
        {
          label: t('schedules.made_with'),
          value: (
            <Link {...paths.transaction(schedule.transactionId)} className={classes.link}>
              {schedule.transactionId}
            </Link>
          ),
          isNumeric: true,
        },
        {
          label: t('schedules.form.retry'),
          value: retry ? labels.interval(retry.quantity, retry.unit) : t('schedules.no'),
        },
        ...(retry
          ? [
              { label: t('schedules.form.while_retrying'), value: yesNo(retry.processWhileRetrying) },
              { label: t('schedules.form.catch_up'), value: yesNo(retry.catchupAfterRetrying) },
            ]
          : []),
        { label: t('schedules.last_episode'), value: last?.join(' · ') ?? null, isNumeric: true },
        { label: t('schedules.next_episode'), value: next?.join(' · ') ?? null, isNumeric: true },
        { label: t('schedules.column.maskedPan'), value: card, isNumeric: true },
        { label: t('schedules.column.customerName'), value: metaData.customerName },
        {
          label: t('schedules.column.customerEmail'),
          value: metaData.customerEmail !== null && (
            <CustomerLink transactionId={schedule.transactionId}>{metaData.customerEmail}</CustomerLink>
          ),
        },
        { label: t('schedules.column.customerMerchantRef'), value: metaData.customerMerchantRef },
      ]}
    />
  );
}

/** Later amounts are in the upcoming episodes. */
const maxAmounts = 12;

function episodeAmounts(
  { episodeData }: ScheduleView['definition'],
  money: (amount: string) => string,
): string {
  const amounts = episodeData.slice(0, maxAmounts).map(({ amount }) => money(amount));
  return amounts.join(', ') + (episodeData.length > maxAmounts ? ' …' : '');
}

/** Other schedules of the same card and sale (docs/domain.md#schedules). */
function RelatedSchedules({ schedule }: { schedule: ScheduleView }) {
  const { t } = useTranslation();
  const [paging, setPaging] = useState<Paging>({ offset: 0, pageSize: 5 });
  const page = useCall(
    listRelatedSchedules,
    {
      path: { scheduleId: schedule.id },
      query: { startFrom: paging.offset + 1, limit: paging.pageSize },
    },
    { handlesOwnErrors: true, staleTime: 0, placeholderData: keepPreviousData },
  );
  return (
    <ScheduleGrid
      label={t('schedules.related')}
      rows={page.data?.data}
      total={page.data?.resultsAvailable}
      paging={paging}
      onPaging={setPaging}
      isLoading={page.isFetching}
      failure={page.error}
      onRetry={() => void page.refetch()}
      empty={<EmptyState title={t('schedules.no_related')} />}
    />
  );
}

interface Props {
  label: string;
  rows: ScheduleLine[] | undefined;
  total: number | undefined;
  paging: Paging;
  onPaging: (paging: Paging) => void;
  isLoading: boolean;
  failure: CallFailure | null;
  onRetry: () => void;
  /** Shown when nothing was found. */
  empty: ReactNode;
}

const sectionSizes = [5, 25, 50, 100];

/** Schedules within a section, one a row. Activating a row opens its details. */
function ScheduleGrid(props: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useScheduleColumns();
  const { failure, paging } = props;
  return (
    <div className={classes.grid}>
      <DataGrid
        label={props.label}
        columns={columns}
        rows={props.rows}
        rowId={scheduleLineId}
        isLoading={props.isLoading}
        visibleRows={paging.pageSize === 5 ? 5 : 15}
        onOpen={(row) => void navigate(paths.schedule(scheduleLineId(row)))}
        error={
          failure === null ? undefined : (
            <ListFailure texts={{ title: t('schedules.failed') }} failure={failure} onRetry={props.onRetry} />
          )
        }
        empty={props.empty}
      />
      <PagingBar
        paging={paging}
        total={failure === null ? props.total : undefined}
        onChange={props.onPaging}
        pageSizes={sectionSizes}
        label={props.label}
      />
    </div>
  );
}
