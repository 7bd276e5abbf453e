import type { CalendarDay } from '#shared/calendar-day.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type DueEpisode, cursorAfter, episodeAt } from '../../definition/due-dates.ts';
import { episodeAmount } from '../../definition/schedule-definition.ts';
import { dueMoment } from './episode-days.ts';
import { addEpisode, setState } from './episode-row.ts';
import { logChange } from './schedule-log.ts';
import { type ScheduleRow, cursorAt } from './schedule-row.ts';

/** Inserts the episode after `after` as the schedule's next one; none after the last date. */
export async function insertNextEpisode(
  sql: TenantSql,
  schedule: ScheduleRow,
  after: DueEpisode,
  state: 'DUE' | 'HELD',
): Promise<void> {
  const cursor = cursorAfter(cursorAt(schedule, after.index, after.dueOn), after);
  const next = episodeAt(schedule.definition, cursor);
  const dueAt = next && dueMoment(next.dueOn, schedule.zone);
  await pipelined(sql, [
    () => (next && dueAt ? addEpisode(sql, schedule, { ...next, retryIndex: 0, dueAt, state }) : undefined),
    () => setNext(sql, schedule, next),
  ]);
}

export async function setNext(
  sql: TenantSql,
  schedule: ScheduleRow,
  next: DueEpisode | undefined,
): Promise<void> {
  schedule.nextIndex = next?.index ?? null;
  schedule.nextOn = next?.dueOn ?? null;
  await sql`
    update schedule set next_index = ${schedule.nextIndex}, next_episode_on = ${schedule.nextOn},
      next_minor = ${next ? episodeAmount(schedule.definition, next.index) : null},
      anchor_on = ${schedule.anchorOn}, anchor_index = ${schedule.anchorIndex}
    where company_id = ${schedule.companyId} and schedule_id = ${schedule.scheduleId}`;
}

/**
 * Skips the episodes before a day, each with its row and its line in the audit. They count against the limit
 * (docs/domain.md#episodes).
 */
export async function skipBefore(
  sql: TenantSql,
  schedule: ScheduleRow,
  day: CalendarDay,
  now: Date,
  /** The state of the new next episode. */
  state: 'DUE' | 'HELD' = 'HELD',
): Promise<void> {
  while (schedule.nextIndex !== null && schedule.nextOn !== null && schedule.nextOn < day) {
    const skipped = { index: schedule.nextIndex, dueOn: schedule.nextOn };
    await skipNextEpisodeOf(sql, schedule, skipped, state, now);
  }
}

export async function skipNextEpisodeOf(
  sql: TenantSql,
  schedule: ScheduleRow,
  nextEpisode: DueEpisode,
  next: 'DUE' | 'HELD',
  now: Date,
): Promise<void> {
  await setState(sql, schedule, { index: nextEpisode.index, retryIndex: 0 }, 'SKIPPED', now);
  await logSkipped(sql, schedule, nextEpisode, now);
  await insertNextEpisode(sql, schedule, nextEpisode, next);
}

/** Logs a skipped attempt. */
export async function logSkipped(
  sql: TenantSql,
  schedule: ScheduleRow,
  { index: episode, dueOn }: DueEpisode,
  now: Date,
): Promise<void> {
  const { status } = schedule;
  await logChange(sql, schedule, { at: now, before: status, after: status, code: 'SKIPPED', episode, dueOn });
}
