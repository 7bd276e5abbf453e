import { useCallback, useSyncExternalStore } from 'react';
import { createStore } from '#web/create-store.ts';
import type { FilterName, StatementFilters } from '../../statements/statement-params.ts';

/** Selected values that are not applied yet. */
export interface FilterDraft {
  read: () => StatementFilters;
  change: (part: Partial<StatementFilters>) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Kept outside React state, so that a tick renders only the reader of its part and not the whole screen. It
 * survives closing the panel.
 */
export function createFilterDraft(start: StatementFilters): FilterDraft {
  const { read, set, subscribe } = createStore(start);
  return { read, change: (part) => set({ ...read(), ...part }), subscribe };
}

/** One part of the draft. Its reader renders again when this part changes. */
export function useDraftPart(draft: FilterDraft, name: FilterName): readonly string[] {
  return useSyncExternalStore(
    draft.subscribe,
    useCallback(() => draft.read()[name], [draft, name]),
  );
}
