import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { SearchAnswer, SearchRequest } from '#features/reporting/search-schema.ts';

/**
 * On the merchant API a custom field goes by the name that the merchant itself sends
 * (docs/domain.md#custom-fields).
 */
const prefix = 'custom_field_';

/** Stored name and merchant's name of every custom field that reports show, of these companies. */
export async function reportedCustomFields(
  sql: TenantSql,
  tenantIds: readonly number[],
): Promise<{ storedName: string; displayName: string; apiName: string }[]> {
  const rows = await sql<{ storedName: string; displayName: string; name: string }[]>`
    select distinct on (stored_name) stored_name, display_name,
           descriptive_name as name
    from custom_field where company_id = any (${tenantIds as number[]}) and in_reporting
    order by stored_name, company_id`;
  return rows.map(({ name, ...row }) => ({ ...row, apiName: `${prefix}${name}` }));
}

/** The same search in the portal's names, and how its answer gets the merchant's names back. */
export async function inPortalNames(
  sql: TenantSql,
  tenantIds: readonly number[],
  request: SearchRequest,
): Promise<{ request: SearchRequest; named: (answer: SearchAnswer) => SearchAnswer }> {
  // API users always see what has just happened.
  const { dataSource: _fresh, ...asked } = request;
  if (!asked.fields.some(({ field }) => field.startsWith('custom_'))) {
    return { request: asked, named: (answer) => answer };
  }
  const known = await reportedCustomFields(sql, tenantIds);
  const stored = new Map(known.map(({ apiName, storedName }) => [apiName, storedName]));
  const shown = asked.fields.filter((field) => field.display !== false).map(({ field }) => field);
  const fields = asked.fields.map((one) => {
    if (!one.field.startsWith('custom_')) return one;
    const field = stored.get(one.field);
    if (field === undefined) throw problems.invalid(`body.fields.${one.field}`);
    return { ...one, field };
  });
  return {
    request: { ...asked, fields },
    named: (answer) => (answer.fieldNames ? { ...answer, fieldNames: shown } : answer),
  };
}
