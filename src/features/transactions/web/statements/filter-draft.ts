import { useCallback, useSyncExternalStore } from 'react';
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
  let draft = start;
  const listeners = new Set<() => void>();
  return {
    read: () => draft,
    change: (part) => {
      draft = { ...draft, ...part };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One part of the draft. Its reader renders again when this part changes. */
export function useDraftPart(draft: FilterDraft, name: FilterName): readonly string[] {
  return useSyncExternalStore(
    draft.subscribe,
    useCallback(() => draft.read()[name], [draft, name]),
  );
}
