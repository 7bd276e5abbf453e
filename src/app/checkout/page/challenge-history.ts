/*
 * The issuer's pages are the responses to posts: a payer who goes back to one is asked to send the form again. So the
 * browser returns from them to the entry of the payment page in its history (forward.ts), and they are ahead of it.
 */

/** The length of the history up to the page: a new entry is the last one, and the entry itself keeps it. */
export function rememberEntry(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'navigate' && readLength() === undefined)
    history.replaceState({ length: history.length }, '');
}

/** Called before the browser leaves for the issuer. In a frame the history belongs to the merchant's page too. */
export function keepEntry(): void {
  const length = readLength();
  if (length === undefined || window.parent !== window) return;
  try {
    sessionStorage.setItem(`entry ${location.href}`, String(length));
  } catch {
    // Storage is turned off: the payment page opens as a new entry.
  }
}

function readLength(): number | undefined {
  const length = (history.state as { length?: unknown } | null)?.length;
  return typeof length === 'number' ? length : undefined;
}
