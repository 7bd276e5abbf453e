import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { BodyInputOf } from '#shared/define-endpoint.ts';
import {
  createPaymentSession,
  getSessionStatus,
  invalidateSession,
} from '#features/payments/hosted-sessions/endpoints.ts';
import {
  type SessionOutcome,
  type SessionStatusResponse,
  type StoredSession,
  toOutcome,
  parseStoredSession,
} from '../session-outcome.ts';
import type { AdvisedDecline } from '#shared/payments/declines.ts';

import { CallFailure, toFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { useCall, useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { readSession, removeSession, writeSession } from '#web/session/client-storage.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';

const storageKey = 'lastVirtualTerminalSession';
const pollMs = 2500;

/** A message beside the form, with its text at `terminal.notice.{name}`. */
export interface SessionMessage {
  name:
    | 'not_created'
    | 'next_not_created'
    | 'cancelled'
    | 'expired'
    | 'not_closed'
    | 'processing'
    | 'restored';
  failure?: CallFailure;
}

type AwaitedStep = Extract<SessionOutcome, { kind: 'open' }>['waitsFor'];

/** Without an address, the session is from before a reload, and its payment page is gone. */
type OpenSession = StoredSession & { address?: string };

export type Stage =
  | { step: 'form' }
  | { step: 'paying'; session: OpenSession; waitsFor: AwaitedStep; decline: AdvisedDecline | undefined }
  | {
      step: 'result';
      session: OpenSession;
      transactionId: string;
      state: string;
      isHeld: boolean;
      decline: AdvisedDecline | undefined;
    };

/** One payment session of the terminal: opened, watched, closed (docs/domain.md#virtual-terminal). */
export function useTerminalSession() {
  const { userId } = useSignedIn();
  const [stored] = useState(() => parseStoredSession(readSession(storageKey), userId));
  const [openSession, setOpenSession] = useState<OpenSession | undefined>(
    stored?.isDone === true ? undefined : stored,
  );
  /** The outcome after a cancellation. The status read before it may be older. */
  const [ended, setEnded] = useState<SessionOutcome>();
  const [sentMessage, setSentMessage] = useState<SessionMessage>();
  const { status, outcome } = useSessionStatus(openSession, ended);
  const { stage, message } = currentStage(openSession, outcome);

  const created = useCreateSession(setSentMessage, (session) => {
    setEnded(undefined);
    setOpenSession(session);
  });
  const cancelled = useCancelSession(openSession, {
    onMessage: setSentMessage,
    onEnd: setEnded,
    onLost: () => setOpenSession(undefined),
  });

  function reset(): void {
    setOpenSession(undefined);
    setEnded(undefined);
    setSentMessage(undefined);
  }

  return {
    stage,
    // "Processing" is outdated once the session has ended.
    message:
      sentMessage?.name === 'processing' && stage.step !== 'paying' ? message : (sentMessage ?? message),
    /** The installation of the last session, preselected if it still exists. */
    lastInstallation: stored?.installationId,
    dropLast: () => removeSession(storageKey),
    isCreating: created.isPending,
    isClosing: cancelled.isPending,
    /** The last request for the status failed. Polling continues. */
    isStatusUnknown: stage.step === 'paying' && status.error !== null,
    start: created.start,
    cancel: cancelled.cancel,
    refreshStatus: () => void status.refetch(),
    /** Hides the payment section and clears the result (docs/domain.md#virtual-terminal). */
    another: reset,
    closeMessage: () => (stage.step === 'form' ? reset() : setSentMessage(undefined)),
  };
}

/** Polls the status of the open session, stores that it has ended, and leaves the screen when it is unknown. */
function useSessionStatus(session: OpenSession | undefined, ended: SessionOutcome | undefined) {
  const navigate = useNavigate();
  const status = useCall(
    getSessionStatus,
    { path: sessionPath(session) },
    {
      enabled: session !== undefined && ended === undefined,
      refetchInterval: ({ state }) => (isWatched(session, state.data) ? pollMs : false),
      staleTime: 0,
      gcTime: 0,
      handlesOwnErrors: true,
    },
  );
  const isKnown = session !== undefined && status.data !== undefined;
  const isLost = session?.address !== undefined && status.error?.status === 404;
  const outcome = ended ?? (isKnown ? toOutcome(status.data) : isLost ? missing : undefined);

  const isOver = outcome?.kind === 'finished' || outcome?.kind === 'closed';
  useEffect(() => {
    if (session !== undefined && isOver) storeEnded(session);
  }, [session, isOver]);

  // The result of the payment cannot be determined (docs/domain.md#virtual-terminal).
  const isMissing = session?.address !== undefined && outcome?.kind === 'missing';
  useEffect(() => {
    if (!isMissing) return;
    releaseUnsavedForms();
    void navigate({ ...paths.error(500), replace: true });
  }, [isMissing, navigate]);
  return { status, outcome };
}

function useCreateSession(
  onMessage: (message: SessionMessage | undefined) => void,
  onCreated: (session: OpenSession) => void,
) {
  const { userId } = useSignedIn();
  const create = useSend(createPaymentSession, { handlesOwnErrors: true });
  const isStarting = useRef(false);
  /** Whether the session was opened. `isNext`: a result is on the screen. */
  async function start(
    installationId: string,
    body: BodyInputOf<typeof createPaymentSession>,
    { isNext }: { isNext: boolean },
  ): Promise<boolean> {
    // A double click may come before the button renders as busy.
    if (isStarting.current) return false;
    isStarting.current = true;
    onMessage(undefined);
    try {
      const { sessionId, redirectUrl } = await create.mutateAsync({ path: { installationId }, body });
      if (sessionId === undefined || redirectUrl === undefined) throw new CallFailure(500, '', '');
      writeSession(storageKey, { sessionId, installationId, userId });
      onCreated({ sessionId, installationId, userId, address: redirectUrl });
      return true;
    } catch (cause) {
      onMessage({ name: isNext ? 'next_not_created' : 'not_created', failure: toFailure(cause) });
      return false;
    } finally {
      isStarting.current = false;
    }
  }
  return { start, isPending: create.isPending };
}

interface CancelHandlers {
  onMessage: (message: SessionMessage | undefined) => void;
  onEnd: (outcome: SessionOutcome) => void;
  /** The cancellation could not be confirmed. */
  onLost: () => void;
}

function useCancelSession(session: OpenSession | undefined, { onMessage, onEnd, onLost }: CancelHandlers) {
  const close = useSend(invalidateSession, { handlesOwnErrors: true });
  /** A payment that the payer completes at the same time wins: the status after the cancellation decides. */
  async function cancel(): Promise<void> {
    if (session === undefined) return;
    const path = sessionPath(session);
    try {
      await close.mutateAsync({ path });
      const after = toOutcome(await call(getSessionStatus, { path }));
      const isPaid = after.kind === 'finished' && after.state === 'SUCCESS';
      onMessage(undefined);
      onEnd(isPaid ? after : { kind: 'closed', state: 'CANCELLED' });
    } catch (failure) {
      const httpStatus = failure instanceof CallFailure ? failure.status : 0;
      // The sign-in dialog is open over the page, and the frame continues below it.
      if (httpStatus === 401) return;
      if (httpStatus === 409) return onMessage({ name: 'processing' });
      storeEnded(session);
      onMessage({ name: 'not_closed' });
      onLost();
    }
  }
  return { cancel, isPending: close.isPending };
}

/** Keeps the installation of an ended session for the next one. */
const storeEnded = ({ sessionId, installationId, userId }: OpenSession): void =>
  writeSession(storageKey, { sessionId, installationId, userId, isDone: true });

const missing: SessionOutcome = { kind: 'missing' };

/** Polls while the session can still change. */
function isWatched(session: OpenSession | undefined, data: SessionStatusResponse | undefined): boolean {
  if (session === undefined) return false;
  if (data === undefined) return session.address !== undefined;
  const outcome = toOutcome(data);
  return outcome.kind === 'open' && (session.address !== undefined || outcome.waitsFor !== 'card');
}

function currentStage(
  open: OpenSession | undefined,
  outcome: SessionOutcome | undefined,
): { stage: Stage; message?: SessionMessage } {
  const form = { step: 'form' } as const;
  if (open === undefined) return { stage: form };
  const isOpenHere = open.address !== undefined;
  if (outcome?.kind === 'finished') {
    const { kind: _kind, decline, ...result } = outcome;
    const stage = { step: 'result', session: open, ...result, decline } as const;
    return isOpenHere ? { stage } : { stage, message: { name: 'restored' } };
  }
  if (outcome?.kind === 'closed') {
    const name = outcome.state === 'EXPIRED' ? 'expired' : 'cancelled';
    return isOpenHere ? { stage: form, message: { name } } : { stage: form };
  }
  const waitsFor = outcome?.kind === 'open' ? outcome.waitsFor : 'card';
  // The payment page's address is lost, so the session cannot be paid.
  if (!isOpenHere && waitsFor === 'card') return { stage: form };
  const decline = outcome?.kind === 'open' ? outcome.decline : undefined;
  return { stage: { step: 'paying', session: open, waitsFor, decline } };
}

const sessionPath = (session: StoredSession | undefined) => ({
  installationId: session?.installationId ?? '',
  sessionId: session?.sessionId ?? '',
});
