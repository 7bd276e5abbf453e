import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { UserValues } from '../resource/user-values.ts';

/** A user as SCIM shows it. */
export interface ScimUserRecord extends UserValues {
  userId: string;
  createdAt: Date;
  updatedAt: Date;
  /** The version of the user, then that of the SCIM attributes. */
  version: string;
}

/** For `scim_user s join app_user u`. */
export const userColumns = (sql: TenantSql): Fragment => sql`
  u.user_id, u.user_name, u.given_name, u.family_name, u.active, s.display_name, s.email, s.external_id, s.locale,
  s.time_zone as timezone, s.created_at, greatest(s.updated_at, u.updated_at) as updated_at,
  u.version || '.' || s.version as version`;

/** The users of a company that SCIM shows. A user who was moved to another company is not included. */
export const provisionedUsers = (sql: TenantSql, companyId: number): Fragment => sql`
  from scim_user s
  join app_user u on u.user_id = s.user_id
  join organisation o on o.id = u.organisation_id and o.company_id = s.company_id
  where s.company_id = ${companyId} and s.deleted_at is null and not u.domain_user`;

export async function findScimUser(
  sql: TenantSql,
  companyId: number,
  userId: string,
): Promise<ScimUserRecord | undefined> {
  const [row] = await sql<ScimUserRecord[]>`
    select ${userColumns(sql)} ${provisionedUsers(sql, companyId)} and s.user_id = ${userId}`;
  return row;
}

/** Whether only the company's identity provider gives the user access: provisioned, without a password or a passkey. */
export async function hasProvisionedAccessOnly(
  sql: TenantSql,
  companyId: number,
  userId: string,
): Promise<boolean> {
  const [row] = await sql`
    select ${provisionedUsers(sql, companyId)} and s.user_id = ${userId} and s.active and u.password_hash is null
      and not exists (select from second_factor f where f.user_id = u.user_id)`;
  return row !== undefined;
}

/** A user of any company with the user name. */
export async function findNamesake(
  sql: TenantSql,
  userNameKey: string,
): Promise<
  | {
      userId: string;
      companyId: number | null;
      domainUser: boolean;
      /** SCIM shows the user already, and the directory has not deactivated them. */
      isInUse: boolean;
    }
  | undefined
> {
  const [row] = await sql<
    { userId: string; companyId: number | null; domainUser: boolean; isInUse: boolean }[]
  >`
    select u.user_id, o.company_id, u.domain_user, coalesce(s.active, false) as is_in_use
    from app_user u
    join organisation o on o.id = u.organisation_id
    left join scim_user s on s.user_id = u.user_id and s.deleted_at is null
    where u.user_name_key = ${userNameKey}`;
  return row;
}

/**
 * Inserts what SCIM adds to a user, who may wait for an invitation, or shows a user again that the provider had
 * deleted.
 */
export async function provisionUser(
  sql: TenantSql,
  companyId: number,
  userId: string,
  { values, awaitsInvitation, now }: { values: UserValues; awaitsInvitation: boolean; now: Date },
): Promise<void> {
  await sql`
    insert into scim_user (company_id, user_id, external_id, display_name, email, locale, time_zone, active,
                           awaits_invitation, created_at, updated_at, version)
    values (${companyId}, ${userId}, ${values.externalId}, ${values.displayName}, ${values.email}, ${values.locale},
            ${values.timezone}, ${values.active}, ${awaitsInvitation}, ${now}, ${now}, 1)
    on conflict (company_id, user_id) do update set
      external_id = excluded.external_id, display_name = excluded.display_name, email = excluded.email,
      locale = excluded.locale, time_zone = excluded.time_zone, active = excluded.active,
      created_at = excluded.created_at, updated_at = excluded.updated_at, deleted_at = null,
      version = scim_user.version + 1`;
}

export async function updateScimUser(
  sql: TenantSql,
  companyId: number,
  userId: string,
  { values, now }: { values: UserValues; now: Date },
): Promise<void> {
  await sql`
    update scim_user set
      external_id = ${values.externalId}, display_name = ${values.displayName}, email = ${values.email},
      locale = ${values.locale}, time_zone = ${values.timezone}, active = ${values.active}, updated_at = ${now},
      version = version + 1
    where company_id = ${companyId} and user_id = ${userId}`;
}

/** Hides a user from SCIM. */
export async function unprovisionUser(
  sql: TenantSql,
  companyId: number,
  userId: string,
  now: Date,
): Promise<void> {
  await sql`
    update scim_user set deleted_at = ${now}, active = false, updated_at = ${now}, version = version + 1
    where company_id = ${companyId} and user_id = ${userId}`;
}

/** Which of the ids are users that SCIM shows. A join: an index scan for each user would sort all the ids again. */
export async function findProvisionedIds(
  sql: TenantSql,
  companyId: number,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select s.user_id ${provisionedUsers(sql, companyId)} and s.user_id in (select unnest(${ids as string[]}::uuid[]))`;
  return rows.map(({ userId }) => userId);
}

/** Raises the versions of users whose groups have changed. */
export async function touchScimUsers(
  sql: TenantSql,
  companyId: number,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update scim_user set version = version + 1, updated_at = ${now}
    where company_id = ${companyId} and user_id = any (${ids as string[]}::uuid[])`;
}

export async function countScimUsers(sql: TenantSql, companyId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count ${provisionedUsers(sql, companyId)}`;
  return row?.count ?? 0;
}

/** Users who wait for an invitation and have a role now; at most `limit`. */
export function listUsersToInvite(
  sql: TenantSql,
  limit: number,
): Promise<{ companyId: number; userId: string }[]> {
  return sql<{ companyId: number; userId: string }[]>`
    select s.company_id, s.user_id from scim_user s join app_user u on u.user_id = s.user_id
    where s.awaits_invitation and s.deleted_at is null and u.active
      and exists (select from role_grant g where g.user_id = s.user_id)
    order by s.company_id, s.user_id limit ${limit}`;
}

/** Claims the invitation of a user. False when another process has. */
export async function claimInvitation(sql: TenantSql, companyId: number, userId: string): Promise<boolean> {
  const claimed = await sql`
    update scim_user set awaits_invitation = false
    where company_id = ${companyId} and user_id = ${userId} and awaits_invitation returning 1`;
  return claimed.length === 1;
}

export async function dropInvitations(sql: TenantSql, companyId: number): Promise<void> {
  await sql`
    update scim_user set awaits_invitation = false where company_id = ${companyId} and awaits_invitation`;
}
