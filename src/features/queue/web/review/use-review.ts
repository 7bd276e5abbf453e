import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getTransaction } from '#features/transaction-details/endpoints.ts';
import { useAddress, useIsAt } from '#web/address.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { callQuery, useCall, useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { getReview, getReviewContext, holdDecision, undoDecision } from '../../endpoints.ts';
import type { ReviewDecision } from '../../review-mode.ts';
import { readReviewSearch, toCriteria } from '../../review-search.ts';
import type { OwnDecision } from '../../review-shapes.ts';
import {
  type ReviewState,
  neighbour,
  nextFree,
  withClaim,
  withDecision,
  withoutDecision,
} from '../../review-steps.ts';
import { type Refusal, useClaim } from './use-claim.ts';
import { useReviewSession } from './use-review-session.ts';

/** A decision or an undo that came to nothing. */
type ReviewNotice =
  | { kind: 'not_sent'; refusal: Refusal }
  | { kind: 'not_stored'; error: CallFailure }
  | { kind: 'too_late' };

/** Polling interval while a decision is held. Polling at other times would keep the session alive. */
const heldPollMs = 2000;

/** One task after the other: what is open, whose it is, and what becomes of decisions. */
export function useReview() {
  const router = useRouter();
  const isAt = useIsAt();
  const queries = useQueryClient();
  const search = useAddress(readReviewSearch);
  const session = useReviewSession();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const input = { path: { orgId }, query: { ...toCriteria(search), sessionId: session.id } };
  const review = useCall(getReview, input, {
    isHandledHere: true,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.decisions.some((one) => one.state === 'HELD') === true ? heldPollMs : false,
  });
  const state = review.data;
  const taskId = search.task ?? (state && nextFree(state, undefined));
  const { claim, claimAgain, drop, setVersion } = useClaim(taskId);
  const task = claim.kind === 'mine' ? claim.task : undefined;
  const details = useCall(
    getTransaction,
    { path: { transactionId: task?.transactionId ?? '' } },
    { isHandledHere: true, enabled: task !== undefined },
  );
  const context = useCall(
    getReviewContext,
    { path: { taskId: Number(taskId ?? 0) } },
    { isHandledHere: true, enabled: task !== undefined, staleTime: 0 },
  );
  const upcoming = state?.tasks.find(({ id }) => id === nextFree(state, taskId))?.transactionId;
  const isShown = details.data !== undefined;
  useEffect(() => {
    if (upcoming === undefined || !isShown) return;
    void queries.prefetchQuery({
      ...callQuery(getTransaction, { path: { transactionId: upcoming } }),
      meta: { isHandledHere: true },
    });
  }, [queries, upcoming, isShown]);
  const hold = useSend(holdDecision, { isHandledHere: true });
  const undo = useSend(undoDecision, { isHandledHere: true });
  const isBusy = useRef(false);
  const [notice, setNotice] = useState<ReviewNotice>();
  /** The task that a decision led to. One that another reviewer has got meanwhile is passed over: no key for it. */
  const advancing = useRef<string>(undefined);
  const passOver = useEffectEvent((id: string) => {
    if (advancing.current !== id || state === undefined) return;
    const left = withClaim(state, id);
    change(() => left);
    advancing.current = nextFree(left, id);
    open(advancing.current);
  });
  const refusedId = claim.kind === 'refused' && claim.refusal.state !== 'ENDED' ? taskId : undefined;
  useEffect(() => {
    if (refusedId !== undefined) passOver(refusedId);
  }, [refusedId]);

  const change = (update: (before: ReviewState) => ReviewState): ReviewState | undefined => {
    const key = [getReview.name, input];
    // A list that was asked for before the change would bring the old state back.
    void queries.cancelQueries({ queryKey: key });
    const changed = queries.setQueryData<ReviewState>(key, (before) => before && update(before));
    void queries.invalidateQueries({ queryKey: key });
    return changed;
  };
  const open = (id: string | undefined): void => {
    if (!isAt(paths.queueReview())) return;
    const { task: _, ...filter } = search;
    void router.navigate({
      ...paths.queueReview(id === undefined ? filter : { ...filter, task: id }),
      replace: true,
    });
  };

  // The first task gets into the address, so that a reload opens it again.
  const first = search.task === undefined ? taskId : undefined;
  useEffect(() => {
    if (first !== undefined) open(first);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [first]);

  async function decide(decision: ReviewDecision): Promise<void> {
    if (claim.kind !== 'mine' || taskId === undefined || isBusy.current) return;
    isBusy.current = true;
    setNotice(undefined);
    const { claimId, task: decided } = claim;
    try {
      const body = { decision, claimId, sessionId: session.id, version: decided.version };
      const answer = await hold.mutateAsync({ path: { taskId: Number(taskId) }, body });
      if (answer.state === 'HELD') {
        drop();
        const next = state && nextFree(state, taskId);
        change((before) => withDecision(before, answer.decision));
        advancing.current = next;
        open(next);
      } else if (answer.state === 'ACTED') {
        // Perhaps only a comment: the claim says whether the task is still open, and shows its new version.
        setNotice({ kind: 'not_sent', refusal: answer });
        claimAgain();
        void context.refetch();
      } else drop(answer);
    } catch (error) {
      setNotice({ kind: 'not_stored', error: error as CallFailure });
    } finally {
      isBusy.current = false;
    }
  }

  async function takeBack(held: OwnDecision | undefined): Promise<void> {
    if (held === undefined || isBusy.current) return;
    isBusy.current = true;
    setNotice(undefined);
    try {
      const { undone } = await undo.mutateAsync({ path: { taskId: Number(held.taskId) } });
      if (undone) {
        change((before) => withoutDecision(before, held));
        if (held.taskId === taskId) claimAgain();
        else open(held.taskId);
      } else {
        setNotice({ kind: 'too_late' });
        void review.refetch();
      }
    } catch (error) {
      setNotice({ kind: 'not_stored', error: error as CallFailure });
    } finally {
      isBusy.current = false;
    }
  }

  const step = (by: 1 | -1): void => {
    advancing.current = undefined;
    const id = state && neighbour(state, taskId, by);
    if (id === undefined) return;
    setNotice(undefined);
    open(id);
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
    notice,
    closeNotice: () => setNotice(undefined),
    decide,
    takeBack,
    claimAgain,
    setVersion,
    next: () => step(1),
    previous: () => step(-1),
    skip: () => {
      setNotice(undefined);
      open(state && nextFree(state, taskId));
    },
    isDeciding: hold.isPending,
  };
}

export type Review = ReturnType<typeof useReview>;
