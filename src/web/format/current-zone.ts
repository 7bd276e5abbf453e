import { useSyncExternalStore } from 'react';

let current: string | undefined;
const listeners = new Set<() => void>();

let ofMachine: string | undefined;

/** The zone of the machine the page runs on, read once: every time on a screen asks for it. */
export function browserZone(): string {
  return (ofMachine ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** The zone in which every time of the page is shown (IANA name). */
export function currentZone(): string {
  return current ?? browserZone();
}

/** undefined: the browser's own again. A zone that the browser does not know counts as UTC. */
export function setCurrentZone(zone: string | undefined): void {
  const next = zone == null || isZone(zone) ? zone : 'UTC';
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

export function useCurrentZone(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    currentZone,
    currentZone,
  );
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}
