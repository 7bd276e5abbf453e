import { useSession } from './session-store.ts';
import { useTestClocks } from './test-clocks.ts';

/** A test clock: `ms` is the time of one that moves, else how far it is ahead. */
export interface ShownClock {
  ms: number;
  isMoving: boolean;
}

/** The test clock of the selected organisation's company. */
export function useShownClock(): ShownClock | undefined {
  const header = useTestClocks();
  const path = useSession()?.organisation.selectedParentPath;
  if (header === '' || path === undefined) return undefined;
  const ids = path.split('/');
  for (const [, id = '', sign, value] of header.matchAll(/(\d+)([=@])(\d+)/g))
    if (ids.includes(id)) return { ms: Number(value), isMoving: sign === '@' };
  return undefined;
}
