import { handle } from '#server/handler.ts';
import { getScheduleAudit as endpoint } from '../endpoints.ts';
import { type ScheduleChange, changeText } from '../schedule-change.ts';

interface Line {
  at: Date;
  before: string | null;
  after: string;
  code: ScheduleChange['code'];
  detail: Record<string, string | number>;
}

/** A schedule of ten years of days has no more. */
const maxLines = 5000;

export const getScheduleAudit = handle(endpoint, async ({ sql, resource }) => {
  const lines = await sql<Line[]>`
    select at, before, after, code, detail from schedule_audit
    where company_id = ${resource.companyId ?? 0} and schedule_id = ${resource.scheduleId ?? ''}
    order by sequence desc limit ${maxLines}`;
  return lines.map(({ at, code, detail, ...status }) => ({
    date: at.toISOString(),
    ...status,
    message: changeText(code, detail),
    code,
    detail,
  }));
});
