import { CallFailure } from './call-failure.ts';
import { createStore } from '../create-store.ts';

/** A request waits for a second person: nothing has happened yet (docs/domain.md#approvals). */
export interface PendingApproval {
  approvalId: string;
  close: () => void;
}

const pending = createStore<PendingApproval | undefined>(undefined);

/** Shows that the request waits, and resolves with the failure of its call when the user closes the dialog. */
export async function announceApproval(reply: Response): Promise<CallFailure> {
  const body = (await reply.json()) as { approvalId?: unknown };
  if (pending.hasListeners()) {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const close = (): void => {
      pending.set(undefined);
      resolve();
    };
    pending.read()?.close();
    pending.set({ approvalId: String(body.approvalId), close });
    await closed;
  }
  return new CallFailure(202, 'PENDING_APPROVAL', 'pending_approval', undefined, body);
}

/** The screen shows no failure and no success: the dialog has shown that the request waits. */
export const isPendingApproval = (error: unknown): boolean =>
  error instanceof CallFailure && error.code === 'PENDING_APPROVAL';

export const openApproval = pending.read;

/** The dialog in the shell listens; returns how to stop. */
export const onApproval = pending.subscribe;

export const usePendingApproval = pending.use;
