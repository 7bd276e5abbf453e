import type { TenantSql } from '#database/tenant.ts';
import { customTypeOf } from '../../../fields/custom-columns.ts';
import type { ReportQuestion } from '../report-question.ts';
import type { CustomName } from './custom-values.ts';

/** What the companies in scope call the custom fields of the question; asked only when it has any. */
export async function customNamesOf(
  sql: TenantSql,
  { shown, conditions, sort, scope }: ReportQuestion,
): Promise<readonly CustomName[]> {
  const used = [...shown, ...[...conditions, ...sort].map(({ field }) => field)].filter(
    (field) => customTypeOf(field) !== undefined,
  );
  if (used.length === 0) return [];
  return sql<CustomName[]>`
    select company_id as "companyId", stored_name as "storedName", descriptive_name as "descriptiveName"
    from custom_field
    where company_id = any (${scope.companies}) and stored_name = any (${used}) and in_reporting
    order by company_id, stored_name`;
}
