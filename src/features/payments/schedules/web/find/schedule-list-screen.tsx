import { NextStep } from '#web/links/next-step.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { type ScheduleListParams, resolveDays } from '../../find/list-params.ts';
import { readScheduleAddress } from './list-address.ts';
import { scheduleChips, ListFilter } from './list-filter.tsx';
import { ReportButton } from './report-button.tsx';
import { ResumeButton, ResumedNotice, type Resumed } from './resume-button.tsx';
import { scheduleLineId, useScheduleColumns } from './schedule-columns.tsx';
import { useScheduleList } from './use-schedule-list.ts';

const address = {
  name: 'schedules',
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
  const { params, nodes, owner, query, today, result } = useScheduleList(state.params);
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
  const chipContext = { t, locale: browserLocale(language), today, nameOf };
  const chips = scheduleChips(params, chipContext, state.change);
  function onResumed(next: Resumed): void {
    setResumed(next);
    result.refresh();
  }
  return (
    <ListScreen
      title={t('screen.scheduleList')}
      state={state}
      actions={
        <>
          <ResumeButton owner={owner} today={today} onDone={onResumed} />
          <ReportButton scheduleQuery={query} />
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
          onApply={(next) => state.search(next, result.refresh)}
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

/** `onAllDates` is set while the list is filtered by days of creation. */
function NoSchedules({ onAllDates }: { onAllDates?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const step = onAllDates && { label: t('list.all_dates'), onClick: onAllDates };
  return (
    <EmptyState title={t('schedules.none')} step={step}>
      {t('schedules.none_text')}
      <NextStep />
    </EmptyState>
  );
}
