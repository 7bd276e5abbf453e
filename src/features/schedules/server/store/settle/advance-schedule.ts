import type { TenantSql } from '#database/tenant.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import type { DueEpisode } from '../../../definition/due-dates.ts';
import { completeIfOver } from '../change-status.ts';
import {
  type EpisodeRow,
  moveFront,
  openEpisodes,
  setState,
  skipBefore,
  tomorrowFor,
} from '../episode-row.ts';
import { type ScheduleRow, todayFor } from '../schedule-row.ts';

/** The next episode: put down when the first attempt is over, let go when nothing is being tried again any more. */
export async function advanceSchedule(
  sql: TenantSql,
  schedule: ScheduleRow,
  { index, retryIndex, dueOn }: DueEpisode & { retryIndex: number },
  now: Date,
): Promise<void> {
  if (retryIndex === 0 && schedule.nextIndex === index)
    await scheduleNext(sql, schedule, { index, dueOn }, now);
  else if (!(await isBlocked(sql, schedule))) await releaseHeld(sql, schedule, now);
  await completeIfOver(sql, schedule, now);
}

/** Puts down the episode after one that is over. */
export async function scheduleNext(
  sql: TenantSql,
  schedule: ScheduleRow,
  over: DueEpisode,
  now: Date,
): Promise<void> {
  const state = (await isBlocked(sql, schedule)) ? 'HELD' : 'DUE';
  await moveFront(sql, schedule, over, state);
  await skipSuspendedDays(sql, schedule, state, now);
}

/** Suspended, or an episode before it is being tried again and later ones wait for it. */
export async function isBlocked(sql: TenantSql, schedule: ScheduleRow): Promise<boolean> {
  if (schedule.status !== 'ACTIVE') return true;
  const { retry } = schedule.definition;
  if (!retry || retry.processWhileRetrying) return false;
  return (await openEpisodes(sql, schedule)).some(({ retryIndex }) => retryIndex > 0);
}

/**
 * Resuming skips the days that were missed, but cannot see beyond an episode that is still under way: those after it
 * are skipped once it is over.
 */
async function skipSuspendedDays(
  sql: TenantSql,
  schedule: ScheduleRow,
  state: 'DUE' | 'HELD',
  now: Date,
): Promise<void> {
  const { companyId, scheduleId, status, nextOn, zone } = schedule;
  if (status !== 'ACTIVE' || nextOn === null || nextOn >= todayFor(schedule, now)) return;
  const [resumed] = await sql<{ at: Date | null }[]>`
    select max(at) as at from schedule_audit
    where company_id = ${companyId} and schedule_id = ${scheduleId} and code in ('RESUMED', 'CLEARED')`;
  if (resumed?.at) await skipBefore(sql, schedule, zonedDate(resumed.at, zone), now, state);
}

/** Those that came due while they waited are run, or skipped; the first that is still to come waits for its day. */
async function releaseHeld(sql: TenantSql, schedule: ScheduleRow, now: Date): Promise<void> {
  if (!(await heldFront(sql, schedule))) return;
  if (schedule.definition.retry?.catchupAfterRetrying !== true) {
    await skipBefore(sql, schedule, tomorrowFor(schedule, now), now);
  }
  const front = await heldFront(sql, schedule);
  if (front) await setState(sql, schedule, front, 'DUE', now);
}

async function heldFront(sql: TenantSql, schedule: ScheduleRow): Promise<EpisodeRow | undefined> {
  const open = await openEpisodes(sql, schedule);
  return open.find(
    ({ index, retryIndex, state }) => index === schedule.nextIndex && retryIndex === 0 && state === 'HELD',
  );
}
