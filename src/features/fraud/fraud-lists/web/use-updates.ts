import { useRef, useState } from 'react';
import { CallFailure } from '#web/call/call-failure.ts';
import { errorText } from '#web/translate/translate.ts';
import { type Update, type UpdateOutcome, runUpdates } from '../update-queue.ts';

interface UpdateOf<T> extends Update {
  subject: T;
}

/** Performs one update for each subject, one after the other, and keeps their progress for the screen. */
export function useUpdates() {
  const [updates, setUpdates] = useState<readonly Update[]>();
  const isCancelled = useRef(false);
  /** Returns the subjects whose update was not done. A failed call ends its own update only. */
  async function run<T>(
    subjects: readonly T[],
    labelOf: (subject: T) => string,
    perform: (subject: T) => Promise<UpdateOutcome>,
  ): Promise<T[]> {
    const queue = subjects.map((subject, index): UpdateOf<T> => ({
      id: String(index),
      label: labelOf(subject),
      status: 'pending',
      subject,
    }));
    isCancelled.current = false;
    setUpdates(queue);
    const send = ({ subject }: UpdateOf<T>) => perform(subject).catch(toOutcome);
    const finalUpdates = await runUpdates(queue, send, setUpdates, () => isCancelled.current);
    return finalUpdates.filter(({ status }) => status !== 'done').map(({ subject }) => subject);
  }
  return {
    /** undefined: none was started. */
    updates,
    run,
    /** Leaves out the updates that have not begun. */
    cancel: () => {
      isCancelled.current = true;
    },
    forget: () => setUpdates(undefined),
  };
}

const toOutcome = (error: unknown): UpdateOutcome => ({
  status: 'failed',
  note: error instanceof CallFailure ? errorText(error.message) : undefined,
});
