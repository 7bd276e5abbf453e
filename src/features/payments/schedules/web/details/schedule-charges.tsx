import { Button } from '@mantine/core';
import { useState, useMemo } from 'react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTimes } from '#web/format/use-times.ts';
import { getNextEpisodes } from '../../endpoints.ts';
import { maxEpisodes } from '../../schedule-definition.ts';
import type { ScheduleView } from '../../schemas.ts';
import classes from '../schedules.module.css';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useCall } from '#web/call/use-call.ts';
import { codeText } from '#web/translate/code-text.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { searchTransactions } from '#features/reports/transactions/endpoints.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { PagingBar, type Paging } from '#ui/grid/paging-bar.tsx';
import { moneyColumn } from '#web/format/money-column.ts';
import { StatusCell } from '#web/format/status-cell.tsx';
import { useMoney } from '#web/format/use-money.ts';
import { paths } from '#web/paths.ts';

const step = 5;

/** Loads five more at a time. A response shorter than requested is the end (docs/domain.md#schedules). */
export function UpcomingEpisodes({ schedule }: { schedule: ScheduleView }) {
  const { t } = useTranslation();
  const times = useTimes();
  const money = useMoney();
  const [count, setCount] = useState(step);
  const { data, error, refetch, isFetching } = useCall(
    getNextEpisodes,
    { path: { scheduleId: schedule.id, count } },
    { handlesOwnErrors: true, staleTime: 0, placeholderData: (before) => before },
  );
  if (error !== null) {
    return (
      <ErrorState title={t('schedules.failed')} requestId={error.requestId} onRetry={() => void refetch()}>
        {errorText(error.message)}
      </ErrorState>
    );
  }
  if (data === undefined) return <SkeletonLines lines={step} />;
  const isAll = data.length < count && !isFetching;
  return (
    <>
      {data.length > 0 && (
        <ol className={classes.episodes}>
          {data.map(({ episodeIndex, retryIndex, episodeDue, episodeData }) => (
            <li key={`${episodeIndex}/${retryIndex}`}>
              <span className="number">{times.day(episodeDue)}</span>
              <span className="number">{money(episodeData.amount, episodeData.currency)}</span>
              <span className="quiet">
                {t('schedules.episode', { number: episodeIndex })}
                {retryIndex > 0 && ` · ${t('schedules.retry_number', { number: retryIndex })}`}
              </span>
            </li>
          ))}
        </ol>
      )}
      {isAll ? (
        <p className="quiet">{t(data.length === 0 ? 'schedules.no_episodes' : 'schedules.no_more')}</p>
      ) : (
        count < maxEpisodes && (
          <Button variant="default" loading={isFetching} onClick={() => setCount(count + step)}>
            {t('schedules.show_more')}
          </Button>
        )
      )}
    </>
  );
}

const sizes = [5, 25, 50, 100];
/** The columns of docs/domain.md#transaction-details, in this order. */
const visibleCharges = [
  'txn_id',
  'EPISODE_INDEX',
  'requested_amount',
  'amount',
  'ccy_code',
  'txn_type',
  'txn_status',
  'AUTHORISERSTATUS',
] as const;
type Row = Record<'txn_date' | (typeof visibleCharges)[number], string>;

/** The charges of the schedule, latest first. */
export function ScheduleTransactions({ schedule }: { schedule: ScheduleView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [paging, setPaging] = useState<Paging>({ offset: 0, pageSize: 5 });
  const page = useCall(
    searchTransactions,
    {
      body: {
        startFrom: paging.offset + 1,
        limit: paging.pageSize,
        dataSource: 'REAL-TIME' as const,
        orgIds: [schedule.merchantId],
        fields: [
          {
            field: 'SCHEDULE_ID',
            display: false,
            filter: { operation: 'EQUALS' as const, value: [schedule.id] },
          },
          { field: 'txn_date', display: true, sort: 'DESC' as const },
          ...visibleCharges.map((field) => ({ field, display: true })),
        ],
        includeFieldNames: true,
      },
    },
    { handlesOwnErrors: true, staleTime: 0, placeholderData: keepPreviousData },
  );
  const rows = useMemo(() => page.data?.data.map(toRow), [page.data]);
  const columns = useColumns();
  return (
    <div className={classes.grid}>
      <DataGrid
        label={t('schedules.transactions')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.txn_id}
        isLoading={page.isFetching}
        visibleRows={paging.pageSize === 5 ? 5 : 15}
        onOpen={(row) => void navigate(paths.transaction(row.txn_id))}
        error={
          page.error === null ? undefined : (
            <ErrorState
              title={t('details.related_failed')}
              requestId={page.error.requestId}
              onRetry={() => void page.refetch()}
            >
              {errorText(page.error.message)}
            </ErrorState>
          )
        }
        empty={<EmptyState title={t('schedules.no_transactions')} />}
      />
      <PagingBar
        paging={paging}
        total={page.error === null ? page.data?.resultsAvailable : undefined}
        onChange={setPaging}
        pageSizes={sizes}
        label={t('schedules.transactions')}
      />
    </div>
  );
}

function useColumns(): GridColumn<Row>[] {
  const { t, language } = useTranslation();
  const times = useTimes();
  const locale = browserLocale(language);
  return useMemo<GridColumn<Row>[]>(
    () => [
      {
        id: 'txn_date',
        header: t('schedules.column.date'),
        isNumeric: true,
        text: (row) => times.shortDay(row.txn_date.slice(0, 10)),
        card: 'time',
      },
      {
        id: 'txn_id',
        header: t('details.field.txn_id'),
        isNumeric: true,
        text: (row) => row.txn_id,
        cell: (row) => (
          <Link {...paths.transaction(row.txn_id)} className={classes.link} tabIndex={-1}>
            {row.txn_id}
          </Link>
        ),
      },
      {
        id: 'EPISODE_INDEX',
        header: t('details.field.episode'),
        isNumeric: true,
        text: (row) => row.EPISODE_INDEX,
        cardText: ({ EPISODE_INDEX: number }) =>
          number === '' ? '' : t('schedules.episode', { number: Number(number) }),
        card: 'subtitle',
      },
      {
        id: 'requested_amount',
        header: t('details.field.requested_amount'),
        ...moneyColumn(locale, (row: Row) => ({
          requested: row.requested_amount,
          currency: row.ccy_code,
          type: row.txn_type,
          status: row.txn_status,
          moved: row.amount,
        })),
        card: 'title',
      },
      {
        id: 'txn_type',
        header: t('details.field.type'),
        isWhole: 'text',
        text: (row) => t(`transactions.type.${row.txn_type}`, { defaultValue: row.txn_type }),
        card: 'subtitle',
      },
      {
        id: 'txn_status',
        header: t('details.field.status'),
        isWhole: 'badge',
        text: (row) => t(`transactions.status.${row.txn_status}`, { defaultValue: row.txn_status }),
        cell: (row) => <StatusCell status={row.txn_status} />,
        card: 'status',
      },
      {
        id: 'AUTHORISERSTATUS',
        header: t('details.field.authoriser_status'),
        text: ({ AUTHORISERSTATUS: status }) =>
          status === '' ? t('details.not_available') : codeText(status, t),
      },
    ],
    [t, times, locale],
  );
}

function toRow(cells: unknown[]): Row {
  const names = ['txn_date', ...visibleCharges] as const;
  return Object.fromEntries(
    names.map((name, index) => [name, cells[index] == null ? '' : String(cells[index])]),
  ) as Row;
}
