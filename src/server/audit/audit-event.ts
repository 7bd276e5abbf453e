import { maskCardNumbers } from '#shared/card-number.ts';
import type { Sql, JSONValue } from '#database/connection.ts';
import { currentAuditContext } from './audit-context.ts';
import type { Caller } from '../auth/caller.ts';
import type { RequestInfo } from '../handler.ts';
import { realTimeOf, testTimeOf } from '../time/test-clock.ts';

/** A JSON value. `redact` masks card numbers and removes secrets before it is stored. */
type AuditDetail = object | string | number | boolean | null;

/** One action of a user or an API key, allowed or refused. Never contains card data or secrets. */
export interface AuditEvent {
  at: Date;
  /** The tenant that sees the event; default: the tenant of the organisation. */
  companyId?: number | null;
  /** The organisation of the action; by default the company. Limits who sees the event. */
  organisationId?: number | null;
  actorKind: Caller['kind'] | 'anonymous' | 'system';
  /** User id, API id or token id. */
  actor: string;
  ip: string;
  /** Default: that of the current request. */
  userAgent?: string;
  /** The endpoint, or the kind of money movement. */
  act: string;
  objectKind?: string;
  objectId?: string;
  /** 'allowed', 'refused: CODE', 'failed: CODE', or the reason code of a money movement. */
  outcome: string;
  /** The changed fields, before and after. */
  before?: AuditDetail;
  after?: AuditDetail;
  detail?: AuditDetail;
  requestId: string;
}

/** Inserts the event. Call it in the transaction of the change, so that neither exists without the other. */
export async function writeAuditEvent(sql: Sql, event: AuditEvent): Promise<void> {
  const act = currentAuditContext();
  if (act) act.line = 'begin' in sql ? 'kept' : 'pending';
  const json = (value: AuditDetail | undefined) =>
    value === undefined || value === null ? null : sql.json(redact(value));
  const organisationId = event.organisationId ?? event.companyId ?? (await findActorOrganisation(sql, event));
  const objectId = event.objectId === undefined ? null : maskCardNumbers(event.objectId.slice(0, 200));
  const userAgent = event.userAgent ?? act?.request.userAgent;
  await sql`
    insert into audit_event (at, company_id, organisation_id, actor_kind, actor, ip, user_agent, act,
                             object_kind, object_id, outcome, refused, before, after, detail, request_id)
    values (${realTimeOf(event.at)},
            coalesce(${event.companyId ?? null}::integer,
                     (select company_id from organisation where id = ${organisationId}::integer)),
            ${organisationId}, ${event.actorKind}, ${maskCardNumbers(event.actor.slice(0, 200))}, ${event.ip},
            ${userAgent === undefined ? null : maskCardNumbers(userAgent)}, ${event.act}, ${event.objectKind ?? null},
            ${objectId}, ${event.outcome}, ${isRefusal(event.outcome)}, ${json(event.before)},
            ${json(event.after)}, ${json(withTestTime(event))}, ${event.requestId})`;
}

/** The audit has real time. The time of the company's test clock is in the details. */
function withTestTime({ at, detail }: AuditEvent): AuditDetail | undefined {
  const testTime = testTimeOf(at);
  if (testTime === undefined) return detail;
  const own = typeof detail === 'object' && !Array.isArray(detail) ? detail : { detail };
  return { ...own, testClock: testTime.toISOString() };
}

/** The actor, origin and time, as handlers get them. */
interface Origin {
  caller: Pick<Caller, 'kind' | 'id'>;
  request: Pick<RequestInfo, 'ip' | 'id'>;
  now: Date;
}
type ActionEvent = { by: Origin } & Omit<
  AuditEvent,
  'at' | 'actorKind' | 'actor' | 'ip' | 'requestId' | 'outcome'
> &
  Partial<Pick<AuditEvent, 'outcome'>>;

/** Writes the event of a request; `outcome` is 'allowed' by default. */
export function auditAction(sql: Sql, { by, ...event }: ActionEvent): Promise<void> {
  const { caller, request, now } = by;
  return writeAuditEvent(sql, {
    at: now,
    actorKind: caller.kind,
    actor: caller.id,
    ip: request.ip,
    requestId: request.id,
    outcome: 'allowed',
    ...event,
  });
}

/** The organisation of the acting user, for events without one, such as sign-in. */
async function findActorOrganisation(sql: Sql, { actorKind, actor }: AuditEvent): Promise<number | null> {
  if (actorKind !== 'user') return null;
  const [user] = await sql<{ organisationId: number }[]>`
    select organisation_id from app_user where user_id = ${actor}`;
  return user?.organisationId ?? null;
}

/** Every outcome except allowed, submitted, success (S…) and unknown (U…). */
function isRefusal(outcome: string): boolean {
  return !/^(allowed|SUBMITTED|S\d{3}|U\d{3})$/.test(outcome);
}

const secret = /^(pan|cv2|cvv|secret|apiKey|authorization|cookie|password|token|.*(Password|Token|Secret))$/i;
const harmless = /^passwordStatus$/;
const maxTextLength = 2000;
const maxDepth = 6;

/**
 * Redacts data of a request for the audit: drops fields named like secrets, masks card numbers, and limits depth and
 * length.
 */
export function redact(value: unknown, depth = 0): JSONValue {
  if (typeof value === 'string') return maskCardNumbers(value.slice(0, maxTextLength));
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || depth >= maxDepth) return null;
  if (Array.isArray(value)) return value.slice(0, 200).map((item) => redact(item, depth + 1));
  const redacted: Record<string, JSONValue> = {};
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined || (secret.test(name) && !harmless.test(name))) continue;
    redacted[name] = redact(item, depth + 1);
  }
  return redacted;
}
