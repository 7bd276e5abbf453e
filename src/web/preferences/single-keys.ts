import { useEffect, useSyncExternalStore } from 'react';
import { readColumns, writeColumns } from '../session/client-storage.ts';
import { readCurrentSession } from '../session/session-store.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): boolean {
  const session = readCurrentSession();
  return session == null || readColumns(session.userId, 'singleKeys') !== false;
}

/** Whether keys without Ctrl or Alt are shortcuts (WCAG 2.1.4). Kept in this browser under the user's id. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, read, () => true);
}

export function switchSingleKeys(isOn: boolean): void {
  const session = readCurrentSession();
  if (session == null) return;
  writeColumns(session.userId, 'singleKeys', isOn);
  for (const listener of listeners) listener();
}

/** Marks the page, for parts of the design system that have no user. */
export function useSingleKeysMark(): void {
  const isOn = useSingleKeys();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-no-single-keys', !isOn);
  }, [isOn]);
}
