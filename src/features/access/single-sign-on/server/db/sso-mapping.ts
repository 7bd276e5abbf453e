import { randomUUID } from 'node:crypto';
import { type Grant, grantKey } from '#features/access/users/server/db/grants.ts';
import { portalApplication } from '#features/access/users/endpoints.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { RuleContent } from '../../schemas.ts';

/** A rule with the grant that it makes. */
export interface MappingRule extends Grant {
  ruleId: string;
  claim: string;
  value: string;
  ownerId: string;
}

/** Only rules whose role and organisation still belong to the company. */
export function loadRules(sql: TenantSql, companyId: number): Promise<MappingRule[]> {
  return sql<MappingRule[]>`
    select m.rule_id, m.claim, m.value, m.owner_id, m.role_id, r.name as role_name, m.organisation_id,
           o.name as organisation_name, o.path, true as cascade,
           array(select p.permission from role_permission p where p.role_id = m.role_id order by 1) as permissions
    from sso_mapping m
    join role r on r.role_id = m.role_id
    join organisation o on o.id = m.organisation_id
    where m.company_id = ${companyId} and o.company_id = ${companyId} and o.type <> 'INSTALLATION'
      and r.application = ${portalApplication} and (r.company_id is null or r.company_id = ${companyId})
    order by m.claim, m.value, r.name, o.path, m.rule_id`;
}

/** The grant that a new rule would make, or undefined for a role or organisation outside the company. */
export async function findGrant(
  sql: TenantSql,
  companyId: number,
  { roleId, organisationId }: RuleContent,
): Promise<Grant | undefined> {
  const [row] = await sql<Grant[]>`
    select r.role_id, r.name as role_name, o.id as organisation_id, o.name as organisation_name, o.path,
           true as cascade,
           array(select p.permission from role_permission p where p.role_id = r.role_id order by 1) as permissions
    from role r, organisation o
    where r.role_id = ${roleId} and o.id = ${organisationId} and o.company_id = ${companyId}
      and o.type <> 'INSTALLATION' and r.application = ${portalApplication}
      and (r.company_id is null or r.company_id = ${companyId})`;
  return row;
}

export async function insertRule(
  sql: TenantSql,
  companyId: number,
  { claim, value, roleId, organisationId, ownerId }: RuleContent & { ownerId: string },
): Promise<void> {
  await sql`
    insert into sso_mapping (company_id, rule_id, claim, value, role_id, organisation_id, owner_id)
    values (${companyId}, ${randomUUID()}, ${claim}, ${value}, ${roleId}, ${organisationId}, ${ownerId})
    on conflict do nothing`;
}

export async function deleteRules(
  sql: TenantSql,
  companyId: number,
  ruleIds: readonly string[],
): Promise<void> {
  if (ruleIds.length === 0) return;
  await sql`
    delete from sso_mapping where company_id = ${companyId} and rule_id = any (${ruleIds as string[]}::uuid[])`;
}

/** The usernames of the users who made the rules, at most `limit`. */
export async function listMakers(sql: TenantSql, companyId: number, limit: number): Promise<string[]> {
  const rows = await sql<{ userName: string }[]>`
    select distinct u.user_name from sso_mapping m join app_user u on u.user_id = m.owner_id
    where m.company_id = ${companyId} order by 1 limit ${limit}`;
  return rows.map(({ userName }) => userName);
}

/** Makes a user responsible for the rules: their rights limit them from now on. */
export async function takeOverRules(sql: TenantSql, companyId: number, userId: string): Promise<void> {
  await sql`update sso_mapping set owner_id = ${userId} where company_id = ${companyId}`;
}

/** The standard roles and those of the company. */
export function listRoles(sql: TenantSql, companyId: number): Promise<{ roleId: string; name: string }[]> {
  return sql<{ roleId: string; name: string }[]>`
    select role_id, name from role
    where application = ${portalApplication} and (company_id is null or company_id = ${companyId})
    order by company_id is not null desc, lower(name), role_id limit 200`;
}

type GrantName = Pick<Grant, 'roleId' | 'organisationId'>;

/** The keys of the grants that the mapping made for a user. */
export async function loadMappedGrants(
  sql: TenantSql,
  companyId: number,
  userId: string,
): Promise<ReadonlySet<string>> {
  const rows = await sql<GrantName[]>`
    select role_id, organisation_id from sso_grant where company_id = ${companyId} and user_id = ${userId}`;
  return new Set(rows.map(grantKey));
}

export async function storeMappedGrants(
  sql: TenantSql,
  { companyId, userId }: { companyId: number; userId: string },
  grants: readonly GrantName[],
): Promise<void> {
  await sql`delete from sso_grant where company_id = ${companyId} and user_id = ${userId}`;
  if (grants.length === 0) return;
  const rows = grants.map(({ roleId, organisationId }) => ({ companyId, userId, roleId, organisationId }));
  await sql`insert into sso_grant ${sql(rows)}`;
}
