import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { actOnTask, actOnTasks, assignTasks, commentTasks, retryTasks } from '../endpoints.ts';
import type { ReviewAction } from '../review.ts';
import type { TaskResults, TaskView } from '../schemas.ts';
import { ActionDialog } from './action-dialog.tsx';
import { ReviewResultDialog, type ReviewResult } from './review-result-dialog.tsx';
import type { QueueLabels } from './use-queue-labels.ts';

/** Acts on tasks after a confirmation, then shows the result of each. `onDone` runs when the result is closed. */
export function useTaskActions(labels: QueueLabels, onDone: () => void) {
  const navigate = useNavigate();
  const calls = useReviewCalls();
  const [pending, setPending] = useState<{ action: ReviewAction; tasks: readonly TaskView[] }>();
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
      const { taskList } = await calls.act(action, tasks, comment.trim());
      setPending(undefined);
      setResult({ action, tasks, results: taskList });
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
    act(action: ReviewAction, tasks: readonly TaskView[], commentMessage: string): Promise<TaskResults> {
      const taskRecordIds = tasks.map(({ id }) => Number(id));
      const [firstId] = taskRecordIds;
      if (action === 'COMMENT') return comment.mutateAsync({ body: { taskRecordIds, commentMessage } });
      if (action === 'RETRY') return retry.mutateAsync({ body: { taskRecordIds, commentMessage } });
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
