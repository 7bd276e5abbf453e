import type { Sql } from '#database/connection.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { currentAuditContext } from './audit-context.ts';
import { redact } from './redact.ts';
import type { Caller } from '../auth/caller.ts';
import type { RequestInfo } from '../handler.ts';

/** What JSON can hold; `redact` masks card numbers and secrets in it before it is stored. */
export type AuditDetail = object | string | number | boolean | null;

/** One act of a person or an API key, allowed or refused. Never carries card data or secrets. */
export interface AuditEvent {
  at: Date;
  /** The tenant that sees the line; worked out from the organisation when missing. */
  companyId?: number | null | undefined;
  /** Where it happened, for those who see only a part of a company; the company itself when missing. */
  organisationId?: number | null | undefined;
  actorKind: 'user' | 'api' | 'anonymous' | 'system';
  /** User id or API id. */
  actor: string;
  ip: string;
  /** The browser's; that of the request under way when missing. */
  userAgent?: string | undefined;
  /** The call, or the kind of money movement. */
  act: string;
  objectKind?: string | undefined;
  objectId?: string | undefined;
  /** 'allowed', 'refused: CODE', 'failed: CODE', or the reason code of a money movement. */
  outcome: string;
  /** What the act changed: the same fields as they were and as they are. */
  before?: AuditDetail | undefined;
  after?: AuditDetail | undefined;
  detail?: AuditDetail | undefined;
  requestId: string;
}

/** Appends the event; call it in the transaction of the change, so that neither exists without the other. */
export async function writeAuditEvent(sql: Sql, event: AuditEvent): Promise<void> {
  const act = currentAuditContext();
  if (act) act.line = 'begin' in sql ? 'kept' : 'pending';
  const json = (value: AuditDetail | undefined) =>
    value === undefined || value === null ? null : sql.json(redact(value));
  const organisationId = event.organisationId ?? event.companyId ?? (await organisationOfActor(sql, event));
  const objectId = event.objectId === undefined ? null : maskCardNumbers(event.objectId.slice(0, 200));
  const userAgent = event.userAgent ?? act?.request.userAgent;
  await sql`
    insert into audit_event (at, company_id, organisation_id, actor_kind, actor, ip, user_agent, act,
                             object_kind, object_id, outcome, refused, before, after, detail, request_id)
    values (${event.at},
            coalesce(${event.companyId ?? null}::integer,
                     (select company_id from organisation where id = ${organisationId}::integer)),
            ${organisationId}, ${event.actorKind}, ${maskCardNumbers(event.actor.slice(0, 200))}, ${event.ip},
            ${userAgent === undefined ? null : maskCardNumbers(userAgent)}, ${event.act}, ${event.objectKind ?? null},
            ${objectId}, ${event.outcome}, ${isRefusal(event.outcome)}, ${json(event.before)},
            ${json(event.after)}, ${json(event.detail)}, ${event.requestId})`;
}

/** Who acts, from where, and when: as every call is handed it. */
interface Doing {
  caller: Pick<Caller, 'kind' | 'id'>;
  request: Pick<RequestInfo, 'ip' | 'id'>;
  now: Date;
}
type ActEvent = { by: Doing } & Omit<
  AuditEvent,
  'at' | 'actorKind' | 'actor' | 'ip' | 'requestId' | 'outcome'
> &
  Partial<Pick<AuditEvent, 'outcome'>>;

/** As writeAuditEvent, of a call that was made: allowed, unless it says otherwise. */
export function auditAction(sql: Sql, { by, ...event }: ActEvent): Promise<void> {
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

/** A user who signs in or out is told of where they belong. */
async function organisationOfActor(sql: Sql, { actorKind, actor }: AuditEvent): Promise<number | null> {
  if (actorKind !== 'user') return null;
  const [user] = await sql<{ organisationId: number }[]>`
    select organisation_id from app_user where user_id = ${actor}`;
  return user?.organisationId ?? null;
}

/** Anything but allowed, sent to the processor, done (S…) and not yet known (U…). */
export function isRefusal(outcome: string): boolean {
  return !/^(allowed|SUBMITTED|S\d{3}|U\d{3})$/.test(outcome);
}
