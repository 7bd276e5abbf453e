import { createStore } from '../create-store.ts';

/** A call waits until the user has confirmed that they are there (docs/domain.md#step-up). */
export interface StepUpQuestion {
  /** None: the user must add a second factor first. */
  methods: readonly string[];
  close: (isConfirmed: boolean) => void;
}

const dialogStore = createStore<(StepUpQuestion & { confirmed: Promise<boolean> }) | undefined>(undefined);

/** Resolves when the dialog closes. Concurrent calls share one dialog; without a shell there is none. */
export function askForStepUp(methods: readonly string[]): Promise<boolean> {
  if (!dialogStore.hasListeners()) return Promise.resolve(false);
  const current = dialogStore.read();
  if (current !== undefined) return current.confirmed;
  const { promise: confirmed, resolve } = Promise.withResolvers<boolean>();
  const close = (isConfirmed: boolean): void => {
    dialogStore.set(undefined);
    resolve(isConfirmed);
  };
  dialogStore.set({ methods, close, confirmed });
  return confirmed;
}

export const openStepUp = dialogStore.read;

/** The dialog in the shell listens; returns how to stop. */
export const onStepUp = dialogStore.subscribe;

export const useStepUpQuestion = dialogStore.use;
