import { readCurrentSession, useSession } from './session-store.ts';
import type { Session } from './session.ts';
import { readTestClocks, useTestClocks } from './test-clocks.ts';

/** A test clock: `ms` is the time of one that moves, else how far it is ahead. */
export interface ShownClock {
  ms: number;
  isMoving: boolean;
}

/** The test clock of the selected organisation's company. */
export const useShownClock = (): ShownClock | undefined => findClock(useTestClocks(), useSession());

/** Now, by the test clock of the company where it has one: for forms and searches of payments and what belongs to them. */
export function companyNow(): Date {
  const clock = findClock(readTestClocks(), readCurrentSession());
  if (clock === undefined) return new Date();
  return new Date(clock.isMoving ? clock.ms : Date.now() + clock.ms);
}

function findClock(header: string, session: Session | undefined): ShownClock | undefined {
  if (header === '' || session === undefined) return undefined;
  const ids = session.organisation.selectedParentPath.split('/');
  for (const [, id = '', sign, value] of header.matchAll(/(\d+)([=@])(\d+)/g))
    if (ids.includes(id)) return { ms: Number(value), isMoving: sign === '@' };
  return undefined;
}
