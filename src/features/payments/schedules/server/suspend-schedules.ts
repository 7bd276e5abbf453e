import { type TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { actOnSchedule } from './act-on-schedule.ts';
import { readSchedule } from './db/schedule-row.ts';

/** Schedules that charge now, on installations at and below an organisation. */
const activeBelow = (sql: TenantSql, path: string) => sql`
  from schedule s
  where s.status = 'ACTIVE' and s.installation_id = any (array(
    select o.id from organisation o
    where o.type = 'INSTALLATION' and (o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0'))))`;

export async function countActiveSchedules(sql: TenantSql, path: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count ${activeBelow(sql, path)}`;
  return row?.count ?? 0;
}

/**
 * Suspends up to `limit` active schedules at and below an organisation as a user would, each with its audit event. Returns
 * how many.
 */
export async function suspendSchedules(
  sql: TenantSql,
  by: Actor,
  { path, limit }: { path: string; limit: number },
): Promise<number> {
  const active = await sql<{ companyId: number; merchantId: number; scheduleId: string }[]>`
    select s.company_id, s.merchant_id, s.schedule_id ${activeBelow(sql, path)}
    order by s.schedule_id limit ${limit} for update skip locked`;
  for (const { companyId, merchantId, scheduleId } of active) {
    const before = await readSchedule(sql, companyId, scheduleId, 'lock');
    const suspended = await actOnSchedule(sql, companyId, scheduleId, 'suspend', by.at);
    if (!before || !suspended.ok) continue;
    const snapshot = ({ status, nextIndex, nextOn }: typeof before) => ({ status, nextIndex, nextOn });
    await writeAuditEvent(sql, {
      ...by,
      companyId,
      organisationId: merchantId,
      act: 'suspendSchedule',
      objectKind: 'schedule',
      objectId: scheduleId,
      outcome: 'allowed',
      before: snapshot(before),
      after: snapshot(suspended.value),
    });
  }
  return active.length;
}
