/*
 * The issuer's pages are the responses to posts: a payer who goes back to one is asked to send the form again. So the
 * browser returns from them to the entry of the payment page in its history (forward.ts), and they are ahead of it.
 */

/** The length of the history up to the page: a new entry is the last one, and the entry itself keeps it. */
export function rememberEntry(): void {
  window.name = ownName();
  // The page scrolls to its sentence about a failed attempt, not to where it was before.
  history.scrollRestoration = 'manual';
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'navigate' && readLength() === undefined)
    history.replaceState({ length: history.length }, '');
}

/**
 * Leaves the page for the issuer's. In a frame the history belongs to the merchant's page too, so the length up to the page is not
 * known. A new entry is the last one; the issuer's first page replaces it.
 */
export function goToIssuer(url: string): void {
  const isFramed = window.parent !== window;
  if (isFramed) history.pushState(null, '');
  keepEntry(isFramed ? history.length - 1 : readLength());
  if (isFramed) location.replace(url);
  else location.assign(url);
}

function keepEntry(length: number | undefined): void {
  if (length === undefined) return;
  try {
    sessionStorage.setItem(`entry ${location.href}`, String(length));
  } catch {
    // Storage is turned off. The name of a frame outlives the issuer's pages; that of a window may not, and the payment page opens as a
    // new entry.
    if (window.parent !== window) window.name = `entry ${length} ${ownName()}`;
  }
}

/** The name that the merchant has given the frame. */
const ownName = (): string => window.name.replace(/^entry \d+ /, '');

function readLength(): number | undefined {
  const length = (history.state as { length?: unknown } | null)?.length;
  return typeof length === 'number' ? length : undefined;
}
