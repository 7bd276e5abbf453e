import type { TenantSql } from '#database/tenant.ts';
import { type ScheduleAction, mayChange } from '../../schedule-status.ts';
import { changeStatus, completeIfOver, dropAll, holdEpisodes } from './change-status.ts';
import { logSkipped, openEpisodes, setState, skipBefore, skipNextEpisodeOf } from './episode-row.ts';
import { type ScheduleRow, readSchedule, todayFor } from './schedule-row.ts';

/** The schedule as it is afterwards; 'missing' or 'refused' when its status does not allow the action. */
export async function actOnSchedule(
  sql: TenantSql,
  companyId: number,
  scheduleId: string,
  action: ScheduleAction,
  now: Date,
): Promise<ScheduleRow | 'missing' | 'refused'> {
  const schedule = await readSchedule(sql, companyId, scheduleId, 'lock');
  if (!schedule || schedule.status === 'PLANNED') return 'missing';
  if (!mayChange(action, schedule.status)) return 'refused';
  if (action === 'suspend') {
    await holdEpisodes(sql, schedule);
    await changeStatus(sql, schedule, 'SUSPENDED', { code: 'SUSPENDED' }, now);
  } else if (action === 'cancel') {
    await dropAll(sql, schedule, now);
    await changeStatus(sql, schedule, 'CANCELLED', { code: 'CANCELLED' }, now);
  } else {
    await resume(sql, schedule, 'RESUMED', now);
  }
  return schedule;
}

/** What the system suspended goes on, and its failures are counted anew; 'refused' in any other status. */
export async function resumeSuspended(
  sql: TenantSql,
  companyId: number,
  scheduleId: string,
  now: Date,
): Promise<ScheduleRow | 'missing' | 'refused'> {
  const schedule = await readSchedule(sql, companyId, scheduleId, 'lock');
  if (!schedule) return 'missing';
  if (schedule.status !== 'TECH_SUSPENDED') return 'refused';
  schedule.consecutiveFailures = 0;
  await sql`
    update schedule set failed_in_row = 0 where company_id = ${companyId} and schedule_id = ${scheduleId}`;
  await resume(sql, schedule, 'CLEARED', now);
  return schedule;
}

/** Episodes whose day has passed are skipped, not charged; the rest goes on (docs/domain.md#schedules). */
async function resume(
  sql: TenantSql,
  schedule: ScheduleRow,
  code: 'RESUMED' | 'CLEARED',
  now: Date,
): Promise<void> {
  await changeStatus(sql, schedule, 'ACTIVE', { code }, now);
  const today = todayFor(schedule, now);
  for (const episode of await openEpisodes(sql, schedule)) {
    if (episode.retryIndex === 0 || episode.state !== 'HELD') continue;
    const isMissed = episode.dueOn < today;
    await setState(sql, schedule, episode, isMissed ? 'SKIPPED' : 'DUE', now);
    if (isMissed) await logSkipped(sql, schedule, episode, now);
  }
  const isRunning = await nextEpisodeRuns(sql, schedule);
  if (!isRunning) await skipBefore(sql, schedule, today, now);
  const open = await openEpisodes(sql, schedule);
  const { retry } = schedule.definition;
  const waits = retry?.processWhileRetrying === false && open.some(({ retryIndex }) => retryIndex > 0);
  const front = open.find(({ index, retryIndex }) => index === schedule.nextIndex && retryIndex === 0);
  if (front?.state === 'HELD' && !waits) await setState(sql, schedule, front, 'DUE', now);
  await completeIfOver(sql, schedule, now);
}

/** Skips the next episode for good; 'refused' when there is none that waits. */
export async function skipNext(
  sql: TenantSql,
  companyId: number,
  scheduleId: string,
  now: Date,
): Promise<ScheduleRow | 'missing' | 'refused'> {
  const schedule = await readSchedule(sql, companyId, scheduleId, 'lock');
  if (!schedule || schedule.status === 'PLANNED') return 'missing';
  const front = (await openEpisodes(sql, schedule)).find(
    ({ index, retryIndex }) => index === schedule.nextIndex && retryIndex === 0,
  );
  if (schedule.status !== 'ACTIVE' || !front || front.state === 'RUNNING') return 'refused';
  await skipNextEpisodeOf(sql, schedule, front, front.state === 'HELD' ? 'HELD' : 'DUE', now);
  await completeIfOver(sql, schedule, now);
  return schedule;
}

async function nextEpisodeRuns(sql: TenantSql, schedule: ScheduleRow): Promise<boolean> {
  const open = await openEpisodes(sql, schedule);
  return open.some(({ index, state }) => index === schedule.nextIndex && state === 'RUNNING');
}
