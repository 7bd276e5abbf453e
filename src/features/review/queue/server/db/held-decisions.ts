import type { TenantSql } from '#database/tenant.ts';
import type { DecisionState, ReviewDecision } from '../../review-mode.ts';
import { actionableStatuses } from '#shared/payments/review-task.ts';
import type { StoredTask } from './change-tasks.ts';
import { finalAction } from './claim-task.ts';

/** A reviewer can undo a decision for this long. */
const holdSeconds = 10;
/** Other workers don't get a leased decision for this long. The claim of the task prevents that it is sent twice. */
const leaseSeconds = 60;

/** A decision of review mode, with the current state of the task. */
export interface HeldDecision {
  companyId: number;
  decisionId: string;
  decision: ReviewDecision;
  taskStatus: string;
  userId: string;
  userName: string;
  ip: string;
  requestId: string;
  attempts: number;
  task: StoredTask;
}

interface NewDecision {
  decision: ReviewDecision;
  sessionId: string;
  claimId: string;
  version: number;
  user: { id: string; name: string };
  request: { id: string; ip: string };
}

/**
 * Turns the reviewer's claim into a held decision, in one statement: false when the claim has ended, the task has another
 * version or is not actionable.
 */
export async function insertDecision(
  sql: TenantSql,
  { companyId, taskId }: { companyId: number; taskId: number },
  { decision, sessionId, claimId, version, user, request }: NewDecision,
): Promise<boolean> {
  const inserted = await sql`
    with claimed as (
      update queue_task
      set claim_id = null, claimed_by = null, claimed_until = null, decision_id = gen_random_uuid()
      where company_id = ${companyId} and task_id = ${taskId} and version = ${version}
        and status in ${sql(actionableStatuses)} and decision_id is null
        and claim_id = ${claimId} and claimed_by = ${user.name} and claimed_until > clock_timestamp()
      returning company_id, task_id, decision_id, status
    )
    insert into queue_decision (company_id, decision_id, task_id, session_id, decision, task_status, user_id, user_name, ip,
                                request_id, send_at, next_check_at)
    select c.company_id, c.decision_id, c.task_id, ${sessionId}, ${decision}, c.status, ${user.id}, ${user.name},
           ${request.ip}, ${request.id}, t.at, t.at
    from claimed c
    cross join (select clock_timestamp() + make_interval(secs => ${holdSeconds}) as at) t
    returning 1`;
  return inserted.length > 0;
}

/** Takes back the user's held decision. False when it was sent. Waits for a worker that is sending it. */
export async function undoHeldDecision(
  sql: TenantSql,
  { companyId, taskId }: { companyId: number; taskId: number },
  userId: string,
): Promise<boolean> {
  // The task first, as the worker does: two transactions that lock in one order never wait for each other.
  const updated = await sql`
    with freed as (
      update queue_task q set decision_id = null
      from queue_decision d
      where q.company_id = ${companyId} and q.task_id = ${taskId} and d.company_id = q.company_id
        and d.decision_id = q.decision_id and d.user_id = ${userId} and d.state = 'HELD'
      returning q.company_id, d.decision_id
    )
    update queue_decision d set state = 'UNDONE' from freed f
    where d.company_id = f.company_id and d.decision_id = f.decision_id and d.state = 'HELD'
    returning 1`;
  return updated.length > 0;
}

/** Leases decisions whose ten seconds have passed, earliest first. */
export async function leaseDueDecisions(sql: TenantSql, limit: number): Promise<HeldDecision[]> {
  const rows = await sql<(Omit<HeldDecision, 'task'> & Omit<StoredTask, 'companyId'>)[]>`
    with due as materialized (
      select company_id, decision_id from queue_decision
      where state = 'HELD' and next_check_at <= clock_timestamp()
      order by next_check_at limit ${limit} for update skip locked
    ), leased as (
      update queue_decision d
      set next_check_at = clock_timestamp() + make_interval(secs => ${leaseSeconds}), attempts = d.attempts + 1
      from due where d.company_id = due.company_id and d.decision_id = due.decision_id
      returning d.*
    )
    select d.company_id, d.decision_id, d.decision, d.task_status, d.user_id, d.user_name, d.ip, d.request_id, d.attempts,
           q.task_id, q.version, q.status, q.follow_up_by, q.txn_id, q.merchant_id, q.installation_id,
           ${finalAction(sql, sql`q`)} as final_action,
           q.was_deferred_by_merchant, m.path as merchant_path
    from leased d
    join queue_task q on q.company_id = d.company_id and q.task_id = d.task_id
    join organisation m on m.id = q.merchant_id
    order by d.send_at`;
  return rows.map((row) => ({ ...row, task: row }));
}

type DecisionKey = Pick<HeldDecision, 'companyId' | 'decisionId'>;

/**
 * Marks a decision as sent, in the transaction that claims its task or changes it: a crash leaves both or neither.
 * False when the reviewer has undone it.
 */
export function markSent(sql: TenantSql, decision: DecisionKey): Promise<boolean> {
  return endDecision(sql, decision, 'SENT');
}

/** Ends a held decision and frees its task for other reviewers. False when the decision was no longer held. */
export async function endDecision(
  sql: TenantSql,
  { companyId, decisionId }: DecisionKey,
  state: Exclude<DecisionState, 'HELD'>,
  reasonCode: string | null = null,
): Promise<boolean> {
  await sql`
    update queue_task set decision_id = null
    where company_id = ${companyId} and decision_id = ${decisionId}
      and task_id = (select task_id from queue_decision where company_id = ${companyId} and decision_id = ${decisionId})`;
  const updated = await sql`
    update queue_decision set state = ${state}, reason_code = ${reasonCode}
    where company_id = ${companyId} and decision_id = ${decisionId} and state = 'HELD' returning 1`;
  return updated.length > 0;
}

/** A sent decision whose capture or release was declined. */
export async function recordFailure(
  sql: TenantSql,
  { companyId, decisionId }: DecisionKey,
  reasonCode: string,
): Promise<void> {
  await sql`
    update queue_decision set state = 'FAILED', reason_code = ${reasonCode}
    where company_id = ${companyId} and decision_id = ${decisionId} and state = 'SENT'`;
}

/** The next attempt, while another operation of the charge is in progress. */
export async function delayDecision(
  sql: TenantSql,
  { companyId, decisionId }: DecisionKey,
  seconds: number,
): Promise<void> {
  await sql`
    update queue_decision set next_check_at = clock_timestamp() + make_interval(secs => ${seconds})
    where company_id = ${companyId} and decision_id = ${decisionId} and state = 'HELD'`;
}
