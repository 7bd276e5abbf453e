import { useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import {
  scheduleColumns,
  scheduleLineId,
  type ScheduleLine,
} from '#features/schedules/web/find/schedule-columns.tsx';
import classes from '#features/schedules/web/schedules.module.css';
import { useScheduleWords } from '#features/schedules/web/use-schedule-words.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import { PagingBar, type Paging } from '#ui/grid/paging/paging-bar.tsx';
import list from '#ui/layout/list-screen.module.css';
import type { CallFailure } from '#web/call/call-failure.ts';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  label: string;
  rows: ScheduleLine[] | undefined;
  total: number | undefined;
  paging: Paging;
  onPaging: (paging: Paging) => void;
  isLoading: boolean;
  failure: CallFailure | null;
  onRetry: () => void;
  /** What stands there when nothing was found. */
  empty?: ReactNode;
  /** Of a section: as high as its page. */
  isSection?: boolean;
};

const sectionSizes = [5, 25, 50, 100];

/** Schedules, one a row; a row opens its details. */
export function ScheduleGrid(props: Props) {
  const { t, language } = useTranslation();
  const navigate = useNavigate();
  const times = useTimes();
  const locale = browserLocale(language);
  const words = useScheduleWords();
  const { isSection = false, failure, paging } = props;
  const columns = useMemo(
    () => scheduleColumns(t, times, locale, words.type),
    // The words follow from the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, times, locale],
  );
  return (
    <div className={isSection ? classes.grid : list.results}>
      <DataGrid
        label={props.label}
        columns={columns}
        rows={props.rows}
        rowId={scheduleLineId}
        isLoading={props.isLoading}
        {...(isSection ? { visibleRows: paging.pageSize === 5 ? 5 : 15 } : { isFilling: true })}
        onOpen={(row) => void navigate({ to: `/scheduleDetails/${scheduleLineId(row)}` })}
        error={
          failure == null ? undefined : (
            <ErrorState title={t('schedules.failed')} requestId={failure.requestId} onRetry={props.onRetry}>
              {errorText(failure.message)}
            </ErrorState>
          )
        }
        empty={props.empty ?? <EmptyState title={t('schedules.none')}>{t('schedules.none_text')}</EmptyState>}
      />
      <div className={props.total == null ? list.unknown : undefined}>
        <PagingBar
          paging={paging}
          total={props.total ?? 0}
          onChange={props.onPaging}
          {...(isSection ? { pageSizes: sectionSizes, label: props.label } : {})}
        />
      </div>
    </div>
  );
}
