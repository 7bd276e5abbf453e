import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { DecisionState, ReviewDecision } from '../../review-mode.ts';
import { actionableStatuses } from '#shared/payments/review-task.ts';
import type { QueueScope } from '../queue-scope.ts';
import type { TaskCriteria } from '../read-task-search.ts';
import { buildCriteria } from './search-tasks.ts';

/** Tasks that a review walks through before it loads more. */
const maxTasks = 100;
/** Decisions that a review shows. */
const maxDecisions = 10;

export interface ReviewSession {
  sessionId: string;
  userId: string;
  /** The user name. */
  user: string;
}

/** A decision with the task that it decides. */
export interface SessionDecision {
  taskId: number;
  txnId: number;
  decision: ReviewDecision;
  state: DecisionState;
  leftMs: number;
  amount: string;
  ccyCode: string;
  customerEmail: string | null;
  reasonCode: string | null;
}

interface ReviewList {
  tasks: { taskId: number; txnId: number; claimedBy: string | null }[];
  open: number;
  counts: { decision: ReviewDecision; number: number }[];
  decisions: SessionDecision[];
}

/** The undecided tasks of a session of review mode, earliest payment first, and the decided ones. */
export async function loadReview(
  sql: TenantSql,
  scope: QueueScope,
  criteria: TaskCriteria,
  session: ReviewSession,
): Promise<ReviewList> {
  const { sessionId, userId, user } = session;
  const statuses = (criteria.statuses ?? actionableStatuses).filter((status) =>
    (actionableStatuses as readonly string[]).includes(status),
  );
  const matches = buildCriteria(sql, scope, { ...criteria, statuses }, user);
  const ofSession = sql`d.company_id = any (${scope.tenantIds}) and d.session_id = ${sessionId} and d.user_id = ${userId}`;
  const isUndecided = sql`decision_id is null and not exists (
    select from queue_decision d
    where d.company_id = queue_task.company_id and d.task_id = queue_task.task_id and ${ofSession} and d.state = 'SENT')`;
  const [tasks, [counted], counts, decisions] = await pipelined(sql, [
    () => sql<ReviewList['tasks']>`
      select task_id, txn_id, case when claimed_until > clock_timestamp() and claimed_by <> ${user} then claimed_by end as claimed_by
      from queue_task where ${matches} and ${isUndecided} order by transaction_time, task_id limit ${maxTasks}`,
    // All of them are counted in an index, then those with a decision, which are few, are taken off.
    () => sql<{ open: number }[]>`
      select (select count(*) from queue_task where ${matches})::integer - (
        select count(*) from queue_task
        where (company_id, task_id) in (
            select d.company_id, d.task_id from queue_decision d
            where d.company_id = any (${scope.tenantIds}) and d.state = 'HELD'
            union
            select d.company_id, d.task_id from queue_decision d where ${ofSession} and d.state = 'SENT')
          and ${matches} and not (${isUndecided}))::integer as open`,
    () => sql<ReviewList['counts']>`
      select d.decision, count(*)::integer as number from queue_decision d
      where ${ofSession} and d.state in ('HELD', 'SENT') group by d.decision`,
    () => sql<SessionDecision[]>`
      select d.task_id, q.txn_id, d.decision, d.state, ${leftMs(sql)} as left_ms, q.amount::text, q.ccy_code, q.customer_email,
             d.reason_code
      from queue_decision d join queue_task q on q.company_id = d.company_id and q.task_id = d.task_id
      where ${ofSession} order by d.held_at desc limit ${maxDecisions}`,
  ]);
  return { tasks, open: counted?.open ?? 0, counts, decisions };
}

const leftMs = (sql: TenantSql) => sql`
  case when d.state = 'HELD' then greatest(0, extract(epoch from d.send_at - clock_timestamp()) * 1000)::float8
       else 0 end`;

/** The user's decision that is held for a task. */
export async function findHeldDecision(
  sql: TenantSql,
  { companyId, taskId }: { companyId: number; taskId: number },
  userId: string,
): Promise<SessionDecision | undefined> {
  const [heldDecision] = await sql<SessionDecision[]>`
    select d.task_id, q.txn_id, d.decision, d.state, ${leftMs(sql)} as left_ms, q.amount::text, q.ccy_code, q.customer_email,
           d.reason_code
    from queue_task q join queue_decision d on d.company_id = q.company_id and d.decision_id = q.decision_id
    where q.company_id = ${companyId} and q.task_id = ${taskId} and d.user_id = ${userId} and d.state = 'HELD'`;
  return heldDecision;
}

/** The latest events of a task, the latest first. */
export function loadTaskEvents(
  sql: TenantSql,
  { companyId, taskId }: { companyId: number; taskId: number },
  limit: number,
): Promise<{ at: Date; kind: string; actor: string; comment: string | null; assignee: string | null }[]> {
  return sql<{ at: Date; kind: string; actor: string; comment: string | null; assignee: string | null }[]>`
    select at, kind, actor, comment, assignee from queue_event
    where company_id = ${companyId} and task_id = ${taskId} order by event_id desc limit ${limit}`;
}
