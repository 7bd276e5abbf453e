import { withRollBack } from '#database/roll-back.ts';
import type { TenantSql } from '#database/tenant.ts';
import { problems } from '#shared/problem.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import type { Caller } from '#server/auth/caller.ts';
import { runConcurrently } from '#server/run-concurrently.ts';
import type { LastEvent, TaskResults } from '../schemas.ts';
import {
  type TaskAction,
  actionableStatuses,
  decidableStatuses,
  retriedActions,
} from '#shared/payments/review-task.ts';
import { decideTask } from './decide-task.ts';
import { type QueueScope, notPermitted, queueScope } from './queue-scope.ts';
import {
  type StoredTask,
  assignTask,
  commentTask,
  flushTask,
  holdTask,
  loadLastEvents,
  loadTasks,
  releaseTask,
} from './db/change-tasks.ts';

/** The reviewer's request. */
export interface ReviewerContext {
  services: PaymentServices;
  caller: Caller;
  request: { id: string; ip: string };
  now: Date;
  inTenant<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
}

/** Decisions of one request that are with the processor at the same time. */
const concurrency = 8;

/** The result of one task. */
type Outcome = 'S200' | 'V020' | (string & {});

/**
 * Performs an action on each task. One that is not possible in a task's status is V020 for that task, and so is one whose
 * version is not that of `versions`.
 */
export async function actOnEach(
  review: ReviewerContext,
  ids: readonly number[],
  action: TaskAction | 'RETRY',
  comment: string | null,
  versions: ReadonlyMap<number, number> = new Map(),
): Promise<TaskResults> {
  const by = await findUserName(review);
  return forEach(review, ids, (task) => {
    if ((versions.get(task.taskId) ?? task.version) !== task.version) return 'V020';
    const isRetry = action === 'RETRY';
    const effectiveAction = isRetry ? retriedActions[task.status] : action;
    const isActionable = isRetry || (actionableStatuses as readonly string[]).includes(task.status);
    const { services, caller, request, now, inTenant } = review;
    return effectiveAction && isActionable
      ? performAction(task, effectiveAction, {
          services,
          userId: caller.id,
          by,
          comment,
          request,
          now,
          inTenant,
        })
      : 'V020';
  });
}

/** How an action is performed, and its reviewer. */
export interface Action {
  services: PaymentServices;
  userId: string;
  /** The user name of the reviewer. */
  by: string;
  comment: string | null;
  request: { id: string; ip: string };
  now: Date;
  inTenant<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
  /** Runs in the transaction that claims or changes the task. False rolls it back. */
  inClaim?: (sql: TenantSql) => Promise<boolean>;
}

/**
 * Performs an action on an undecided or failed task. S200 for done, V020 when the task has changed since it was
 * read.
 */
export async function performAction(
  task: StoredTask,
  action: TaskAction,
  { services, userId, by, comment, request, now, inTenant, inClaim }: Action,
): Promise<Outcome> {
  const change = { by, comment, now };
  const changeOnce = async (work: (sql: TenantSql) => Promise<boolean>): Promise<Outcome> => {
    const isDone = await withRollBack<boolean>((rollBack) =>
      inTenant(async (sql) => {
        if (!(await work(sql))) return false;
        return ((await inClaim?.(sql)) ?? true) || rollBack(false);
      }),
    );
    return isDone ? 'S200' : 'V020';
  };
  if (action === 'HOLD') return changeOnce((sql) => holdTask(sql, task, change));
  if (action === 'FLUSH') return changeOnce((sql) => flushTask(sql, task, change));
  if (action === 'ACCEPT' && task.wasDeferredByMerchant)
    return changeOnce((sql) => releaseTask(sql, task, change));
  const decision = action === 'ACCEPT' ? 'accept' : 'reject';
  const actor = { by, userId, ip: request.ip, requestId: request.id };
  const decisionResult = await decideTask(services, task, {
    decision,
    ...actor,
    comment,
    inClaim,
  });
  if (!decisionResult.ok) return decisionResult.code;
  // U200: the processor decides later, and the settlement closes the task.
  return ['S100', 'C107', 'U200'].includes(decisionResult.value) ? 'S200' : decisionResult.value;
}

/** Adds a comment to each task. */
export async function commentEach(
  review: ReviewerContext,
  ids: readonly number[],
  comment: string,
): Promise<TaskResults> {
  const by = await findUserName(review);
  return forEach(review, ids, async (task) => {
    const change = { by, comment, now: review.now };
    return (await review.inTenant((sql) => commentTask(sql, task, change))) ? 'S200' : 'V020';
  });
}

