import { pathIds } from '#shared/org-path.ts';
import type { TenantSql } from '#database/tenant.ts';

export interface SetupState {
  companyId: number | null;
  company: string | null;
  merchant: string | null;
  installation: string | null;
  hasColleague: boolean;
  hasApiKey: boolean;
  hasPayment: boolean;
}

/**
 * The steps that are done at and below `path`. A colleague is a user other than this one. Each part stops at its
 * first row, so its cost does not grow with the data.
 */
export async function readSetupState(sql: TenantSql, path: string, userId: string): Promise<SetupState> {
  const below = sql`(o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0'))`;
  const first = (type: string) => sql`
    (select o.name from organisation o where o.type = ${type} and ${below} order by o.path limit 1)`;
  const [row] = await sql<SetupState[]>`
    select
      (select o.id from organisation o where o.type = 'GROUP' and ${below} order by o.path limit 1) as company_id,
      ${first('GROUP')} as company, ${first('MERCHANT')} as merchant, ${first('INSTALLATION')} as installation,
      exists (
        select from app_user u join organisation o on o.id = u.organisation_id
        where u.active and u.user_id <> ${userId} and ${below}) as has_colleague,
      exists (
        select from api_credential c where c.active and c.company_id = any (array(
          select o.id from organisation o where o.type = 'GROUP' and ${below} order by o.path limit 100))
      ) as has_api_key,
      exists (
        select from txn t where t.company_id = any (array(
          select o.id from organisation o where o.type = 'GROUP' and ${below} order by o.path limit 100))
      ) as has_payment`;
  if (!row) throw new Error('no row of the set-up');
  return row;
}

/** For each permission, one active user of the kind (domain or not) who has it on `path`, the nearest first. */
export async function findHolders(
  sql: TenantSql,
  { path, permissions, domainUser }: { path: string; permissions: readonly string[]; domainUser: boolean },
): Promise<Map<string, string>> {
  const rows = await sql<{ permission: string; name: string }[]>`
    select distinct on (p.permission) p.permission, u.given_name || ' ' || u.family_name as name
    from role_grant g
    join role_permission p on p.role_id = g.role_id and p.permission = any (${permissions as string[]})
    join organisation o on o.id = g.organisation_id
    join app_user u on u.user_id = g.user_id and u.active and u.domain_user = ${domainUser}
    where g.organisation_id = any (${pathIds(path)}) and (g.cascade or o.path = ${path})
    order by p.permission, length(o.path) desc, u.created_at, u.user_id`;
  return new Map(rows.map(({ permission, name }) => [permission, name]));
}
