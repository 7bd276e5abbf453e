/**
 * The issuer's pages are the answers to posts: a payer who goes back to one is asked to send the form again. So the
 * browser returns from them to the entry of the payment page in its history, and they are ahead of it, not behind.
 */
const key = (url: string): string =>
  `entry of ${new URL(url, location.href).pathname.split('/').pop() ?? ''}`;

/** In a frame the history belongs to the merchant's page too. */
const isAlone = (): boolean => window.parent === window;

/** The length of the history up to the page: a new entry is the last one, and the entry itself keeps it. */
export function rememberEntry(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'navigate' && readLength(history.state) === undefined)
    history.replaceState({ length: history.length }, '');
}

/** Called before the browser leaves for the issuer. */
export function keepEntry(): void {
  const length = readLength(history.state);
  if (length !== undefined && isAlone()) store(length);
}

/** Returns to the kept entry, or opens the page when there is none. */
export function goBackTo(url: string): void {
  const length = isAlone() ? Number(load(url) ?? Number.NaN) : Number.NaN;
  const steps = history.length - length;
  const open = () => location.replace(url);
  if (!(steps > 0)) return open();
  history.go(-steps);
  // The browser has forgotten the entry.
  setTimeout(open, 3000);
}

function readLength(state: unknown): number | undefined {
  const length = (state as { length?: unknown } | null)?.length;
  return typeof length === 'number' ? length : undefined;
}

/** Storage can be turned off. */
function store(length: number): void {
  try {
    sessionStorage.setItem(key(location.href), String(length));
  } catch {
    // The payment page opens as a new entry.
  }
}

function load(url: string): string | null {
  try {
    return sessionStorage.getItem(key(url));
  } catch {
    return null;
  }
}
