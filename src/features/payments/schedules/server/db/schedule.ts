import type { CalendarDay } from '#shared/calendar-day.ts';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { zoneColumn } from '#server/time/zone-of-organisation.ts';
import type { Cursor } from '../../due-dates.ts';
import type { ScheduleDefinition } from '../../schedule-definition.ts';

/** A stored schedule, with the time zone of its days. */
export interface ScheduleRow {
  companyId: number;
  scheduleId: string;
  merchantId: number;
  installationId: number;
  txnId: number;
  rootId: number;
  status: string;
  type: string;
  definition: ScheduleDefinition;
  currency: string;
  sequence: 'RECURRING' | 'INSTALMENT';
  anchorOn: CalendarDay;
  anchorIndex: number;
  nextIndex: number | null;
  nextOn: CalendarDay | null;
  consecutiveFailures: number;
  createdAt: Date;
  card: string | null;
  zone: string;
}

/** The cursor of an episode, given its first possible day. */
export function cursorAt(schedule: ScheduleRow, index: number, notBefore: CalendarDay): Cursor {
  return { index, anchorOn: schedule.anchorOn, anchorIndex: schedule.anchorIndex, notBefore };
}

/** Reads a schedule. 'lock' locks its row until the transaction ends. */
export async function readSchedule(
  sql: TenantSql,
  companyId: number,
  scheduleId: string,
  lock?: 'lock',
): Promise<ScheduleRow | undefined> {
  const [row] = await sql<ScheduleRow[]>`
    select ${scheduleColumns(sql)}
    from schedule s where s.company_id = ${companyId} and s.schedule_id = ${scheduleId}
    ${lock === 'lock' ? sql`for update` : sql``}`;
  return row;
}

/** The columns of a ScheduleRow, for a statement with the table alias `s`. */
export function scheduleColumns(sql: TenantSql): Fragment {
  return sql`
    s.company_id, s.schedule_id, s.merchant_id,
    s.installation_id, s.txn_id, s.root_id, s.status, s.type, s.definition,
    s.ccy_code as currency, s.sequence, s.anchor_on::text as anchor_on, s.anchor_index,
    s.next_index, s.next_episode_on::text as next_on, s.consecutive_failures,
    s.created_at, s.card_correlation_id as card, ${zoneColumn(sql, sql`s.merchant_id`)} as zone`;
}

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
