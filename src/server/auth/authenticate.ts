import { problems } from '#shared/problem.ts';
import { loadUserCaller } from './access-store.ts';
import { readApiCredentials, readBearer, parseScimTokenId } from './api-secret.ts';
import { isSecretOf } from './stored-hash.ts';
import type { Protocol } from '#shared/define-endpoint.ts';
import { ApiAttempts } from '../http/api-attempts.ts';
import { antiForgeryCookie, antiForgeryHeader, isAntiForgeryValid } from './anti-forgery.ts';
import type { Caller } from './caller.ts';
import type { RequestInfo } from '../handler.ts';
import type { Services } from '../services.ts';
import { hashToken, useSession } from './session-store.ts';
import { type TestClock, readTestClocks, testClockColumn } from '../time/test-clock.ts';
import type { Database, Sql } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import type { Permission } from '#shared/permissions.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';

/** Wrong credentials, counted for each protocol with tokens. */
export interface Attempts {
  apiKeys: ApiAttempts;
  scimTokens: ApiAttempts;
}

export const countAttempts = (services: Services): Attempts => ({
  apiKeys: new ApiAttempts(services, 'api-key'),
  scimTokens: new ApiAttempts(services, 'scim-token'),
});

/** Finds the caller of a request by the credentials of its protocol. */
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
  const caller = await loadUserCaller(services, session.userId, session.accessVersion, now.getTime());
  const { confirmedAt, confirmedBy, isEnrolling } = session;
  const testClocks = readTestClocks(session.testClocks);
  return { ...caller, testClocks, session: { tokenHash, confirmedAt, confirmedBy, isEnrolling } };
}

/**
 * The caller of an API key, sent as Basic or Bearer. Throws 401, 403 for an address that the key excludes, or 429 after
 * too many wrong keys. A right one is always accepted.
 */
async function authenticateApi(
  request: RequestInfo,
  services: Services,
  attempts: ApiAttempts,
): Promise<Caller> {
  const credentials = readApiCredentials(request.header('authorization'));
  if (!credentials) throw problems.notSignedIn();
  const { apiId, secret } = credentials;
  const caller = apiId === undefined ? undefined : await findApiCaller(services, apiId, secret, request.ip);
  if (caller?.ok) return caller.value;
  if (caller?.code === 'ADDRESS') throw problems.addressNotAllowed();
  throw problems.notSignedIn(await attempts.countFailure(request.ip, apiId));
}

/** The caller of a SCIM token. Throws 401, or 429 after too many wrong tokens. */
async function authenticateScim(
  request: RequestInfo,
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  attempts: ApiAttempts,
): Promise<Caller> {
  const token = readBearer(request.header('authorization'));
  if (token === undefined) throw problems.notSignedIn();
  const tokenId = parseScimTokenId(token);
  const caller = tokenId && (await findScimCaller({ database, keys }, tokenId, token, request.ip));
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
  { caller, formValue }: { caller?: Caller; formValue?: string } = {},
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
  const sentValue = formValue ?? request.header(antiForgeryHeader);
  const { keys, clock, config } = services;
  const validKeys = keys.antiForgery.valid(clock.now(), config.sessionAbsoluteMs);
  const isValid = bindings.some((binding) => isAntiForgeryValid(validKeys, binding, cookie, sentValue));
  if (!isValid) throw problems.staleToken();
}

/** The session that an anti-forgery value is bound to; empty without a session. */
export function sessionBinding(request: RequestInfo, { config }: Pick<Services, 'config'>): string {
  const token = request.cookie(sessionCookieName(config.portalUrl));
  return token ? hashToken(token).toString('hex') : '';
}

interface TokenRow {
  hash: Buffer;
  keyGeneration: number;
  name: string;
  companyId: number;
  companyName: string;
  companyPath: string;
  isUseStored: boolean;
}

/**
 * The caller of a SCIM token (docs/domain.md#provisioning). Undefined when the token is wrong, revoked, or has expired by the
 * database's clock. The caller holds no permission: the handlers check the rights of the token's maker.
 */
