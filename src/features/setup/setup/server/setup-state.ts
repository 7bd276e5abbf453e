import { pathIds } from '#shared/org-path.ts';
import type { TenantSql } from '#database/tenant.ts';

export interface SetupState {
  companyId: number | null;
  company: string | null;
  hasMerchant: boolean;
  hasInstallation: boolean;
  hasColleague: boolean;
  /** The name of a colleague who has not signed in yet. */
  invited: string | null;
  hasApiKey: boolean;
  hasPayment: boolean;
}

/**
 * The steps that are done at and below `path`. A colleague is another user of the provider or the company who has signed in. Each part stops
 * at its first row, so its cost does not grow with the data.
 */
export async function readSetupState(
  sql: TenantSql,
  path: string,
  { callerId, isProvider }: { callerId: string; isProvider: boolean },
): Promise<SetupState> {
  const below = sql`(o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0'))`;
  const hasType = (type: string) => sql`
    exists (select from organisation o where o.type = ${type} and ${below})`;
  const firstCompany = sql`from organisation o where o.type = 'GROUP' and ${below} order by o.path limit 1`;
  const colleague = sql`
    from app_user u join organisation o on o.id = u.organisation_id
    where u.active and u.domain_user = ${isProvider} and u.user_id <> ${callerId} and ${below}`;
  const [row] = await sql<SetupState[]>`
    select
      (select o.id ${firstCompany}) as company_id, (select o.name ${firstCompany}) as company,
      ${hasType('MERCHANT')} as has_merchant, ${hasType('INSTALLATION')} as has_installation,
      exists (select ${colleague} and u.last_logon_at is not null) as has_colleague,
      (select u.given_name || ' ' || u.family_name ${colleague} and u.last_logon_at is null
       order by u.created_at desc limit 1) as invited,
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
