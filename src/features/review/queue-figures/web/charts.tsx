import { numberFormat } from '#shared/text/intl-formats.ts';
import { UnstyledButton } from '@mantine/core';
import { BarChart, type ChartSeries, type MarkProps } from '#ui/bar-chart.tsx';
import { formatDays } from '#ui/date/format-days.ts';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { QueryInputOf } from '#shared/define-endpoint.ts';
import { useCall } from '#web/call/use-call.ts';
import { useOlderPages } from '#web/list-screen/older-pages.tsx';
import { PaymentRows, PaymentsPanel } from '#web/list-screen/payments-panel.tsx';
import { type Age, type DecidedStatus, pageSize } from '../figures.ts';
import type { QueueFigures, DecidedCounts } from '../schemas.ts';
import { listCountedTasks } from '../endpoints.ts';

interface OpenProps {
  open: QueueFigures['open'];
  onOpen: (figure: Figure) => void;
}

/** Open tasks by the time since they were opened. */
export function OpenChart({ open, onOpen }: OpenProps) {
  const { t, language } = useTranslation();
  const number = numberFormat(browserLocale(language));
  const total = open.reduce((sum, { tasks }) => sum + tasks, 0);
  const nameOf = (age: Age) => t(`queue_figures.age.${age}`);
  return (
    <BarChart
      label={t('queue_figures.open')}
      summary={<strong className="number">{number.format(total)}</strong>}
      series={[{ id: 'open', label: t('queue_figures.open_tasks'), tone: 'pending' }]}
      groups={open.map(({ age, tasks }) => ({
        id: age,
        label: t(`queue_figures.age_short.${age}`),
        title: nameOf(age),
        values: [tasks],
      }))}
      markLabel={({ title }, _series, count) => t('queue_figures.mark', { what: title, count })}
      renderMark={({ id, title }, _series, mark) => (
        <Mark mark={mark} onOpen={() => onOpen({ title, filter: { age: id as Age } })} />
      )}
    />
  );
}

const stackedStatuses = ['ACCEPTED', 'REJECTED', 'EXPIRED', 'FLUSHED'] as const;
const tones: Readonly<Record<DecidedStatus, ChartSeries['tone']>> = {
  ACCEPTED: 'accent',
  REJECTED: 'failed',
  EXPIRED: 'pending',
  FLUSHED: 'muted',
};

/** Closed tasks a day; a week where days would be too thin. */
export function DecisionsChart({
  days,
  onOpen,
}: {
  days: QueueFigures['days'];
  onOpen: OpenProps['onOpen'];
}) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const number = numberFormat(browserLocale(language));
  const groups = groupDays(days);
  const nameOf = ({ from, to }: { from: string; to: string }) =>
    formatDays(from, to, times.today(), browserLocale(language));
  const total = days.reduce(
    (sum, day) => sum + stackedStatuses.reduce((daySum, status) => daySum + day[status], 0),
    0,
  );
  const groupByStart = new Map(groups.map((group) => [group.from, group]));
  return (
    <BarChart
      label={t('queue_figures.decisions')}
      summary={<strong className="number">{number.format(total)}</strong>}
      series={stackedStatuses.map((id) => ({ id, label: t(`queue_figures.status.${id}`), tone: tones[id] }))}
      groups={groups.map((group) => ({
        id: group.from,
        label: nameOf(group),
        title: nameOf(group),
        values: stackedStatuses.map((status) => group[status]),
      }))}
      markLabel={({ title }, { label }, count) =>
        t('queue_figures.mark', { what: `${title}, ${label}`, count })
      }
      renderMark={({ id, title }, series, mark) => (
        <Mark
          mark={mark}
          onOpen={() => {
            const group = groupByStart.get(id);
            const range = group && { from: group.from, to: group.to };
            onOpen({
              title: `${title}, ${series.label}`,
              filter: { ...range, status: series.id as DecidedStatus },
            });
          }}
        />
      )}
    />
  );
}

const Mark = ({ mark, onOpen }: { mark: MarkProps; onOpen: () => void }) => (
  <UnstyledButton {...mark} onClick={onOpen} />
);

/** More bars than this are too thin to hit. */
const maxBars = 62;
const week = 7;

interface DayGroup extends DecidedCounts {
  from: string;
  to: string;
}

/** The days themselves, or weeks of them that end with the last day. The first week can be shorter. */
function groupDays(days: QueueFigures['days']): DayGroup[] {
  const size = days.length > maxBars ? week : 1;
  const firstGroupSize = days.length % size;
  const groups: DayGroup[] = [];
  for (
    let start = 0;
    start < days.length;
    start += start === 0 && firstGroupSize > 0 ? firstGroupSize : size
  ) {
    const daysOfGroup = days.slice(
      start,
      start + (start === 0 && firstGroupSize > 0 ? firstGroupSize : size),
    );
    const sumOf = (status: keyof DecidedCounts) => daysOfGroup.reduce((all, day) => all + day[status], 0);
    groups.push({
      from: daysOfGroup[0]?.day ?? '',
      to: daysOfGroup.at(-1)?.day ?? '',
      ACCEPTED: sumOf('ACCEPTED'),
      REJECTED: sumOf('REJECTED'),
      FLUSHED: sumOf('FLUSHED'),
      EXPIRED: sumOf('EXPIRED'),
    });
  }
  return groups;
}

type Query = QueryInputOf<typeof listCountedTasks>;

/** The opened figure: its label, and the tasks that it counts. `from` and `to` narrow the range of the screen. */
export interface Figure {
  title: string;
  filter: Partial<Query>;
}

interface CountedTasksProps {
  orgId: number;
  query: Pick<Query, 'from' | 'to' | 'timeZone'>;
  figure: Figure | undefined;
  onClose: () => void;
}

/** The tasks of a figure beside it. */
export function CountedTasks({ figure, onClose, ...props }: CountedTasksProps) {
  return (
    <PaymentsPanel target={figure} onClose={onClose}>
      {({ filter }) => <Tasks {...props} filter={filter} />}
    </PaymentsPanel>
  );
}

function Tasks({
  orgId,
  query,
  filter,
}: Omit<CountedTasksProps, 'figure' | 'onClose'> & Pick<Figure, 'filter'>) {
  const { t } = useTranslation();
  const pages = useOlderPages();
  const before = pages.before === undefined ? {} : { before: pages.before };
  const { data, error, refetch } = useCall(
    listCountedTasks,
    { path: { orgId }, query: { ...query, ...filter, ...before } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  return (
    <PaymentRows
      rows={data?.tasks.map((task) => ({
        id: task.taskId,
        transactionId: task.transactionId,
        amount: task.amount,
        currency: task.currency,
        label: t(`queue_figures.status.${task.status}`, { defaultValue: t('queue_figures.status.OPEN') }),
        at: task.decidedAt ?? task.openedAt,
        note: task.decidedBy === 'system' ? t('queue_figures.by_clock') : (task.decidedByName ?? undefined),
      }))}
      hasMore={data?.hasMore ?? false}
      error={error}
      onRetry={() => void refetch()}
      pages={pages}
      texts={{
        failed: t('queue_figures.tasks_failed'),
        none: t('queue_figures.no_tasks'),
        newer: t('queue_figures.newer', { count: pageSize }),
        older: t('queue_figures.older', { count: pageSize }),
      }}
    />
  );
}
