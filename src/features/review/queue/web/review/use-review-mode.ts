import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getTransaction } from '#features/reports/transaction-details/endpoints.ts';
import { useAddress, useIsAt } from '#web/address.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { callQuery, useCall, useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { readSession, removeSession, writeSession } from '#web/session/client-storage.ts';
import { getReview, getReviewContext, holdDecision, undoDecision } from '../../endpoints.ts';
import type { ReviewDecision } from '../../review-mode.ts';
import { readReviewSearch, toCriteria } from '../../review-search.ts';
import type { OwnDecision, ReviewTask } from '../../review-shapes.ts';
import {
  type ReviewState,
  neighbour,
  nextFree,
  withClaim,
  withDecision,
  withoutDecision,
} from '../../review-steps.ts';
import { type Claim, type ClaimOfTask, type Refusal, useClaim } from './use-claim.ts';

/** A decision or an undo that had no effect. */
type ReviewNotice =
  | { kind: 'not_sent'; refusal: Refusal }
  | { kind: 'not_stored'; error: CallFailure }
  | { kind: 'too_late' };

/** Polling interval while a decision is held. Polling at other times would keep the session alive. */
const heldPollMs = 2000;

/** Steps through tasks: the open task, its claim, and the results of decisions. */
export function useReviewMode() {
  const tasks = useReviewTasks();
  const { session, review, state, taskId, openTask } = tasks;
  const claimOfTask = useClaim(taskId);
  const { claim, claimAgain, setVersion } = claimOfTask;
  const task = claim.kind === 'mine' ? claim.task : undefined;
  const { details, context } = useTaskData(tasks, task);
  const { advance, stopAdvancing } = useAdvance(tasks, claim);
  const { setNotice, ...decisions } = useDecisions({
    tasks,
    claimOfTask,
    advance,
    readContext: () => void context.refetch(),
  });

  // The first task gets into the address, so that a reload opens it again.
  const firstId = tasks.isInAddress ? undefined : taskId;
  useEffect(() => {
    if (firstId !== undefined) openTask(firstId);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [firstId]);

  const openNeighbour = (by: 1 | -1): void => {
    stopAdvancing();
    const id = state && neighbour(state, taskId, by);
    if (id === undefined) return;
    setNotice(undefined);
    openTask(id);
  };
  return {
    session,
    review,
    state,
    taskId,
    claim,
    task,
    details,
    context,
    ...decisions,
    closeNotice: () => setNotice(undefined),
    claimAgain,
    setVersion,
    next: () => openNeighbour(1),
    previous: () => openNeighbour(-1),
    skip: () => {
      setNotice(undefined);
      openTask(state && nextFree(state, taskId));
    },
  };
}

export type ReviewMode = ReturnType<typeof useReviewMode>;

/** The tasks and decisions of the session, and the task that the address opens. */
function useReviewTasks() {
  const router = useRouter();
  const isAt = useIsAt();
  const queries = useQueryClient();
  const search = useAddress(readReviewSearch);
  const session = useReviewSession();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const input = { path: { orgId }, query: { ...toCriteria(search), sessionId: session.id } };
  const review = useCall(getReview, input, {
    handlesOwnErrors: true,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.decisions.some((decision) => decision.state === 'HELD') === true ? heldPollMs : false,
  });
  const state = review.data;
  return {
    session,
    review,
    state,
    isInAddress: search.task !== undefined,
    taskId: search.task ?? (state && nextFree(state, undefined)),
    /** Shows a change at once. The server's response follows. */
    change(update: (before: ReviewState) => ReviewState): void {
      const key = [getReview.name, input];
      // A list requested before the change would bring the old state back.
      void queries.cancelQueries({ queryKey: key });
      queries.setQueryData<ReviewState>(key, (before) => before && update(before));
      void queries.invalidateQueries({ queryKey: key });
    },
    openTask(id: string | undefined): void {
      if (!isAt(paths.queueReview())) return;
      const { task: _, ...filter } = search;
      void router.navigate({
        ...paths.queueReview(id === undefined ? filter : { ...filter, task: id }),
        replace: true,
      });
    },
  };
}

type ReviewTasks = ReturnType<typeof useReviewTasks>;

/** The page of the reviewer's task. Then the transaction of the next one is loaded ahead. */
function useTaskData({ taskId, state }: ReviewTasks, task: ReviewTask | undefined) {
  const queries = useQueryClient();
  const options = { handlesOwnErrors: true, enabled: task !== undefined };
  const details = useCall(getTransaction, { path: { transactionId: task?.transactionId ?? '' } }, options);
  const context = useCall(
    getReviewContext,
    { path: { taskId: Number(taskId ?? 0) } },
    { ...options, staleTime: 0 },
  );
  const nextId = state && nextFree(state, taskId);
  const nextTransactionId = state?.tasks.find(({ id }) => id === nextId)?.transactionId;
  const isShown = details.data !== undefined;
  useEffect(() => {
    if (nextTransactionId === undefined || !isShown) return;
    void queries.prefetchQuery({
      ...callQuery(getTransaction, { path: { transactionId: nextTransactionId } }),
      meta: { handlesOwnErrors: true },
    });
  }, [queries, nextTransactionId, isShown]);
  return { details, context };
}

/** Opens the next task after a decision. Skips a task that another reviewer has claimed, without a key press. */
function useAdvance({ state, taskId, change, openTask }: ReviewTasks, claim: Claim) {
  /** The task that a decision led to. */
  const target = useRef<string>(undefined);
  const advance = (id: string | undefined): void => {
    target.current = id;
    openTask(id);
  };
  const skipTask = useEffectEvent((id: string) => {
    if (target.current !== id || state === undefined) return;
    const stateAfterSkip = withClaim(state, id);
    change(() => stateAfterSkip);
    advance(nextFree(stateAfterSkip, id));
  });
  const refusedId = claim.kind === 'refused' && claim.refusal.state !== 'ENDED' ? taskId : undefined;
  useEffect(() => {
    if (refusedId !== undefined) skipTask(refusedId);
  }, [refusedId]);
  return {
    advance,
    /** The reviewer has chosen a task: it is not passed over. */
    stopAdvancing: (): void => {
      target.current = undefined;
    },
  };
}

interface DecisionProps {
  tasks: ReviewTasks;
  claimOfTask: ClaimOfTask;
  advance: (taskId: string | undefined) => void;
  /** Reads again what surrounds the task. */
  readContext: () => void;
}

/** Decides the open task, and undoes decisions that the server still holds. */
function useDecisions({ tasks, claimOfTask, advance, readContext }: DecisionProps) {
  const { session, review, state, taskId, change, openTask } = tasks;
  const { claim, claimAgain, drop } = claimOfTask;
  const sendDecision = useSend(holdDecision, { handlesOwnErrors: true });
  const sendUndo = useSend(undoDecision, { handlesOwnErrors: true });
  const { sendOne, notice, setNotice } = useOneAtATime();

  async function decide(decision: ReviewDecision): Promise<void> {
    if (claim.kind !== 'mine' || taskId === undefined) return;
    const { claimId, task } = claim;
    await sendOne(async () => {
      const body = { decision, claimId, sessionId: session.id, version: task.version };
      const response = await sendDecision.mutateAsync({ path: { taskId: Number(taskId) }, body });
      if (response.state === 'HELD') {
        drop();
        change((before) => withDecision(before, response.decision));
        advance(state && nextFree(state, taskId));
      } else if (response.state === 'ACTED') {
        // Perhaps only a comment: the claim shows whether the task is still open, and shows its new version.
        setNotice({ kind: 'not_sent', refusal: response });
        claimAgain();
        readContext();
      } else drop(response);
    });
  }

  async function undoHeld(heldDecision: OwnDecision | undefined): Promise<void> {
    if (heldDecision === undefined) return;
    await sendOne(async () => {
      const { undone } = await sendUndo.mutateAsync({ path: { taskId: Number(heldDecision.taskId) } });
      if (undone) {
        change((before) => withoutDecision(before, heldDecision));
        if (heldDecision.taskId === taskId) claimAgain();
        else openTask(heldDecision.taskId);
      } else {
        setNotice({ kind: 'too_late' });
        void review.refetch();
      }
    });
  }

  return { decide, undo: undoHeld, isDeciding: sendDecision.isPending, notice, setNotice };
}

/** Sends one decision or undo at a time, also between two renders. A failure becomes the notice. */
function useOneAtATime() {
  const isBusy = useRef(false);
  const [notice, setNotice] = useState<ReviewNotice>();
  async function sendOne(send: () => Promise<void>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setNotice(undefined);
    try {
      await send();
    } catch (error) {
      setNotice({ kind: 'not_stored', error: error as CallFailure });
    } finally {
      isBusy.current = false;
    }
  }
  return { sendOne, notice, setNotice };
}

interface ReviewSession {
  id: string;
  userId: string;
  /** Milliseconds. */
  startedAt: number;
}

/** The session of this tab. A reload finds it again; its decisions are on the server. */
function useReviewSession(): ReviewSession {
  const { userId } = useSignedIn();
  const [session] = useState(() => {
    const storedSession = (readSession('review') ?? {}) as Partial<ReviewSession>;
    const { id, startedAt } = storedSession;
    if (storedSession.userId === userId && typeof id === 'string' && typeof startedAt === 'number')
      return { id, userId, startedAt };
    const newSession: ReviewSession = { id: crypto.randomUUID(), userId, startedAt: Date.now() };
    writeSession('review', newSession);
    return newSession;
  });
  return session;
}

export const endReviewSession = (): void => removeSession('review');
