import type { TenantSql } from '#database/tenant.ts';
import type { ScheduleChange } from '../../schedule-change.ts';
import type { ScheduleStatus } from '../../schedule-status.ts';
import { listOpenEpisodes, setState } from './episode.ts';
import { logChange } from './schedule-log.ts';
import type { ScheduleRow } from './schedule.ts';

/** Sets the status and writes a row to the schedule's audit. */
export async function changeStatus(
  sql: TenantSql,
  schedule: ScheduleRow,
  status: ScheduleStatus,
  change: ScheduleChange,
  now: Date,
): Promise<void> {
  const isSuspended = status === 'SUSPENDED' || status === 'TECH_SUSPENDED';
  await sql`
    update schedule set status = ${status}, suspended_at = ${isSuspended ? now : null},
      suspended_reason = ${isSuspended && 'reason' in change ? change.reason : null}
    where company_id = ${schedule.companyId} and schedule_id = ${schedule.scheduleId}`;
  await logChange(sql, schedule, { at: now, before: schedule.status, after: status, ...change });
  schedule.status = status;
}

/** Holds every due episode. Running attempts are not touched. */
export async function holdEpisodes(sql: TenantSql, { companyId, scheduleId }: ScheduleRow): Promise<void> {
  await sql`
    update schedule_episode set state = 'HELD'
    where company_id = ${companyId} and schedule_id = ${scheduleId} and state = 'DUE'`;
}

/** Completes a schedule with no date left and no attempt open (docs/domain.md#schedules). */
export async function completeIfEnded(sql: TenantSql, schedule: ScheduleRow, now: Date): Promise<void> {
  if (schedule.status !== 'ACTIVE' || schedule.nextIndex !== null) return;
  if ((await listOpenEpisodes(sql, schedule)).length > 0) return;
  await changeStatus(sql, schedule, 'COMPLETE', { code: 'COMPLETE' }, now);
}

/** Drops all episodes that are not running, for a cancelled schedule. */
export async function dropAll(sql: TenantSql, schedule: ScheduleRow, now: Date): Promise<void> {
  for (const episode of await listOpenEpisodes(sql, schedule)) {
    if (episode.state !== 'RUNNING') await setState(sql, schedule, episode, 'DROPPED', now);
  }
  schedule.nextIndex = null;
  await sql`
    update schedule set next_index = null, next_episode_on = null, next_minor = null
    where company_id = ${schedule.companyId} and schedule_id = ${schedule.scheduleId}`;
}
