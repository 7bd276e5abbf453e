import type { TenantSql } from '#database/tenant.ts';
import type { EpisodeKey } from '../claim-episode.ts';
import { readSchedule } from '../schedule-row.ts';
import { recordAttempt } from './record-attempt.ts';

/** An attempt that failed before anything was written, by a fault of ours: it is still due. */
export async function recordNotRun(
  sql: TenantSql,
  companyId: number,
  { scheduleId, index, retryIndex }: EpisodeKey,
  now: Date,
): Promise<void> {
  const schedule = await readSchedule(sql, companyId, scheduleId, 'lock');
  const [due] = await sql<{ dueOn: string; ownDueOn: string; ownDueAt: Date }[]>`
    select f.due_on::text as due_on, e.due_on::text as own_due_on, e.due_at as own_due_at
    from schedule_episode e
    join schedule_episode f on f.company_id = e.company_id and f.schedule_id = e.schedule_id
      and f.episode_index = e.episode_index and f.retry_index = 0
    where e.company_id = ${companyId} and e.schedule_id = ${scheduleId} and e.episode_index = ${index}
      and e.retry_index = ${retryIndex} and e.state = 'DUE'`;
  if (!schedule || !due) return;
  const end = { approved: false, isRefused: true, reasonCode: 'E100', now };
  await recordAttempt(sql, schedule, { index, retryIndex, ...due }, 0, end);
}
