import type { CalendarDay } from '#shared/calendar-day.ts';
import type { TenantSql } from '#database/tenant.ts';
import { episodeAmount } from '../../definition/schedule-definition.ts';
import type { ScheduleRow } from './schedule-row.ts';

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
