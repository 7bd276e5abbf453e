import type { TenantSql } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import { deleteClock } from './test-clock-table.ts';

/**
 * Ends a test clock. What only waits for its next attempt keeps its distance from now; without this, a delivery that a
 * test clock has put off would wait for months. Dates that a person has chosen or a payment has are not touched.
 */
export async function returnToRealTime(
  sql: TenantSql,
  jobs: readonly Job[],
  companyId: number,
  { realNow, aheadMs }: { realNow: Date; aheadMs: number },
): Promise<void> {
  for (const { ofCompany } of jobs) {
    for (const { table, column, open } of ofCompany?.waiting ?? []) {
      await sql.unsafe(
        `update ${table} set ${column} = greatest(${column} - make_interval(secs => $1), $2)
         where company_id = $3 and (${open}) and ${column} > $2`,
        [aheadMs / 1000, realNow, companyId],
      );
    }
    await ofCompany?.returnToRealTime?.(sql, companyId, realNow);
  }
  await deleteClock(sql, companyId);
}
