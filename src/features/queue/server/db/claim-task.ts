import type { TenantSql } from '#database/tenant.ts';
import { type Decision, decidableStatuses } from '../../task.ts';

/** The data of a task that a decision needs. */
export interface TaskToDecide {
  companyId: number;
  taskId: number;
  version: number;
  txnId: number;
  merchantId: number;
  installationId: number;
  merchantPath: string;
  finalAction: 'capture' | 'decline';
  wasDeferredByMerchant: boolean;
}

/** Leases tasks whose deferral has ended, earliest first. No other worker gets them before `until`. */
export async function leaseDueTasks(
  sql: TenantSql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<TaskToDecide[]> {
  return sql<TaskToDecide[]>`
    with due as materialized (
      select company_id, task_id from queue_task where next_check_at <= ${now}
      order by next_check_at limit ${limit} for update skip locked
    ), leased as (
      update queue_task q set next_check_at = ${until}
      from due where q.company_id = due.company_id and q.task_id = due.task_id
      returning q.*
    )
    select l.company_id, l.task_id, l.version, l.txn_id, l.merchant_id, l.installation_id, l.final_action,
           l.was_deferred_by_merchant, m.path as merchant_path
    from leased l join organisation m on m.id = l.merchant_id
    order by l.decides_at`;
}

/**
 * Claims a task for the capture or release `txnId`, in the transaction that stores it: a crash leaves both or neither.
 * False when the task has changed since it was read. The caller holds the lock of the charge.
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
  const claimed = await sql`
    update queue_task set version = version + 1, status = ${decision === 'accept' ? 'ACCEPTING' : 'REJECTING'},
      follow_up_id = ${txnId}, follow_up_by = ${by}, attempts = attempts + ${by === 'system' ? 1 : 0}, next_check_at = null
    where company_id = ${companyId} and task_id = ${taskId} and version = ${version}
      and status in ${sql(decidableStatuses)}
    returning 1`;
  if (claimed.length === 0) return false;
  if (comment === null) return true;
  await sql`
    insert into queue_event (company_id, task_id, at, actor, kind, comment)
    values (${companyId}, ${taskId}, ${now}, ${by}, 'COMMENTED', ${comment})`;
  return true;
}
