import type { TenantSql } from '#database/tenant.ts';
import type { EpisodeKey } from './claim-episode.ts';

/** A due attempt, with what its charge needs to know. */
export interface DueAttempt extends EpisodeKey {
  companyId: number;
  merchantId: number;
  installationId: number;
  rootId: number;
  merchantPath: string;
}

/** Hands out attempts that are due, the earliest first. No other worker sees them before `until`. */
export async function leaseDueEpisodes(
  sql: TenantSql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueAttempt[]> {
  return sql<DueAttempt[]>`
    with due as materialized (
      select company_id, schedule_id, episode_index, retry_index from schedule_episode
      where state = 'DUE' and look_at <= ${now}
      order by look_at limit ${limit} for update skip locked
    ), taken as (
      update schedule_episode e set look_at = ${until}
      from due
      where e.company_id = due.company_id and e.schedule_id = due.schedule_id
        and e.episode_index = due.episode_index and e.retry_index = due.retry_index
      returning e.company_id, e.schedule_id, e.episode_index, e.retry_index, e.due_at
    )
    select t.company_id, t.schedule_id, t.episode_index as index,
           t.retry_index, s.merchant_id, s.installation_id,
           s.root_id, m.path as merchant_path
    from taken t
    join schedule s on s.company_id = t.company_id and s.schedule_id = t.schedule_id
    join organisation m on m.id = s.merchant_id
    order by t.due_at`;
}

/** Hides a due attempt from the workers until then. */
export async function delayDueEpisode(sql: TenantSql, attempt: DueAttempt, until: Date): Promise<void> {
  await sql`
    update schedule_episode set look_at = ${until}
    where company_id = ${attempt.companyId} and schedule_id = ${attempt.scheduleId} and state = 'DUE'
      and episode_index = ${attempt.index} and retry_index = ${attempt.retryIndex}`;
}
