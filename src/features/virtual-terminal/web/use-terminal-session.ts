import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { BodyInputOf } from '#shared/define-endpoint.ts';
import {
  createPaymentSession,
  getSessionStatus,
  invalidateSession,
} from '#features/hosted-sessions/endpoints.ts';
import {
  type SessionOutcome,
  type SessionStatusAnswer,
  type StoredSession,
  sessionOutcome,
  storedSessionIn,
} from '#features/virtual-terminal/session-outcome.ts';
import type { Decline } from '#shared/payments/declines.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { useCall, useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { readSession, removeSession, writeSession } from '#web/session/client-storage.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { releaseUnsavedForms } from '#web/unsaved-forms.ts';

const storageKey = 'lastVirtualTerminalSession';
const pollMs = 2500;

/** What is said beside the form; its words are at `terminal.remark.{name}`. */
export type Remark = {
  name: 'not_created' | 'cancelled' | 'expired' | 'not_closed' | 'processing' | 'restored' | 'form_kept';
  detail?: string;
};

type AwaitedStep = Extract<SessionOutcome, { kind: 'open' }>['waitsFor'];

/** Without an address it was begun before the page was loaded again: its page is gone. */
type OpenSession = StoredSession & { address?: string };

export type Stage =
  | { step: 'form' }
  | { step: 'paying'; session: OpenSession; waitsFor: AwaitedStep; decline: Decline | undefined }
  | { step: 'result'; transactionId: string; state: string; decline: Decline | undefined };

/** One payment session of the terminal: opened, watched, closed (docs/domain.md#virtual-terminal). */
export function useTerminalSession() {
  const navigate = useNavigate();
  const create = useSend(createPaymentSession, { isHandledHere: true });
  const close = useSend(invalidateSession, { isHandledHere: true });
  const { userId } = useSignedIn();
  const [stored] = useState(() => storedSessionIn(readSession(storageKey), userId));
  const isStarting = useRef(false);
  const [open, setOpen] = useState<OpenSession | undefined>(stored?.isDone === true ? undefined : stored);
  /** What the answer to a cancellation told; the last question before it knew less. */
  const [ended, setEnded] = useState<SessionOutcome>();
  const [said, setSaid] = useState<Remark>();
  const status = useCall(
    getSessionStatus,
    { path: sessionPath(open) },
    {
      enabled: open != null && ended == null,
      refetchInterval: ({ state }) => (isWatched(open, state.data) ? pollMs : false),
      staleTime: 0,
      gcTime: 0,
      isHandledHere: true,
    },
  );
  const isKnown = open != null && status.data != null;
  const isLost = open?.address != null && status.error?.status === 404;
  const outcome = ended ?? (isKnown ? sessionOutcome(status.data) : isLost ? missing : undefined);
  const { stage, remark } = currentStage(open, outcome);

  const isOver = outcome?.kind === 'finished' || outcome?.kind === 'closed';
  useEffect(() => {
    if (open != null && isOver) {
      const { address: _address, ...kept } = open;
      writeSession(storageKey, { ...kept, isDone: true });
    }
  }, [open, isOver]);

  // Nobody can say what became of the payment (docs/domain.md#virtual-terminal).
  const isMissing = open?.address != null && outcome?.kind === 'missing';
  useEffect(() => {
    if (!isMissing) return;
    releaseUnsavedForms();
    void navigate({ ...paths.error(500), replace: true });
  }, [isMissing, navigate]);

  async function start(
    installationId: string,
    body: BodyInputOf<typeof createPaymentSession>,
  ): Promise<void> {
    // A second press may come before the first has drawn its button busy.
    if (isStarting.current) return;
    isStarting.current = true;
    setSaid(undefined);
    try {
      const { sessionId, redirectUrl } = await create.mutateAsync({ path: { installationId }, body });
      if (sessionId == null || redirectUrl == null) throw new CallFailure(500, '', '');
      writeSession(storageKey, { sessionId, installationId, userId });
      setEnded(undefined);
      setOpen({ sessionId, installationId, userId, address: redirectUrl });
    } catch (failure) {
      setSaid({ name: 'not_created', detail: failureReason(failure) });
    } finally {
      isStarting.current = false;
    }
  }

  /** What the payer did at this very moment wins: the status after it says how it really ended. */
  async function cancel(): Promise<void> {
    if (open == null) return;
    const path = sessionPath(open);
    try {
      await close.mutateAsync({ path });
      const after = sessionOutcome(await call(getSessionStatus, { path }));
      const isPaid = after.kind === 'finished' && after.state === 'SUCCESS';
      setSaid(undefined);
      setEnded(isPaid ? after : { kind: 'closed', state: 'CANCELLED' });
    } catch (failure) {
      const known = failure instanceof CallFailure ? failure.status : 0;
      // The sign-in dialog stands over the page, and the frame goes on below it.
      if (known === 401) return;
      if (known === 409) return setSaid({ name: 'processing' });
      writeSession(storageKey, {
        sessionId: open.sessionId,
        installationId: open.installationId,
        userId,
        isDone: true,
      });
      setSaid({ name: 'not_closed' });
      setOpen(undefined);
    }
  }

  function forget(next?: Remark): void {
    setOpen(undefined);
    setEnded(undefined);
    setSaid(next);
  }

  return {
    stage,
    // That it is being processed is no news once it has ended.
    remark: said?.name === 'processing' && stage.step !== 'paying' ? remark : (said ?? remark),
    /** Of the last session, to be chosen at first if it is still there. */
    lastInstallation: stored?.installationId,
    dropLast: () => removeSession(storageKey),
    isCreating: create.isPending,
    isClosing: close.isPending,
    /** The last question had no answer; the next one comes by itself. */
    isStatusUnknown: stage.step === 'paying' && status.error != null,
    start,
    cancel,
    askNow: () => void status.refetch(),
    /** Hides the payment section and clears the result (docs/domain.md#virtual-terminal). */
    another: forget,
    forgetRemark: () => (stage.step === 'form' ? forget() : setSaid(undefined)),
  };
}

