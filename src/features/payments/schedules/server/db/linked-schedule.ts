import type { TenantSql } from '#database/tenant.ts';

interface LinkedSchedules {
  /** The live schedule of the family, else the latest. */
  scheduleId: string;
  /** The others, latest first. */
  previousScheduleIds: string[];
  isLive: boolean;
  /** yyyy-MM-dd; null when no charge is planned. */
  nextOn: string | null;
}

/** The schedules that repeat a root transaction. */
export async function findLinkedSchedules(
  sql: TenantSql,
  companyId: number,
  rootId: number,
): Promise<LinkedSchedules | undefined> {
  const rows = await sql<{ scheduleId: string; isLive: boolean; nextOn: string | null }[]>`
    select schedule_id, status in ('ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED') as is_live,
           case when status = 'ACTIVE' then next_episode_on::text end as next_on
    from schedule where company_id = ${companyId} and root_id = ${rootId} and status <> 'PLANNED'
    order by status in ('ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED') desc, created_at desc, schedule_id limit 100`;
  const [current, ...previous] = rows;
  return current && { ...current, previousScheduleIds: previous.map(({ scheduleId }) => scheduleId) };
}

/** Does a live schedule already repeat this root transaction? */
export async function hasLiveSchedule(sql: TenantSql, companyId: number, rootId: number): Promise<boolean> {
  const rows = await sql`
    select 1 from schedule where company_id = ${companyId} and root_id = ${rootId}
      and status in ('PLANNED', 'ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED') limit 1`;
  return rows.length > 0;
}
