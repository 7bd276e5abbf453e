import type { Fragment } from '#database/connection.ts';
import { parseLocale } from '#shared/locales.ts';
import type { TenantSql } from '#database/tenant.ts';
import { addMs, hourMs, minuteMs } from '#server/clock.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import type { TaskToDecide } from './claim-task.ts';

/** The clock tries again after this long, then with a back-off of up to six hours. */
const firstRetryMs = 5 * minuteMs;
const maxRetryMs = 6 * hourMs;
/** About eleven hours. After that a reviewer retries, or the authorisation expires. */
const maxAttempts = 7;

interface Settled {
  companyId: number;
  /** The capture or release, also one that the merchant requested; of an expiry the deferred transaction. */
  txnId: number;
}

/** Whether the transaction `txn` opens or decides a task. Part of a statement that has it as a row. */
export const affectsTask = (sql: TenantSql, txn: Fragment): Fragment => sql`
  case
    when ${txn}.txn_type = 'PREAUTH' then ${txn}.detail ? 'deferral'
    when ${txn}.txn_type in ('CAPTURE', 'PREAUTH_VOID', 'PAYOUT_COMPLETE', 'PAYOUT_VOID') then exists (
      select from queue_task q where q.company_id = ${txn}.company_id and q.txn_id = ${txn}.related_id)
    else false
  end`;

/**
 * Closes the task of a transaction whose capture or release has settled. A failed one returns the task to the reviewers, and
 * to the clock once it is due; the clock repeats a reviewer's reject until it succeeds or the authorisation expires, and the
 * reviewers are emailed. A merchant's own failed attempt changes nothing. Without effect on a closed task.
 */
export async function settleTask(sql: TenantSql, { companyId, txnId }: Settled, now: Date): Promise<void> {
  const failedRejects = await sql<FailedReject[]>`
    with ended as (
      select txn_id, related_id, txn_status = 'SUCCESS' as approved, reason_code,
             txn_type in ('CAPTURE', 'PAYOUT_COMPLETE') as accepts,
             coalesce((detail -> 'expiresOriginal')::boolean, false) as expires
      from txn where txn_id = ${txnId} and company_id = ${companyId}
    ), changed as (
      update queue_task q set
        version = q.version + 1,
        status = case
          when not e.approved then case when e.accepts then 'ACCEPT_FAILED' else 'REJECT_FAILED' end
          when e.accepts then 'ACCEPTED' when e.expires then 'EXPIRED' else 'REJECTED' end,
        reason_code = case when e.approved then null else e.reason_code end,
        decided_at = case when e.approved then ${now}::timestamptz end,
        decided_by = case when not e.approved then null
          when q.follow_up_id = e.txn_id then coalesce(case when not e.accepts then q.rejected_by end, q.follow_up_by)
          else 'system' end,
        next_check_at = case
          when not e.approved and q.rejected_by is not null and q.follow_up_id = e.txn_id then ${retryAt(sql, sql`q.attempts`, now)}
          when e.approved or (q.follow_up_by = 'system' and q.follow_up_id = e.txn_id and (e.reason_code = 'D100' or q.attempts >= ${maxAttempts})) then null
          else greatest(q.decides_at, ${retryAt(sql, sql`q.attempts`, now)}) end
      from ended e
      where q.company_id = ${companyId} and q.txn_id = e.related_id
        and q.status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED')
        and (e.approved or q.follow_up_id = e.txn_id)
      returning q.company_id, q.task_id, q.txn_id, q.status, q.reason_code, q.rejected_by, q.assignee,
        case when q.follow_up_id = e.txn_id then q.follow_up_by else 'system' end as actor
    ), recorded as (
      insert into queue_event (company_id, task_id, at, actor, kind, reason_code)
      select company_id, task_id, ${now}, actor, status, reason_code from changed
    )
    select task_id, txn_id, reason_code, array_remove(array[rejected_by, assignee], null) as reviewers
    from changed where status = 'REJECT_FAILED' and rejected_by is not null`;
  for (const task of failedRejects) await mailReviewers(sql, task, now);
}

/** Emails the reviewer who rejected, and the assignee of the task, once for a task. */
async function mailReviewers(
  sql: TenantSql,
  { taskId, txnId, reasonCode, reviewers }: FailedReject,
  now: Date,
): Promise<void> {
  const people = await sql<{ userName: string; givenName: string; locale: string }[]>`
    select user_name, given_name, locale from app_user where user_name_key = any (${reviewers}) and active`;
  for (const { userName, givenName, locale } of people)
    await queueMail(sql, {
      key: `rejectFailed:${taskId}:${userName}`,
      template: 'rejectFailed',
      to: userName,
      locale: parseLocale(locale),
      values: { name: givenName, transactionId: String(txnId), code: reasonCode ?? '' },
      now,
    });
}

interface FailedReject {
  taskId: number;
  txnId: number;
  reasonCode: string | null;
  reviewers: string[];
}

/** Closes the task of a transaction that has expired undecided. */
export async function expireTask(sql: TenantSql, { companyId, txnId }: Settled, now: Date): Promise<void> {
  await sql`
    with changed as (
      update queue_task set version = version + 1, status = 'EXPIRED', decided_at = ${now}, decided_by = 'system', next_check_at = null
      where company_id = ${companyId} and txn_id = ${txnId}
        and status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED')
      returning company_id, task_id
    )
    insert into queue_event (company_id, task_id, at, actor, kind)
    select company_id, task_id, ${now}, 'system', 'EXPIRED' from changed`;
}

/** A task that the clock could not decide: the payment's code refused. The version shows that it is as it was read. */
export async function refuseTask(
  sql: TenantSql,
  task: Pick<TaskToDecide, 'companyId' | 'taskId' | 'version' | 'finalAction'>,
  reasonCode: string,
  now: Date,
): Promise<void> {
  const status = task.finalAction === 'capture' ? 'ACCEPT_FAILED' : 'REJECT_FAILED';
  await sql`
    with changed as (
      update queue_task set version = version + 1, status = ${status}, reason_code = ${reasonCode}, attempts = attempts + 1,
        next_check_at = case when attempts + 1 < ${maxAttempts} or rejected_by is not null then ${retryAt(sql, sql`attempts + 1`, now)} end
      where company_id = ${task.companyId} and task_id = ${task.taskId} and version = ${task.version}
      returning company_id, task_id, status
    )
    insert into queue_event (company_id, task_id, at, actor, kind, reason_code)
    select company_id, task_id, ${now}, 'system', status, ${reasonCode} from changed`;
}

/** Hides a due task from the workers for a minute: another operation of its charge is in progress. */
export async function delayTask(
  sql: TenantSql,
  { companyId, taskId, version }: { companyId: number; taskId: number; version: number },
  now: Date,
): Promise<void> {
  await sql`
    update queue_task set next_check_at = ${addMs(now, minuteMs)}
    where company_id = ${companyId} and task_id = ${taskId} and version = ${version}`;
}

const retryAt = (sql: TenantSql, attempts: Fragment, now: Date): Fragment => sql`
  ${now}::timestamptz + make_interval(
    secs => least(${firstRetryMs / 1000} * power(2, greatest(${attempts}, 1) - 1), ${maxRetryMs / 1000}))`;
