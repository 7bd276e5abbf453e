import type { TenantSql } from '#database/tenant.ts';

interface ScimCompany {
  sendInvitations: boolean;
  lastChangeAt: Date | null;
  version: number;
}

/** Locks the company until the end of the transaction, so that changes over SCIM come one after the other. */
export async function lockScimCompany(sql: TenantSql, companyId: number): Promise<void> {
  await sql`select from scim_company where company_id = ${companyId} for no key update`;
}

/** Without a row nothing has been set up, and users would get invitations. */
export async function readScimCompany(sql: TenantSql, companyId: number): Promise<ScimCompany> {
  const [row] = await sql<ScimCompany[]>`
    select send_invitations, last_change_at, version from scim_company where company_id = ${companyId}`;
  return row ?? { sendInvitations: true, lastChangeAt: null, version: 0 };
}

export async function ensureScimCompany(sql: TenantSql, companyId: number): Promise<void> {
  await sql`
    insert into scim_company (company_id, send_invitations, version) values (${companyId}, true, 0)
    on conflict do nothing`;
}

/** False when another request has changed the version in between. */
export async function writeScimCompany(
  sql: TenantSql,
  companyId: number,
  { sendInvitations, version }: Pick<ScimCompany, 'sendInvitations' | 'version'>,
): Promise<boolean> {
  await ensureScimCompany(sql, companyId);
  const updated = await sql`
    update scim_company set send_invitations = ${sendInvitations}, version = version + 1
    where company_id = ${companyId} and version = ${version} returning 1`;
  return updated.length === 1;
}

export async function storeChangeTime(sql: TenantSql, companyId: number, now: Date): Promise<void> {
  await sql`update scim_company set last_change_at = ${now} where company_id = ${companyId}`;
}
