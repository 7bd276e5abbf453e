import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { listRelatedSchedules, type ScheduleView } from '#features/schedules/endpoints.ts';
import { ScheduleGrid } from '#features/schedules/web/find/schedule-grid.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { Paging } from '#ui/grid/paging/paging-bar.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Other schedules of the same card and sale (docs/domain.md#schedules). */
export function RelatedSchedules({ schedule }: { schedule: ScheduleView }) {
  const { t } = useTranslation();
  const [paging, setPaging] = useState<Paging>({ offset: 0, pageSize: 5 });
  const page = useCall(
    listRelatedSchedules,
    {
      path: { scheduleId: schedule.id },
      query: { startFrom: paging.offset + 1, limit: paging.pageSize },
    },
    { isHandledHere: true, staleTime: 0, placeholderData: keepPreviousData },
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
      isSection
    />
  );
}
