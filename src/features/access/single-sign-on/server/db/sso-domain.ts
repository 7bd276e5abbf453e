import type { Sql } from '#database/connection.ts';

export interface StoredDomain {
  domain: string;
  token: string;
  verifiedAt: Date | null;
}

export function listDomains(sql: Sql, companyId: number): Promise<StoredDomain[]> {
  return sql<StoredDomain[]>`
    select domain, token, verified_at from sso_domain where company_id = ${companyId} order by domain limit 100`;
}

/** The company that has verified a domain. */
export async function findDomainOwner(sql: Sql, domain: string): Promise<number | undefined> {
  const [row] = await sql<{ companyId: number }[]>`
    select company_id from sso_domain where domain = ${domain} and verified_at is not null`;
  return row?.companyId;
}

/** False when the company has the domain already. */
export async function insertDomain(
  sql: Sql,
  { companyId, domain, token }: { companyId: number; domain: string; token: string },
): Promise<boolean> {
  const inserted = await sql`
    insert into sso_domain (company_id, domain, token) values (${companyId}, ${domain}, ${token})
    on conflict (company_id, domain) do nothing returning 1`;
  return inserted.length === 1;
}

/** Fails with a duplicate key when another company has verified it. */
export async function markVerified(
  sql: Sql,
  { companyId, domain, now }: { companyId: number; domain: string; now: Date },
): Promise<true> {
  await sql`
    update sso_domain set verified_at = ${now}
    where company_id = ${companyId} and domain = ${domain} and verified_at is null`;
  return true;
}

export async function deleteDomain(
  sql: Sql,
  companyId: number,
  domain: string,
): Promise<StoredDomain | undefined> {
  const [deleted] = await sql<StoredDomain[]>`
    delete from sso_domain where company_id = ${companyId} and domain = ${domain}
    returning domain, token, verified_at`;
  return deleted;
}
