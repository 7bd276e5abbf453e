import type { GridDensity } from '#ui/grid/grid-column.ts';
import { usePersistedState } from '#web/preferences/use-persisted-state.ts';
import { useSignedIn } from '#web/session/session-store.ts';

/** The row height that the person chose, on every screen. */
export function useDensity() {
  return usePersistedState(useSignedIn().userId, 'density', densityIn);
}

const densityIn = (stored: unknown): GridDensity => (stored === 'low' || stored === 'high' ? stored : 'mid');
