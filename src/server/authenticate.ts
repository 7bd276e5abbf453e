import { problems } from '#contract/problem.ts';
import { apiCaller, userCaller } from './access-store.ts';
import { antiForgeryCookie, antiForgeryHeader, antiForgeryHolds } from './anti-forgery.ts';
import type { Caller } from './caller.ts';
import type { RequestFacts } from './handler.ts';
import { keyedHash } from './keys.ts';
import type { Services } from './services.ts';
import { hashToken, useSession } from './session-store.ts';

/** `__Host-` needs https; on http localhost the plain name. */
export function sessionCookieName(portalUrl: string): string {
  return portalUrl.startsWith('https:') ? '__Host-session' : 'session';
}

/** The person behind the session cookie; throws 401. */
export async function authenticateUser(
  request: RequestFacts,
  services: Services,
  now: Date,
): Promise<Caller> {
  const token = request.cookie(sessionCookieName(services.config.portalUrl));
  if (!token) throw problems.notSignedIn();
  const tokenHash = hashToken(token);
  const session = await useSession(services.database, tokenHash, now, services.config);
  if (!session) throw problems.notSignedIn();
  const { database } = services;
  const caller = await userCaller(database, database, session.userId, session.accessVersion, now.getTime());
  return { ...caller, session: { tokenHash } };
}

/** The merchant's shop behind Basic credentials; throws 401. */
export async function authenticateApi(request: RequestFacts, services: Services): Promise<Caller> {
  const [scheme, encoded = ''] = (request.header('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic') throw problems.notSignedIn();
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) throw problems.notSignedIn();
  const keyHash = keyedHash(services.keys.apiKey, decoded.slice(colon + 1));
  const caller = await apiCaller(services.database, decoded.slice(0, colon), keyHash);
  if (!caller) throw problems.notSignedIn();
  return caller;
}

/**
 * Refuses state changes that another site made the browser send (security §5): the Origin must be ours,
 * and the value of the anti-forgery cookie, bound to the session, must come back in a header, or with a form in
 * its field `formValue`.
 */
export function checkAntiForgery(request: RequestFacts, services: Services, formValue?: string): void {
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site');
  // A page that sends no referrer posts its forms as from nowhere; then only the browser's word for the site counts.
  const isOwnForm = formValue !== undefined && origin === 'null' && site === 'same-origin';
  if (origin !== undefined && !isOwnForm && origin !== new URL(services.config.portalUrl).origin)
    throw problems.staleToken();
  if (site !== undefined && site !== 'same-origin') throw problems.staleToken();
  const token = request.cookie(sessionCookieName(services.config.portalUrl));
  // Before sign-in, and when a session has just ended, the value is bound to none.
  const bindings = token ? [hashToken(token).toString('hex'), ''] : [''];
  const cookie = request.cookie(antiForgeryCookie);
  const sent = formValue ?? request.header(antiForgeryHeader);
  const holds = bindings.some((binding) =>
    antiForgeryHolds(services.keys.antiForgery, binding, cookie, sent),
  );
  if (!holds) throw problems.staleToken();
}