/** Assigns each task whose version is unchanged. */
export async function assignEach(
  review: ReviewerContext,
  tasks: readonly { taskId: number; version: number }[],
  assignee: string | null,
): Promise<TaskResults> {
  const by = await findUserName(review);
  const versions = new Map(tasks.map(({ taskId, version }) => [taskId, version]));
  const ids = tasks.map(({ taskId }) => taskId);
  return forEach(review, ids, async (task) => {
    const taskAsRead = { ...task, version: versions.get(task.taskId) ?? 0 };
    const isDone = await review.inTenant((sql) =>
      assignTask(sql, taskAsRead, assignee, { by, now: review.now }),
    );
    return isDone ? 'S200' : 'V020';
  });
}

/** Runs `change` for every task, then reads what became of them. Throws V003 when one is out of scope. */
async function forEach(
  review: ReviewerContext,
  ids: readonly number[],
  change: (task: StoredTask) => Outcome | Promise<Outcome>,
): Promise<TaskResults> {
  const scope = await queueScope(review.services, review.caller);
  const tasks = await loadAll(review, scope, ids);
  const outcomes = new Map<number, Outcome>();
  const pending = [...tasks];
  await runConcurrently(
    concurrency,
    () => pending.shift(),
    async (task) => {
      outcomes.set(task.taskId, await change(task));
    },
  );
  const readVersions = new Map(tasks.map(({ taskId, version }) => [taskId, version]));
  const after = await loadAll(review, scope, ids);
  const events = await review.inTenant((sql) => loadLastEvents(sql, after));
  const taskList = after.map((task) => ({
    taskId: String(task.taskId),
    version: task.version,
    taskStatus: task.status,
    reasonCode: toReason(task, readVersions.get(task.taskId), outcomes.get(task.taskId)),
    lastEvent: lastEvent(task, events.get(task.taskId)),
  }));
  const successes = taskList.filter(({ reasonCode }) => reasonCode === 'S200').length;
  const result = successes === taskList.length ? 'SUCCESS' : successes === 0 ? 'ERROR' : 'PARTIAL';
  return { result, taskList };
}

/**
 * A task that another reviewer has decided is V020, regardless of the result of the capture or release. So is one that was
 * busy (A125) with the attempt of another reviewer: such a refusal itself changes no version.
 */
function toReason({ status, version }: StoredTask, readVersion?: number, outcome: Outcome = 'V020'): Outcome {
  if (outcome === 'A125' && version !== readVersion) return 'V020';
  const isDecidable = (decidableStatuses as readonly string[]).includes(status);
  return outcome === 'S200' || isDecidable ? outcome : 'V020';
}

/** A decision in progress has no event before it is settled. */
function lastEvent(
  { status, followUpBy }: StoredTask,
  event: { kind: LastEvent['kind']; actor: string; at: Date; assignee: string | null } | undefined,
): LastEvent {
  if (status === 'ACCEPTING' || status === 'REJECTING')
    return { kind: status, by: followUpBy ?? 'system', at: null, assignee: null };
  const { kind = 'OPENED', actor = 'system', at, assignee = null } = event ?? {};
  return { kind, by: actor, at: at?.toISOString() ?? null, assignee };
}

/** In the order of the request. */
async function loadAll(
  { inTenant }: ReviewerContext,
  scope: QueueScope,
  ids: readonly number[],
): Promise<StoredTask[]> {
  const tasksById = new Map(
    (await inTenant((sql) => loadTasks(sql, scope, ids))).map((task) => [task.taskId, task]),
  );
  return [...new Set(ids)].map((id) => {
    const task = tasksById.get(id);
    if (!task) throw notPermitted();
    return task;
  });
}

/** The user name, by which tasks name their reviewers. Read in the transaction `sql`, if there is one. */
export async function findUserName({
  caller,
  inTenant,
  sql,
}: Pick<ReviewerContext, 'caller' | 'inTenant'> & { sql?: TenantSql }): Promise<string> {
  if (caller.kind !== 'user') throw problems.forbidden();
  const readName = (connection: TenantSql) =>
    connection<{ name: string }[]>`select user_name_key as name from app_user where user_id = ${caller.id}`;
  const [user] = await (sql ? readName(sql) : inTenant(readName));
  if (!user) throw problems.forbidden();
  return user.name;
}
