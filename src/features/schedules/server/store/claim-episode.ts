import type { TenantSql } from '#database/tenant.ts';
import { cursorAfter, remainingFrom } from '../../definition/due-dates.ts';
import { type ScheduleRow, cursorAt, readSchedule } from './schedule-row.ts';

/** One attempt at one episode: the key that the database holds unique (docs/domain.md#episodes). */
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
 * Takes a due attempt for the transaction that charges it, in the very database transaction that writes that one
 * down: both are there or neither, whatever dies (docs/decisions/0027). Undefined when it is no longer due.
 */
export async function claimEpisode(
  sql: TenantSql,
  companyId: number,
  key: EpisodeKey,
  txnId: number,
  now: Date,
): Promise<ClaimedEpisode | undefined> {
  // Sent in one go; the connection keeps their order, so the second is judged under the lock of the first.
  const [schedule, taken] = await Promise.all([
    readSchedule(sql, companyId, key.scheduleId, 'lock'),
    claimDue(sql, companyId, key, txnId, now),
  ]);
  if (!schedule || !taken) return undefined;
  const { currency, sequence } = schedule;
  const remaining = remainingAfter(schedule, key.index, taken.dueOn);
  return { amountMinor: taken.amountMinor, currency, sequence, remaining };
}

async function claimDue(
  sql: TenantSql,
  companyId: number,
  { scheduleId, index, retryIndex }: EpisodeKey,
  txnId: number,
  now: Date,
): Promise<{ amountMinor: number; dueOn: string } | undefined> {
  const [taken] = await sql<{ amountMinor: number; dueOn: string }[]>`
    update schedule_episode e set state = 'RUNNING', txn_id = ${txnId}
    from schedule s
    where e.company_id = ${companyId} and e.schedule_id = ${scheduleId} and e.episode_index = ${index}
      and e.retry_index = ${retryIndex} and e.state = 'DUE' and e.due_at <= ${now}
      and s.company_id = e.company_id and s.schedule_id = e.schedule_id and s.status = 'ACTIVE'
    returning e.amount_minor, (
      select f.due_on::text from schedule_episode f
      where f.company_id = e.company_id and f.schedule_id = e.schedule_id
        and f.episode_index = e.episode_index and f.retry_index = 0) as due_on`;
  return taken;
}

/** How many episodes come after this one. */
function remainingAfter(schedule: ScheduleRow, index: number, dueOn: string): number | null {
  return remainingFrom(schedule.definition, cursorAfter(cursorAt(schedule, index, dueOn), { index, dueOn }));
}

/**
 * Takes the next episode of a live schedule for a repeat by hand that replaces it: skipped when the repeat is paid,
 * due again when it is not (docs/decisions/0084). False when there is none to replace.
 */
export async function replaceNext(
  sql: TenantSql,
  companyId: number,
  scheduleId: string,
  repeat: { txnId: number; rootId: number },
): Promise<boolean> {
  const schedule = await readSchedule(sql, companyId, scheduleId, 'lock');
  if (schedule?.status !== 'ACTIVE' || schedule.rootId !== repeat.rootId) return false;
  const taken = await sql`
    update schedule_episode set state = 'RUNNING', replaced = true, txn_id = ${repeat.txnId}
    where company_id = ${companyId} and schedule_id = ${scheduleId} and retry_index = 0
      and episode_index = ${schedule.nextIndex ?? 0} and state in ('DUE', 'HELD')
    returning 1`;
  return taken.length > 0;
}
