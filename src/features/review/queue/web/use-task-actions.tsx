import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { moneyText } from '#web/format/money-column.ts';
import { actOnTask, actOnTasks, assignTasks, commentTasks, retryTasks } from '../endpoints.ts';
import {
  type ReviewAction,
  type Outcome,
  countOutcomes,
  isFailed,
  toOutcome,
  consequences,
  sumRetries,
} from '../review.ts';
import { maxTasks, type RetryEffect } from '../retry.ts';
import type { RetryReview, TaskResults, TaskView } from '../schemas.ts';
import type { QueueLabels } from './use-queue-labels.ts';
import { moneyOf } from './queue-columns.tsx';
import classes from './queue.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { useForm } from '#web/form/use-form.ts';
import { maxComment } from '../review-shapes.ts';

/** Acts on tasks after a confirmation, then shows the result of each. `onDone` runs when the result is closed. */
export function useTaskActions(labels: QueueLabels, onDone: () => void) {
  const navigate = useNavigate();
  const calls = useReviewCalls();
  const [pending, setPending] = useState<PendingAction>();
  const [result, setResult] = useState<ReviewResult>();

  /** V003 leads to the error page, any other failure to the result. */
  function showFailure(
    failure: CallFailure,
    action: ReviewResult['action'],
    tasks: readonly TaskView[],
  ): void {
    if (failure.status === 403) {
      void navigate(paths.error(403));
      return;
    }
    setPending(undefined);
    setResult({ action, tasks, failure, results: [] });
  }
  /** Throws the failures that the dialog shows: all except V003 and V020. */
  async function confirm(comment: string): Promise<void> {
    if (pending === undefined) return;
    const { action, tasks } = pending;
    try {
      const { taskList, failure } = await calls.act(action, tasks, comment.trim());
      setPending(undefined);
      setResult({ action, tasks, results: taskList, failure });
    } catch (error) {
      const failure = toFailure(error);
      if (failure.status !== 403 && failure.code !== 'V020') throw error;
      showFailure(failure, action, tasks);
    }
  }
  /** null takes the tasks back from their assignees. */
  async function assign(tasks: readonly TaskView[], assignee: string | null): Promise<void> {
    const action = assignee === null ? 'UNASSIGN' : 'ASSIGN';
    try {
      const { taskList } = await calls.assign(tasks, assignee);
      setResult({ action, tasks, results: taskList });
    } catch (error) {
      showFailure(toFailure(error), action, tasks);
    }
  }
  /** Asks about all failed tasks that a search finds. */
  async function retryAll(load: () => Promise<RetryReview>): Promise<void> {
    try {
      const retry = await load();
      setPending({ action: 'RETRY', tasks: retry.data, retry });
    } catch (error) {
      showFailure(toFailure(error), 'RETRY', []);
    }
  }
  const dialogs: ReactNode = (
    <>
      <ActionDialog
        pending={pending}
        labels={labels}
        onConfirm={confirm}
        onCancel={() => setPending(undefined)}
      />
      <ReviewResultDialog
        result={result}
        labels={labels}
        onClose={() => {
          setResult(undefined);
          onDone();
        }}
      />
    </>
  );
  return {
    ask: (action: ReviewAction, tasks: readonly TaskView[]): void => setPending({ action, tasks }),
    assign,
    retryAll,
    dialogs,
  };
}

function useReviewCalls() {
  const options = { handlesOwnErrors: true };
  const sendOne = useSend(actOnTask, options);
  const sendMany = useSend(actOnTasks, options);
  const retry = useSend(retryTasks, options);
  const comment = useSend(commentTasks, options);
  const assign = useSend(assignTasks, options);
  return {
    act(action: ReviewAction, tasks: readonly TaskView[], commentMessage: string): Promise<SentAction> {
      const taskRecordIds = tasks.map(({ id }) => Number(id));
      const [firstId] = taskRecordIds;
      if (action === 'COMMENT') return comment.mutateAsync({ body: { taskRecordIds, commentMessage } });
      if (action === 'RETRY')
        return inParts(tasks, (part) => {
          const reviewed = part.map(({ id, version }) => ({ taskId: Number(id), version }));
          const partIds = reviewed.map(({ taskId }) => taskId);
          return retry.mutateAsync({ body: { taskRecordIds: partIds, commentMessage, reviewed } });
        });
      return firstId !== undefined && tasks.length === 1
        ? sendOne.mutateAsync({ path: { taskId: firstId }, body: { action, commentMessage } })
        : sendMany.mutateAsync({ body: { taskRecordIds, action, commentMessage } });
    },
    assign: (tasks: readonly TaskView[], assignee: string | null): Promise<TaskResults> =>
      assign.mutateAsync({
        body: {
          assignedTasks: tasks.map(({ id, version }) => ({ taskId: Number(id), version })),
          action: assignee === null ? 'UNASSIGN' : 'ASSIGN',
          assignee: assignee ?? '',
        },
      }),
  };
}

