import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { ScheduleChange } from '../../schedule-change.ts';
import type { ScheduleRow } from './schedule-row.ts';

/**
 * Writes one row of a schedule's own audit (docs/domain.md#schedules). The caller holds the schedule's lock, which
 * keeps rows in order.
 */
export async function logChange(
  sql: TenantSql,
  { companyId, scheduleId }: Pick<ScheduleRow, 'companyId' | 'scheduleId'>,
  line: { at: Date; before: string | null; after: string } & ScheduleChange,
): Promise<void> {
  const { at, before, after, code, ...detail } = line;
  await sql`
    insert into schedule_audit (company_id, schedule_id, sequence, at, before, after, code, detail)
    select ${companyId}, ${scheduleId}, coalesce(max(sequence), 0) + 1, ${at}::timestamptz, ${before}::text,
           ${after}, ${code}, ${sql.json(detail as JSONValue)}
    from schedule_audit where company_id = ${companyId} and schedule_id = ${scheduleId}`;
}
