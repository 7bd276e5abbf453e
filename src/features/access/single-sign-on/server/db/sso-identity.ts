import type { TenantSql } from '#database/tenant.ts';

export interface Identity {
  companyId: number;
  issuer: string;
  subject: string;
}

export interface StoredIdentity {
  userId: string;
  isCreated: boolean;
}

export async function findIdentity(sql: TenantSql, identity: Identity): Promise<StoredIdentity | undefined> {
  const [row] = await sql<StoredIdentity[]>`
    select user_id, is_created from sso_identity
    where company_id = ${identity.companyId} and issuer = ${identity.issuer} and subject = ${identity.subject}`;
  return row;
}

/** False when the subject belongs to another user, or the user has another subject at the issuer. */
export async function insertIdentity(
  sql: TenantSql,
  { companyId, issuer, subject }: Identity,
  { userId, isCreated, now }: StoredIdentity & { now: Date },
): Promise<boolean> {
  const inserted = await sql`
    insert into sso_identity (company_id, issuer, subject, user_id, is_created, linked_at)
    values (${companyId}, ${issuer}, ${subject}, ${userId}, ${isCreated}, ${now})
    on conflict do nothing returning 1`;
  return inserted.length === 1;
}

export async function touchIdentity(sql: TenantSql, identity: Identity, now: Date): Promise<void> {
  await sql`
    update sso_identity set last_used_at = ${now}
    where company_id = ${identity.companyId} and issuer = ${identity.issuer} and subject = ${identity.subject}`;
}

export interface OwnIdentity {
  linkedAt: Date;
  lastUsedAt: Date | null;
  isCreated: boolean;
}

/** The connection of a user to the company's present provider. */
export async function findUserIdentity(
  sql: TenantSql,
  { companyId, issuer, userId }: { companyId: number; issuer: string; userId: string },
): Promise<OwnIdentity | undefined> {
  const [row] = await sql<OwnIdentity[]>`
    select linked_at, last_used_at, is_created from sso_identity
    where company_id = ${companyId} and issuer = ${issuer} and user_id = ${userId}`;
  return row;
}

export async function deleteIdentity(
  sql: TenantSql,
  { companyId, issuer, userId }: { companyId: number; issuer: string; userId: string },
): Promise<void> {
  await sql`
    delete from sso_identity where company_id = ${companyId} and issuer = ${issuer} and user_id = ${userId}`;
}

/**
 * The different grants of the users that a provider may sign in: those connected to its issuer and, where it connects
 * provisioned users, those as well, or only those with an address of `domain`.
 */
export function listGrantsOfSignedIn(
  sql: TenantSql,
  {
    companyId,
    issuer,
    connects,
    domain,
  }: { companyId: number; issuer: string; connects: boolean; domain?: string },
): Promise<{ permissions: string[]; path: string; cascade: boolean }[]> {
  const inDomain = domain === undefined ? sql`` : sql`and split_part(u.user_name_key, '@', 2) = ${domain}`;
  return sql<{ permissions: string[]; path: string; cascade: boolean }[]>`
    with signed_in as (
      select i.user_id from sso_identity i
      where i.company_id = ${companyId} and i.issuer = ${issuer} and ${domain === undefined}
      union
      select s.user_id from scim_user s join app_user u on u.user_id = s.user_id
      where s.company_id = ${companyId} and s.deleted_at is null and ${connects} ${inDomain}
    )
    select array(select p.permission from role_permission p where p.role_id = g.role_id order by 1) as permissions,
           g.path, g.cascade
    from (
      select distinct g.role_id, o.path, g.cascade
      from signed_in s join role_grant g on g.user_id = s.user_id join organisation o on o.id = g.organisation_id
    ) g`;
}

/** Whether the company has an active administrator with a passkey, not created by a provider. */
export async function hasLocalAdministrator(sql: TenantSql, companyId: number): Promise<boolean> {
  const [row] = await sql`
    select from app_user u
    join organisation company on company.id = ${companyId}
    join organisation home on home.id = u.organisation_id and home.company_id = company.id
    where u.active
      and exists (select from second_factor f where f.user_id = u.user_id and f.kind = 'passkey')
      and not exists (select from sso_identity i where i.user_id = u.user_id and i.is_created)
      and exists (
        select from role_grant g
        join role_permission p on p.role_id = g.role_id and p.permission = 'P_MANAGE_SECURITY'
        where g.user_id = u.user_id and g.organisation_id = company.id)
    limit 1`;
  return row !== undefined;
}
