import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { groupNameKey } from '../resource/group-values.ts';
import { refusals } from '../refuse.ts';
import type { GroupMapping } from '../../schemas.ts';
import type { GroupName } from '../resource/user-resource.ts';

export interface GroupRecord {
  groupId: string;
  displayName: string;
  externalId: string | null;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export const groupColumns = (sql: TenantSql): Fragment => sql`
  g.group_id, g.display_name, g.external_id, g.created_at, g.updated_at, g.version`;

export async function findGroup(
  sql: TenantSql,
  companyId: number,
  groupId: string,
): Promise<GroupRecord | undefined> {
  const [row] = await sql<GroupRecord[]>`
    select ${groupColumns(sql)} from scim_group g where g.company_id = ${companyId} and g.group_id = ${groupId}`;
  return row;
}

export async function countGroups(sql: TenantSql, companyId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from scim_group where company_id = ${companyId}`;
  return row?.count ?? 0;
}

interface GroupNames {
  displayName: string;
  externalId: string | null;
}

/** Throws uniqueness for a name that another group of the company has. */
export async function insertGroup(
  sql: TenantSql,
  companyId: number,
  groupId: string,
  { names, now }: { names: GroupNames; now: Date },
): Promise<void> {
  const inserted = await sql`
    insert into scim_group (company_id, group_id, display_name, display_name_key, external_id, created_at,
                            updated_at, version)
    values (${companyId}, ${groupId}, ${names.displayName}, ${groupNameKey(names.displayName)},
            ${names.externalId}, ${now}, ${now}, 1)
    on conflict (company_id, display_name_key) do nothing returning 1`;
  if (inserted.length === 0) throw refusals.groupNameTaken();
}

export async function updateGroup(
  sql: TenantSql,
  companyId: number,
  groupId: string,
  { names, now }: { names: GroupNames; now: Date },
): Promise<void> {
  const key = groupNameKey(names.displayName);
  const namesakes = await sql`
    select from scim_group
    where company_id = ${companyId} and display_name_key = ${key} and group_id <> ${groupId}`;
  if (namesakes.length > 0) throw refusals.groupNameTaken();
  await sql`
    update scim_group set display_name = ${names.displayName}, display_name_key = ${key},
      external_id = ${names.externalId}, updated_at = ${now}, version = version + 1
    where company_id = ${companyId} and group_id = ${groupId}`;
}

/** Deletes a group with its members and roles. */
export async function deleteGroup(sql: TenantSql, companyId: number, groupId: string): Promise<void> {
  await sql`delete from scim_group where company_id = ${companyId} and group_id = ${groupId}`;
}

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

/** Most groups of a user that a response shows. */
const maxShownGroups = 100;

/** The groups of each user, by name. */
export async function loadGroupsOfUsers(
  sql: TenantSql,
  companyId: number,
  userIds: readonly string[],
): Promise<Map<string, GroupName[]>> {
  const rows = await sql<(GroupName & { userId: string })[]>`
    select one.user_id, found.group_id, found.display_name
    from unnest(${userIds as string[]}::uuid[]) as one (user_id)
    cross join lateral (
      select g.group_id, g.display_name
      from scim_group_member m join scim_group g on g.company_id = m.company_id and g.group_id = m.group_id
      where m.company_id = ${companyId} and m.user_id = one.user_id
      order by g.display_name_key limit ${maxShownGroups}) as found
    order by one.user_id, lower(found.display_name)`;
  const groups = new Map<string, GroupName[]>();
  for (const { userId, ...group } of rows) groups.set(userId, [...(groups.get(userId) ?? []), group]);
  return groups;
}

/** A member of a group. */
export interface MemberName {
  userId: string;
  display: string;
}

/** The members of each group, by id. */
export async function loadMembersOfGroups(
  sql: TenantSql,
  companyId: number,
  groupIds: readonly string[],
): Promise<Map<string, MemberName[]>> {
  const rows = await sql<(MemberName & { groupId: string })[]>`
    select m.group_id, m.user_id, coalesce(s.display_name, u.given_name || ' ' || u.family_name) as display
    from scim_group_member m
    join scim_user s on s.company_id = m.company_id and s.user_id = m.user_id
    join app_user u on u.user_id = m.user_id
    where m.company_id = ${companyId} and m.group_id = any (${groupIds as string[]}::uuid[])
    order by m.group_id, m.user_id`;
  const members = new Map<string, MemberName[]>();
  for (const { groupId, ...member } of rows) {
    const list = members.get(groupId);
    if (list) list.push(member);
    else members.set(groupId, [member]);
  }
  return members;
}

export async function countMembers(
  sql: TenantSql,
  companyId: number,
  groupIds: readonly string[],
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from scim_group_member
    where company_id = ${companyId} and group_id = any (${groupIds as string[]}::uuid[])`;
  return row?.count ?? 0;
}

export async function listMemberIds(sql: TenantSql, companyId: number, groupId: string): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from scim_group_member where company_id = ${companyId} and group_id = ${groupId}
    order by user_id`;
  return rows.map(({ userId }) => userId);
}

/** Returns the users who were not members before. */
export async function insertMembers(
  sql: TenantSql,
  companyId: number,
  groupId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    insert into scim_group_member (company_id, group_id, user_id)
    select ${companyId}, ${groupId}, unnest(${userIds as string[]}::uuid[])
    on conflict do nothing returning user_id`;
  return rows.map(({ userId }) => userId);
}

/** Returns the users who were members before. */
export async function deleteMembers(
  sql: TenantSql,
  companyId: number,
  groupId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    delete from scim_group_member
    where company_id = ${companyId} and group_id = ${groupId} and user_id = any (${userIds as string[]}::uuid[])
    returning user_id`;
  return rows.map(({ userId }) => userId);
}

export async function removeFromGroups(sql: TenantSql, companyId: number, userId: string): Promise<void> {
  await sql`
    with gone as (
      delete from scim_group_member where company_id = ${companyId} and user_id = ${userId} returning group_id
    )
    update scim_group g set version = version + 1, updated_at = clock_timestamp()
    from gone where g.company_id = ${companyId} and g.group_id = gone.group_id`;
}
