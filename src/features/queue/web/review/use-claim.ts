import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#web/call/call.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import type { ResponseOf } from '#shared/define-endpoint.ts';
import { claimReview, releaseReview } from '../../endpoints.ts';
import type { OwnDecision, ReviewTask } from '../../review-shapes.ts';

type Answer = ResponseOf<typeof claimReview>;
/** Why a task is not the reviewer's. */
export type Refusal = Extract<Answer, { state: 'CLAIMED' | 'ENDED' | 'ACTED' }>;

export type Claim =
  | { kind: 'loading' }
  | { kind: 'mine'; claimId: string; task: ReviewTask }
  | { kind: 'held'; decision: OwnDecision }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'failed'; error: CallFailure };

/** Renewed this often while the reviewer does something: an idle page gives its task up after five minutes. */
const renewMs = 60_000;

const toClaim = (answer: Answer): Claim => {
  if (answer.state === 'MINE') return { kind: 'mine', claimId: answer.claim.claimId, task: answer.task };
  if (answer.state === 'HELD') return { kind: 'held', decision: answer.decision };
  return { kind: 'refused', refusal: answer };
};

/** Claims the open task, renews the claim while it is used, and releases it when the task is left. */
export function useClaim(taskId: string | undefined) {
  const { mutateAsync: send } = useSend(claimReview, { isHandledHere: true });
  const [known, setKnown] = useState<{ taskId: string; claim: Claim }>();
  const [round, setRound] = useState(0);
  const mine = useRef<{ taskId: string; claimId: string }>(undefined);
  const claim: Claim = known !== undefined && known.taskId === taskId ? known.claim : { kind: 'loading' };
  const end = useRef<ReturnType<typeof setTimeout>>(undefined);

  const endAfter = (id: string, leftMs: number): void => {
    clearTimeout(end.current);
    end.current = setTimeout(
      () => setKnown({ taskId: id, claim: { kind: 'refused', refusal: { state: 'ENDED' } } }),
      leftMs,
    );
  };
  const take = (id: string, answer: Answer): void => {
    clearTimeout(end.current);
    mine.current = undefined;
    if (answer.state === 'MINE') {
      const { claimId, leftMs } = answer.claim;
      mine.current = { taskId: id, claimId };
      endAfter(id, leftMs);
    }
    setKnown({ taskId: id, claim: toClaim(answer) });
  };
  const release = (): void => {
    clearTimeout(end.current);
    if (mine.current !== undefined) sendRelease(mine.current);
    mine.current = undefined;
  };
  const ask = useEffectEvent((id: string, _round: number) => send({ path: { taskId: id }, body: {} }));
  const receive = useEffectEvent(take);
  const fail = useEffectEvent((id: string, error: unknown) =>
    setKnown({ taskId: id, claim: { kind: 'failed', error: error as CallFailure } }),
  );
  const leave = useEffectEvent(release);
  useEffect(() => {
    if (taskId === undefined) return undefined;
    let isLeft = false;
    const begin = async (): Promise<void> => {
      try {
        const answer = await ask(taskId, round);
        if (!isLeft) receive(taskId, answer);
        else if (answer.state === 'MINE') sendRelease({ taskId, claimId: answer.claim.claimId });
      } catch (error) {
        if (!isLeft) fail(taskId, error);
      }
    };
    void begin();
    return () => {
      isLeft = true;
      leave();
    };
  }, [taskId, round]);

  const renew = useEffectEvent(async () => {
    const renewed = mine.current;
    if (renewed === undefined) return;
    const { taskId: id, claimId } = renewed;
    // Without a response the claim ends by the clock.
    const answer = await send({ path: { taskId: id }, body: { claimId } }).catch(() => undefined);
    if (answer === undefined || mine.current !== renewed) return;
    // The version stays the one that the reviewer has seen.
    if (answer.state === 'MINE') endAfter(id, answer.claim.leftMs);
    else take(id, answer);
  });
  useEffect(() => {
    let isActive = false;
    const act = (): void => void (isActive = true);
    const acts = ['keydown', 'pointermove', 'wheel', 'touchstart'] as const;
    for (const one of acts) document.addEventListener(one, act, { passive: true });
    const timer = setInterval(() => {
      if (isActive) void renew();
      isActive = false;
    }, renewMs);
    const hide = (): void => leave();
    // A page that Back brings to life again has released its claim.
    const show = (event: PageTransitionEvent): void => {
      if (event.persisted) setRound((before) => before + 1);
    };
    addEventListener('pagehide', hide);
    addEventListener('pageshow', show);
    return () => {
      for (const one of acts) document.removeEventListener(one, act);
      clearInterval(timer);
      removeEventListener('pagehide', hide);
      removeEventListener('pageshow', show);
    };
  }, []);

  return {
    claim,
    claimAgain: () => {
      setKnown(undefined);
      setRound((before) => before + 1);
    },
    /** The server has ended the claim: with a decision, or by refusing one. */
    drop: (refusal?: Refusal) => {
      clearTimeout(end.current);
      mine.current = undefined;
      if (refusal !== undefined && taskId !== undefined)
        setKnown({ taskId, claim: { kind: 'refused', refusal } });
    },
    /** The task changed under the claim, by a comment of its own. */
    setVersion: (version: number) => {
      if (known?.claim.kind === 'mine')
        setKnown({ ...known, claim: { ...known.claim, task: { ...known.claim.task, version } } });
    },
  };
}

/** Without a response the claim ends by the clock. */
function sendRelease({ taskId, claimId }: { taskId: string; claimId: string }): void {
  const path = { taskId, claimId };
  void call(releaseReview, { path, isKeptAlive: true }).catch(() => {});
}
