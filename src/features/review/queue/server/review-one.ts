import type { TenantSql } from '#database/tenant.ts';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import type { HandlerContextWithoutTransaction } from '#server/handler.ts';
import type { claimReview, holdDecision } from '../endpoints.ts';
import type { ReviewDecision } from '../review-mode.ts';
import { findUserName } from './act-on-tasks.ts';
import { notPermitted, queueScope } from './queue-scope.ts';
import { type StoredTask, loadTasks } from './db/change-tasks.ts';
import { insertDecision, undoHeldDecision } from './db/held-decisions.ts';
import {
  type ReviewedTask,
  claimForReview,
  readReviewedTask,
  releaseClaim,
  renewClaim,
} from './db/review-claims.ts';
import { findHeldDecision } from './db/review-list.ts';
import { explainRefusal, toOwnDecision, toReviewTask } from './answer-claim.ts';

/** A reviewer's request about one task. */
type ReviewRequest = Pick<
  HandlerContextWithoutTransaction<unknown>,
  'services' | 'caller' | 'request' | 'now' | 'inTenant'
>;

interface Reviewer {
  sql: TenantSql;
  task: StoredTask;
  /** The user name. */
  user: string;
}

/**
 * Runs `work` in one transaction on a task that the caller may review. Throws V003 for any other. Permissions are read
 * before the transaction, which would otherwise hold one connection and wait for a second.
 */
async function reviewOne<T>(
  ctx: ReviewRequest,
  taskId: number,
  work: (reviewer: Reviewer) => Promise<T>,
): Promise<T> {
  const scope = await queueScope(ctx.services, ctx.caller);
  const user = await findUserName(ctx);
  return ctx.inTenant(async (sql) => {
    const [task] = await loadTasks(sql, scope, [taskId]);
    if (!task) throw notPermitted();
    return work({ sql, task, user });
  });
}

/** Claims a task, or renews the claim with `claimId`. A renewal never starts a claim that has ended. */
export function claimOne(
  ctx: ReviewRequest,
  taskId: number,
  claimId: string | null,
): Promise<ResponseInputOf<typeof claimReview>> {
  return reviewOne(ctx, taskId, async ({ sql, task, user }) => {
    const claim =
      claimId === null
        ? await claimForReview(sql, task, user)
        : await renewClaim(sql, task, { user, claimId });
    const reviewed = await reloadTask(sql, task);
    if (claim) return { state: 'MINE', claim, task: toReviewTask(reviewed) };
    const heldDecision = await findHeldDecision(sql, task, ctx.caller.id);
    if (heldDecision) return { state: 'HELD', decision: toOwnDecision(heldDecision) };
    return explainRefusal(sql, reviewed, { user, now: ctx.now });
  });
}

export function releaseReviewClaim(
  ctx: ReviewRequest,
  taskId: number,
  claimId: string,
): Promise<{ released: boolean }> {
  return reviewOne(ctx, taskId, async ({ sql, task, user }) => ({
    released: await releaseClaim(sql, task, { user, claimId }),
  }));
}

/** Holds a decision of the reviewer who has the task. A repeated request finds the first one's decision. */
export function holdOne(
  ctx: ReviewRequest,
  taskId: number,
  body: { decision: ReviewDecision; claimId: string; sessionId: string; version: number },
): Promise<ResponseInputOf<typeof holdDecision>> {
  const { caller, request, now } = ctx;
  return reviewOne(ctx, taskId, async ({ sql, task, user }) => {
    await insertDecision(sql, task, { ...body, user: { id: caller.id, name: user }, request });
    const heldDecision = await findHeldDecision(sql, task, caller.id);
    if (heldDecision?.decision === body.decision)
      return { state: 'HELD', decision: toOwnDecision(heldDecision) };
    return explainRefusal(sql, await reloadTask(sql, task), { user, now, version: body.version });
  });
}

export function undoOne(ctx: ReviewRequest, taskId: number): Promise<{ undone: boolean }> {
  return reviewOne(ctx, taskId, async ({ sql, task }) => ({
    undone: await undoHeldDecision(sql, task, ctx.caller.id),
  }));
}

async function reloadTask(sql: TenantSql, task: StoredTask): Promise<ReviewedTask> {
  const reviewed = await readReviewedTask(sql, task);
  if (!reviewed) throw notPermitted();
  return reviewed;
}
