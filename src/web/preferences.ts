import { useSyncExternalStore, useEffect } from 'react';
import type { GridDensity } from '#ui/grid/grid-column.ts';
import { type ColumnKey, readColumns, writeColumns } from './session/client-storage.ts';
import { readCurrentSession } from './session/session-store.ts';

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

const density = createPreference<GridDensity>('density', (stored) =>
  stored === 'low' || stored === 'high' ? stored : 'mid',
);

/** The row height of every grid. */
export const useDensity = density.use;

export const chooseDensity = density.set;

const filterRow = createPreference('filterRow', (stored) => stored === true);

/** Whether lists have a row of filters under their headings. */
export const useFilterRow = filterRow.use;

export const switchFilterRow = filterRow.set;

const singleKeys = createPreference('singleKeys', (stored) => stored !== false);

/** Whether keys without Ctrl or Alt are shortcuts (WCAG 2.1.4). */
export const useSingleKeys = singleKeys.use;

export const switchSingleKeys = singleKeys.set;

/** Marks the page, for parts of the design system that have no user. */
export function useSingleKeysMark(): void {
  const isOn = useSingleKeys();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-no-single-keys', !isOn);
  }, [isOn]);
}
