import { createStore } from '../create-store.ts';
import { browserZone, setCurrentZone } from '../format/current-zone.ts';
import { readColumns, writeColumns } from './client-storage.ts';
import type { Session } from './session.ts';

/** The clock of the page: the reader's, UTC, or that of the selected organisation. */
export const zoneChoices = ['mine', 'utc', 'merchant'] as const;
type ZoneChoice = (typeof zoneChoices)[number];

const choice = createStore<ZoneChoice>('mine');

/** The zone of a choice (IANA name); without a session there is only the reader's own. */
export function resolveZone(chosen: ZoneChoice, session: Session | undefined): string {
  if (chosen === 'utc') return 'UTC';
  const id = session?.organisation.selectedParentOrgId;
  const selected = session?.tree.find((node) => node.id === id);
  return (chosen === 'merchant' ? selected?.timeZone : undefined) ?? browserZone();
}

/**
 * After signing in or out and after a change of organisation: the choice is the user's, the zone the organisation's.
 */
export function followSession(session: Session | undefined): void {
  const stored = session === undefined ? undefined : readColumns(session.userId, 'timeZone');
  apply(zoneChoices.find((choice) => choice === stored) ?? 'mine', session);
}

/** Remembered in local storage under the user's id (docs/domain.md#browser-storage). */
export function chooseZone(next: ZoneChoice, session: Session): void {
  writeColumns(session.userId, 'timeZone', next);
  apply(next, session);
}

export const useZoneChoice = choice.use;

function apply(next: ZoneChoice, session: Session | undefined): void {
  setCurrentZone(next === 'mine' ? undefined : resolveZone(next, session));
  choice.set(next);
}
