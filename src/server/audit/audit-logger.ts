import { DatabaseUnavailable, type JSONValue, type Sql } from '#database/connection.ts';
import { auditedCalls } from '#shared/define-endpoint.ts';
import { Problem } from '#shared/problem.ts';
import { type AuditEvent, writeAuditEvent } from './audit-event.ts';
import type { Services } from '../services.ts';
import type { AuditContext } from './audit-context.ts';
import { AuditRateLimiter, type Refused, type SuppressedEvents } from './audit-rate-limiter.ts';

/** The lines that every call leaves by itself when its handler writes none (docs/decisions/0017). */
export class AuditLogger {
  readonly #services: Services;
  readonly #tally = new AuditRateLimiter();

  constructor(services: Services) {
    this.#services = services;
  }

  /** An act that was allowed; within the transaction of the change where there is one. */
  async allowed(sql: Sql, act: AuditContext, outcome = 'allowed'): Promise<void> {
    if (act.line !== 'none' || auditedCalls(act.call) !== 'every') return;
    const now = this.#services.clock.now();
    // A change by somebody we know is worth a line whatever their number; the rest is bounded.
    const isBounded = act.call.method === 'GET' || act.caller === undefined;
    if (isBounded && !this.#tally.admit(describeCaller(act), act.call.name, now)) return;
    await writeAuditEvent(sql, buildAuditEvent(act, outcome, now));
  }

  /** An act that was refused or failed; never throws, since the refusal itself must reach the caller. */
  async refused(act: AuditContext, error: unknown): Promise<void> {
    const { clock, database, log } = this.#services;
    // Nothing was done, and nothing can be written: the caller would wait a second time.
    if (error instanceof DatabaseUnavailable) return;
    try {
      const now = clock.now();
      // What a handler wrote in a transaction went with the transaction.
      const isTold = act.line === 'kept' || !isTraced(act, error);
      await this.#tell(this.#tally.over(now));
      if (isTold) return;
      if (!this.#tally.admit(describeCaller(act), act.call.name, now)) return;
      const outcome = error instanceof Problem ? `refused: ${error.code}` : 'failed: E100';
      await writeAuditEvent(database, await this.#withClaim(act, buildAuditEvent(act, outcome, now)));
    } catch (failure) {
      log.error({ err: failure, call: act.call.name, requestId: act.request.id }, 'audit line lost');
    }
  }

  /** Tells what was only counted so far; `isLast` when the process stops. */
  async flush(isLast = false): Promise<void> {
    const { clock, log } = this.#services;
    const uncounted = isLast ? this.#tally.everything() : this.#tally.over(clock.now());
    await this.#tell(uncounted).catch((err: unknown) => log.error({ err }, 'audit lines lost'));
  }

  async #tell(uncounted: readonly SuppressedEvents[]): Promise<void> {
    for (const { from, more, acts, ...who } of uncounted) {
      await writeAuditEvent(this.#services.database, {
        ...who,
        at: this.#services.clock.now(),
        userAgent: '',
        act: 'furtherRequests',
        outcome: `refused: ${more} more`,
        detail: { from: from.toISOString(), more, acts },
        requestId: '',
      });
    }
  }

  /** An API id that exists is named, so that its company sees that somebody tries keys on it. */
  async #withClaim(act: AuditContext, line: AuditEvent): Promise<AuditEvent> {
    const apiId = act.caller ? undefined : claimedApiId(act);
    if (apiId === undefined) return line;
    const [known] = await this.#services.database<{ companyId: number }[]>`
      select company_id from api_credential where api_id = ${apiId}`;
    if (!known) return line;
    return { ...line, companyId: known.companyId, objectKind: 'apiCredential', objectId: apiId };
  }
}

/** Which refusals leave a line: of an act any, of a read those of what the caller may not have. */
function isTraced(act: AuditContext, error: unknown): boolean {
  const isAct = auditedCalls(act.call) === 'every';
  if (!(error instanceof Problem)) return isAct && (act.caller !== undefined || isPublic(act));
  // A page of an older version reloads itself: nobody did anything.
  if (error.code === 'E152') return false;
  if (isPublic(act)) return isAct || act.call.method !== 'GET';
  // Without a session there is nobody to tell of; a key that is wrong is somebody's try.
  if (!act.caller) return claimedApiId(act) !== undefined;
  return isAct || [403, 404, 429].includes(error.status);
}

const isPublic = ({ call }: AuditContext): boolean => 'access' in call.auth && call.auth.access === 'public';

function claimedApiId({ request }: AuditContext): string | undefined {
  if (request.program !== 'gateway') return undefined;
  const [, encoded] = (request.header('authorization') ?? '').split(' ');
  return (
    encoded &&
    Buffer.from(encoded, 'base64').toString('utf8').replaceAll('\0', '').split(':')[0]?.slice(0, 100)
  );
}

function describeCaller({ caller, request }: AuditContext): Refused {
  return caller
    ? { actorKind: caller.kind, actor: caller.id, ip: request.ip, organisationId: caller.organisation.id }
    : { actorKind: 'anonymous', actor: 'unknown', ip: request.ip };
}

function buildAuditEvent(act: AuditContext, outcome: string, at: Date): AuditEvent {
  const { resource } = act;
  // What somebody may not see is told to their own company, not to that of the thing.
  return {
    ...describeCaller(act),
    organisationId: organisationIdFor(resource) ?? act.caller?.organisation.id,
    ...(resource?.companyId ? { companyId: resource.companyId } : {}),
    ...auditedObject(act),
    detail: asked(act),
    at,
    act: act.call.name,
    outcome,
    requestId: act.request.id,
  };
}

const organisationIdFor = (resource: AuditContext['resource']): number | undefined =>
  resource?.installationId ?? resource?.merchantId ?? resource?.organisationId;

/** The last id of the path: `…/{installationId}/{transactionId}` is about the transaction, `…/Users/{id}` a user. */
function auditedObject({ call, path, resource }: AuditContext): Pick<AuditEvent, 'objectKind' | 'objectId'> {
  if (resource?.userId !== undefined) return { objectKind: 'user', objectId: resource.userId };
  const last = [...call.url.matchAll(/(\w+)?\/?\{(\w*(?:id|Id))\}/g)].at(-1);
  const name = last?.[2];
  const value = name === undefined ? undefined : path?.[name];
  // Links carry secrets in their path; ids are short and plain.
  if (name === undefined || name === 'objectId' || !/^[\w-]{1,64}$/.test(String(value))) return {};
  const kind = name === 'id' ? (last?.[1] ?? '').toLowerCase().replace(/s$/, '') : name.slice(0, -2);
  return { objectKind: kind === 'org' ? 'organisation' : kind, objectId: String(value) };
}

const plain =
  /^(\d{1,12}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z]{1,20}|\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/;

/** What path and query asked for. People type secrets into the wrong box: only ids, words and times are repeated. */
function asked({ path, query }: AuditContext): JSONValue {
  const told = Object.entries({ ...path, ...query }).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name, typeof value === 'number' || plain.test(String(value)) ? String(value) : '…']];
  });
  return told.length === 0 ? null : (Object.fromEntries(told) as Record<string, string>);
}
