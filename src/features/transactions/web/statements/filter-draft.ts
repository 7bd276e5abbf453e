import { useCallback, useSyncExternalStore } from 'react';
import type { FilterName, StatementFilters } from '#features/transactions/statements/statement-params.ts';

/** What is ticked and not applied yet. */
export interface FilterDraft {
  read: () => StatementFilters;
  change: (part: Partial<StatementFilters>) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Outside of the screen's state: a tick is told to whoever shows that part of the draft, and to nobody else; a screen of some
 * hundred cells does not follow each of them. It outlives the closed panel.
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

/** One part of the draft; its reader is rendered again when this part changes. */
export function useDraftPart(draft: FilterDraft, name: FilterName): readonly string[] {
  return useSyncExternalStore(
    draft.subscribe,
    useCallback(() => draft.read()[name], [draft, name]),
  );
}
