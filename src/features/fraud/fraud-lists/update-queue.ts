/** The status of one update of a dialog. */
export type UpdateStatus = 'pending' | 'running' | 'done' | 'updated' | 'failed' | 'duplicate' | 'cancelled';

export interface Update {
  id: string;
  label: string;
  status: UpdateStatus;
  /** Why it failed. */
  note?: string;
}

export type UpdateOutcome = Pick<Update, 'status' | 'note'>;

/**
 * Runs updates one after the other. A failure ends its own update only. `isCancelled` leaves out those that have not begun.
 * Reports the list after every step.
 */
export async function runUpdates<U extends Update>(
  updates: readonly U[],
  perform: (update: U) => Promise<UpdateOutcome>,
  onProgress: (updates: readonly U[]) => void,
  isCancelled: () => boolean = () => false,
): Promise<readonly U[]> {
  let current = updates;
  const set = (id: string, outcome: UpdateOutcome): void => {
    current = current.map((update) => (update.id === id ? { ...update, ...outcome } : update));
    onProgress(current);
  };
  for (const update of updates) {
    if (isCancelled()) {
      set(update.id, { status: 'cancelled' });
      continue;
    }
    set(update.id, { status: 'running' });
    set(update.id, await perform(update).catch((): UpdateOutcome => ({ status: 'failed' })));
  }
  return current;
}

/** Whether none is left to run. */
export const areProcessed = (updates: readonly Update[]): boolean =>
  updates.every(({ status }) => status !== 'pending' && status !== 'running');

/** How many have been processed, and how many of them changed something. */
export function countUpdates(updates: readonly Update[]): {
  processed: number;
  succeeded: number;
  failed: number;
} {
  const countWith = (...statuses: UpdateStatus[]): number =>
    updates.filter(({ status }) => statuses.includes(status)).length;
  return {
    processed: updates.length - countWith('pending', 'running'),
    succeeded: countWith('done', 'updated'),
    failed: countWith('failed', 'duplicate'),
  };
}
