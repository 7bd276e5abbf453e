import { readSession, writeSession } from '../session/client-storage.ts';

/** An object that was opened in this tab. */
interface RecentPlace {
  label: string;
  href: string;
}

const max = 6;

/** The objects opened last, the latest first. A sign-out clears them with the session storage. */
export function recentPlaces(): RecentPlace[] {
  const stored = readSession('recentPlaces');
  return Array.isArray(stored) ? stored.filter(isPlace).slice(0, max) : [];
}

export function rememberPlace(place: RecentPlace): void {
  const others = recentPlaces().filter(({ href }) => href !== place.href);
  writeSession('recentPlaces', [place, ...others].slice(0, max));
}

/** Session storage can be edited by hand, so only addresses of this portal are followed. */
function isPlace(stored: unknown): stored is RecentPlace {
  if (typeof stored !== 'object' || stored === null) return false;
  const { label, href } = stored as Record<string, unknown>;
  return typeof label === 'string' && typeof href === 'string' && /^\/[^/\\]/.test(href);
}
