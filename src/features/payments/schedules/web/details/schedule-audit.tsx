import { adviseOnDecline, explainDecline } from '#shared/payments/declines.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useMemo, useState } from 'react';
import type { ResponseOf } from '#shared/define-endpoint.ts';
import { getScheduleAudit } from '../../endpoints.ts';
import type { ScheduleView } from '../../schemas.ts';
import { ScheduleStatusBadge } from '../schedule-status-badge.tsx';
import classes from '../schedules.module.css';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { PagingBar, type Paging } from '#ui/grid/paging-bar.tsx';
import { useCall } from '#web/call/use-call.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Line = ResponseOf<typeof getScheduleAudit>[number];
const sizes = [5, 25, 50, 100];

/** The schedule's history, latest first. */
export function ScheduleAudit({ schedule }: { schedule: ScheduleView }) {
  const { t } = useTranslation();
  const [paging, setPaging] = useState<Paging>({ offset: 0, pageSize: 5 });
  const { data, error, refetch, isFetching } = useCall(
    getScheduleAudit,
    { path: { scheduleId: schedule.id } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  const columns = useColumns();
  const rows = data?.slice(paging.offset, paging.offset + paging.pageSize);
  return (
    <div className={classes.grid}>
      <DataGrid
        label={t('schedules.history')}
        columns={columns}
        rows={rows}
        rowId={(line) => String(data?.indexOf(line))}
        isLoading={isFetching}
        visibleRows={paging.pageSize === 5 ? 5 : 15}
        error={
          error === null ? undefined : (
            <ErrorState
              title={t('schedules.failed')}
              requestId={error.requestId}
              onRetry={() => void refetch()}
            >
              {errorText(error.message)}
            </ErrorState>
          )
        }
      />
      <PagingBar
        paging={paging}
        total={data?.length ?? 0}
        onChange={setPaging}
        pageSizes={sizes}
        label={t('schedules.history')}
      />
    </div>
  );
}

function useColumns(): GridColumn<Line>[] {
  const { t } = useTranslation();
  const times = useTimes();
  return useMemo<GridColumn<Line>[]>(
    () => [
      {
        id: 'date',
        header: t('details.at'),
        width: 190,
        ...timeColumn(times, (line: Line) => line.date),
        card: 'time',
      },
      ...(['before', 'after'] as const).map((id) => ({
        id,
        header: t(`schedules.${id}`),
        card: id === 'after' ? ('status' as const) : undefined,
        isWhole: 'badge' as const,
        text: (line: Line) => (line[id] === null ? '' : t(`schedules.status.${line[id]}`)),
        cell: (line: Line) => (line[id] === null ? '' : <ScheduleStatusBadge status={line[id]} />),
      })),
      {
        id: 'message',
        header: t('schedules.message'),
        width: 450,
        text: (line) =>
          [changeText(line, t, times), remedyText(line, t)].filter((text) => text !== '').join('. '),
        card: 'title',
        cardText: (line) => changeText(line, t, times),
      },
      {
        id: 'card-remedy',
        header: '',
        text: (line) => remedyText(line, t),
        card: 'subtitle',
        isCardOnly: true,
      },
    ],
    [t, times],
  );
}

const changeText = ({ code, detail }: Line, t: Translate, times: Times): string =>
  t(`schedules.change.${code}`, displayDetail(detail, times));

/** The reason of a failure, and what to do about it; '' for other changes. */
function remedyText({ detail }: Line, t: Translate): string {
  const { reason, statusCode, scheme, adviceCode } = detail;
  const decline = explainDecline({
    reasonCode: String(reason ?? ''),
    statusCode: statusCode === undefined ? null : String(statusCode),
    scheme: scheme === undefined ? null : String(scheme),
  });
  const { advice } = adviseOnDecline(decline, adviceCode === undefined ? null : String(adviceCode));
  return advice === undefined ? '' : `${t(`declines.${decline}`)} ${t(`decline_advice.${advice}`)}`;
}

/** Formats the day of a change like every other day of the portal. */
function displayDetail({ dueOn, ...detail }: Line['detail'], times: Times): Line['detail'] {
  return dueOn === undefined ? detail : { ...detail, dueOn: times.day(String(dueOn)) };
}
