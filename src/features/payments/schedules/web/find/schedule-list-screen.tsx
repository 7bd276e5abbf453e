import { companyNow } from '#web/session/shown-clock.ts';
import { NextStep } from '#web/links/next-step.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, useMemo } from 'react';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { CallFailure, toFailure } from '#web/call/call-failure.ts';
import { saveFile } from '#web/call/call.ts';
import { DownloadButton } from '#web/links/download-button.tsx';
import { covers } from '#shared/org-path.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { readData, useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { addDays, type CalendarDay, type DayRange } from '#shared/calendar-day.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { RangePicker } from '#ui/date/range-picker.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { Allowed } from '#web/session/allowed.tsx';
import {
  type ScheduleListParams,
  buildListQuery,
  withKnownNodes,
  daysAsMoments,
  defaultList,
  earliestDay,
  otherOrder,
} from '../../list-params.ts';
import { readScheduleAddress } from './list-address.ts';
import { removeField } from '#web/list-screen/list-field.ts';
import { scheduleFields, QuickSearches } from './list-filter.tsx';
import { scheduleLineId, useScheduleColumns } from './schedule-columns.tsx';
import { reportSchedules, searchSchedules, resumeSchedules } from '../../endpoints.ts';
import type { ScheduleQuery } from '../../schemas.ts';

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

/** /scheduleList: schedules by creation, next charge, last charge, status and organisation. */
export function ScheduleListScreen() {
  const { t } = useTranslation();
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
  const onChange = (part: Partial<ScheduleListParams>): void => state.change({ ...part, page: 1 });
  const fields = scheduleFields(params, t, { nodes, today, onChange });
  const created = fields.find(({ id, ...field }) => id === 'created' && 'value' in field && field.value);
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
      notice={
        <>
          {resumed && <ResumedNotice {...resumed} onClose={() => setResumed(undefined)} />}
          <QuickSearches params={params} today={today} onSearch={state.go} />
        </>
      }
      fields={fields}
      onClear={() => state.search(defaultList, result.refresh)}
      result={result}
      countKey="schedules.count"
      columns={columns}
      rowId={scheduleLineId}
      sort={{ field: params.sortBy ?? 'creationDate', direction: params.sortOrder }}
      onSort={({ field, direction }) => state.change({ sortBy: otherOrder(field), sortOrder: direction })}
      onOpen={(row) => void navigate(paths.schedule(scheduleLineId(row)))}
      failureTexts={{ title: t('schedules.failed') }}
      empty={<NoSchedules query={query} onAllDates={created && (() => removeField(created))} />}
    />
  );
}

/** `onAllDates` is set while the list is filtered by days of creation. */
function NoSchedules({ query, onAllDates }: { query: ScheduleQuery; onAllDates?: (() => void) | undefined }) {
  const { t, language } = useTranslation();
  const { creationDate: _days, ...searchFields } = query.searchFields ?? {};
  const { data } = useCall(
    searchSchedules,
    { body: { ...query, searchFields, startFrom: 1, limit: 1 } },
    { handlesOwnErrors: true, enabled: onAllDates !== undefined },
  );
  const number = data && numberFormat(browserLocale(language)).format(data.resultsAvailable);
  // Without another schedule there is no step.
  const step =
    data?.resultsAvailable === 0
      ? undefined
      : onAllDates && { label: `${t('list.all_dates')} ${number ?? ''}`.trim(), onClick: onAllDates };
  return (
    <EmptyState title={t('schedules.none')} step={step}>
      {t('schedules.none_text')}
      <NextStep />
    </EmptyState>
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
  const result = useListResult(
    searchSchedules,
    { body: { ...query, startFrom: (page - 1) * pageSize + 1, limit: pageSize } },
    readData,
  );
  /** `params` is a new object when organisations out of reach were dropped. */
  return { params, nodes, owner, query, today, result };
}

const todayIn = (zone: string): string => zonedDate(companyNow(), zone);

interface Resumed {
  count: number;
  /** The failure, if some schedules were not resumed. */
  failure?: CallFailure;
}
interface ResumeButtonProps {
  owner: string[];
  today: CalendarDay;
  onDone: (resumed: Resumed) => void;
}

/** Resumes all schedules that users suspended in an interval, in the organisations of the list. */
function ResumeButton({ owner, today, onDone }: ResumeButtonProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const send = useSend(resumeSchedules, { handlesOwnErrors: true });
  const [isOpen, setIsOpen] = useState(false);
  const [days, setDays] = useState<DayRange>(() => ({ from: addDays(today, -1), to: today }));
  async function resume(): Promise<void> {
    let count = 0;
    let failure: CallFailure | undefined;
    try {
      for (let isMore = true; isMore;) {
        const whose = owner.length > 0 ? { owner } : { allOwners: true as const };
        const body = { ...whose, suspended: daysAsMoments(days.from, days.to, times.zone) };
        const part = await send.mutateAsync({ body });
        count += part.resumed;
        isMore = part.isMore;
      }
    } catch (cause) {
      failure = toFailure(cause);
    }
    setIsOpen(false);
    onDone({ count, ...(failure && { failure }) });
  }
  return (
    <Allowed anyOf={['P_MANAGE_SCHEDULE']}>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('schedules.resume_all.button')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        isStatic
        title={t('schedules.resume_all.title')}
        confirmLabel={t('schedules.resume_all.button')}
        cancelLabel={t('details.go_back')}
        onConfirm={resume}
        onCancel={() => setIsOpen(false)}
      >
        <p>{t('schedules.resume_all.text')}</p>
        <RangePicker
          label={t('schedules.resume_all.days')}
          value={days}
          onChange={(next) => next && setDays(next)}
          today={today}
          min={earliestDay}
        />
      </ConfirmDialog>
    </Allowed>
  );
}

/** How many were resumed, and whether all were. */
function ResumedNotice({ count, failure, onClose }: Resumed & { onClose: () => void }) {
  const { t } = useTranslation();
  return failure ? (
    <FailureNotice failure={failure} title={t('schedules.resume_all.partly', { count })} onClose={onClose} />
  ) : (
    <Notice kind="success" onClose={onClose}>
      {t('schedules.resume_all.done', { count })}
    </Notice>
  );
}

/**
 * Downloads the whole list. Any status other than 200 opens the error screen with that code
 * (docs/domain.md#failed-requests).
 */
function ReportButton({ scheduleQuery: query }: { scheduleQuery: ScheduleQuery }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const save = () => saveFile(reportSchedules, { body: { ...query, startFrom: 1 as const } });
  function fail(failure: Error): void {
    const status = failure instanceof CallFailure && failure.status > 0 ? failure.status : 500;
    // The app shell handles an ended session and a newer version.
    if (status === 401 || (failure instanceof CallFailure && failure.code === 'E152')) return;
    void navigate(paths.error(status));
  }
  return <DownloadButton label={t('schedules.list.report')} save={save} onFailure={fail} />;
}
