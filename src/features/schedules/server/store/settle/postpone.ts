import type { TenantSql } from '#database/tenant.ts';
import { afterOutage } from '../../../attempt/after-attempt.ts';
import type { EpisodeRow } from '../episode-row.ts';
import { logChange } from '../schedule-log.ts';
import type { ScheduleRow } from '../schedule-row.ts';

type Attempt = Pick<EpisodeRow, 'index' | 'retryIndex'>;

export interface Outage {
  since: Date;
  /** When the attempt is made again; undefined once it has waited too long. */
  at: Date | undefined;
  /** The acquirer that was unavailable, if any was asked. */
  of: string | null;
}

/** The outage that an attempt has met, counted from its first. */
export async function planOutageRetry(
  sql: TenantSql,
  { companyId, scheduleId }: ScheduleRow,
  { index, retryIndex }: Attempt,
  acquirer: string | null,
  now: Date,
): Promise<Outage> {
  const [met] = await sql<{ outages: number; since: Date | null }[]>`
    select outages, outage_since as since from schedule_episode
    where company_id = ${companyId} and schedule_id = ${scheduleId} and episode_index = ${index}
      and retry_index = ${retryIndex}`;
  const since = met?.since ?? now;
  return { since, at: afterOutage(met?.outages ?? 0, since, now), of: acquirer };
}

/** The same attempt is due again, under the same key: nothing was attempted, so nothing failed. */
export async function postpone(
  sql: TenantSql,
  schedule: ScheduleRow,
  { index, retryIndex }: Attempt,
  outage: { since: Date; at: Date; of: string | null; reason: string; now: Date },
): Promise<void> {
  const { companyId, scheduleId, status } = schedule;
  const { since, at, of, reason, now } = outage;
  await sql`
    update schedule_episode set state = ${status === 'ACTIVE' ? 'DUE' : 'HELD'}, txn_id = null, look_at = ${at},
      outages = outages + 1, outage_since = ${since}, outage_at = ${now}, outage_of = ${of}
    where company_id = ${companyId} and schedule_id = ${scheduleId} and episode_index = ${index}
      and retry_index = ${retryIndex}`;
  await logChange(sql, schedule, {
    at: now,
    before: status,
    after: status,
    code: 'POSTPONED',
    episode: index,
    reason,
  });
}
