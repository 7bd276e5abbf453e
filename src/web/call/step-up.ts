import { createStore } from '../create-store.ts';

/** A call waits until the user has confirmed that they are there (docs/domain.md#step-up). */
export interface StepUpQuestion {
  /** None: the user must add a second factor first. */
  methods: readonly string[];
  close: (isConfirmed: boolean) => void;
}

const question = createStore<(StepUpQuestion & { confirmed: Promise<boolean> }) | undefined>(undefined);

/** Resolves when the dialog closes. Concurrent calls share one dialog; without a shell there is none. */
export function askForStepUp(methods: readonly string[]): Promise<boolean> {
  if (!question.hasListeners()) return Promise.resolve(false);
  const open = question.read();
  if (open !== undefined) return open.confirmed;
  const { promise: confirmed, resolve } = Promise.withResolvers<boolean>();
  const close = (isConfirmed: boolean): void => {
    question.set(undefined);
    resolve(isConfirmed);
  };
  question.set({ methods, close, confirmed });
  return confirmed;
}

export const openStepUp = question.read;

/** The dialog in the shell listens; returns how to stop. */
export const onStepUp = question.subscribe;

export const useStepUpQuestion = question.use;