interface SentAction extends Pick<TaskResults, 'taskList'> {
  /** The rest was not sent, or its result is unknown. */
  failure?: CallFailure;
}

/** Sends as many tasks at a time as a request takes. Throws when the first part fails; later ones keep the results so far. */
async function inParts(
  tasks: readonly TaskView[],
  send: (part: readonly TaskView[]) => Promise<TaskResults>,
): Promise<SentAction> {
  const taskList: TaskResults['taskList'] = [];
  for (let from = 0; from < tasks.length; from += maxTasks) {
    try {
      const part = await send(tasks.slice(from, from + maxTasks));
      taskList.push(...part.taskList);
    } catch (error) {
      if (from === 0) throw error;
      return { taskList, failure: toFailure(error) };
    }
  }
  return { taskList };
}

interface ReviewResult {
  action: ReviewAction | 'ASSIGN' | 'UNASSIGN';
  /** As the reviewer saw them. */
  tasks: readonly TaskView[];
  results: TaskResults['taskList'];
  /** The request failed as a whole, or a later part of it. */
  failure?: CallFailure;
}

interface ReviewResultDialogProps {
  result: ReviewResult | undefined;
  labels: QueueLabels;
  onClose: () => void;
}

/** The result of each task: done, decided by another reviewer, or failed. */
function ReviewResultDialog({ result, labels, onClose }: ReviewResultDialogProps) {
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
      {last.results.length > 0 && <Results result={last} labels={labels} />}
      {last.failure !== undefined && (
        <FailureNotice failure={last.failure} title={labels.t('queue.action_failed')}>
          {last.failure.code === 'V020' ? labels.t('queue.not_possible') : undefined}
        </FailureNotice>
      )}
    </Dialog>
  );
}

