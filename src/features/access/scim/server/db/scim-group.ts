import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { groupNameKey } from '../resource/group-values.ts';
import { refusals } from '../refuse.ts';

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
