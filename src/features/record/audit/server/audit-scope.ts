import { problems } from '#shared/problem.ts';
import { reaches } from '#shared/scoped-permission.ts';
import type { Sql } from '#database/connection.ts';
import { type Caller, loadTenantIds } from '#server/auth/caller.ts';

/** The lines that a query may return. */
export interface AuditScope {
  /** Companies that are visible as a whole. */
  companies: readonly number[];
  /** Visible organisations of companies that are visible in part. */
  organisations: readonly number[];
  above: Above | undefined;
}

/**
 * Organisations above companies. The top one includes events without an organisation, such as anonymous
 * attempts.
 */
interface Above {
  organisations: readonly number[];
  isTop: boolean;
}

/** For row-level security: lines above companies are visible to company 0. */
export function loadTenantIdsInScope(caller: Caller, scope: AuditScope): number[] {
  return [...caller.tenantIds, ...(scope.above ? [0] : [])];
}

interface Organisation {
  id: number;
  path: string;
  companyId: number | null;
}

/**
 * The caller's scope on an organisation that the guard has authorised: it, and with cascade its descendants.
 */
export async function loadAuditScope(sql: Sql, caller: Caller, organisationId: number): Promise<AuditScope> {
  const [organisation] = await sql<Organisation[]>`
    select id, path, company_id from organisation where id = ${organisationId}`;
  if (!organisation) throw problems.forbidden();
  const { path } = organisation;
  const includesDescendants = caller.held.some(
    (grant) => grant.name === 'P_VIEW_AUDIT' && grant.cascade && reaches(grant, path),
  );
  return includesDescendants ? loadScopeWithDescendants(sql, organisation) : buildScopeOfOne(organisation);
}

/** Everything that the caller may see. */
export async function loadWholeScope(sql: Sql, caller: Caller): Promise<AuditScope> {
  const paths = [
    ...new Set(caller.held.filter((grant) => grant.name === 'P_VIEW_AUDIT').map((grant) => grant.scope)),
  ];
  const scopeRoots = await sql<Organisation[]>`
    select id, path, company_id from organisation where path = any (${paths})`;
  const scopes = await Promise.all(scopeRoots.map(({ id }) => loadAuditScope(sql, caller, id)));
  const above = scopes.flatMap((scope) => scope.above ?? []);
  return {
    companies: [...new Set(scopes.flatMap((scope) => scope.companies))],
    organisations: [...new Set(scopes.flatMap((scope) => scope.organisations))],
    above:
      above.length === 0
        ? undefined
        : {
            organisations: above.flatMap((part) => part.organisations),
            isTop: above.some((part) => part.isTop),
          },
  };
}

async function loadScopeWithDescendants(
  sql: Sql,
  { id, path, companyId }: Organisation,
): Promise<AuditScope> {
  if (companyId === id) return { companies: [id], organisations: [], above: undefined };
  const onPath = sql`(path = ${path} or (path > ${path} || '/' and path < ${path} || '0'))`;
  if (companyId !== null) {
    const rows = await sql<{ id: number }[]>`select id from organisation where ${onPath}`;
    return { companies: [], organisations: rows.map((row) => row.id), above: undefined };
  }
  const rows = await sql<{ id: number; isTop: boolean }[]>`
    select id, parent_id is null as is_top from organisation where company_id is null and ${onPath}`;
  return {
    companies: await loadTenantIds(sql, [path]),
    organisations: [],
    above: { organisations: rows.map((row) => row.id), isTop: rows.some((row) => row.isTop) },
  };
}

function buildScopeOfOne({ id, companyId }: Organisation): AuditScope {
  if (companyId !== null) return { companies: [], organisations: [id], above: undefined };
  return { companies: [], organisations: [], above: { organisations: [id], isTop: false } };
}