/** "97 accepted, 3 changed meanwhile". */
function resultTitle({ action, results, failure }: ReviewResult, labels: QueueLabels): string {
  if (failure !== undefined && results.length === 0) return labels.t('queue.result.none');
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

interface PendingAction {
  action: ReviewAction;
  tasks: readonly TaskView[];
  /** Of "Retry all": the failed tasks on all pages, `tasks` among them. */
  retry?: RetryReview;
}

interface Props {
  pending: PendingAction | undefined;
  labels: QueueLabels;
  /** An error that it throws appears in the dialog. */
  onConfirm: (comment: string) => Promise<void>;
  onCancel: () => void;
}

/** Confirms an action with its effect on the sums, and a comment that only the action "comment" requires. */
function ActionDialog({ pending, ...props }: Props) {
  const last = useLastShown(pending);
  if (last === undefined) return null;
  return (
    <PendingDialog
      key={`${last.action} ${last.tasks.map(({ id }) => id).join()}`}
      {...props}
      pending={last}
      isOpen={pending !== undefined}
    />
  );
}

interface PendingProps extends Props {
  pending: PendingAction;
  isOpen: boolean;
}

function PendingDialog({ pending, isOpen, labels, onConfirm, onCancel }: PendingProps) {
  const { action, tasks } = pending;
  const { t } = labels;
  const tasksText = labels.what(tasks);
  const texts = useUiTexts();
  const form = useForm({
    initial: { comment: '' },
    validate: ({ comment }): { comment?: 'queue.comment_missing' } =>
      action === 'COMMENT' && comment.trim() === '' ? { comment: 'queue.comment_missing' } : {},
    async send({ comment }) {
      await onConfirm(comment);
      form.reset();
    },
  });
  const isDangerous = action === 'REJECT' || action === 'FLUSH';
  const cancel = (): void => {
    form.reset();
    onCancel();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={cancel}
      isLocked={form.isBusy}
      title={t(`queue.ask.${action}.title`, { what: tasksText })}
    >
      <FormStack
        onSubmit={form.submit}
        actions={
          <>
            <Button
              variant="default"
              disabled={form.isBusy}
              data-autofocus={isDangerous || undefined}
              onClick={cancel}
            >
              {texts.cancel}
            </Button>
            {tasks.length > 0 && (
              <Button
                type="submit"
                loading={form.isBusy}
                color={isDangerous ? 'red' : undefined}
                data-autofocus={(!isDangerous && action !== 'COMMENT') || undefined}
              >
                {t(`queue.ask.${action}.confirm`, { what: tasksText })}
              </Button>
            )}
          </>
        }
      >
        <Consequence pending={pending} labels={labels} />
        <TextAreaField
          {...form.field('comment')}
          label={t('queue.comment')}
          isOptional={action !== 'COMMENT'}
          maxLength={maxComment}
          disabled={form.isBusy}
          data-autofocus={action === 'COMMENT' || undefined}
        />
        <FailureNotice failure={form.failure} title={t('queue.action_failed')}>
          {form.failure?.status === 0 ? t('queue.no_response') : undefined}
        </FailureNotice>
      </FormStack>
    </Dialog>
  );
}

/** The effect of the action, in sentences. */
function Consequence({ pending, labels }: { pending: PendingAction; labels: QueueLabels }) {
  const { t } = labels;
  const { action, tasks } = pending;
  if (action === 'COMMENT') return null;
  if (action === 'FLUSH') return <Notice kind="pending">{t('queue.ask.FLUSH.text')}</Notice>;
  if (action === 'RETRY') return <RetryConsequence pending={pending} labels={labels} />;
  if (action === 'HOLD') {
    const firstDue = tasks.toSorted((a, b) => a.decidesAt.localeCompare(b.decidesAt))[0];
    return (
      <p>{t('queue.ask.HOLD.text', { what: firstDue === undefined ? '' : labels.decides(firstDue) })}</p>
    );
  }
  const isAccept = action === 'ACCEPT';
  const { payments, payouts, released } = consequences(isAccept ? tasks : tasks.map(asReleased));
  return (
    <div className={classes.consequence}>
      {payments.length > 0 && <p>{t(`queue.ask.${action}.payments`, { money: labels.sums(payments) })}</p>}
      {payouts.length > 0 && <p>{t(`queue.ask.${action}.payouts`, { money: labels.sums(payouts) })}</p>}
      {released > 0 && <p>{t('queue.ask.released', { count: released })}</p>}
    </div>
  );
}

/** What accepts take and what rejects release, by currency. */
function RetryConsequence({
  pending: { tasks, retry },
  labels,
}: {
  pending: PendingAction;
  labels: QueueLabels;
}) {
  const { t } = labels;
  const sums = Map.groupBy(retry?.sums ?? sumRetries(tasks), ({ effect }) => effect);
  const available = retry?.resultsAvailable ?? tasks.length;
  if (tasks.length === 0) return <p>{t('queue.retry_none')}</p>;
  return (
    <div className={classes.consequence}>
      <p>{t('queue.ask.RETRY.text')}</p>
      {available > tasks.length && (
        <Notice kind="pending">
          {t('queue.retry_first', { number: labels.number(tasks.length), all: labels.number(available) })}
        </Notice>
      )}
      {[...sums].map(([effect, ofEffect]) => (
        <p key={effect}>
          {t(retryTexts[effect], {
            money: labels.sums(ofEffect),
            count: ofEffect.reduce((all, sum) => all + sum.tasks, 0),
          })}
        </p>
      ))}
    </div>
  );
}

const retryTexts = {
  CAPTURE: 'queue.ask.ACCEPT.payments',
  PAY_OUT: 'queue.ask.ACCEPT.payouts',
  RELEASE: 'queue.ask.REJECT.payments',
  CANCEL_PAYOUT: 'queue.ask.REJECT.payouts',
  ACCEPT: 'queue.ask.released',
  REMOVE: 'queue.ask.removed',
} as const satisfies Record<RetryEffect, string>;

/** A reject releases the hold of every task, also those that merchants had requested. */
const asReleased = (task: TaskView): TaskView => ({ ...task, wasDeferredByMerchant: false });
