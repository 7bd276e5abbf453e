import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import {
  type EventKind,
  type TaskStatus,
  actionableStatuses,
  decidableStatuses,
} from '#shared/payments/review-task.ts';
import type { QueueScope } from '../queue-scope.ts';
import { type TaskToDecide, finalAction, isLeftToClock } from './claim-task.ts';

/** A task as an action reads it. */
export interface StoredTask extends TaskToDecide {
  status: TaskStatus;
  /** The user of the current or last capture or release. */
  followUpBy: string | null;
}

/** The tasks with these ids that the scope contains, closed ones too. */
export function loadTasks(
  sql: TenantSql,
  { tenantIds, merchants }: QueueScope,
  ids: readonly number[],
): Promise<StoredTask[]> {
  return sql<StoredTask[]>`
    select q.company_id, q.task_id, q.version, q.txn_id, q.merchant_id, q.installation_id, ${finalAction(sql, sql`q`)} as final_action,
           q.was_deferred_by_merchant, q.status, q.follow_up_by, m.path as merchant_path
    from queue_task q join organisation m on m.id = q.merchant_id
    where q.company_id = any (${tenantIds}) and q.task_id = any (${[...ids]}::bigint[])
      ${merchants === undefined ? sql`` : sql`and q.merchant_id = any (${merchants})`}`;
}

/** The last event of each task. */
export async function loadLastEvents(
  sql: TenantSql,
  tasks: readonly Pick<StoredTask, 'companyId' | 'taskId'>[],
): Promise<Map<number, { kind: EventKind; actor: string; at: Date; assignee: string | null }>> {
  const events = await sql<
    { taskId: number; kind: EventKind; actor: string; at: Date; assignee: string | null }[]
  >`
    select distinct on (company_id, task_id) task_id, kind, actor, at, assignee from queue_event
    where company_id = any (${[...new Set(tasks.map(({ companyId }) => companyId))]})
      and task_id = any (${tasks.map(({ taskId }) => taskId)}::bigint[])
    order by company_id, task_id, event_id desc`;
  return new Map(events.map(({ taskId, ...event }) => [taskId, event]));
}

interface Change {
  /** The user name of the reviewer, or 'system'. */
  by: string;
  comment: string | null;
  now: Date;
}

type TaskKey = Pick<TaskToDecide, 'companyId' | 'taskId' | 'version'>;

/** Changes a task and stores the event of it in one statement. False when the task does not meet `condition`. */
async function changeTask(
  sql: TenantSql,
  { companyId, taskId }: TaskKey,
  { by, comment, now }: Change,
  { kind, set, condition }: { kind: EventKind; set: Fragment; condition: Fragment },
): Promise<boolean> {
  const updated = await sql`
    with changed as (
      update queue_task set version = version + 1 ${set}
      where company_id = ${companyId} and task_id = ${taskId} and ${condition}
      returning company_id, task_id
    )
    insert into queue_event (company_id, task_id, at, actor, kind, comment)
    select company_id, task_id, ${now}, ${by}, ${kind}, ${comment} from changed returning 1`;
  return updated.length > 0;
}

/** Keeps a task for later. Its clock continues. False when the task is no longer actionable. */
export const holdTask = (sql: TenantSql, task: TaskKey, change: Change): Promise<boolean> =>
  changeTask(sql, task, change, {
    kind: 'HELD',
    set: sql`, status = 'ON_HOLD'`,
    condition: sql`version = ${task.version} and status in ${sql(actionableStatuses)}`,
  });

/** Closes a task without a decision: the clock stops, and the transaction is left to the merchant. */
export const flushTask = (sql: TenantSql, task: TaskKey, change: Change): Promise<boolean> =>
  changeTask(sql, task, change, {
    kind: 'FLUSHED',
    set: sql`, status = 'FLUSHED', next_check_at = null, decided_at = ${change.now}, decided_by = ${change.by}`,
    condition: sql`version = ${task.version} and status in ${sql([...actionableStatuses, 'FLUSH_FAILED'])}`,
  });

/**
 * Accepts a task whose deferral the merchant had requested. The transaction does not change. False when the task is
 * taken.
 */
export const releaseTask = (sql: TenantSql, task: TaskKey, change: Change): Promise<boolean> =>
  changeTask(sql, task, change, {
    kind: 'ACCEPTED',
    set: sql`, status = 'ACCEPTED', reason_code = null, next_check_at = null, decided_at = ${change.now},
      decided_by = ${change.by}`,
    condition: sql`version = ${task.version} and status in ${sql(decidableStatuses)}
      ${change.by === 'system' ? sql`and ${isLeftToClock(sql, change.now)}` : sql``}`,
  });

/** Adds a comment to an open task. False for a closed one. */
export const commentTask = (sql: TenantSql, task: TaskKey, change: Change): Promise<boolean> =>
  changeTask(sql, task, change, {
    kind: 'COMMENTED',
    set: sql``,
    condition: sql`status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED')`,
  });

/**
 * Assigns an open task of the given version, or takes it back without an assignee. False when it has changed since, is
 * closed, or the assignee may not work on it.
 */
export async function assignTask(
  sql: TenantSql,
  { companyId, taskId, version }: TaskKey,
  assignee: string | null,
  { by, now }: Omit<Change, 'comment'>,
): Promise<boolean> {
  const updated = await sql`
    with changed as (
      update queue_task q set assignee = ${assignee}, version = q.version + 1
      from organisation m
      where q.company_id = ${companyId} and q.task_id = ${taskId} and q.version = ${version}
        and q.status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED') and m.id = q.merchant_id
        and (${assignee}::text is null or exists (
          select from app_user u
          join role_grant g on g.user_id = u.user_id
          join role_permission p on p.role_id = g.role_id and p.permission = 'P_ACCESS_QUEUE_MANAGEMENT'
          join organisation o on o.id = g.organisation_id
          where u.user_name_key = ${assignee}::text and u.active
            and (o.path = m.path or (g.cascade and starts_with(m.path, o.path || '/')))))
      returning q.company_id, q.task_id
    )
    insert into queue_event (company_id, task_id, at, actor, kind, assignee)
    select company_id, task_id, ${now}, ${by}, ${assignee === null ? 'UNASSIGNED' : 'ASSIGNED'}, ${assignee}
    from changed returning 1`;
  return updated.length > 0;
}
