import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { type QueueSearch, defaultQueue } from '../queue-search.ts';
import type { QueueLabels } from './use-queue-labels.ts';

interface Props {
  labels: QueueLabels;
  search: QueueSearch;
  isRejected: boolean;
  /** How many are set. */
  filters: number;
  /** Open tasks of all reviewers; undefined while unknown. */
  openCount: number | undefined;
  onShow: (search: QueueSearch) => void;
}

/** The reason why there are no rows, with the next step. */
export function NoTasks({ labels, search, isRejected, filters, openCount, onShow }: Props) {
  const { t } = labels;
  const { assignee: _mine, ...withoutAssignee } = defaultQueue;
  const showAll = (label: string) => ({ label, onClick: () => onShow(withoutAssignee) });
  if (isRejected)
    return <EmptyState title={t('queue.bad_filters')} step={showAll(t('queue.clear_filters'))} />;
  if (openCount === 0 || filters === 0)
    return <EmptyState title={t('queue.none')}>{t('queue.none_text')}</EmptyState>;
  if (search.assignee !== 'me' || filters > 1)
    return <EmptyState title={t('queue.none_so')} step={showAll(t('queue.clear_filters'))} />;
  const showAllButton =
    openCount === undefined ? undefined : showAll(t('queue.show_all', { number: labels.number(openCount) }));
  return <EmptyState title={t('queue.none_mine')} step={showAllButton} />;
}
