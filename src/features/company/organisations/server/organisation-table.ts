import { isNameTaken } from '#shared/label.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { ChildType, OrganisationType } from '../tree-rules.ts';

export interface StoredOrganisation {
  id: number;
  companyId: number | null;
  type: OrganisationType;
  name: string;
  parentId: number | null;
  path: string;
  timeZone: string | null;
  active: boolean;
  version: number;
}

/** An organisation, locked until the end of the transaction. Throws 404 for an unknown one. */
export async function lockOrganisation(sql: TenantSql, id: number): Promise<StoredOrganisation> {
  const [row] = await sql<StoredOrganisation[]>`
    select id, company_id, type, name, parent_id, path, time_zone, active, version
    from organisation where id = ${id} for no key update`;
  if (!row) throw problems.notFound();
  return row;
}

export async function readOrganisation(sql: TenantSql, id: number): Promise<StoredOrganisation> {
  const [row] = await sql<StoredOrganisation[]>`
    select id, company_id, type, name, parent_id, path, time_zone, active, version
    from organisation where id = ${id}`;
  if (!row) throw problems.notFound();
  return row;
}

/**
 * Serialises changes of a company's tree, and makes every process read it again. Takes the row of the company before rows
 * below it.
 */
export async function lockTree(sql: TenantSql, companyId: number): Promise<void> {
  await sql`update organisation set tree_version = tree_version + 1 where id = ${companyId}`;
}

/** Throws 409 when another organisation below the same parent has the name. */
export async function requireFreeName(
  sql: TenantSql,
  { parentId, name, except = 0 }: { parentId: number | null; name: string; except?: number },
): Promise<void> {
  const siblings = await sql<{ name: string }[]>`
    select name from organisation where parent_id is not distinct from ${parentId} and id <> ${except}`;
  const names = siblings.map((sibling) => sibling.name);
  if (isNameTaken(name, names)) throw new Problem(409, 'NAME_TAKEN', 'organisation_name_taken');
}

interface NewOrganisation {
  parent: StoredOrganisation;
  type: ChildType | 'INSTALLATION';
  name: string;
  timeZone: string | null;
}

/** Inserts an organisation below its parent. A GROUP is its own company. */
export async function insertOrganisation(
  sql: TenantSql,
  { parent, type, name, timeZone }: NewOrganisation,
): Promise<StoredOrganisation> {
  const [row] = await sql<StoredOrganisation[]>`
    with new_id as (select nextval('organisation_id')::integer as id)
    insert into organisation (id, company_id, type, name, parent_id, path, time_zone)
    select id, case when ${type} = 'GROUP' then id else ${parent.companyId}::integer end, ${type}, ${name}, ${parent.id},
           ${parent.path} || '/' || id, ${timeZone}
    from new_id
    returning id, company_id, type, name, parent_id, path, time_zone, active, version`;
  if (!row) throw new Error('no organisation was inserted');
  return row;
}

export async function updateOrganisation(
  sql: TenantSql,
  id: number,
  { name, timeZone }: Pick<StoredOrganisation, 'name' | 'timeZone'>,
): Promise<void> {
  await sql`
    update organisation set name = ${name}, time_zone = ${timeZone}, version = version + 1 where id = ${id}`;
}

export async function updateActive(sql: TenantSql, id: number, isActive: boolean): Promise<void> {
  await sql`update organisation set active = ${isActive}, version = version + 1 where id = ${id}`;
}

/**
 * Whether nothing is below an organisation and nothing names it. A merchant without an installation has no payments, and
 * installations are never deleted.
 */
export async function isUnused(sql: TenantSql, id: number): Promise<boolean> {
  const [row] = await sql<{ isUsed: boolean }[]>`
    select exists (select from organisation where parent_id = ${id})
        or exists (select from app_user where organisation_id = ${id})
        or exists (select from role_grant where organisation_id = ${id})
        or exists (select from sso_mapping where organisation_id = ${id})
        or exists (select from scim_group_role where organisation_id = ${id})
        or exists (select from approval_request where organisation_id = ${id})
        or exists (select from fraud_rule where organisation_id = ${id})
        or exists (select from fraud_list where organisation_id = ${id})
        or exists (select from transaction_view where organisation_id = ${id})
        or exists (select from view_subscription where organisation_id = ${id})
        or exists (select from feedback where organisation_id = ${id})
        or exists (select from processor_connection where organisation_id = ${id})
        or exists (select from processor_route where organisation_id = ${id})
        or exists (
          select from applied_object where kind = 'organisation' and object_id = ${String(id)} and pruned_at is null
        ) as is_used`;
  return row?.isUsed === false;
}

/** Also deletes its features. */
export async function deleteOrganisationRow(sql: TenantSql, id: number): Promise<void> {
  await sql`delete from organisation_feature where organisation_id = ${id}`;
  await sql`delete from organisation where id = ${id}`;
}

/** Moves an organisation with everything below it. */
export async function updatePath(
  sql: TenantSql,
  { id, path }: Pick<StoredOrganisation, 'id' | 'path'>,
  parent: Pick<StoredOrganisation, 'id' | 'path'>,
): Promise<void> {
  await sql`update organisation set parent_id = ${parent.id}, version = version + 1 where id = ${id}`;
  await sql`
    update organisation set path = ${`${parent.path}/${id}`} || substr(path, ${path.length + 1})
    where path = ${path} or (path > ${path} || '/' and path < ${path} || '0')`;
}

/** Replaces the features of an organisation. */
export async function replaceFeatures(
  sql: TenantSql,
  id: number,
  features: readonly string[],
): Promise<void> {
  await sql`
    delete from organisation_feature where organisation_id = ${id} and feature <> all (${features as string[]})`;
  await sql`
    insert into organisation_feature (organisation_id, feature)
    select ${id}, unnest(${features as string[]}::text[]) on conflict do nothing`;
  await sql`update organisation set version = version + 1 where id = ${id}`;
}

/** The features of an organisation itself. */
export async function listOwnFeatures(sql: TenantSql, id: number): Promise<string[]> {
  const rows = await sql<{ feature: string }[]>`
    select feature from organisation_feature where organisation_id = ${id} order by feature`;
  return rows.map(({ feature }) => feature);
}
