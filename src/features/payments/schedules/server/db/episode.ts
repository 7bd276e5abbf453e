import { type CalendarDay, addDays } from '#shared/calendar-day.ts';
import type { TenantSql } from '#database/tenant.ts';
import { zonedDate, zonedMoment } from '#shared/zoned-day.ts';
import { pipelined } from '#database/pipelined.ts';
import { episodeAmount } from '../../schedule-definition.ts';
import { type ScheduleRow, cursorAt } from './schedule.ts';
import { type DueEpisode, cursorAfter, episodeAt } from '../../due-dates.ts';
import { logChange } from './schedule-log.ts';

export interface EpisodeRow {
  index: number;
  retryIndex: number;
  dueOn: CalendarDay;
  dueAt: Date;
  state: string;
}

/** Attempts that are due, held or running, in order. */
export async function listOpenEpisodes(sql: TenantSql, schedule: ScheduleRow): Promise<EpisodeRow[]> {
  return sql<EpisodeRow[]>`
    select episode_index as index, retry_index, due_on::text as due_on, due_at, state
    from schedule_episode
    where company_id = ${schedule.companyId} and schedule_id = ${schedule.scheduleId}
      and state in ('DUE', 'HELD', 'RUNNING')
    order by episode_index, retry_index`;
}

/** The first attempt of the schedule's next episode. Undefined when it is not open. */
export const findNextEpisode = (
  open: readonly EpisodeRow[],
  { nextIndex }: Pick<ScheduleRow, 'nextIndex'>,
): EpisodeRow | undefined => open.find(({ index, retryIndex }) => index === nextIndex && retryIndex === 0);

/** Inserts an attempt. */
export async function addEpisode(
  sql: TenantSql,
  schedule: ScheduleRow,
  attempt: { index: number; retryIndex: number; dueOn: CalendarDay; dueAt: Date; state: 'DUE' | 'HELD' },
): Promise<void> {
  const { index, retryIndex, dueOn, dueAt, state } = attempt;
  await sql`
    insert into schedule_episode (company_id, schedule_id, episode_index, retry_index, due_on, due_at, next_check_at,
                                  amount_minor, state, card_correlation_id)
    values (${schedule.companyId}, ${schedule.scheduleId}, ${index}, ${retryIndex}, ${dueOn}, ${dueAt}, ${dueAt},
            ${episodeAmount(schedule.definition, index)}, ${state}, ${schedule.card})`;
}

/** Changes the state of an attempt that has not ended. */
export async function setState(
  sql: TenantSql,
  { companyId, scheduleId }: ScheduleRow,
  { index, retryIndex }: Pick<EpisodeRow, 'index' | 'retryIndex'>,
  state: 'DUE' | 'HELD' | 'SKIPPED' | 'DROPPED',
  now: Date,
): Promise<void> {
  const isOver = state === 'SKIPPED' || state === 'DROPPED';
  await sql`
    update schedule_episode set state = ${state}, ended_at = ${isOver ? now : null}, next_check_at = due_at,
      txn_id = case when ${isOver} then txn_id end, replaced = replaced and ${isOver}
    where company_id = ${companyId} and schedule_id = ${scheduleId} and episode_index = ${index}
      and retry_index = ${retryIndex}`;
}

/** The local time at which the episodes of a day become due (docs/domain.md#episodes). */
const runTime = '06:00:00.000';

/** Cached because every schedule of a zone needs the same few days, and time zone arithmetic is slow. */
const moments = new Map<string, number>();
const maxMoments = 2000;

/** The instant at which an episode of a day becomes due in the merchant's time zone. */
export function dueMoment(day: CalendarDay, zone: string): Date {
  const key = `${day} ${zone}`;
  let moment = moments.get(key);
  if (moment === undefined) {
    moment = zonedMoment(day, runTime, zone, 'first').getTime();
    if (moments.size >= maxMoments) moments.clear();
    moments.set(key, moment);
  }
  return new Date(moment);
}

export const todayFor = (schedule: Pick<ScheduleRow, 'zone'>, now: Date): CalendarDay =>
  zonedDate(now, schedule.zone);

/** Tomorrow in the merchant's time zone. */
export const tomorrowFor = (schedule: ScheduleRow, now: Date): CalendarDay =>
  addDays(todayFor(schedule, now), 1);

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
