import { createStore } from '../create-store.ts';

/** The forms of the page with unsaved changes; one object for each form. */
const unsaved = new Set<object>();
const question = createStore<{ answer: (mayLeave: boolean) => void } | undefined>(undefined);

/** Returns a function that unregisters the form, after saving or on unmount. */
export function registerUnsaved(form: object): () => void {
  unsaved.add(form);
  return () => unsaved.delete(form);
}

export function isUnsaved(form: object): boolean {
  return unsaved.has(form);
}

export function hasUnsavedForms(): boolean {
  return unsaved.size > 0;
}

/** The changes were discarded or saved: leaving no longer needs a confirmation. */
export function releaseUnsavedForms(): void {
  unsaved.clear();
}

/** Confirms the loss of unsaved changes before the page is lost without a change of route. */
export function mayLeave(): Promise<boolean> {
  if (!hasUnsavedForms()) return Promise.resolve(true);
  question.read()?.answer(false);
  return new Promise((answer) => question.set({ answer }));
}

export function resolveLeaveQuestion(isLeaving: boolean): void {
  if (isLeaving) releaseUnsavedForms();
  question.read()?.answer(isLeaving);
  question.set(undefined);
}

export function useIsLeaveAsked(): boolean {
  return question.use() !== undefined;
}
