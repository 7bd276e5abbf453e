import { useSyncExternalStore } from 'react';
import { CallFailure } from '#web/call/call-failure.ts';

/** A request waits for a second person: nothing has happened yet (docs/domain.md#approvals). */
export interface PendingApproval {
  approvalId: string;
  close: () => void;
}

let pending: PendingApproval | undefined;
const listeners = new Set<() => void>();

/** Shows that the request waits, and resolves with the failure of its call when the user closes the dialog. */
export async function announceApproval(reply: Response): Promise<CallFailure> {
  const body = (await reply.json()) as { approvalId?: unknown };
  if (listeners.size > 0) {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const close = (): void => {
      pending = undefined;
      notifyListeners();
      resolve();
    };
    pending?.close();
    pending = { approvalId: String(body.approvalId), close };
    notifyListeners();
    await closed;
  }
  return new CallFailure(202, 'PENDING_APPROVAL', 'pending_approval', undefined, body);
}

/** The screen shows no failure and no success: the dialog has said that the request waits. */
export const isPendingApproval = (error: unknown): boolean =>
  error instanceof CallFailure && error.code === 'PENDING_APPROVAL';

export const openApproval = (): PendingApproval | undefined => pending;

/** The dialog in the shell listens; returns how to stop. */
export function onApproval(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePendingApproval = (): PendingApproval | undefined =>
  useSyncExternalStore(onApproval, openApproval);

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
