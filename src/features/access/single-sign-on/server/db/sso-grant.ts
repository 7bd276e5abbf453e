import { type Grant, grantKey } from '#features/access/users/server/db/grants.ts';
import type { TenantSql } from '#database/tenant.ts';

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
