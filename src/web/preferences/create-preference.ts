import { useSyncExternalStore } from 'react';
import { type ColumnKey, readColumns, writeColumns } from '../session/client-storage.ts';
import { readCurrentSession } from '../session/session-store.ts';

/** A preference of the user, kept in this browser under the user's id. Every part of the page follows a change. */
export function createPreference<T extends string | boolean>(key: ColumnKey, parse: (stored: unknown) => T) {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const read = (): T => {
    const session = readCurrentSession();
    return parse(session === undefined ? undefined : readColumns(session.userId, key));
  };
  return {
    use: (): T => useSyncExternalStore(subscribe, read, () => parse(undefined)),
    set(value: T): void {
      const session = readCurrentSession();
      if (session === undefined) return;
      writeColumns(session.userId, key, value);
      for (const listener of listeners) listener();
    },
  };
}
