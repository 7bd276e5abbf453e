/**
 * The cookies of the page (docs/domain.md#browser-storage); the session itself is a cookie that scripts cannot
 * read.
 */
export const cookieNames = [
  'authenticated',
  'loggedOut',
  'userFullName',
  'userIsDomainUser',
  'userId',
  'userOrganization',
  'previousState',
  'previousStateParams',
  'lastVirtualTerminalSession',
] as const;
type CookieName = (typeof cookieNames)[number];

type SessionKey =
  | 'scopedPermissions'
  | 'orgTreeWithParent'
  | 'featuresForOrg'
  | 'lastVirtualTerminalSession'
  | 'followUpKeys'
  | 'recentPlaces'
  | 'filterCount'
  | 'filterCeil'
  | 'review';

export type ColumnKey =
  | 'extraColumns'
  | 'columnsOrder'
  | 'persistedTxnExtraColumns'
  | 'persistedTxnColumnsOrder'
  | 'density'
  | 'filterRow'
  | 'totals'
  | 'terminal'
  | `address.${string}`
  | `menu.${string}`
  | `columns.${string}`
  | `columnWidths.${string}`
  | 'timeZone'
  | 'singleKeys';

/**
 * Browsers silently drop longer cookies and keep the previous value. A longer value (the parameters of a statement of
 * hundreds of merchants) is kept for the tab instead.
 */
const maxCookieLength = 3800;
const longKey = (name: string): string => `cookie.${name}`;

export function readCookie(name: CookieName | 'XSRF-TOKEN'): string | undefined {
  return cookieIn(document.cookie, name) ?? sessionStorage.getItem(longKey(name)) ?? undefined;
}

/** Exported for tests: the value of a name in a cookie header. */
export function cookieIn(header: string, name: string): string | undefined {
  for (const part of header.split('; ')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals) !== name) continue;
    try {
      return decodeURIComponent(part.slice(equals + 1));
    } catch {
      return undefined;
    }
  }
  return undefined;
}

export function writeCookie(name: CookieName, value: string): void {
  const text = encodeURIComponent(value);
  removeCookie(name);
  if (text.length > maxCookieLength) sessionStorage.setItem(longKey(name), value);
  else document.cookie = `${name}=${text}; ${attributes()}`;
}

export function removeCookie(name: CookieName): void {
  sessionStorage.removeItem(longKey(name));
  document.cookie = `${name}=; Max-Age=0; ${attributes()}`;
}

const attributes = (): string => `Path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`;

export function readCookieJson(name: CookieName): unknown {
  return parsed(readCookie(name));
}

export function readSession(key: SessionKey): unknown {
  return parsed(sessionStorage.getItem(key));
}

/**
 * A value beyond the browser's quota, the tree of tens of thousands of organisations, is not kept: the page has it
 * in memory.
 */
export function writeSession(key: SessionKey, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(key);
  }
}

export function removeSession(key: SessionKey): void {
  sessionStorage.removeItem(key);
}

/**
 * Column choices and the time zone are kept under the user's id, organisation-wide columns under the organisation's.
 */
export function readColumns(ownerId: string, key: ColumnKey): unknown {
  return parseSavedColumns(ownerId)[key];
}

export function writeColumns(ownerId: string, key: ColumnKey, value: unknown): void {
  localStorage.setItem(ownerId, JSON.stringify({ ...parseSavedColumns(ownerId), [key]: value }));
}

function parseSavedColumns(ownerId: string): Record<string, unknown> {
  const stored = parsed(localStorage.getItem(ownerId));
  return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
}

/**
 * Sign-out: nothing of the person stays but their column choices, language and theme. A session that expired leaves
 * the terminal's last payment, two ids, so that the person finds its result after signing in again
 * (docs/domain.md#browser-storage).
 */
export function clearStorage(reason: 'logged-out' | 'expired'): void {
  for (const name of cookieNames) removeCookie(name);
  const terminal = reason === 'expired' ? readSession('lastVirtualTerminalSession') : undefined;
  sessionStorage.clear();
  if (terminal !== undefined) writeSession('lastVirtualTerminalSession', terminal);
}

/** The response to signing out clears the whole storage: column choices, language and theme are put back. */
export async function signOutKeepingPreferences(signOut: () => Promise<unknown>): Promise<void> {
  const preferences = Object.entries(localStorage);
  await signOut();
  for (const [key, value] of preferences) localStorage.setItem(key, value as string);
}

/** Broken text counts as nothing stored. */
function parsed(text: string | null | undefined): unknown {
  if (text == null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
