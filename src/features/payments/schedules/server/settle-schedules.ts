import type { TenantSql } from '#database/tenant.ts';
import { dueMoment, addEpisode } from './db/episode.ts';
import { logChange } from './db/schedule-log.ts';
import { type ScheduleRow, scheduleColumns, readSchedule } from './db/schedule.ts';
import { type EpisodeAttempt, recordAttempt } from './record-attempt.ts';
import type { Fragment } from '#database/connection.ts';
import type { ScheduleSettlement, SettledSchedule, TransactionEnd } from '#server/schedule-settlement.ts';
import type { EpisodeKey } from './db/claim-episode.ts';
import { completeIfEnded } from './db/change-status.ts';
import { scheduleNext, isBlocked } from './advance-schedule.ts';

interface WaitingSchedule extends ScheduleRow {
  /** Null for a schedule that this transaction creates. */
  index: number | null;
  retryIndex: number;
  /** The due day of the first attempt. */
  dueOn: string;
  /** The due day of this attempt; empty for a schedule that this transaction creates. */
  ownDueOn: string;
  ownDueAt: Date;
  replaced: boolean;
}

/**
 * Applies the result of a transaction to schedules: activates or deletes the one it creates, records the episode it
 * charged, and skips or releases the one it replaced. Runs in the settlement's database transaction, so that a crash
 * never separates a charge from its episode.
 */
async function settleSchedules(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  end: TransactionEnd,
): Promise<SettledSchedule[]> {
  const changes: SettledSchedule[] = [];
  for (const waitingSchedule of await lockWaiting(sql, companyId, txnId)) {
    const { index, retryIndex, dueOn, ownDueOn, ownDueAt, replaced, ...schedule } = waitingSchedule;
    if (index === null) await activateOrDelete(sql, schedule, txnId, end);
    else if (replaced) await recordReplacement(sql, schedule, index, txnId, end);
    else {
      const attempt = { index, retryIndex, dueOn, ownDueOn, ownDueAt };
      changes.push(...(await reportAttempt(sql, schedule, attempt, txnId, end)));
    }
  }
  return changes;
}

/** Records an attempt and returns the changes. A schedule that the attempt suspends has both changes. */
async function reportAttempt(
  sql: TenantSql,
  schedule: ScheduleRow,
  attempt: EpisodeAttempt,
  txnId: number,
  end: TransactionEnd,
): Promise<SettledSchedule[]> {
  const { scheduleId, status } = schedule;
  const change = await recordAttempt(sql, schedule, attempt, txnId, end);
  const isSuspended = status === 'ACTIVE' && schedule.status.endsWith('SUSPENDED');
  return [change, isSuspended ? ('suspended' as const) : undefined].flatMap((scheduleChange) =>
    scheduleChange === undefined ? [] : [{ scheduleId, change: scheduleChange }],
  );
}

/** SQL condition: settleSchedules has work for the transaction in the row `txn`. */
const affectsSchedule = (sql: TenantSql, txn: Fragment): Fragment => sql`(
  exists (select from schedule s
    where s.company_id = ${txn}.company_id and s.txn_id = ${txn}.txn_id and s.status = 'PLANNED')
  or exists (select from schedule_episode e
    where e.company_id = ${txn}.company_id and e.txn_id = ${txn}.txn_id and e.state = 'RUNNING'))`;

/** Finds and locks the schedules that wait for a transaction, in one statement. */
async function lockWaiting(sql: TenantSql, companyId: number, txnId: number): Promise<WaitingSchedule[]> {
  return sql<WaitingSchedule[]>`
    with touched as (
      select company_id, schedule_id, null::integer as index, 0 as retry_index, '' as due_on,
             '' as own_due_on, null::timestamptz as own_due_at, false as replaced
      from schedule where company_id = ${companyId} and txn_id = ${txnId} and status = 'PLANNED'
      union all
      select e.company_id, e.schedule_id, e.episode_index, e.retry_index, f.due_on::text, e.due_on::text, e.due_at,
             e.replaced
      from schedule_episode e
      join schedule_episode f on f.company_id = e.company_id and f.schedule_id = e.schedule_id
        and f.episode_index = e.episode_index and f.retry_index = 0
      where e.company_id = ${companyId} and e.txn_id = ${txnId} and e.state = 'RUNNING'
    )
    select t.index, t.retry_index, t.due_on, t.own_due_on,
           t.own_due_at, t.replaced, ${scheduleColumns(sql)}
    from touched t join schedule s on s.company_id = t.company_id and s.schedule_id = t.schedule_id
    for update of s`;
}

