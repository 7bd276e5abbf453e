import type { QueryOf } from '#shared/define-endpoint.ts';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { AuditScope } from './audit-scope.ts';
import type { exportAudit } from '../endpoints.ts';

/** A filter with names resolved to ids. */
export interface AuditQuery {
  scope: AuditScope;
  actor?: string;
  objectKind?: string;
  objectId?: string;
  act?: string;
  outcome?: 'allowed' | 'refused';
  from?: Date;
  to?: Date;
  /** Only lines older than the end of the previous page. */
  olderThan?: AuditPosition;
}

/** The position of a line in the order. `at` keeps the microseconds that a Date would lose. */
export interface AuditPosition {
  at: string;
  seq: string;
}

/** Up to this many organisations are read one by one, wider scopes by company. */
const fewParts = 200;

/**
 * The newest `max` matching lines in total order, as a sub-select of `columns`. Each filter walks one index
 * from its newest end: the index of the object or the user when one is given, otherwise that of each company
 * or organisation in turn, `max` lines each.
 */
export function selectNewestLines(
  sql: TenantSql,
  query: AuditQuery,
  columns: Fragment,
  max: number,
): Fragment {
  const { scope } = query;
  const filter = buildConditions(sql, query);
  const order = sql`order by a.at desc, a.seq desc limit ${max}`;
  if (query.actor !== undefined || (query.objectKind !== undefined && query.objectId !== undefined)) {
    return sql`select ${columns} from audit_event a where ${buildScopeCondition(sql, scope)} ${filter} ${order}`;
  }
  const parts: Fragment[] = [];
  if (scope.companies.length > 0) {
    parts.push(sql`
      select l.* from unnest(${scope.companies as number[]}::integer[]) as company (id)
      cross join lateral (
        select ${columns} from audit_event a where a.company_id = company.id ${filter} ${order}) l`);
  }
  if (scope.organisations.length > fewParts) {
    parts.push(
      sql`(select ${columns} from audit_event a where ${isInOrganisation(sql, scope.organisations)} ${filter} ${order})`,
    );
  } else if (scope.organisations.length > 0) {
    parts.push(sql`
      select l.* from unnest(${scope.organisations as number[]}::integer[]) as part (id)
      cross join lateral (
        select ${columns} from audit_event a where a.organisation_id = part.id ${filter} ${order}) l`);
  }
  if (scope.above) {
    parts.push(sql`
      (select ${columns} from audit_event a where a.company_id is null and ${isAbove(sql, scope)} ${filter} ${order})`);
  }
  const [first, ...more] = parts;
  if (!first) return sql`select ${columns} from audit_event a where false`;
  const all = more.reduce((query, part) => sql`${query} union all ${part}`, first);
  return sql`select * from (${all}) as a ${order}`;
}

function buildConditions(sql: TenantSql, query: AuditQuery): Fragment {
  const { actor, objectKind, objectId, act, outcome, from, to, olderThan } = query;
  const parts = [
    actor === undefined ? undefined : sql`a.actor = ${actor}`,
    objectKind === undefined ? undefined : sql`a.object_kind = ${objectKind}`,
    objectId === undefined ? undefined : sql`a.object_id = ${objectId}`,
    act === undefined ? undefined : sql`a.act = ${act}`,
    // Matches the partial index, so that rare rejections are found without reading other lines.
    outcome === undefined ? undefined : outcome === 'refused' ? sql`a.refused` : sql`not a.refused`,
    from === undefined ? undefined : sql`a.at >= ${from}`,
    to === undefined ? undefined : sql`a.at <= ${to}`,
    olderThan === undefined
      ? undefined
      : // As text: as a Date the driver would lose the microseconds.
        sql`(a.at, a.seq) < (${olderThan.at}::text::timestamptz, ${olderThan.seq}::text::bigint)`,
  ].filter((part) => part !== undefined);
  return parts.reduce((condition, part) => sql`${condition} and ${part}`, sql``);
}

/** Prevents the planner from using a company index where the object's or user's index is shorter. */
function buildScopeCondition(sql: TenantSql, scope: AuditScope): Fragment {
  const isInWholeCompany = sql`coalesce(a.company_id, 0) = any (${scope.companies as number[]}::integer[])`;
  const above = scope.above ? sql`or (a.company_id is null and ${isAbove(sql, scope)})` : sql``;
  return sql`(${isInWholeCompany} or coalesce(${isInOrganisation(sql, scope.organisations)}, false) ${above})`;
}

const isInOrganisation = (sql: TenantSql, parts: readonly number[]): Fragment =>
  sql`coalesce(a.organisation_id, 0) = any (${parts as number[]}::integer[])`;

function isAbove(sql: TenantSql, { above }: AuditScope): Fragment {
  const isInScope = sql`a.organisation_id = any (${(above?.organisations ?? []) as number[]}::integer[])`;
  return above?.isTop ? sql`(a.organisation_id is null or ${isInScope})` : isInScope;
}

/** The filter of a request, within the caller's scope. */
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
