import type { TenantSql } from '#database/tenant.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import type { DueEpisode } from '../due-dates.ts';
import { completeIfEnded } from './db/change-status.ts';
import {
  todayFor,
  tomorrowFor,
  type EpisodeRow,
  findNextEpisode,
  listOpenEpisodes,
  setState,
  insertNextEpisode,
  skipBefore,
} from './db/episode.ts';
import type { ScheduleRow } from './db/schedule.ts';

/** Inserts the next episode after a first attempt, or releases held ones when no retry is open. */
export async function advanceSchedule(
  sql: TenantSql,
  schedule: ScheduleRow,
  { index, retryIndex, dueOn }: DueEpisode & { retryIndex: number },
  now: Date,
): Promise<void> {
  if (retryIndex === 0 && schedule.nextIndex === index)
    await scheduleNext(sql, schedule, { index, dueOn }, now);
  else if (!(await isBlocked(sql, schedule))) await releaseHeld(sql, schedule, now);
  await completeIfEnded(sql, schedule, now);
}

/** Inserts the episode after one that has ended. */
export async function scheduleNext(
  sql: TenantSql,
  schedule: ScheduleRow,
  endedEpisode: DueEpisode,
  now: Date,
): Promise<void> {
  const state = (await isBlocked(sql, schedule)) ? 'HELD' : 'DUE';
  await insertNextEpisode(sql, schedule, endedEpisode, state);
  await skipSuspendedDays(sql, schedule, state, now);
}

/** True for a suspended schedule, or while later episodes wait for a retry. */
export async function isBlocked(sql: TenantSql, schedule: ScheduleRow): Promise<boolean> {
  if (schedule.status !== 'ACTIVE') return true;
  const { retry } = schedule.definition;
  if (!retry || retry.processWhileRetrying) return false;
  return (await listOpenEpisodes(sql, schedule)).some(({ retryIndex }) => retryIndex > 0);
}

/**
 * Resuming a schedule cannot skip missed days behind an episode that is still running. They are skipped here, once
 * that episode has ended.
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

/** Runs or skips held episodes that became due, and releases the next one for its due date. */
async function releaseHeld(sql: TenantSql, schedule: ScheduleRow, now: Date): Promise<void> {
  if (!(await findHeldNext(sql, schedule))) return;
  if (schedule.definition.retry?.catchupAfterRetrying !== true) {
    await skipBefore(sql, schedule, tomorrowFor(schedule, now), now);
  }
  const nextEpisode = await findHeldNext(sql, schedule);
  if (nextEpisode) await setState(sql, schedule, nextEpisode, 'DUE', now);
}

async function findHeldNext(sql: TenantSql, schedule: ScheduleRow): Promise<EpisodeRow | undefined> {
  const nextEpisode = findNextEpisode(await listOpenEpisodes(sql, schedule), schedule);
  return nextEpisode?.state === 'HELD' ? nextEpisode : undefined;
}