/** Activates a schedule with its first episode, or deletes it when the payment failed. */
async function activateOrDelete(
  sql: TenantSql,
  schedule: ScheduleRow,
  txnId: number,
  { approved, now }: TransactionEnd,
): Promise<void> {
  const { companyId, scheduleId, nextIndex, nextOn, zone } = schedule;
  if (!approved) {
    await sql`delete from schedule where company_id = ${companyId} and schedule_id = ${scheduleId}`;
    return;
  }
  if (nextIndex !== null && nextOn !== null) {
    const dueAt = dueMoment(nextOn, zone);
    await addEpisode(sql, schedule, { index: nextIndex, retryIndex: 0, dueOn: nextOn, dueAt, state: 'DUE' });
  }
  // A wallet's card is stored once the processor has stated it, which it has done by now.
  await sql`
    update schedule s set status = 'ACTIVE', masked_pan = coalesce(s.masked_pan, t.masked_pan),
      last_four = coalesce(s.last_four, t.last_four)
    from txn t
    where s.company_id = ${companyId} and s.schedule_id = ${scheduleId}
      and t.company_id = s.company_id and t.txn_id = ${txnId}`;
  const change = { code: 'CREATED', transactionId: String(txnId) } as const;
  await logChange(sql, schedule, { at: now, before: null, after: 'ACTIVE', ...change });
}

/** Records an attempt that an internal error stopped before anything was written. */
export async function recordNotRun(
  sql: TenantSql,
  companyId: number,
  { scheduleId, index, retryIndex }: EpisodeKey,
  now: Date,
): Promise<void> {
  const schedule = await readSchedule(sql, companyId, scheduleId, 'lock');
  const [dueAttempt] = await sql<{ dueOn: string; ownDueOn: string; ownDueAt: Date }[]>`
    select f.due_on::text as due_on, e.due_on::text as own_due_on, e.due_at as own_due_at
    from schedule_episode e
    join schedule_episode f on f.company_id = e.company_id and f.schedule_id = e.schedule_id
      and f.episode_index = e.episode_index and f.retry_index = 0
    where e.company_id = ${companyId} and e.schedule_id = ${scheduleId} and e.episode_index = ${index}
      and e.retry_index = ${retryIndex} and e.state = 'DUE'`;
  if (!schedule || !dueAttempt) return;
  const end = { approved: false, isRefused: true, reasonCode: 'E100', now };
  await recordAttempt(sql, schedule, { index, retryIndex, ...dueAttempt }, 0, end);
}

/** Skips an episode that a paid manual repeat replaced. A failed repeat makes it due again. */
async function recordReplacement(
  sql: TenantSql,
  schedule: ScheduleRow,
  index: number,
  txnId: number,
  { approved, now }: TransactionEnd,
): Promise<void> {
  const { companyId, scheduleId, status } = schedule;
  const isLive = status !== 'CANCELLED' && status !== 'COMPLETE';
  if (!approved) {
    const state = isLive ? ((await isBlocked(sql, schedule)) ? 'HELD' : 'DUE') : 'DROPPED';
    await sql`
      update schedule_episode set state = ${state}, txn_id = null, replaced = false
      where company_id = ${companyId} and schedule_id = ${scheduleId} and txn_id = ${txnId}`;
    return;
  }
  const [skipped] = await sql<{ dueOn: string }[]>`
    update schedule_episode set state = 'SKIPPED', ended_at = ${now}
    where company_id = ${companyId} and schedule_id = ${scheduleId} and txn_id = ${txnId}
    returning due_on::text as due_on`;
  const line = { at: now, before: status, after: status, code: 'REPLACED', episode: index } as const;
  await logChange(sql, schedule, { ...line, transactionId: String(txnId) });
  if (!isLive || !skipped || schedule.nextIndex !== index) return;
  await scheduleNext(sql, schedule, { index, dueOn: skipped.dueOn }, now);
  await completeIfEnded(sql, schedule, now);
}

/** Schedules' part of a settlement, for payments. */
export const scheduleSettlement: ScheduleSettlement = { concerns: affectsSchedule, settle: settleSchedules };
