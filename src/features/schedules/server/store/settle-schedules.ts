import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { addEpisode } from './episode-row.ts';
import { logChange } from './schedule-log.ts';
import { type ScheduleRow, dueMoment, scheduleColumns } from './schedule-row.ts';
import { recordAttempt } from './settle/record-attempt.ts';
import { recordReplacement } from './settle/record-replacement.ts';
import type { TransactionEnd } from './settle/transaction-end.ts';

interface Touched extends ScheduleRow {
  /** Null for a schedule that waits for this transaction. */
  index: number | null;
  retryIndex: number;
  /** Of the first attempt. */
  dueOn: string;
  /** Of this attempt; empty for a schedule that waits. */
  ownDueOn: string;
  ownDueAt: Date;
  replaced: boolean;
}

/**
 * What the end of a transaction means for schedules: one that waited for it begins or is forgotten, an episode it
 * charged is booked, one it replaced is skipped or due again. In the transaction of `sql`, so that a charge and its
 * episode agree whatever dies.
 */
export async function settleSchedules(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  end: TransactionEnd,
): Promise<void> {
  for (const touched of await touchedBy(sql, companyId, txnId)) {
    const { index, retryIndex, dueOn, ownDueOn, ownDueAt, replaced, ...schedule } = touched;
    if (index === null) await begin(sql, schedule, txnId, end);
    else if (replaced) await recordReplacement(sql, schedule, index, txnId, end);
    else await recordAttempt(sql, schedule, { index, retryIndex, dueOn, ownDueOn, ownDueAt }, txnId, end);
  }
}

/** Whether a transaction is one that settleSchedules has work for, for a statement that has it as the row `txn`. */
export const concernsSchedule = (sql: TenantSql, txn: Fragment): Fragment => sql`(
  exists (select from schedule s
    where s.company_id = ${txn}.company_id and s.txn_id = ${txn}.txn_id and s.status = 'PLANNED')
  or exists (select from schedule_episode e
    where e.company_id = ${txn}.company_id and e.txn_id = ${txn}.txn_id and e.state = 'RUNNING'))`;

/** Found and locked in one statement. */
async function touchedBy(sql: TenantSql, companyId: number, txnId: number): Promise<Touched[]> {
  return sql<Touched[]>`
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

/** Its first episode waits; or, when nobody paid, there never was a schedule. */
async function begin(
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
  await sql`
    update schedule set status = 'ACTIVE' where company_id = ${companyId} and schedule_id = ${scheduleId}`;
  const change = { code: 'CREATED', transactionId: String(txnId) } as const;
  await logChange(sql, schedule, { at: now, before: null, after: 'ACTIVE', ...change });
}
