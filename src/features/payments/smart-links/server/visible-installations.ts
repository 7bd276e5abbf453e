import type { TenantSql } from '#database/tenant.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { isActiveCondition } from '#server/auth/inherited-state.ts';
import { problems } from '#shared/problem.ts';
import { linkPermissions } from '../endpoints.ts';

interface VisibleInstallation {
  id: number;
  name: string;
  merchantName: string;
  currencies: string[];
  webOrigins: string[];
  /** New links can be created. */
  isActive: boolean;
}

/**
 * Installations at and below `path` where the caller holds both permissions, sorted by merchant and name. Throws 403
 * for a caller who holds one of them nowhere.
 */
export async function visibleInstallations(
  sql: TenantSql,
  caller: Caller,
  path: string,
): Promise<VisibleInstallation[]> {
  if (!linkPermissions.every((name) => caller.held.some((grant) => grant.name === name)))
    throw problems.forbidden();
  const below = `${path}/`;
  const rows = await sql<(VisibleInstallation & { path: string; merchantPath: string })[]>`
    select i.installation_id as id, o.name, m.name as merchant_name, i.currencies, i.web_origins, o.path,
           m.path as merchant_path, ${isActiveCondition(sql, sql`o.path`)} as is_active
    from installation i
    join organisation o on o.id = i.installation_id
    join organisation m on m.id = i.merchant_id
    where i.company_id = any (${caller.tenantIds as number[]})
      and (o.path = ${path} or starts_with(o.path, ${below}) or m.path = ${path} or starts_with(m.path, ${below}))
    order by m.name, m.id, o.name, i.installation_id`;
  return rows
    .filter((row) =>
      linkPermissions.every((name) => [row.merchantPath, row.path].some((path) => mayOn(caller, name, path))),
    )
    .map(({ path: _path, merchantPath: _merchantPath, ...installation }) => installation);
}
