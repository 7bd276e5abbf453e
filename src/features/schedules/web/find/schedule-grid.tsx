import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import { PagingBar, type Paging } from '#ui/grid/paging/paging-bar.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { ListFailure } from '#web/list-screen/list-failure.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from '../schedules.module.css';
import { scheduleLineId, type ScheduleLine, useScheduleColumns } from './schedule-columns.tsx';

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
export function ScheduleGrid(props: Props) {
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
          failure == null ? undefined : (
            <ListFailure texts={{ title: t('schedules.failed') }} failure={failure} onRetry={props.onRetry} />
          )
        }
        empty={props.empty}
      />
      <PagingBar
        paging={paging}
        total={failure == null ? props.total : undefined}
        onChange={props.onPaging}
        pageSizes={sectionSizes}
        label={props.label}
      />
    </div>
  );
}
