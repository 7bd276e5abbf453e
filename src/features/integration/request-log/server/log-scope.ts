import type { TenantSql } from '#database/tenant.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { LogScope } from './api-request-table.ts';

interface Place {
  path: string;
}

export const mayView = (caller: Caller, { path }: Place): boolean =>
  mayOn(caller, 'P_MANAGE_API_KEYS', path) || mayOn(caller, 'P_VIEW_AUDIT', path);

/** Bodies have what the key may read. Users who manage keys can make such a key. */
export const maySeeBodies = (caller: Caller, { path }: Place): boolean =>
  mayOn(caller, 'P_MANAGE_API_KEYS', path);

interface OrganisationRow extends Place {
  id: number;
  companyId: number | null;
}

/** The organisations at and below a path whose requests the caller may see; whole companies where that is all of them. */
export async function findLogScope(sql: TenantSql, caller: Caller, path: string): Promise<LogScope> {
  const rows = await sql<OrganisationRow[]>`
    select id, path, company_id from organisation
    where path = ${path} or (path > ${path} || '/' and path < ${path} || '0')`;
  const inCompany = rows.filter(
    ({ companyId }) => companyId !== null && caller.tenantIds.includes(companyId),
  );
  const visible = inCompany.filter((row) => mayView(caller, row));
  const companyIds = [...new Set(visible.flatMap(({ companyId }) => companyId ?? []))];
  const isWhole =
    visible.length === inCompany.length && companyIds.every((id) => inCompany.some((row) => row.id === id));
  return { companyIds, organisationIds: isWhole ? undefined : visible.map(({ id }) => id) };
}

/** The path of an organisation of the log; undefined after it was deleted. */
export async function findPath(sql: TenantSql, organisationId: number): Promise<string | undefined> {
  const [row] = await sql<Place[]>`select path from organisation where id = ${organisationId}`;
  return row?.path;
}
