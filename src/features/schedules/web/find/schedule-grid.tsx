import { NextStep } from '#features/setup/web/next-step.tsx';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
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
  empty?: ReactNode;
  /** Inside a section: the grid is as high as its page of rows. */
  isSection?: boolean;
}

const sectionSizes = [5, 25, 50, 100];

/** Schedules, one a row. Activating a row opens its details. */
export function ScheduleGrid(props: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useScheduleColumns();
  const { isSection = false, failure, paging } = props;
  return (
    <div className={isSection ? classes.grid : classes.results}>
      <DataGrid
        label={props.label}
        columns={columns}
        rows={props.rows}
        rowId={scheduleLineId}
        isLoading={props.isLoading}
        {...(isSection ? { visibleRows: paging.pageSize === 5 ? 5 : 15 } : { isFilling: true })}
        onOpen={(row) => void navigate(paths.schedule(scheduleLineId(row)))}
        error={
          failure == null ? undefined : (
            <ListFailure texts={{ title: t('schedules.failed') }} failure={failure} onRetry={props.onRetry} />
          )
        }
        empty={
          props.empty ?? (
            <EmptyState title={t('schedules.none')}>
              {t('schedules.none_text')}
              <NextStep />
            </EmptyState>
          )
        }
      />
      <PagingBar
        paging={paging}
        total={failure == null ? props.total : undefined}
        onChange={props.onPaging}
        {...(isSection ? { pageSizes: sectionSizes, label: props.label } : {})}
      />
    </div>
  );
}