async function findScimCaller(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  tokenId: string,
  token: string,
  ip: string,
): Promise<Caller | undefined> {
  // The company is known only after this read.
  return inTenant(database, 'all-tenants', async (sql) => {
    const [row] = await sql<TokenRow[]>`
      select t.token_hash as hash, t.key_generation, t.name, t.company_id, o.name as company_name, o.path as company_path,
             coalesce(t.last_used_at > clock_timestamp() - interval '1 minute', false) as is_use_stored
      from scim_token t join organisation o on o.id = t.company_id
      where t.token_id = ${tokenId} and t.revoked_at is null
        and (t.expires_at is null or t.expires_at > clock_timestamp())`;
    if (!row || !isSecretOf(keys.scimToken, token, row)) return undefined;
    if (!row.isUseStored) await storeUse(sql, tokenId, ip);
    return {
      kind: 'scim',
      id: tokenId,
      name: row.name,
      organisation: { id: row.companyId, name: row.companyName, path: row.companyPath },
      domainUser: false,
      held: [],
      tenantIds: [row.companyId],
    };
  });
}

/** At most once a minute and token. */
async function storeUse(sql: Sql, tokenId: string, ip: string): Promise<void> {
  await sql`
    update scim_token set last_used_at = clock_timestamp(), last_used_ip = ${ip}
    where token_id = ${tokenId}
      and (last_used_at is null or last_used_at <= clock_timestamp() - interval '1 minute')`;
}

interface SecretRow {
  secretId: number;
  hash: Buffer;
  keyGeneration: number;
  companyId: number;
  companyName: string;
  companyPath: string;
  permissions: Permission[];
  mode: 'TEST' | 'LIVE';
  testClock: TestClock | null;
  paths: string[];
  isAddressAllowed: boolean;
  isUseStored: boolean;
}

/**
 * The caller of an API key (docs/domain.md#api-keys). UNKNOWN when the secret is not one of the key's, or key or secret
 * has ended by the database's clock. ADDRESS: the secret is correct, but this address may not use it.
 */
async function findApiCaller(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  apiId: string,
  secret: string,
  ip: string,
): Promise<Result<Caller, Refusal<'UNKNOWN' | 'ADDRESS'>>> {
  const address = plainAddress(ip);
  const found = (await listLiveSecrets(database, apiId, address)).filter((row) =>
    isSecretOf(keys.apiKey, secret, row),
  );
  const [row] = found;
  if (!row) return refuse('UNKNOWN');
  if (!row.isAddressAllowed) return refuse('ADDRESS');
  if (!row.isUseStored) await storeKeyUse(database, apiId, row.secretId, address);
  return ok({
    kind: 'api',
    id: apiId,
    name: apiId,
    organisation: { id: row.companyId, name: row.companyName, path: row.companyPath },
    domainUser: false,
    mode: row.mode,
    testClocks: row.testClock ? new Map([[row.companyId, row.testClock]]) : undefined,
    held: row.paths.flatMap((scope) => row.permissions.map((name) => ({ name, scope, cascade: false }))),
    tenantIds: [row.companyId],
  });
}

function listLiveSecrets(sql: Sql, apiId: string, address: string): Promise<SecretRow[]> {
  return sql<SecretRow[]>`
    select s.secret_id, s.key_hash as hash, s.key_generation, c.company_id, company.name as company_name, company.path as company_path,
           c.permissions, c.mode, ${testClockColumn(sql, sql`c.company_id`)} as test_clock,
           array(select o.path from api_credential_installation i join organisation o on o.id = i.installation_id
                 where i.api_id = c.api_id) as paths,
           c.ip_ranges = '{}' or exists (
             select from unnest(c.ip_ranges) as ranges (ip_range) where nullif(${address}, '')::inet <<= ip_range
           ) as is_address_allowed,
           coalesce(s.last_used_at > clock_timestamp() - interval '1 minute', false) as is_use_stored
    from api_credential c
    join organisation company on company.id = c.company_id
    join api_secret s on s.api_id = c.api_id
    where c.api_id = ${apiId} and c.active
      and (c.expires_at is null or c.expires_at > clock_timestamp())
      and (s.ends_at is null or s.ends_at > clock_timestamp())`;
}

/** At most once a minute and secret. A crash may lose a use, so the request doesn't wait for the disk. */
async function storeKeyUse(
  database: Database,
  apiId: string,
  secretId: number,
  address: string,
): Promise<void> {
  await database.once(
    { settings: { synchronous_commit: 'off' } },
    async (sql) => sql`
      update api_secret set last_used_at = clock_timestamp(), last_used_ip = ${address}
      where api_id = ${apiId} and secret_id = ${secretId}
        and (last_used_at is null or last_used_at <= clock_timestamp() - interval '1 minute')`,
  );
}

/** Without the IPv6 form of an IPv4 address, and without a zone, which no range has. */
function plainAddress(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}
