import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { moneyText } from '#web/format/money-column.ts';
import { type Outcome, type ReviewAction, countOutcomes, isFailed, toOutcome } from '../review.ts';
import type { TaskResults, TaskView } from '../schemas.ts';
import { moneyOf } from './queue-columns.tsx';
import classes from './queue.module.css';
import type { QueueLabels } from './use-queue-labels.ts';

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
  labels: QueueLabels;
  onClose: () => void;
}

/** The result of each task: done, decided by another reviewer, or failed. */
export function ReviewResultDialog({ result, labels, onClose }: Props) {
  const texts = useUiTexts();
  const last = useLastShown(result);
  if (last === undefined) return null;
  return (
    <Dialog
      isOpen={result !== undefined}
      onClose={onClose}
      isStatic
      size="large"
      title={resultTitle(last, labels)}
      actions={
        <Button onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      }
    >
      {last.failure === undefined ? (
        <Results result={last} labels={labels} />
      ) : (
        <FailureNotice failure={last.failure} title={labels.t('queue.action_failed')}>
          {last.failure.code === 'V020' ? labels.t('queue.not_possible') : undefined}
        </FailureNotice>
      )}
    </Dialog>
  );
}

/** "97 accepted, 3 changed meanwhile". */
function resultTitle({ action, results, failure }: ReviewResult, labels: QueueLabels): string {
  if (failure !== undefined) return labels.t('queue.result.none');
  const outcomeTexts = countOutcomes(results).map(([outcome, number]) =>
    labels.t(outcome === 'done' ? `queue.result.done.${action}` : `queue.result.${outcome}`, {
      number: labels.number(number),
    }),
  );
  return outcomeTexts.join(', ');
}

const icons = {
  done: IconCircleCheck,
  pending: IconClock,
  changed: IconAlertTriangle,
  failed: IconCircleX,
} satisfies Record<Outcome, unknown>;
const order: readonly Outcome[] = ['failed', 'changed', 'pending', 'done'];

/** The tasks that need attention come first. */
function Results({ result, labels }: { result: ReviewResult; labels: QueueLabels }) {
  const { action, tasks, results } = result;
  const tasksById = new Map(tasks.map((task) => [task.id, task]));
  const sorted = results.toSorted((a, b) => order.indexOf(toOutcome(a)) - order.indexOf(toOutcome(b)));
  return (
    // Keys scroll a long list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.scroll} aria-label={resultTitle(result, labels)} tabIndex={0}>
      <ul className={classes.results}>
        {sorted.map((taskResult) => {
          const task = tasksById.get(taskResult.taskId);
          const outcome = toOutcome(taskResult);
          const Icon = icons[outcome];
          return (
            <li key={taskResult.taskId}>
              <span>
                <strong className="number">
                  {task === undefined ? taskResult.taskId : moneyText(moneyOf(task), labels.locale)}
                </strong>
                <span className={classes.muted}>{task?.customerEmail ?? task?.transactionId}</span>
              </span>
              <span className={classes.outcome} data-outcome={outcome}>
                <Icon size={16} aria-hidden />
                <span>{outcomeText(action, taskResult, task, labels)}</span>
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
  labels: QueueLabels,
): string {
  const { t } = labels;
  const { lastEvent, reasonCode, taskStatus, version } = result;
  switch (toOutcome(result)) {
    case 'done':
      return labels.event(lastEvent);
    case 'pending':
      return t('queue.pending', { status: labels.status(taskStatus) });
    case 'failed':
      return t('queue.failed_because', {
        what: isFailed({ status: taskStatus }) ? labels.status(taskStatus) : t('queue.action_failed'),
        why: labels.reason(reasonCode),
      });
    case 'changed':
      // Unchanged since it was read: the action itself isn't possible.
      if (version !== task?.version) return labels.event(lastEvent);
      return t(action === 'ASSIGN' ? 'queue.not_assignable' : 'queue.not_possible');
  }
}
