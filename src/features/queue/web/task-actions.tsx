import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import type { GridAction } from '#ui/grid/grid-column.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import type { QueueSearch } from '../queue-search.ts';
import { type ReviewAction, isActionable, isFailed } from '../review.ts';
import type { TaskView } from '../schemas.ts';
import type { useReview } from './use-review.tsx';
import type { QueueWords } from './use-queue-words.ts';

interface Props {
  words: QueueWords;
  search: QueueSearch;
  /** Tasks of the page that failed. */
  failed: readonly TaskView[];
  ask: ReturnType<typeof useReview>['ask'];
}

/** Beside the title: retry what failed, and review one task after the other. */
export function QueueActions({ words: { t }, search, failed, ask }: Props) {
  return (
    <>
      {failed.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => ask('RETRY', failed)}
        >
          {t('queue.retry_all')}
        </Button>
      )}
      <LinkButton to={reviewOf(search)}>{t('queue.start_review')}</LinkButton>
    </>
  );
}

/** Review mode shows the filter of the queue; criteria of columns belong to the grid. */
const reviewOf = ({ assignee, status, type, min, max }: QueueSearch) =>
  paths.queueReview({
    ...(assignee === undefined ? {} : { assignee }),
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  });

/** Under the pointer of a row: accept, reject and hold, or retry for failed tasks. */
export function taskActions(
  { t }: QueueWords,
  ask: (action: ReviewAction, task: TaskView) => void,
): GridAction<TaskView>[] {
  const action = (
    id: ReviewAction,
    icon: GridAction<TaskView>['icon'],
    isFor: (task: TaskView) => boolean,
  ): GridAction<TaskView> => ({
    id,
    icon,
    isFor,
    label: t(`queue.do.${id}`),
    onClick: (task) => ask(id, task),
  });
  return [
    action('ACCEPT', <IconCircleCheck size={16} aria-hidden />, isActionable),
    action('REJECT', <IconCircleX size={16} aria-hidden />, isActionable),
    action('HOLD', <IconPlayerPause size={16} aria-hidden />, isActionable),
    action('RETRY', <IconRefresh size={16} aria-hidden />, isFailed),
  ];
}
