import { useEffect, useSyncExternalStore } from 'react';

let current: string | undefined;
const listeners = new Set<() => void>();

function show(object: string | undefined): void {
  current = object;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names the object of a screen in the browser tab, while the screen is open. */
export function useTabTitle(object: string | undefined): void {
  useEffect(() => {
    show(object);
    return () => show(undefined);
  }, [object]);
}

/** The object that the open screen has named; undefined for a screen that is named by its menu entry. */
export const useTabObject = (): string | undefined => useSyncExternalStore(subscribe, () => current);
