import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { getSchedule, type ScheduleView } from '#features/schedules/calls.ts';
import { ScheduleGrid } from '#features/schedules/web/find/schedule-grid.tsx';
import type { ScheduleLine } from '#features/schedules/web/find/schedule-columns.tsx';
import { getTransaction } from '#features/transaction-details/calls.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { Paging } from '#ui/grid/paging/paging-bar.tsx';
import { callQuery, useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Other schedules of the same card and sale: those that the transaction names (spec 3 §3). */
export function RelatedSchedules({ schedule }: { schedule: ScheduleView }) {
  const { t } = useTranslation();
  const [paging, setPaging] = useState<Paging>({ offset: 0, pageSize: 5 });
  const transaction = useCall(
    getTransaction,
    { path: { transactionId: schedule.transactionId } },
    { isHandledHere: true },
  );
  const data = transaction.data?.scheduleData;
  const ids = [data?.scheduleId, ...(data?.previousScheduleIds ?? [])].filter(
    (id): id is string => id !== undefined && id !== schedule.id,
  );
  const asked = ids.slice(paging.offset, paging.offset + paging.pageSize);
  const found = useQueries({
    queries: asked.map((scheduleId) => ({
      ...callQuery(getSchedule, { path: { scheduleId } }),
      meta: { isHandledHere: true },
    })),
  });
  const isLoading = transaction.isFetching || found.some(({ isPending }) => isPending);
  return (
    <ScheduleGrid
      label={t('schedules.related')}
      rows={isLoading ? undefined : found.flatMap((one) => (one.data == null ? [] : [lineOf(one.data)]))}
      total={transaction.data == null ? undefined : ids.length}
      paging={paging}
      onPaging={setPaging}
      isLoading={isLoading}
      failure={transaction.error ?? found.find(({ error }) => error != null)?.error ?? null}
      onRetry={() => {
        void transaction.refetch();
        for (const one of found) if (one.isError) void one.refetch();
      }}
      empty={<EmptyState title={t('schedules.no_related')} />}
      isSection
    />
  );
}

function lineOf(view: ScheduleView): ScheduleLine {
  const { metaData, lastEpisode, nextEpisode } = view;
  return {
    scheduleId: view.id,
    owner: view.owner,
    ownerName: view.ownerName,
    status: view.status,
    type: view.type,
    creationDate: view.creationDate,
    currencyCode: view.currencyCode,
    maskedPan: metaData.maskedPan,
    customerName: metaData.customerName,
    customerEmail: metaData.customerEmail,
    customerMerchantRef: metaData.customerMerchantRef,
    lastEpisodeDate: lastEpisode?.episodeDue ?? null,
    lastEpisodeAmount: lastEpisode?.episodeData.amount ?? null,
    nextEpisodeDate: nextEpisode?.episodeDue ?? null,
    nextEpisodeAmount: nextEpisode?.episodeData.amount ?? null,
  };
}
