import type { TenantSql } from '#database/tenant.ts';
import type { Fragment } from '#database/connection.ts';
import { type Decision, type FinalAction, decidableStatuses } from '#shared/payments/review-task.ts';

/** The data of a task that a decision needs. */
export interface TaskToDecide {
  companyId: number;
  taskId: number;
  version: number;
  txnId: number;
  merchantId: number;
  installationId: number;
  merchantPath: string;
  finalAction: FinalAction;
  wasDeferredByMerchant: boolean;
}

/** What happens without a further decision of a reviewer. `task`: the alias of queue_task. */
export const finalAction = (sql: TenantSql, task: Fragment): Fragment => sql`
  case when ${task}.rejected_by is null then ${task}.final_action else 'release' end`;

/** How long after the end of a deferral the clock waits for a reviewer who has claimed the task. */
const claimGraceMinutes = 5;

/** No decision of a reviewer is under way. A held one always goes first, a claim within its grace. */
export const isLeftToClock = (sql: TenantSql, now: Date): Fragment => sql`
  decision_id is null and (claimed_until is null or claimed_until <= clock_timestamp()
    or decides_at <= ${now}::timestamptz - make_interval(mins => ${claimGraceMinutes}))`;

/** Leases tasks whose deferral has ended, earliest first. No other worker gets them before `until`. */
export async function leaseDueTasks(
  sql: TenantSql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<TaskToDecide[]> {
  return sql<TaskToDecide[]>`
    with due as materialized (
      select company_id, task_id from queue_task where next_check_at <= ${now} and ${isLeftToClock(sql, now)}
      order by next_check_at limit ${limit} for update skip locked
    ), leased as (
      update queue_task q set next_check_at = ${until}
      from due where q.company_id = due.company_id and q.task_id = due.task_id
      returning q.*
    )
    select l.company_id, l.task_id, l.version, l.txn_id, l.merchant_id, l.installation_id,
           ${finalAction(sql, sql`l`)} as final_action,
           l.was_deferred_by_merchant, m.path as merchant_path
    from leased l join organisation m on m.id = l.merchant_id
    order by l.decides_at`;
}

/** When the next deferral ends after a time, for a test clock. */
export const nextDueTask = (sql: TenantSql, after: Date): Promise<{ at: Date | null }[]> => sql<
  { at: Date | null }[]
>`
  select min(next_check_at) as at from queue_task where next_check_at > ${after}`;

/**
 * Claims a task for the capture or release `txnId`, in the transaction that stores it: a crash leaves both or neither.
 * False when the task has changed since it was read, for the clock also when a reviewer is deciding. The caller holds the lock
 * of the charge. A reviewer's reject stays on the task: until another reviewer accepts, the clock only repeats it.
 */
export async function claimTask(
  sql: TenantSql,
  { companyId, taskId, version }: Pick<TaskToDecide, 'companyId' | 'taskId' | 'version'>,
  {
    decision,
    txnId,
    by,
    comment,
    now,
  }: { decision: Decision; txnId: number; by: string; comment: string | null; now: Date },
): Promise<boolean> {
  const isClock = by === 'system';
  const rejectedBy = isClock ? sql`rejected_by` : sql`${decision === 'reject' ? by : null}`;
  const claimed = await sql`
    update queue_task set version = version + 1, status = ${decision === 'accept' ? 'ACCEPTING' : 'REJECTING'},
      follow_up_id = ${txnId}, follow_up_by = ${by}, attempts = attempts + ${isClock ? 1 : 0}, next_check_at = null,
      rejected_by = ${rejectedBy}
    where company_id = ${companyId} and task_id = ${taskId} and version = ${version}
      and status in ${sql(decidableStatuses)} ${isClock ? sql`and ${isLeftToClock(sql, now)}` : sql``}
    returning 1`;
  if (claimed.length === 0) return false;
  if (comment === null) return true;
  await sql`
    insert into queue_event (company_id, task_id, at, actor, kind, comment)
    values (${companyId}, ${taskId}, ${now}, ${by}, 'COMMENTED', ${comment})`;
  return true;
}
