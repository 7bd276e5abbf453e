import { useSyncExternalStore } from 'react';

/** A call waits until the user has confirmed that they are there (docs/domain.md#step-up). */
export interface StepUpQuestion {
  /** None: the user must add a second factor first. */
  methods: readonly string[];
  answer: (isConfirmed: boolean) => void;
}

let question: (StepUpQuestion & { confirmed: Promise<boolean> }) | undefined;
const listeners = new Set<() => void>();

/** Resolves when the dialog closes. Concurrent calls share one dialog; without a shell there is none. */
export function askForStepUp(methods: readonly string[]): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (question === undefined) {
    const { promise: confirmed, resolve } = Promise.withResolvers<boolean>();
    const answer = (isConfirmed: boolean): void => {
      question = undefined;
      notifyListeners();
      resolve(isConfirmed);
    };
    question = { methods, answer, confirmed };
    notifyListeners();
  }
  return question.confirmed;
}

export function openStepUp(): StepUpQuestion | undefined {
  return question;
}

/** The dialog in the shell listens; returns how to stop. */
export function onStepUp(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useStepUpQuestion(): StepUpQuestion | undefined {
  return useSyncExternalStore(onStepUp, openStepUp);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
