import type { Permission } from '#shared/permissions.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { ScopeEntry } from '../../schemas.ts';

interface PlaceRow {
  type: 'MERCHANT' | 'INSTALLATION';
  id: number;
  name: string;
  path: string;
  merchantId: number | null;
  merchantPath: string | null;
}

/**
 * Merchants and installations at and below `path`, by name, where the caller holds one of the permissions on the place or
 * its merchant.
 */
export async function loadScopeBelow(
  sql: TenantSql,
  caller: Caller,
  path: string,
  permissions: readonly Permission[],
): Promise<ScopeEntry[]> {
  const rows = await sql<PlaceRow[]>`
    select o.type, o.id, o.name, o.path, m.id as merchant_id, m.path as merchant_path
    from organisation o
    left join organisation m on o.type = 'INSTALLATION' and m.id = o.parent_id
    where o.type in ('MERCHANT', 'INSTALLATION')
      and (o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0'))
    order by o.name, o.id`;
  return filterVisible(rows, caller, permissions).map(({ type, id, name, merchantId }) => ({
    type,
    id,
    name,
    merchantId: merchantId ?? undefined,
  }));
}

/** Names of merchants or installations by id; only of those that the caller may see. */
export async function loadScopeNames(
  sql: TenantSql,
  caller: Caller,
  type: PlaceRow['type'],
  ids: readonly number[],
  permissions: readonly Permission[],
): Promise<Record<string, number>> {
  const rows = await sql<PlaceRow[]>`
    select o.type, o.id, o.name, o.path, m.id as merchant_id, m.path as merchant_path
    from organisation o
    left join organisation m on o.type = 'INSTALLATION' and m.id = o.parent_id
    where o.type = ${type} and o.id = any (${ids as number[]})
    order by o.name, o.id`;
  const names: Record<string, number> = {};
  for (const { id, name } of filterVisible(rows, caller, permissions))
    names[Object.hasOwn(names, name) ? `${name} (${id})` : name] = id;
  return names;
}

function filterVisible(
  rows: readonly PlaceRow[],
  caller: Caller,
  permissions: readonly Permission[],
): PlaceRow[] {
  return rows.filter(({ path, merchantPath }) =>
    permissions.some(
      (name) => mayOn(caller, name, path) || (merchantPath !== null && mayOn(caller, name, merchantPath)),
    ),
  );
}
