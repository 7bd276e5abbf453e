import type { TenantSql } from '#database/tenant.ts';
import { planAfterOutage } from '../../after-attempt.ts';
import type { EpisodeRow } from './episode.ts';
import type { Failed } from '../../schedule-change.ts';
import { logChange } from './schedule-log.ts';
import type { ScheduleRow } from './schedule.ts';

interface ProcessorOutage {
  processor: string;
  /** Attempts that the outage postponed. */
  episodes: number;
  since: Date;
}

/** Processors that attempts could not reach since the given time. */
export const listOutagesSince = (sql: TenantSql, since: Date): Promise<ProcessorOutage[]> =>
  sql<ProcessorOutage[]>`
    select outage_acquirer as processor, count(*)::integer as episodes, min(outage_since) as since
    from schedule_episode
    where outages > 0 and outage_at > ${since} and outage_acquirer is not null
    group by outage_acquirer order by outage_acquirer`;

type Attempt = Pick<EpisodeRow, 'index' | 'retryIndex'>;

interface Outage {
  since: Date;
  /** When the attempt runs again; undefined once it has waited too long. */
  at: Date | undefined;
  /** The acquirer that was unavailable, if the transaction names one. */
  acquirer: string | null;
}

/** The outage of an attempt, counted from its first failure to reach the processor. */
export async function planOutageRetry(
  sql: TenantSql,
  { companyId, scheduleId }: ScheduleRow,
  { index, retryIndex }: Attempt,
  acquirer: string | null,
  now: Date,
): Promise<Outage> {
  const [recorded] = await sql<{ outages: number; since: Date | null }[]>`
    select outages, outage_since as since from schedule_episode
    where company_id = ${companyId} and schedule_id = ${scheduleId} and episode_index = ${index}
      and retry_index = ${retryIndex}`;
  const since = recorded?.since ?? now;
  return { since, at: planAfterOutage(recorded?.outages ?? 0, since, now), acquirer };
}

/** Makes the same attempt due again, under the same key. An outage is not a failed attempt. */
export async function postpone(
  sql: TenantSql,
  schedule: ScheduleRow,
  { index, retryIndex }: Attempt,
  outage: { since: Date; at: Date; acquirer: string | null; failed: Failed; now: Date },
): Promise<void> {
  const { companyId, scheduleId, status } = schedule;
  const { since, at, acquirer, failed, now } = outage;
  await sql`
    update schedule_episode set state = ${status === 'ACTIVE' ? 'DUE' : 'HELD'}, txn_id = null, next_check_at = ${at},
      outages = outages + 1, outage_since = ${since}, outage_at = ${now}, outage_acquirer = ${acquirer}
    where company_id = ${companyId} and schedule_id = ${scheduleId} and episode_index = ${index}
      and retry_index = ${retryIndex}`;
  await logChange(sql, schedule, {
    at: now,
    before: status,
    after: status,
    code: 'POSTPONED',
    episode: index,
    ...failed,
  });
}
