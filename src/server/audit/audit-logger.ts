import type { JSONValue, Sql } from '#database/connection.ts';
import { DatabaseUnavailable } from '#database/open-database.ts';
import { auditedCalls, protocolForUrl } from '#shared/define-endpoint.ts';
import { inTenant } from '#database/tenant.ts';
import { Problem } from '#shared/problem.ts';
import { type AuditEvent, writeAuditEvent } from './audit-event.ts';
import type { Services } from '../services.ts';
import type { AuditContext } from './audit-context.ts';
import { readApiCredentials, readBearer, parseScimTokenId } from '../auth/api-secret.ts';
import { AuditRateLimiter, type Refused, type SuppressedEvents } from './audit-rate-limiter.ts';

/** Writes the audit events of requests whose handlers write none (docs/decisions/0017). */
export class AuditLogger {
  readonly #services: Services;
  readonly #limiter = new AuditRateLimiter();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Logs an allowed action, in the transaction of the change if there is one. */
  async allowed(sql: Sql, act: AuditContext, outcome = 'allowed'): Promise<void> {
    if (act.line !== 'none' || auditedCalls(act.endpoint) !== 'every') return;
    const now = this.#services.clock.now();
    // Changes of authenticated callers are always logged. The rest is rate limited.
    const isBounded = act.endpoint.method === 'GET' || act.caller === undefined;
    if (isBounded && !this.#limiter.admit(describeCaller(act), act.endpoint.name, now)) return;
    await writeAuditEvent(sql, buildAuditEvent(act, outcome, now));
  }

  /** Logs a refused or failed action. Never throws, so that the refusal reaches the caller. */
  async refused(act: AuditContext, error: unknown): Promise<void> {
    const { clock, database, log } = this.#services;
    // Without a database nothing can be written, and the caller would wait for a second timeout.
    if (error instanceof DatabaseUnavailable) return;
    try {
      const now = clock.now();
      // A pending event of the handler was rolled back.
      const isSkipped = act.line === 'kept' || !isAudited(act, error);
      await this.#writeSuppressed(this.#limiter.takeEnded(now));
      if (isSkipped) return;
      if (!this.#limiter.admit(describeCaller(act), act.endpoint.name, now)) return;
      const outcome = error instanceof Problem ? `refused: ${error.code}` : 'failed: E100';
      await writeAuditEvent(database, await this.#withClaim(act, buildAuditEvent(act, outcome, now)));
    } catch (failure) {
      log.error({ err: failure, call: act.endpoint.name, requestId: act.request.id }, 'audit line lost');
    }
  }

  /** Writes the events that were only counted. `isLast`: the process stops. */
  async flush(isLast = false): Promise<void> {
    const { clock, log } = this.#services;
    const suppressed = isLast ? this.#limiter.takeAll() : this.#limiter.takeEnded(clock.now());
    await this.#writeSuppressed(suppressed).catch((err: unknown) => log.error({ err }, 'audit lines lost'));
  }

  async #writeSuppressed(suppressed: readonly SuppressedEvents[]): Promise<void> {
    for (const { from, more, acts, ...source } of suppressed) {
      await writeAuditEvent(this.#services.database, {
        ...source,
        at: this.#services.clock.now(),
        userAgent: '',
        act: 'furtherRequests',
        outcome: `refused: ${more} more`,
        detail: { from: from.toISOString(), more, acts },
        requestId: '',
      });
    }
  }

  /** Adds an existing API id or token id, so that its company sees attempts with wrong secrets. */
  async #withClaim(act: AuditContext, line: AuditEvent): Promise<AuditEvent> {
    const tokenId = act.caller ? undefined : claimedTokenId(act);
    if (tokenId !== undefined) return this.#withToken(tokenId, line);
    const apiId = act.caller ? undefined : claimedApiId(act);
    if (apiId === undefined) return line;
    const [row] = await this.#services.database<{ companyId: number }[]>`
      select company_id from api_credential where api_id = ${apiId}`;
    if (!row) return line;
    return { ...line, companyId: row.companyId, objectKind: 'apiCredential', objectId: apiId };
  }

  async #withToken(tokenId: string, line: AuditEvent): Promise<AuditEvent> {
    const [row] = await inTenant(
      this.#services.database,
      'all-tenants',
      (sql) => sql<{ companyId: number }[]>`select company_id from scim_token where token_id = ${tokenId}`,
    );
    if (!row) return line;
    return { ...line, companyId: row.companyId, objectKind: 'scimToken', objectId: tokenId };
  }
}

/** Which refusals are logged: every one of a change, and missing permissions of a read. */
function isAudited(act: AuditContext, error: unknown): boolean {
  const isAct = auditedCalls(act.endpoint) === 'every';
  if (!(error instanceof Problem)) return isAct && (act.caller !== undefined || isPublic(act));
  // A page of an older version reloads itself, which is not an action of the user.
  if (error.code === 'E152') return false;
  if (isPublic(act)) return isAct || act.endpoint.method !== 'GET';
  // A missing session names no actor. A wrong key names an API id.
  if (!act.caller) return claimedApiId(act) !== undefined || claimedTokenId(act) !== undefined;
  return isAct || [403, 404, 429].includes(error.status);
}

const isPublic = ({ endpoint }: AuditContext): boolean =>
  'access' in endpoint.auth && endpoint.auth.access === 'public';

function claimedApiId({ request }: AuditContext): string | undefined {
  if (request.program !== 'gateway') return undefined;
  return readApiCredentials(request.header('authorization'))?.apiId?.slice(0, 100);
}

function claimedTokenId({ endpoint, request }: AuditContext): string | undefined {
  if (protocolForUrl(endpoint.url) !== 'scim') return undefined;
  return parseScimTokenId(readBearer(request.header('authorization')) ?? '');
}

function describeCaller({ caller, request }: AuditContext): Refused {
  return caller
    ? { actorKind: caller.kind, actor: caller.id, ip: request.ip, organisationId: caller.organisation.id }
    : { actorKind: 'anonymous', actor: 'unknown', ip: request.ip };
}

function buildAuditEvent(act: AuditContext, outcome: string, at: Date): AuditEvent {
  const { resource } = act;
  // A refused caller's own company sees the event, not the owner of the resource.
  return {
    ...describeCaller(act),
    organisationId: organisationIdFor(resource) ?? act.caller?.organisation.id,
    ...(resource?.companyId ? { companyId: resource.companyId } : {}),
    ...auditedObject(act, outcome),
    detail: requestParameters(act),
    at,
    act: act.endpoint.name,
    outcome,
    requestId: act.request.id,
  };
}

const organisationIdFor = (resource: AuditContext['resource']): number | undefined =>
  resource?.installationId ?? resource?.merchantId ?? resource?.organisationId;

/** The last id of the path: the transaction of `…/{installationId}/{transactionId}`, the user of `…/Users/{id}`. */
function auditedObject(
  { endpoint, path, resource }: AuditContext,
  outcome: string,
): Pick<AuditEvent, 'objectKind' | 'objectId'> {
  if (resource?.userId !== undefined) return { objectKind: 'user', objectId: resource.userId };
  const last = [...endpoint.url.matchAll(/(\w+)?\/?\{(\w*(?:id|Id))\}/g)].at(-1);
  const name = last?.[2];
  const value = String(name === undefined ? undefined : path?.[name]);
  // Paths of links contain secrets; ids are short and simple. What a rejected request names may not exist, or be a secret.
  const isFound = Object.values(resource ?? {}).some((id) => String(id) === value);
  const isRejected = /^(refused|failed)/.test(outcome);
  const isId = isRejected ? isFound || harmlessValue.test(value) : /^[\w-]{1,64}$/.test(value);
  if (name === undefined || name === 'objectId' || !isId) return {};
  const kind = name === 'id' ? (last?.[1] ?? '').toLowerCase().replace(/s$/, '') : name.slice(0, -2);
  return { objectKind: kind === 'org' ? 'organisation' : kind, objectId: value };
}

const harmlessValue =
  /^(\d{1,12}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z]{1,20}|\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/;

/** The parameters of path and query. Users type secrets into wrong fields, so only ids, words and times are logged. */
function requestParameters({ path, query }: AuditContext): JSONValue {
  const logged = Object.entries({ ...path, ...query }).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name, typeof value === 'number' || harmlessValue.test(String(value)) ? String(value) : '…']];
  });
  return logged.length === 0 ? null : (Object.fromEntries(logged) as Record<string, string>);
}
