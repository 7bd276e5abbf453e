import type { QueryOf } from '#shared/define-endpoint.ts';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { AuditScope } from './audit-scope.ts';
import type { exportAudit } from '../endpoints.ts';

/** What is asked for, with names already turned into ids. */
export interface AuditQuery {
  scope: AuditScope;
  actor?: string | undefined;
  objectKind?: string | undefined;
  objectId?: string | undefined;
  act?: string | undefined;
  outcome?: 'allowed' | 'refused' | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Only lines older than this one: where a page before ended. */
  olderThan?: AuditPosition | undefined;
}

/** A line's place in the order; `at` with its microseconds, which a Date would lose. */
export interface AuditPosition {
  at: string;
  seq: string;
}

/** Narrower scopes are walked organisation by organisation up to here, wider ones along their companies. */
const fewParts = 200;

/**
 * The newest `most` lines that fit, in total order, as a sub-select of `columns`. Every way of asking walks
 * one index from its newest end: that of the object or the user when one is named, else that of each
 * company or organisation in turn, of which no more than `most` lines are taken.
 */
export function newestLines(sql: TenantSql, question: AuditQuery, columns: Fragment, max: number): Fragment {
  const { scope } = question;
  const filter = conditions(sql, question);
  const order = sql`order by a.at desc, a.seq desc limit ${max}`;
  if (
    question.actor !== undefined ||
    (question.objectKind !== undefined && question.objectId !== undefined)
  ) {
    return sql`select ${columns} from audit_event a where ${inScope(sql, scope)} ${filter} ${order}`;
  }
  const lanes: Fragment[] = [];
  if (scope.whole.length > 0) {
    lanes.push(sql`
      select l.* from unnest(${scope.whole as number[]}::integer[]) as company (id)
      cross join lateral (
        select ${columns} from audit_event a where a.company_id = company.id ${filter} ${order}) l`);
  }
  if (scope.parts.length > fewParts) {
    lanes.push(
      sql`(select ${columns} from audit_event a where ${isPart(sql, scope.parts)} ${filter} ${order})`,
    );
  } else if (scope.parts.length > 0) {
    lanes.push(sql`
      select l.* from unnest(${scope.parts as number[]}::integer[]) as part (id)
      cross join lateral (
        select ${columns} from audit_event a where a.organisation_id = part.id ${filter} ${order}) l`);
  }
  if (scope.above) {
    lanes.push(sql`
      (select ${columns} from audit_event a where a.company_id is null and ${isAbove(sql, scope)} ${filter} ${order})`);
  }
  const [first, ...more] = lanes;
  if (!first) return sql`select ${columns} from audit_event a where false`;
  const all = more.reduce((one, lane) => sql`${one} union all ${lane}`, first);
  return sql`select * from (${all}) as a ${order}`;
}

function conditions(sql: TenantSql, question: AuditQuery): Fragment {
  const { actor, objectKind, objectId, act, outcome, from, to, olderThan } = question;
  const parts = [
    actor === undefined ? undefined : sql`a.actor = ${actor}`,
    objectKind === undefined ? undefined : sql`a.object_kind = ${objectKind}`,
    objectId === undefined ? undefined : sql`a.object_id = ${objectId}`,
    act === undefined ? undefined : sql`a.act = ${act}`,
    // As the partial index says it, so that the rare refusal is found without reading the rest.
    outcome === undefined ? undefined : outcome === 'refused' ? sql`a.refused` : sql`not a.refused`,
    from === undefined ? undefined : sql`a.at >= ${from}`,
    to === undefined ? undefined : sql`a.at <= ${to}`,
    olderThan === undefined
      ? undefined
      : // As text: the driver would read a Date into it and lose the microseconds.
        sql`(a.at, a.seq) < (${olderThan.at}::text::timestamptz, ${olderThan.seq}::text::bigint)`,
  ].filter((part) => part !== undefined);
  return parts.reduce((one, part) => sql`${one} and ${part}`, sql``);
}

/** Written so that no index of companies serves it: the object's or the user's own is the shorter way. */
function inScope(sql: TenantSql, scope: AuditScope): Fragment {
  const isWhole = sql`coalesce(a.company_id, 0) = any (${scope.whole as number[]}::integer[])`;
  const above = scope.above ? sql`or (a.company_id is null and ${isAbove(sql, scope)})` : sql``;
  return sql`(${isWhole} or coalesce(${isPart(sql, scope.parts)}, false) ${above})`;
}

const isPart = (sql: TenantSql, parts: readonly number[]): Fragment =>
  sql`coalesce(a.organisation_id, 0) = any (${parts as number[]}::integer[])`;

function isAbove(sql: TenantSql, { above }: AuditScope): Fragment {
  const ours = sql`a.organisation_id = any (${(above?.organisations ?? []) as number[]}::integer[])`;
  return above?.isTop ? sql`(a.organisation_id is null or ${ours})` : ours;
}

/** What the query of a call asks, within what the caller may see. */
export function buildAuditQuery(
  scope: AuditScope,
  query: QueryOf<typeof exportAudit>,
  actor: string | undefined,
): AuditQuery {
  const { objectKind, objectId, act, outcome, from, to } = query;
  return {
    scope,
    actor,
    objectKind,
    objectId,
    act,
    outcome,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}
