import type { TenantSql } from '#database/tenant.ts';
import { parseCustomType } from '../../../fields/custom-columns.ts';
import type { ReportQuery } from '../build-report-query.ts';
import type { CustomName } from './custom-values.ts';

/** What the companies in scope call the custom fields of the question; asked only when it has any. */
export async function loadCustomNames(
  sql: TenantSql,
  { shown, conditions, sort, scope }: ReportQuery,
): Promise<readonly CustomName[]> {
  const used = [...shown, ...[...conditions, ...sort].map(({ field }) => field)].filter(
    (field) => parseCustomType(field) !== undefined,
  );
  if (used.length === 0) return [];
  return sql<CustomName[]>`
    select company_id, stored_name, descriptive_name
    from custom_field
    where company_id = any (${scope.tenantIds}) and stored_name = any (${used}) and in_reporting
    order by company_id, stored_name`;
}
