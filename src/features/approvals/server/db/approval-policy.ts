import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { approvalActions } from '#shared/approval-actions.ts';

export interface StoredRule {
  action: (typeof approvalActions)[number];
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

/** Other active users who may approve at an organisation. Users that the requester has just created do not count. */
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
      and not coalesce(u.created_by = ${exceptId} and u.created_at > ${now}::timestamptz - interval '1 day', false)
    order by u.user_name limit ${maxApprovers}`;
}
