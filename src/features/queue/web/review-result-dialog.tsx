import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { moneyText } from '#web/format/money-column.ts';
import { type Outcome, type ReviewAction, countOutcomes, isFailed, outcomeOf } from '../review.ts';
import type { TaskResults, TaskView } from '../schemas.ts';
import { moneyOf } from './queue-columns.tsx';
import classes from './queue.module.css';
import type { QueueWords } from './use-queue-words.ts';

export interface ReviewResult {
  action: ReviewAction | 'ASSIGN' | 'UNASSIGN';
  /** As the reviewer saw them. */
  tasks: readonly TaskView[];
  results: TaskResults['taskList'];
  /** The request failed as a whole. */
  failure?: CallFailure;
}

interface Props {
  result: ReviewResult | undefined;
  words: QueueWords;
  onClose: () => void;
}

/** The result of each task: done, decided by another reviewer meanwhile, or failed. */
export function ReviewResultDialog({ result, words, onClose }: Props) {
  const texts = useUiTexts();
  const last = useLastShown(result);
  if (last === undefined) return null;
  return (
    <Dialog
      isOpen={result !== undefined}
      onClose={onClose}
      isStatic
      size="large"
      title={resultTitle(last, words)}
      actions={
        <Button onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      }
    >
      {last.failure === undefined ? (
        <Results result={last} words={words} />
      ) : (
        <FailureNotice failure={last.failure} title={words.t('queue.action_failed')}>
          {last.failure.code === 'V020' ? words.t('queue.not_possible') : undefined}
        </FailureNotice>
      )}
    </Dialog>
  );
}

/** "97 accepted, 3 changed meanwhile". */
function resultTitle({ action, results, failure }: ReviewResult, words: QueueWords): string {
  if (failure !== undefined) return words.t('queue.result.none');
  const parts = countOutcomes(results).map(([outcome, number]) =>
    words.t(outcome === 'done' ? `queue.result.done.${action}` : `queue.result.${outcome}`, {
      number: words.number(number),
    }),
  );
  return parts.join(', ');
}

const icons = {
  done: IconCircleCheck,
  pending: IconClock,
  changed: IconAlertTriangle,
  failed: IconCircleX,
} satisfies Record<Outcome, unknown>;
const order: readonly Outcome[] = ['failed', 'changed', 'pending', 'done'];

/** The tasks that need attention come first. */
function Results({ result, words }: { result: ReviewResult; words: QueueWords }) {
  const { action, tasks, results } = result;
  const seen = new Map(tasks.map((task) => [task.id, task]));
  const sorted = results.toSorted((a, b) => order.indexOf(outcomeOf(a)) - order.indexOf(outcomeOf(b)));
  return (
    // Keys scroll a long list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.scroll} aria-label={resultTitle(result, words)} tabIndex={0}>
      <ul className={classes.results}>
        {sorted.map((one) => {
          const task = seen.get(one.taskId);
          const outcome = outcomeOf(one);
          const Icon = icons[outcome];
          return (
            <li key={one.taskId}>
              <span>
                <strong className="number">
                  {task === undefined ? one.taskId : moneyText(moneyOf(task), words.locale)}
                </strong>
                <span className={classes.muted}>{task?.customerEmail ?? task?.transactionId}</span>
              </span>
              <span className={classes.outcome} data-outcome={outcome}>
                <Icon size={16} aria-hidden />
                <span>{outcomeText(action, one, task, words)}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function outcomeText(
  action: ReviewResult['action'],
  result: TaskResults['taskList'][number],
  task: TaskView | undefined,
  words: QueueWords,
): string {
  const { t } = words;
  const { lastEvent, reasonCode, taskStatus, version } = result;
  switch (outcomeOf(result)) {
    case 'done':
      return words.event(lastEvent);
    case 'pending':
      return t('queue.pending', { status: words.status(taskStatus) });
    case 'failed':
      return t('queue.failed_because', {
        what: isFailed({ status: taskStatus }) ? words.status(taskStatus) : t('queue.action_failed'),
        why: words.reason(reasonCode),
      });
    case 'changed':
      // Unchanged since it was read: the action itself isn't possible.
      if (version !== task?.version) return words.event(lastEvent);
      return t(action === 'ASSIGN' ? 'queue.not_assignable' : 'queue.not_possible');
  }
}
