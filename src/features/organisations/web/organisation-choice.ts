import { useSyncExternalStore } from 'react';

/** The change-organisation dialog: closed, or open. `target` is the route that opens after the choice. */
interface OrganisationChoice {
  isOpen: boolean;
  target?: string;
}

const closed: OrganisationChoice = { isOpen: false };
let current = closed;
const listeners = new Set<() => void>();

export function askForOrganisation(target?: string): void {
  set(target == null ? { isOpen: true } : { isOpen: true, target });
}

export function closeOrganisationChoice(): void {
  set(closed);
}

export function useOrganisationChoice(): OrganisationChoice {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

function set(next: OrganisationChoice): void {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}
