import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';

/** Whose reports a caller sees at an organisation. */
interface VisibleReports {
  connections: number[];
  /** The companies at and below it. */
  companies: number[];
}

/**
 * The connections that the organisation and those below it own; the provider's operators see the operator's too, with what is
 * about their own companies. A company that only uses a connection of its provider sees its payouts, not the reports.
 */
export async function findVisibleReports(
  sql: TenantSql,
  caller: Caller,
  { path, organisationId }: OrganisationResource,
): Promise<VisibleReports> {
  const rows = await sql<{ connectionId: number; path: string | null }[]>`
    select k.connection_id, o.path from processor_connection k left join organisation o on o.id = k.organisation_id
    where o.path = ${path} or starts_with(o.path, ${path} || '/')
      or (k.organisation_id is null and exists (
        select 1 from organisation own where own.id = ${organisationId} and own.type = 'DOMAIN'))`;
  const may = (place: string) =>
    mayOn(caller, 'P_VIEW_SETTLEMENTS', place) || mayOn(caller, 'P_MANAGE_SETTLEMENTS', place);
  return {
    connections: rows.filter((row) => may(row.path ?? path)).map(({ connectionId }) => connectionId),
    companies: await findCompanies(sql, path),
  };
}

async function findCompanies(sql: Sql, path: string): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from organisation where type = 'GROUP' and (path = ${path} or starts_with(path, ${path} || '/'))`;
  return rows.map(({ id }) => id);
}
