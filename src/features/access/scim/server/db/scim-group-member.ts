import type { TenantSql } from '#database/tenant.ts';
import type { GroupName } from '../resource/user-resource.ts';

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