const missing: SessionOutcome = { kind: 'missing' };

/** A session that may still bring something about is asked about again and again. */
function isWatched(open: OpenSession | undefined, data: SessionStatusAnswer | undefined): boolean {
  if (open == null) return false;
  if (data == null) return open.address != null;
  const outcome = sessionOutcome(data);
  return outcome.kind === 'open' && (open.address != null || outcome.waitsFor !== 'card');
}

function currentStage(
  open: OpenSession | undefined,
  outcome: SessionOutcome | undefined,
): { stage: Stage; remark?: Remark } {
  const form = { step: 'form' } as const;
  if (open == null) return { stage: form };
  const isHere = open.address != null;
  if (outcome?.kind === 'finished') {
    const { transactionId, state, decline } = outcome;
    const stage = { step: 'result', transactionId, state, decline } as const;
    return isHere ? { stage } : { stage, remark: { name: 'restored' } };
  }
  if (outcome?.kind === 'closed') {
    const name = outcome.state === 'EXPIRED' ? 'expired' : 'cancelled';
    return isHere ? { stage: form, remark: { name } } : { stage: form };
  }
  const waitsFor = outcome?.kind === 'open' ? outcome.waitsFor : 'card';
  // Nobody has the address of its page any more, so nobody will pay it.
  if (!isHere && waitsFor === 'card') return { stage: form };
  const decline = outcome?.kind === 'open' ? outcome.decline : undefined;
  return { stage: { step: 'paying', session: open, waitsFor, decline } };
}

const sessionPath = (session: StoredSession | undefined) => ({
  installationId: session?.installationId ?? '',
  sessionId: session?.sessionId ?? '',
});

/** The gateway's own code and sentence, for whoever is asked about it. */
function failureReason(failure: unknown): string {
  const body = failure instanceof CallFailure ? failure.body : undefined;
  const { reasonCode = '', reasonMessage = '' } = (body ?? {}) as Record<string, string>;
  return [reasonCode, reasonMessage].filter((part) => part !== '').join(': ');
}
