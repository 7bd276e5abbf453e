import { problems } from '#shared/problem.ts';
import { userCaller } from './access-store.ts';
import { apiCaller, isKnownAddress } from './api/api-caller.ts';
import { readApiCredentials, readBearer } from './api/api-credentials.ts';
import { hashSecret, idOfScimToken } from './api/api-secret.ts';
import { isKnownScimAddress, scimCaller } from './scim-caller.ts';
import type { Protocol } from '#shared/define-endpoint.ts';
import { ApiAttempts } from '../http/api-attempts.ts';
import { antiForgeryCookie, antiForgeryHeader, isAntiForgeryValid } from './anti-forgery.ts';
import type { Caller } from './caller.ts';
import type { RequestInfo } from '../handler.ts';
import type { Services } from '../services.ts';
import { hashToken, useSession } from './session-store.ts';

/** Wrong credentials, counted for each protocol with tokens. */
export interface Attempts {
  apiKeys: ApiAttempts;
  scimTokens: ApiAttempts;
}

export const countAttempts = (services: Services): Attempts => ({
  apiKeys: new ApiAttempts(services, { name: 'api-key', isKnownAddress }),
  scimTokens: new ApiAttempts(services, { name: 'scim-token', isKnownAddress: isKnownScimAddress }),
});

/** The caller of a request, by what its protocol sends. */
export function authenticate(
  protocol: Protocol,
  info: RequestInfo,
  { services, attempts, now }: { services: Services; attempts: Attempts; now: Date },
): Promise<Caller> {
  if (protocol === 'merchant-api') return authenticateApi(info, services, attempts.apiKeys);
  if (protocol === 'scim') return authenticateScim(info, services, attempts.scimTokens);
  return authenticateUser(info, services, now);
}

/** `__Host-` requires https, so localhost uses the plain name. */
export function sessionCookieName(portalUrl: string): string {
  return portalUrl.startsWith('https:') ? '__Host-session' : 'session';
}

/** The user of the session cookie. Throws 401. */
export async function authenticateUser(
  request: RequestInfo,
  services: Pick<Services, 'config' | 'database' | 'state'>,
  now: Date,
): Promise<Caller> {
  const token = request.cookie(sessionCookieName(services.config.portalUrl));
  if (!token) throw problems.notSignedIn();
  const tokenHash = hashToken(token);
  const session = await useSession(services.database, tokenHash, now, services.config);
  if (!session) throw problems.notSignedIn();
  const caller = await userCaller(services, session.userId, session.accessVersion, now.getTime());
  const { confirmedAt, confirmedBy, isEnrolling } = session;
  return { ...caller, session: { tokenHash, confirmedAt, confirmedBy, isEnrolling } };
}

/**
 * The caller of an API key, sent as Basic or Bearer. Throws 401, 403 for an address that the key excludes, or 429 after
 * too many wrong keys, before it looks at the secret.
 */
async function authenticateApi(
  request: RequestInfo,
  services: Services,
  attempts: ApiAttempts,
): Promise<Caller> {
  const credentials = readApiCredentials(request.header('authorization'));
  if (!credentials) throw problems.notSignedIn();
  const { apiId, secret } = credentials;
  await attempts.rejectBlocked(request.ip, apiId);
  const caller =
    apiId === undefined
      ? undefined
      : await apiCaller(services.database, apiId, hashSecret(services.keys.apiKey, secret), request.ip);
  if (caller?.ok) return caller.value;
  if (caller?.code === 'ADDRESS') throw problems.addressNotAllowed();
  await attempts.countFailure(request.ip, apiId);
  throw problems.notSignedIn();
}

/** The caller of a SCIM token. Throws 401, or 429 after too many wrong tokens, before it looks at the token. */
async function authenticateScim(
  request: RequestInfo,
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  attempts: ApiAttempts,
): Promise<Caller> {
  const token = readBearer(request.header('authorization'));
  if (token === undefined) throw problems.notSignedIn();
  const tokenId = idOfScimToken(token);
  await attempts.rejectBlocked(request.ip, tokenId);
  const caller =
    tokenId && (await scimCaller(database, tokenId, hashSecret(keys.scimToken, token), request.ip));
  if (caller) return caller;
  await attempts.countFailure(request.ip, tokenId);
  throw problems.notSignedIn();
}

/**
 * Rejects changes that another site sends through the browser (docs/domain.md#anti-forgery). The Origin must be ours,
 * and a header or form field must repeat the value of the anti-forgery cookie. With a caller the value must belong to
 * the caller's session.
 */
export function checkAntiForgery(
  request: RequestInfo,
  services: Services,
  { caller, formValue }: { caller?: Caller; formValue?: string | undefined } = {},
): void {
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site');
  // Pages without a referrer post forms with the Origin 'null', so only Sec-Fetch-Site counts.
  const isOwnForm = formValue !== undefined && origin === 'null' && site === 'same-origin';
  if (origin !== undefined && !isOwnForm && origin !== new URL(services.config.portalUrl).origin)
    throw problems.staleToken();
  if (site !== undefined && site !== 'same-origin') throw problems.staleToken();
  const bindings = caller ? [sessionBinding(request, services)] : [sessionBinding(request, services), ''];
  const cookie = request.cookie(antiForgeryCookie);
  const sent = formValue ?? request.header(antiForgeryHeader);
  const holds = bindings.some((binding) =>
    isAntiForgeryValid(services.keys.antiForgery, binding, cookie, sent),
  );
  if (!holds) throw problems.staleToken();
}

/** The session that an anti-forgery value is bound to; empty without a session. */
export function sessionBinding(request: RequestInfo, { config }: Pick<Services, 'config'>): string {
  const token = request.cookie(sessionCookieName(config.portalUrl));
  return token ? hashToken(token).toString('hex') : '';
}
