import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { covers } from '#shared/org-path.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { searchSchedules } from '#features/schedules/endpoints.ts';
import {
  resolveDays,
  listQuestion,
  withKnownNodes,
  type ScheduleListParams,
} from '#features/schedules/find/list-params.ts';
import { ListFilter } from '#features/schedules/web/find/list-filter.tsx';
import { ReportButton } from '#features/schedules/web/find/report-button.tsx';
import { ResumeButton, type Resumed } from '#features/schedules/web/find/resume-button.tsx';
import { ScheduleGrid } from '#features/schedules/web/find/schedule-grid.tsx';
import classes from '#features/schedules/web/schedules.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { RefreshButton } from '#ui/layout/refresh-button.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const panelId = 'schedule-filter';
const todayIn = (zone: string): string => zonedDate(new Date(), zone);

/** /scheduleList: schedules made in an interval of days, narrowed by status and organisation. */
export function ScheduleListScreen() {
  const { t } = useTranslation();
  const { organisation, tree } = useSignedIn();
  const nodes = useMemo(
    () =>
      tree
        .filter(({ parentPath }) => covers(organisation.selectedParentPath, parentPath))
        .map((node) => ({ ...node, id: String(node.id) })),
    [tree, organisation],
  );
  const asked = useSearch({ strict: false }) as ScheduleListParams;
  const params = withKnownNodes(asked, new Set(nodes.map(({ id }) => id)));
  const navigate = useNavigate();
  const isReset = params !== asked;
  // What was dropped leaves the address too (docs/domain.md#schedules).
  useEffect(() => {
    if (isReset) void navigate({ to: '/scheduleList', search: { ...params } as never, replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isReset]);
  const times = useTimes();
  const [isOpen, setIsOpen] = useState(false);
  const [resumed, setResumed] = useState<Resumed>();
  const today = todayIn(times.zone);
  const question = listQuestion(params, today, times.zone);
  const owner = params.selectedNodes ?? [String(organisation.selectedParentOrgId)];
  const wanted = { ...question, owner };
  const { page, pageSize } = params;
  const found = useCall(
    searchSchedules,
    { body: { ...wanted, startFrom: (page - 1) * pageSize + 1, limit: pageSize } },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const go = (next: ScheduleListParams): void =>
    void navigate({ to: '/scheduleList', search: { ...next } as never });
  return (
    <Page
      title={t('screen.scheduleList')}
      isFilling
      actions={
        <>
          <RefreshButton isBusy={found.isFetching} onRefresh={() => void found.refetch()} />
          <ResumeButton
            owner={owner}
            today={today}
            onDone={(news) => {
              setResumed(news);
              void found.refetch();
            }}
          />
          <ReportButton question={wanted} />
        </>
      }
    >
      <div className={classes.top}>
        {resumed && (
          <Notice kind={resumed.isComplete ? 'success' : 'failed'} onClose={() => setResumed(undefined)}>
            {t(resumed.isComplete ? 'schedules.resume_all.done' : 'schedules.resume_all.partly', {
              count: resumed.count,
            })}
          </Notice>
        )}
        <Panel id={panelId} label={t('schedules.list.filter')} isOpen={isOpen}>
          <ListFilter
            key={JSON.stringify(params)}
            params={params}
            nodes={nodes}
            days={resolveDays(params, today)}
            today={today}
            onApply={(next) => {
              if (JSON.stringify(next) === JSON.stringify(params)) void found.refetch();
              else go(next);
            }}
          />
        </Panel>
        <div className={classes.form}>
          <SelectField
            label={t('schedules.list.order')}
            value={params.sortOrder}
            choices={(['desc', 'asc'] as const).map((value) => ({
              value,
              label: t(`schedules.list.order_name.${value}`),
            }))}
            onChange={(order) => go({ ...params, page: 1, sortOrder: order === 'asc' ? 'asc' : 'desc' })}
          />
          <div className={classes.buttons}>
            <Button
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
              aria-expanded={isOpen}
              aria-controls={panelId}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t('schedules.list.filter')}
            </Button>
          </div>
        </div>
      </div>
      <ScheduleGrid
        label={t('screen.scheduleList')}
        rows={found.data?.data}
        total={found.data?.resultsAvailable}
        paging={{ offset: (page - 1) * pageSize, pageSize }}
        onPaging={(paging) =>
          go({ ...params, pageSize: paging.pageSize, page: paging.offset / paging.pageSize + 1 })
        }
        isLoading={found.isFetching}
        failure={found.error}
        onRetry={() => void found.refetch()}
      />
    </Page>
  );
}
