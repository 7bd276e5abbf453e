import { usePersistedState } from '#web/preferences/use-persisted-state.ts';
import { useSignedIn } from '#web/session/session-store.ts';

/** Column widths that the person drew in grids of transactions. */
export function useWidths() {
  return usePersistedState(useSignedIn().userId, 'columnWidths', widthsIn);
}

/** Exported for tests: widths that are none are forgotten. */
export function widthsIn(stored: unknown): Readonly<Record<string, number>> {
  if (typeof stored !== 'object' || stored == null || Array.isArray(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, number] =>
        /^\w{1,64}$/.test(entry[0]) && typeof entry[1] === 'number' && entry[1] >= 150 && entry[1] <= 450,
    ),
  );
}
