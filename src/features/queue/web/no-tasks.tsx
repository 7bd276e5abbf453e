import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { type QueueSearch, defaultQueue } from '../queue-search.ts';
import type { QueueWords } from './use-queue-words.ts';

interface Props {
  words: QueueWords;
  search: QueueSearch;
  isRejected: boolean;
  /** How many are set. */
  filters: number;
  /** Open tasks of all reviewers; undefined while unknown. */
  open: number | undefined;
  onShow: (search: QueueSearch) => void;
}

/** Why there are no rows, with the next step. */
export function NoTasks({ words, search, isRejected, filters, open, onShow }: Props) {
  const { t } = words;
  const { assignee: _mine, ...everyone } = defaultQueue;
  const showAll = (label: string) => ({ label, onClick: () => onShow(everyone) });
  if (isRejected)
    return <EmptyState title={t('queue.bad_filters')} step={showAll(t('queue.clear_filters'))} />;
  if (open === 0 || filters === 0)
    return <EmptyState title={t('queue.none')}>{t('queue.none_text')}</EmptyState>;
  if (search.assignee !== 'me' || filters > 1)
    return <EmptyState title={t('queue.none_so')} step={showAll(t('queue.clear_filters'))} />;
  const step = open === undefined ? undefined : showAll(t('queue.show_all', { number: words.number(open) }));
  return <EmptyState title={t('queue.none_mine')} step={step} />;
}
