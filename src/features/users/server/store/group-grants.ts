import type { TenantSql } from '#database/tenant.ts';

/** A role of a user on an organisation. */
export interface UserGrant {
  userId: string;
  roleId: string;
  organisationId: number;
}

/**
 * Gives and takes roles of many users at once. New grants cascade. Sessions of the users read their permissions again. The
 * caller has locked the users.
 */
export async function changeGrants(
  sql: TenantSql,
  { give, take, now }: { give: readonly UserGrant[]; take: readonly UserGrant[]; now: Date },
): Promise<void> {
  if (take.length > 0) {
    await sql`
      delete from role_grant g using ${unnested(sql, take)}
      where g.user_id = c.user_id and g.role_id = c.role_id and g.organisation_id = c.organisation_id`;
  }
  if (give.length > 0) {
    await sql`
      insert into role_grant (user_id, role_id, organisation_id, cascade)
      select c.user_id, c.role_id, c.organisation_id, true from ${unnested(sql, give)}
      on conflict do nothing`;
  }
  const users = [...new Set([...give, ...take].map(({ userId }) => userId))];
  if (users.length === 0) return;
  await sql`
    update app_user set version = version + 1, access_version = access_version + 1, updated_at = ${now}
    where user_id = any (${users}::uuid[])`;
}

const unnested = (sql: TenantSql, grants: readonly UserGrant[]) => sql`
  unnest(${grants.map(({ userId }) => userId)}::uuid[], ${grants.map(({ roleId }) => roleId)}::text[],
         ${grants.map(({ organisationId }) => organisationId)}::integer[]) as c (user_id, role_id, organisation_id)`;
