import type { QueryInputOf } from '#shared/define-endpoint.ts';
import { useCall } from '#web/call/use-call.ts';
import { useOlderPages } from '#web/list-screen/older-pages.tsx';
import { PaymentRows, PaymentsPanel } from '#web/list-screen/payments-panel.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listCountedTasks } from '../endpoints.ts';
import { pageSize } from '../figures.ts';

type Query = QueryInputOf<typeof listCountedTasks>;

/** The opened figure: its label, and the tasks that it counts. `from` and `to` narrow the range of the screen. */
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
  return (
    <PaymentsPanel target={figure} onClose={onClose}>
      {({ filter }) => <Tasks {...props} filter={filter} />}
    </PaymentsPanel>
  );
}

function Tasks({ orgId, query, filter }: Omit<Props, 'figure' | 'onClose'> & Pick<Figure, 'filter'>) {
  const { t } = useTranslation();
  const pages = useOlderPages();
  const before = pages.before === undefined ? {} : { before: pages.before };
  const { data, error, refetch } = useCall(
    listCountedTasks,
    { path: { orgId }, query: { ...query, ...filter, ...before } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  const nameOf = (decidedBy: string | null): string | undefined =>
    decidedBy === 'system' ? t('queue_figures.by_clock') : (decidedBy ?? undefined);
  return (
    <PaymentRows
      rows={data?.tasks.map((task) => ({
        id: task.taskId,
        transactionId: task.transactionId,
        amount: task.amount,
        currency: task.currency,
        label: t(`queue_figures.status.${task.status}`, { defaultValue: t('queue_figures.status.OPEN') }),
        at: task.decidedAt ?? task.openedAt,
        note: nameOf(task.decidedBy),
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
