import { useSyncExternalStore } from 'react';

let isShown = false;
const listeners = new Set<() => void>();

/** The page is older than the server (E152): only a reload helps. */
export function showVersionMismatch(): void {
  isShown = true;
  for (const listener of listeners) listener();
}

export function useVersionMismatch(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isShown,
  );
}
