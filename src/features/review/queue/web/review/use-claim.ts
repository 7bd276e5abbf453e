import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#web/call/call.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import type { ResponseOf } from '#shared/define-endpoint.ts';
import { claimReview, releaseReview } from '../../endpoints.ts';
import type { OwnDecision, ReviewTask } from '../../review-shapes.ts';

type ClaimResponse = ResponseOf<typeof claimReview>;
/** Why a task is not the reviewer's. */
export type Refusal = Extract<ClaimResponse, { state: 'CLAIMED' | 'ENDED' | 'ACTED' }>;

export type Claim =
  | { kind: 'loading' }
  | { kind: 'mine'; claimId: string; task: ReviewTask }
  | { kind: 'held'; decision: OwnDecision }
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'failed'; error: CallFailure };

/** Renewed this often while the reviewer does something: an idle page gives its task up after five minutes. */
const renewMs = 60_000;

const toClaim = (response: ClaimResponse): Claim => {
  if (response.state === 'MINE')
    return { kind: 'mine', claimId: response.claim.claimId, task: response.task };
  if (response.state === 'HELD') return { kind: 'held', decision: response.decision };
  return { kind: 'refused', refusal: response };
};

/** Claims the open task, renews the claim while it is used, and releases it when the task is left. */
export function useClaim(taskId: string | undefined) {
  const { mutateAsync: send } = useSend(claimReview, { handlesOwnErrors: true });
  const [round, setRound] = useState(0);
  const { lastClaim, setLastClaim, storeClaim, ownClaim, storeResponse, forgetClaim, endAfter } =
    useLastClaim();
  const claim: Claim =
    lastClaim !== undefined && lastClaim.taskId === taskId ? lastClaim.claim : { kind: 'loading' };
  const startRound = (): void => setRound((before) => before + 1);
  const release = (): void => {
    if (ownClaim.current !== undefined) sendRelease(ownClaim.current);
    forgetClaim();
  };

  const sendClaim = useEffectEvent((id: string, _round: number) => send({ path: { taskId: id }, body: {} }));
  const receive = useEffectEvent(storeResponse);
  const fail = useEffectEvent((id: string, error: unknown) =>
    storeClaim(id, { kind: 'failed', error: error as CallFailure }),
  );
  const releaseOnLeave = useEffectEvent(release);
  useEffect(() => {
    if (taskId === undefined) return undefined;
    let hasLeft = false;
    const claimTask = async (): Promise<void> => {
      try {
        const response = await sendClaim(taskId, round);
        if (!hasLeft) receive(taskId, response);
        else if (response.state === 'MINE') sendRelease({ taskId, claimId: response.claim.claimId });
      } catch (error) {
        if (!hasLeft) fail(taskId, error);
      }
    };
    void claimTask();
    return () => {
      hasLeft = true;
      releaseOnLeave();
    };
  }, [taskId, round]);

  async function renew(): Promise<void> {
    const renewedClaim = ownClaim.current;
    if (renewedClaim === undefined) return;
    const { taskId: id, claimId } = renewedClaim;
    // Without a response the claim ends by the clock.
    const response = await send({ path: { taskId: id }, body: { claimId } }).catch(() => undefined);
    if (response === undefined || ownClaim.current !== renewedClaim) return;
    // The version stays the one that the reviewer has seen.
    if (response.state === 'MINE') endAfter(id, response.claim.leftMs);
    else storeResponse(id, response);
  }
  // A page that Back brings to life again has released its claim.
  usePageUse({ onUse: renew, onHide: release, onRestore: startRound });

  return {
    claim,
    claimAgain: (): void => {
      setLastClaim(undefined);
      startRound();
    },
    /** The server has ended the claim: with a decision, or by refusing one. */
    drop: (refusal?: Refusal): void => {
      forgetClaim();
      if (refusal !== undefined && taskId !== undefined) storeClaim(taskId, { kind: 'refused', refusal });
    },
    /** The reviewer's comment has changed the task under the claim. */
    setVersion: (version: number): void => {
      if (lastClaim?.claim.kind === 'mine')
        storeClaim(lastClaim.taskId, { ...lastClaim.claim, task: { ...lastClaim.claim.task, version } });
    },
  };
}

export type ClaimOfTask = ReturnType<typeof useClaim>;

interface OwnClaim {
  taskId: string;
  claimId: string;
}

/** The last response about a claim, and the page's own claim until it ends by the clock. */
function useLastClaim() {
  const [lastClaim, setLastClaim] = useState<{ taskId: string; claim: Claim }>();
  const ownClaim = useRef<OwnClaim>(undefined);
  const endTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const storeClaim = (taskId: string, claim: Claim): void => setLastClaim({ taskId, claim });
  const endAfter = (taskId: string, leftMs: number): void => {
    clearTimeout(endTimer.current);
    endTimer.current = setTimeout(
      () => storeClaim(taskId, { kind: 'refused', refusal: { state: 'ENDED' } }),
      leftMs,
    );
  };
  const forgetClaim = (): void => {
    clearTimeout(endTimer.current);
    ownClaim.current = undefined;
  };
  const storeResponse = (taskId: string, response: ClaimResponse): void => {
    forgetClaim();
    if (response.state === 'MINE') {
      const { claimId, leftMs } = response.claim;
      ownClaim.current = { taskId, claimId };
      endAfter(taskId, leftMs);
    }
    storeClaim(taskId, toClaim(response));
  };
  return {
    lastClaim,
    setLastClaim,
    storeClaim,
    ownClaim,
    storeResponse,
    forgetClaim,
    endAfter,
  };
}

interface PageUse {
  /** The reviewer has done something since the last renewal. */
  onUse: () => Promise<void>;
  onHide: () => void;
  /** The browser shows the page again as it was left. */
  onRestore: () => void;
}

/** Watches whether the reviewer uses the page, leaves it or comes back to it. */
function usePageUse({ onUse, onHide, onRestore }: PageUse): void {
  const handleUse = useEffectEvent(onUse);
  const handleHide = useEffectEvent(onHide);
  const handleRestore = useEffectEvent(onRestore);
  useEffect(() => {
    let isActive = false;
    const markActive = (): void => void (isActive = true);
    const events = ['keydown', 'pointermove', 'wheel', 'touchstart'] as const;
    for (const name of events) document.addEventListener(name, markActive, { passive: true });
    const timer = setInterval(() => {
      if (isActive) void handleUse();
      isActive = false;
    }, renewMs);
    const handlePageHide = (): void => handleHide();
    const handlePageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) handleRestore();
    };
    addEventListener('pagehide', handlePageHide);
    addEventListener('pageshow', handlePageShow);
    return () => {
      for (const event of events) document.removeEventListener(event, markActive);
      clearInterval(timer);
      removeEventListener('pagehide', handlePageHide);
      removeEventListener('pageshow', handlePageShow);
    };
  }, []);
}

/** Without a response the claim ends by the clock. */
function sendRelease({ taskId, claimId }: { taskId: string; claimId: string }): void {
  const path = { taskId, claimId };
  void call(releaseReview, { path, isKeptAlive: true }).catch(() => {});
}
