import { keepPreviousData } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { TransactionDetails } from '../../schemas.ts';
import { episodeText } from '../../rules-outcome.ts';
import type { Origin } from '../back-to-origin.tsx';
import classes from '../details-screen.module.css';
import { useDetailsFormat } from '../use-details-format.ts';
import { moneyColumn } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { StatusCell } from '#web/format/status-cell.tsx';
import { searchTransactions } from '#features/reports/transactions/endpoints.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { PagingBar, type Paging } from '#ui/grid/paging-bar.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Row {
  at: string;
  id: string;
  amount: string;
  moved: string;
  currency: string;
  type: string;
  status: string;
  authoriser: string;
  episode: string;
}

const shownFields = [
  'txn_id',
  'requested_amount',
  'amount',
  'ccy_code',
  'txn_type',
  'txn_status',
  'AUTHORISERSTATUS',
];
const scheduleFields = ['EPISODE_INDEX', 'SCHEDULE_REMAINING_EPISODE_COUNT'];
const pageSizes = [5, 25, 50, 100];

interface Props {
  transaction: TransactionDetails;
  origin: Origin;
}

/** All transactions of the same payment, newest first (docs/domain.md#transaction-details). */
export function RelatedTransactions({ transaction, origin }: Props) {
  const { t } = useTranslation();
  const router = useRouter();
  const [paging, setPaging] = useState<Paging>({ offset: 0, pageSize: 5 });
  const response = useCall(
    searchTransactions,
    { body: buildRequest(transaction, paging) },
    { handlesOwnErrors: true, placeholderData: keepPreviousData },
  );
  const rows = useMemo(() => response.data?.data.map(toRow), [response.data]);
  const hasEpisodes = transaction.scheduleData !== null;
  const columns = useColumns(transaction.transactionId, origin, hasEpisodes);
  const open = (row: Row) =>
    router.navigate({
      ...paths.transaction(row.id),
      state: { origin } as object,
    });
  return (
    <div className={classes.related}>
      <DataGrid
        label={t('details.related')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        isLoading={response.isFetching}
        visibleRows={paging.pageSize === 5 ? 5 : 15}
        onOpen={open}
        error={
          response.error === null ? undefined : (
            <ErrorState
              title={t('details.related_failed')}
              requestId={response.error.requestId}
              onRetry={() => void response.refetch()}
            >
              {errorText(response.error.message)}
            </ErrorState>
          )
        }
      />
      <PagingBar
        label={t('details.related')}
        paging={paging}
        total={response.error === null ? response.data?.resultsAvailable : undefined}
        onChange={setPaging}
        pageSizes={pageSizes}
      />
    </div>
  );
}

function useColumns(currentId: string, origin: Origin, hasEpisodes: boolean): GridColumn<Row>[] {
  const { t, language } = useTranslation();
  const locale = browserLocale(language);
  const format = useDetailsFormat();
  const times = useTimes();
  return useMemo(
    () => [
      {
        id: 'txn_datetime',
        header: t('details.at'),
        ...timeColumn(times, (row: Row) => row.at),
        width: 125,
        minWidth: 125,
        card: 'time',
      },
      {
        id: 'txn_id',
        header: t('details.field.txn_id'),
        text: (row) => row.id,
        width: 180,
        cell: (row) => <TransactionLink id={row.id} currentId={currentId} origin={origin} />,
        isNumeric: true,
      },
      {
        id: 'requested_amount',
        header: t('details.field.requested_amount'),
        ...moneyColumn(locale, ({ amount, moved, ...row }: Row) => ({ ...row, requested: amount, moved })),
        width: 125,
        minWidth: 125,
        card: 'title',
      },
      {
        id: 'txn_type',
        header: t('details.field.type'),
        isWhole: 'text',
        text: (row) => format.type(row.type),
        width: 125,
        minWidth: 125,
        card: 'subtitle',
        cardText: ({ id, type }) =>
          id === currentId ? `${format.type(type)} ${t('details.this_transaction')}` : format.type(type),
      },
      {
        id: 'txn_status',
        header: t('details.field.status'),
        isWhole: 'badge',
        width: 130,
        minWidth: 130,
        text: (row) => t(`transactions.status.${row.status}`, { defaultValue: row.status }),
        cell: (row) => <StatusCell status={row.status} />,
        card: 'status',
      },
      {
        id: 'AUTHORISERSTATUS',
        header: t('details.field.authoriser_status'),
        text: (row) => format.value(row.authoriser || null) ?? t('details.not_available'),
      },
      ...(hasEpisodes
        ? [{ id: 'EPISODE_INDEX', header: t('details.field.episode'), text: (row: Row) => row.episode }]
        : []),
    ],
    // The texts depend on the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, times, locale, currentId, origin.name, hasEpisodes],
  );
}

function TransactionLink(props: { id: string; currentId: string; origin: Origin }) {
  const { t } = useTranslation();
  if (props.id === props.currentId) {
    return (
      <span aria-current="page">
        {props.id} <span className="quiet">{t('details.this_transaction')}</span>
      </span>
    );
  }
  return (
    <Link
      {...paths.transaction(props.id)}
      state={{ origin: props.origin } as object}
      className={classes.link}
      tabIndex={-1}
    >
      {props.id}
    </Link>
  );
}

function buildRequest(transaction: TransactionDetails, paging: Paging) {
  const rootId = Number(transaction.transactionRootId);
  const filter = { operation: 'EQUALS' as const, value: [rootId] };
  return {
    startFrom: paging.offset + 1,
    limit: paging.pageSize,
    dataSource: 'REAL-TIME' as const,
    orgIds: [transaction.merchantId],
    fields: [
      { field: 'txn_root_id', display: false, filter },
      { field: 'txn_datetime', display: true, sort: 'DESC' as const },
      ...shownFields.map((field) => ({ field, display: true })),
      // Only a scheduled payment has episodes (docs/domain.md#transaction-details).
      ...(transaction.scheduleData === null ? [] : scheduleFields).map((field) => ({ field, display: true })),
    ],
    includeFieldNames: true,
  };
}

function toRow(cells: unknown[]): Row {
  const texts = cells.map((cell) => (cell == null ? '' : String(cell)));
  const [at = '', id = '', amount = '', moved = '', currency = '', type = '', status = '', authoriser = ''] =
    texts;
  const [index, remaining] = cells.slice(8).map((cell) => (cell == null ? null : Number(cell)));
  return {
    at,
    id,
    amount,
    moved,
    currency,
    type,
    status,
    authoriser,
    episode: episodeText(index ?? null, remaining ?? null),
  };
}
