import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { cursorAfter, countRemaining } from '../../due-dates.ts';
import { type ScheduleRow, cursorAt, readSchedule } from './schedule.ts';

/** One attempt at one episode: a unique key in the database (docs/domain.md#episodes). */
export interface EpisodeKey {
  scheduleId: string;
  index: number;
  retryIndex: number;
}

export interface ClaimedEpisode {
  amountMinor: number;
  currency: string;
  sequence: 'RECURRING' | 'INSTALMENT';
  remaining: number | null;
}

/**
 * Claims a due attempt for a transaction, in the database transaction that inserts it: a crash leaves both or neither
 * (docs/decisions/0027). Undefined when the attempt is no longer due.
 */
export async function claimEpisode(
  sql: TenantSql,
  companyId: number,
  key: EpisodeKey,
  txnId: number,
  now: Date,
): Promise<ClaimedEpisode | undefined> {
  const [schedule, claimed] = await pipelined(sql, [
    () => readSchedule(sql, companyId, key.scheduleId, 'lock'),
    () => claimDue(sql, companyId, key, txnId, now),
  ]);
  if (!schedule || !claimed) return undefined;
  const { currency, sequence } = schedule;
  const remaining = remainingAfter(schedule, key.index, claimed.dueOn);
  return { amountMinor: claimed.amountMinor, currency, sequence, remaining };
}

async function claimDue(
  sql: TenantSql,
  companyId: number,
  { scheduleId, index, retryIndex }: EpisodeKey,
  txnId: number,
  now: Date,
): Promise<{ amountMinor: number; dueOn: string } | undefined> {
  const [claimed] = await sql<{ amountMinor: number; dueOn: string }[]>`
    update schedule_episode e set state = 'RUNNING', txn_id = ${txnId}
    from schedule s
    where e.company_id = ${companyId} and e.schedule_id = ${scheduleId} and e.episode_index = ${index}
      and e.retry_index = ${retryIndex} and e.state = 'DUE' and e.due_at <= ${now}
      and s.company_id = e.company_id and s.schedule_id = e.schedule_id and s.status = 'ACTIVE'
    returning e.amount_minor, (
      select f.due_on::text from schedule_episode f
      where f.company_id = e.company_id and f.schedule_id = e.schedule_id
        and f.episode_index = e.episode_index and f.retry_index = 0) as due_on`;
  return claimed;
}

/** The number of episodes after this one. */
function remainingAfter(schedule: ScheduleRow, index: number, dueOn: string): number | null {
  return countRemaining(schedule.definition, cursorAfter(cursorAt(schedule, index, dueOn), { index, dueOn }));
}

/** An episode, with the number of those after it; null without an end. */
export interface EpisodePlace {
  scheduleId: string;
  index: number;
  remaining: number | null;
}

/**
 * Claims the next episode of an active schedule for a manual repeat that replaces it. Settlement skips the episode
 * when the repeat is paid, else makes it due again (docs/decisions/0084). Undefined when there is nothing to replace.
 */
export async function replaceNext(
  sql: TenantSql,
  companyId: number,
  scheduleId: string,
  repeat: { txnId: number; rootId: number },
): Promise<EpisodePlace | undefined> {
  const schedule = await readSchedule(sql, companyId, scheduleId, 'lock');
  if (schedule?.status !== 'ACTIVE' || schedule.rootId !== repeat.rootId) return undefined;
  const index = schedule.nextIndex ?? 0;
  const [claimed] = await sql<{ dueOn: string }[]>`
    update schedule_episode set state = 'RUNNING', replaced = true, txn_id = ${repeat.txnId}
    where company_id = ${companyId} and schedule_id = ${scheduleId} and retry_index = 0
      and episode_index = ${index} and state in ('DUE', 'HELD')
    returning due_on::text as due_on`;
  return claimed && { scheduleId, index, remaining: remainingAfter(schedule, index, claimed.dueOn) };
}

/** A due attempt, with the data for its charge. */
export interface DueAttempt extends EpisodeKey {
  companyId: number;
  merchantId: number;
  installationId: number;
  rootId: number;
  merchantPath: string;
}

/** Leases due attempts, earliest first. No other worker gets them before `until`. */
export async function leaseDueEpisodes(
  sql: TenantSql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueAttempt[]> {
  return sql<DueAttempt[]>`
    with due as materialized (
      select company_id, schedule_id, episode_index, retry_index from schedule_episode
      where state = 'DUE' and next_check_at <= ${now}
      order by next_check_at limit ${limit} for update skip locked
    ), taken as (
      update schedule_episode e set next_check_at = ${until}
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

/** When the next attempt is due after a time, for a test clock. */
export const nextDueEpisode = (sql: TenantSql, after: Date): Promise<{ at: Date | null }[]> => sql<
  { at: Date | null }[]
>`
  select min(next_check_at) as at from schedule_episode where state = 'DUE' and next_check_at > ${after}`;

/** Hides a due attempt from the workers until the given time. */
export async function delayDueEpisode(sql: TenantSql, attempt: DueAttempt, until: Date): Promise<void> {
  await sql`
    update schedule_episode set next_check_at = ${until}
    where company_id = ${attempt.companyId} and schedule_id = ${attempt.scheduleId} and state = 'DUE'
      and episode_index = ${attempt.index} and retry_index = ${attempt.retryIndex}`;
}
