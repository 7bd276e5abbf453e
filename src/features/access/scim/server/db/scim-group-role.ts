import type { TenantSql } from '#database/tenant.ts';
import type { GroupMapping } from '../../schemas.ts';

export interface RoleAssignment {
  roleId: string;
  organisationId: number;
}

/** A page of the groups with their roles, those without roles first. */
export async function listMappings(
  sql: TenantSql,
  companyId: number,
  { offset, pageSize }: { offset: number; pageSize: number },
): Promise<{ items: GroupMapping[]; total: number }> {
  const groups = await sql<Omit<GroupMapping, 'roles'>[]>`
    select g.group_id, g.display_name,
           (select count(*)::integer from scim_group_member m
            where m.company_id = g.company_id and m.group_id = g.group_id) as member_count
    from scim_group g
    where g.company_id = ${companyId}
    order by exists (select from scim_group_role r where r.company_id = g.company_id and r.group_id = g.group_id),
             g.display_name_key
    limit ${pageSize} offset ${offset}`;
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::integer as total from scim_group where company_id = ${companyId}`;
  const roles = await loadRolesOfGroups(
    sql,
    companyId,
    groups.map(({ groupId }) => groupId),
  );
  const items = groups.map((group) => ({
    ...group,
    roles: roles.filter(({ groupId }) => groupId === group.groupId).map(({ groupId: _id, ...role }) => role),
  }));
  return { items, total: counted?.total ?? 0 };
}

/** The roles of each group, by name. */
export async function loadRolesOfGroups(
  sql: TenantSql,
  companyId: number,
  groupIds: readonly string[],
): Promise<(GroupMapping['roles'][number] & { groupId: string })[]> {
  return sql`
    select r.group_id, r.role_id, role.name as role_name, o.id as organisation_id, o.name as organisation_name
    from scim_group_role r
    join role on role.role_id = r.role_id
    join organisation o on o.id = r.organisation_id
    where r.company_id = ${companyId} and r.group_id = any (${groupIds as string[]}::uuid[])
    order by role.name, o.name, o.id`;
}

export async function replaceRoles(
  sql: TenantSql,
  companyId: number,
  groupId: string,
  assignments: readonly RoleAssignment[],
): Promise<void> {
  await sql`delete from scim_group_role where company_id = ${companyId} and group_id = ${groupId}`;
  await sql`
    insert into scim_group_role (company_id, group_id, role_id, organisation_id)
    select ${companyId}, ${groupId}, c.role_id, c.organisation_id
    from unnest(${assignments.map(({ roleId }) => roleId)}::text[],
                ${assignments.map(({ organisationId }) => organisationId)}::integer[]) as c (role_id, organisation_id)`;
}

/** Which of the places exist: a role of the portal that the company may use, on an organisation of it. */
export async function countExistingAssignments(
  sql: TenantSql,
  companyId: number,
  assignments: readonly RoleAssignment[],
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from unnest(${assignments.map(({ roleId }) => roleId)}::text[],
                ${assignments.map(({ organisationId }) => organisationId)}::integer[]) as c (role_id, organisation_id)
    join role on role.role_id = c.role_id and role.application = 'portal'
      and (role.company_id is null or role.company_id = ${companyId})
    join organisation o on o.id = c.organisation_id and o.company_id = ${companyId} and o.type <> 'INSTALLATION'`;
  return row?.count ?? 0;
}
