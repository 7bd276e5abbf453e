import { createStore } from '../create-store.ts';

const chosen = createStore<string | undefined>(undefined);

let machineZone: string | undefined;

/** The zone of the machine the page runs on, read once: every time on a screen needs it. */
export function browserZone(): string {
  return (machineZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** The zone in which every time of the page is shown (IANA name). */
export function currentZone(): string {
  return chosen.read() ?? browserZone();
}

/** undefined: the browser's own again. A zone unknown to the browser counts as UTC. */
export function setCurrentZone(zone: string | undefined): void {
  chosen.set(zone === undefined || isZone(zone) ? zone : 'UTC');
}

export function useCurrentZone(): string {
  return chosen.use() ?? browserZone();
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}
