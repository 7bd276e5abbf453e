import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { QueryInputOf } from '#shared/define-endpoint.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { useCall } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { OlderPages, useOlderPages } from '#web/list-screen/older-pages.tsx';
import { paths } from '#web/paths.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listCountedTasks } from '../endpoints.ts';
import { pageSize } from '../figures.ts';
import classes from './figures.module.css';

type Query = QueryInputOf<typeof listCountedTasks>;

/** What was opened: its words, and the tasks that it counts. `from` and `to` narrow the range of the screen. */
export interface Figure {
  title: string;
  filter: Partial<Query>;
}

interface Props {
  orgId: number;
  query: Pick<Query, 'from' | 'to' | 'timeZone'>;
  figure: Figure | undefined;
  onClose: () => void;
}

/** The tasks of a figure beside it. */
export function CountedTasks({ figure, onClose, ...props }: Props) {
  // Kept while the panel slides out.
  const [last, setLast] = useState(figure);
  if (figure !== undefined && figure !== last) setLast(figure);
  return (
    <SidePanel isOpen={figure !== undefined} onClose={onClose} title={last?.title ?? ''}>
      {last !== undefined && <Tasks key={JSON.stringify(last)} {...props} filter={last.filter} />}
    </SidePanel>
  );
}

function Tasks({ orgId, query, filter }: Omit<Props, 'figure' | 'onClose'> & Pick<Figure, 'filter'>) {
  const { t } = useTranslation();
  const pages = useOlderPages();
  const { before } = pages;
  const { data, error, refetch } = useCall(
    listCountedTasks,
    { path: { orgId }, query: { ...query, ...filter, ...(before === undefined ? {} : { before }) } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  if (error != null)
    return (
      <ErrorState
        title={t('queue_figures.tasks_failed')}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      >
        {errorText(error.message)}
      </ErrorState>
    );
  if (data === undefined) return <SkeletonLines lines={8} />;
  if (data.tasks.length === 0) return <EmptyState title={t('queue_figures.no_tasks')} />;
  return (
    <>
      <ul className={classes.tasks}>
        {data.tasks.map((task) => (
          <li key={task.taskId}>
            <Link {...paths.transaction(task.transactionId)}>
              <MoneyText amount={task.amount} currencyCode={task.currency} />
              <span>
                {t(`queue_figures.status.${task.status}`, { defaultValue: t('queue_figures.status.OPEN') })}
              </span>
              <span className={classes.when}>
                <TimeText at={task.decidedAt ?? task.openedAt} isShort />
                {task.decidedBy !== null && task.decidedBy !== 'system' && ` · ${task.decidedBy}`}
                {task.decidedBy === 'system' && ` · ${t('queue_figures.by_clock')}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <OlderPages
        pages={pages}
        hasMore={data.hasMore}
        lastRow={data.tasks.at(-1)?.taskId}
        labels={{
          newer: t('queue_figures.newer', { count: pageSize }),
          older: t('queue_figures.older', { count: pageSize }),
        }}
      />
    </>
  );
}
