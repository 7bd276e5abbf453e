import type { Fragment, Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { ApprovalAction } from '#shared/approval-actions.ts';

export interface StoredRule {
  action: ApprovalAction;
  fromMinor: number | null;
  fromCurrency: string | null;
  hours: number;
}

export interface StoredPolicy {
  rules: StoredRule[];
  includesKeys: boolean;
  version: number;
}

export async function readPolicy(sql: TenantSql, companyId: number): Promise<StoredPolicy> {
  const [policy] = await sql<{ includesKeys: boolean; version: number }[]>`
    select includes_keys, version from approval_policy where company_id = ${companyId}`;
  if (!policy) return { rules: [], includesKeys: false, version: 0 };
  const rules = await sql<StoredRule[]>`
    select action, from_minor, from_currency, hours from approval_rule
    where company_id = ${companyId} order by action`;
  return { ...policy, rules: [...rules] };
}

/** Stores a policy over the given version. False when another request changed it in between. */
export async function writePolicy(
  sql: TenantSql,
  companyId: number,
  { rules, includesKeys, version }: StoredPolicy,
): Promise<boolean> {
  const written =
    version === 0
      ? await sql`
          insert into approval_policy (company_id, includes_keys, version) values (${companyId}, ${includesKeys}, 1)
          on conflict do nothing returning 1`
      : await sql`
          update approval_policy set includes_keys = ${includesKeys}, version = version + 1
          where company_id = ${companyId} and version = ${version} returning 1`;
  if (written.length === 0) return false;
  await sql`delete from approval_rule where company_id = ${companyId}`;
  if (rules.length > 0)
    await sql`insert into approval_rule ${sql(rules.map((rule) => ({ companyId, ...rule })))}`;
  return true;
}

export interface Approver {
  userId: string;
  userName: string;
  givenName: string;
  locale: string;
}

/** Emails of one request. */
const maxApprovers = 50;

/** Other active users who may decide at an organisation for the requester. */
export function listApproversAt(
  sql: Sql,
  { organisationId, exceptId, now }: { organisationId: number; exceptId: string; now: Date },
): Promise<Approver[]> {
  return sql<Approver[]>`
    select distinct u.user_id, u.user_name, u.given_name, u.locale
    from organisation place
    join organisation o on o.path = place.path or starts_with(place.path, o.path || '/')
    join role_grant g on g.organisation_id = o.id and (g.cascade or o.id = place.id)
    join role_permission p on p.role_id = g.role_id and p.permission = 'P_APPROVE'
    join app_user u on u.user_id = g.user_id
    where place.id = ${organisationId} and u.active and u.locked_reason is null and u.user_id <> ${exceptId}
      and u.user_id not in ${puppetsOf(sql, exceptId, now)}
    order by u.user_name limit ${maxApprovers}`;
}

/**
 * Users that the requester, or another of these users, created or gave another identity within a day: a new
 * username, no second step, or an active account. The requester may be signing in as them.
 */
const puppetsOf = (sql: Sql, requesterId: string, now: Date): Fragment => sql`(
  with recursive puppet (user_id) as (
    select ${requesterId}::uuid
    union
    select u.user_id from puppet p join app_user u
      on (u.created_by = p.user_id and u.created_at > ${now}::timestamptz - interval '1 day')
      or (u.identity_changed_by = p.user_id and u.identity_changed_at > ${now}::timestamptz - interval '1 day')
  )
  select user_id from puppet)`;

export async function isPuppetOf(sql: Sql, userId: string, requesterId: string, now: Date): Promise<boolean> {
  const [row] = await sql`select where ${userId}::uuid in ${puppetsOf(sql, requesterId, now)}`;
  return row !== undefined;
}
