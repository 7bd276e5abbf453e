import { NextStep } from '#features/setup/web/next-step.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useMemo } from 'react';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { covers } from '#shared/org-path.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { reportSchedules } from '../../endpoints.ts';
import type { ScheduleQuery } from '../../schemas.ts';
import { saveFile } from '#web/call/call.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import {
  resolveDays,
  type ScheduleListParams,
  buildListQuery,
  withKnownNodes,
} from '../../find/list-params.ts';
import { readScheduleAddress } from './list-address.ts';
import { scheduleChips } from './list-chips.ts';
import { ListFilter } from './list-filter.tsx';
import { ResumeButton, ResumedNotice, type Resumed } from './resume-button.tsx';
import { scheduleLineId, useScheduleColumns } from './schedule-columns.tsx';
import { searchSchedules } from '../../endpoints.ts';

const address = {
  read: readScheduleAddress,
  to: (params: ScheduleListParams) => paths.schedules(params),
  page: {
    read: ({ page, pageSize }: ScheduleListParams) => ({ offset: (page - 1) * pageSize, pageSize }),
    write: (paging: { offset: number; pageSize: number }) => ({
      page: paging.offset / paging.pageSize + 1,
      pageSize: paging.pageSize,
    }),
  },
};

/** /scheduleList: schedules created in an interval of days, narrowed by status and organisation. */
export function ScheduleListScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const { params, nodes, owner, question: query, today, result } = useScheduleList(state.params);
  const navigate = useNavigate();
  const isReset = params !== state.params;
  // Dropped filters leave the URL too (docs/domain.md#schedules).
  useEffect(() => {
    if (isReset) state.go(params, true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isReset]);
  const [resumed, setResumed] = useState<Resumed>();
  const columns = useScheduleColumns();
  const nameOf = (id: string): string => nodes.find((node) => node.id === id)?.name ?? id;
  const words = { t, locale: browserLocale(language), today, nameOf };
  const chips = scheduleChips(params, words, state.change);
  function onResumed(next: Resumed): void {
    setResumed(next);
    result.refresh();
  }
  function apply(next: ScheduleListParams): void {
    if (JSON.stringify(next) === JSON.stringify(params)) result.refresh();
    else state.go(next);
  }
  return (
    <ListScreen
      title={t('screen.scheduleList')}
      state={state}
      actions={
        <>
          <ResumeButton owner={owner} today={today} onDone={onResumed} />
          <ReportButton question={query} />
        </>
      }
      notice={resumed && <ResumedNotice {...resumed} onClose={() => setResumed(undefined)} />}
      filterPanel={state.filterPanel}
      filterForm={
        <ListFilter
          key={JSON.stringify(params)}
          params={params}
          nodes={nodes}
          days={resolveDays(params, today)}
          today={today}
          onApply={apply}
        />
      }
      chips={chips}
      result={result}
      countKey="schedules.count"
      columns={columns}
      rowId={scheduleLineId}
      sort={{ field: 'creationDate', direction: params.sortOrder }}
      onSort={({ direction }) => state.change({ sortOrder: direction })}
      onOpen={(row) => void navigate(paths.schedule(scheduleLineId(row)))}
      failureTexts={{ title: t('schedules.failed') }}
      empty={<NoSchedules onAllDates={chips.find(({ id }) => id === 'created')?.onRemove} />}
    />
  );
}

/** One page of the list, and the organisations for its filter. */
function useScheduleList(requested: ScheduleListParams) {
  const { organisation, tree } = useSignedIn();
  const { zone } = useTimes();
  const nodes = useMemo(
    () =>
      tree
        .filter(({ parentPath }) => covers(organisation.selectedParentPath, parentPath))
        .map((node) => ({ ...node, id: String(node.id) })),
    [tree, organisation],
  );
  const params = withKnownNodes(requested, new Set(nodes.map(({ id }) => id)));
  const today = todayIn(zone);
  const owner = params.selectedNodes ?? [String(organisation.selectedParentOrgId)];
  const query = { ...buildListQuery(params, today, zone), owner };
  const { page, pageSize } = params;
  const found = useCall(
    searchSchedules,
    { body: { ...query, startFrom: (page - 1) * pageSize + 1, limit: pageSize } },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const result = {
    rows: found.data?.data,
    total: found.data?.resultsAvailable,
    isLoading: found.isFetching,
    failure: found.error,
    refresh: (): void => void found.refetch(),
  };
  /** `params` is a new object when organisations out of reach were dropped. */
  return { params, nodes, owner, question: query, today, result };
}

const todayIn = (zone: string): string => zonedDate(new Date(), zone);

/** `onAllDates` is set while the list is filtered by days of creation. */
function NoSchedules({ onAllDates }: { onAllDates?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const button = onAllDates && (
    <Button variant="default" onClick={onAllDates}>
      {t('list.all_dates')}
    </Button>
  );
  return (
    <EmptyState title={t('schedules.none')} action={button}>
      {t('schedules.none_text')}
      <NextStep />
    </EmptyState>
  );
}

/**
 * Downloads the whole list. Any status other than 200 opens the error screen with that code
 * (docs/domain.md#failed-requests).
 */
function ReportButton({ question: query }: { question: ScheduleQuery }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const report = useMutation({
    mutationFn: () => saveFile(reportSchedules, { body: { ...query, startFrom: 1 as const } }),
    meta: { isHandledHere: true },
    onError: (failure) => {
      const status = failure instanceof CallFailure && failure.status > 0 ? failure.status : 500;
      // The app shell handles an ended session and a newer version.
      if (status === 401 || (failure instanceof CallFailure && failure.code === 'E152')) return;
      void navigate(paths.error(status));
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => report.mutate()}
      loading={report.isPending}
    >
      {t('schedules.list.report')}
    </Button>
  );
}
