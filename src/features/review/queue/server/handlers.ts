import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { currencyDigits } from '#shared/currencies.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { mayOn } from '#server/auth/caller.ts';
import { handle, handleWithoutTransaction } from '#server/handler.ts';
import { failedStatuses } from '#shared/payments/review-task.ts';
import { maxRetried } from '../retry.ts';
import { sumRetries } from '../review.ts';
import { actOnEach, assignEach, commentEach, findUserName } from './act-on-tasks.ts';
import { queueScope } from './queue-scope.ts';
import { readCriteria, readTaskSearch } from './read-task-search.ts';
import { claimOne, holdOne, releaseReviewClaim, undoOne } from './review-one.ts';
import {
  type TaskCount,
  type TaskRow,
  countOpenTasks,
  loadDeferringRules,
  searchOpenTasks,
} from './db/search-tasks.ts';
import { toOwnDecision } from './answer-claim.ts';
import { loadUserNames } from './db/review-claims.ts';
import { loadReview } from './db/review-list.ts';

export const searchTasks = handle(endpoints.searchTasks, schemas.searchTasks, async (ctx) => {
  const search = readTaskSearch(ctx.query);
  const scope = await queueScope({ ...ctx.services, database: ctx.sql }, ctx.caller, ctx.path.orgId);
  const user = await findUserName(ctx);
  const { rows, total } = await searchOpenTasks(ctx.sql, scope, search, user);
  const seesRules = ruleViewers.some((permission) => mayOn(ctx.caller, permission, ctx.resource.path));
  const rules = seesRules ? await loadDeferringRules(ctx.sql, rows) : new Map<number, string[]>();
  const data = rows.map((row) => toView(row, rules.get(row.txnId) ?? []));
  return { data, resultsAvailable: total, resultsReturned: rows.length };
});

export const reviewRetry = handle(endpoints.reviewRetry, schemas.reviewRetry, async (ctx) => {
  const search = readTaskSearch(ctx.query);
  const scope = await queueScope({ ...ctx.services, database: ctx.sql }, ctx.caller, ctx.path.orgId);
  const statuses = failedStatuses.filter((status) => search.statuses?.includes(status) ?? true);
  const failed = { ...search, statuses, limit: maxRetried, offset: 0 };
  const { rows, total } = await searchOpenTasks(ctx.sql, scope, failed, await findUserName(ctx));
  const data = rows.map((row) => toView(row, []));
  return { data, resultsAvailable: total, sums: sumRetries(data) };
});

const ruleViewers = ['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES'] as const;

function toView(row: TaskRow, ruleNames: string[]): schemas.TaskView {
  const { taskId, version, status, assignee, score, paymentSource, finalAction, ccyCode } = row;
  return {
    id: String(taskId),
    version,
    status,
    assignee,
    transactionId: String(row.txnId),
    transactionTypeCategory: row.category,
    transactionTime: row.transactionTime.toISOString(),
    customerEmail: row.customerEmail,
    transactionAmount: Number(row.amount).toFixed(currencyDigits(ccyCode) ?? 2),
    transactionCurrencyCode: ccyCode,
    customerIpAddress: row.customerIp,
    score,
    cardIssuerCountryCode: row.issuerCountry,
    paymentSource,
    decidesAt: row.decidesAt.toISOString(),
    nextCheckAt: row.nextCheckAt?.toISOString() ?? null,
    finalAction,
    wasDeferredByMerchant: row.wasDeferredByMerchant,
    reasonCode: row.reasonCode,
    statusCode: row.statusCode,
    scheme: row.scheme,
    ruleNames,
    claim:
      row.claimedBy !== null && row.claimedUntil !== null
        ? { by: row.claimedBy, until: row.claimedUntil.toISOString() }
        : undefined,
  };
}

/** Each choice is counted with the other choices of the filter applied. */
export const countTasks = handle(endpoints.countTasks, schemas.countTasks, async (ctx) => {
  const criteria = readCriteria(ctx.query);
  const scope = await queueScope({ ...ctx.services, database: ctx.sql }, ctx.caller, ctx.path.orgId);
  const counts = await countOpenTasks(ctx.sql, scope, criteria, await findUserName(ctx));
  const { isMine, categories, statuses } = criteria;
  const matchesAssignee = (count: TaskCount) => !isMine || count.isMine;
  const matchesCategory = (count: TaskCount) => !categories || categories.includes(count.category);
  const matchesStatus = (count: TaskCount) => !statuses || statuses.includes(count.status);
  const inAmounts = counts.filter(({ isInAmounts }) => isInAmounts);
  const byAssignee = inAmounts.filter((count) => matchesCategory(count) && matchesStatus(count));
  const byCategory = inAmounts.filter((count) => matchesAssignee(count) && matchesStatus(count));
  const byStatus = inAmounts.filter((count) => matchesAssignee(count) && matchesCategory(count));
  const isFailed = ({ status }: TaskCount) => (failedStatuses as readonly string[]).includes(status);
  return {
    maximumTransactionAmount: String(Math.max(0, ...counts.map(({ maximum }) => Number(maximum)))),
    assigneeCountMap: {
      ANYONE: sumCounts(byAssignee),
      ME: sumCounts(byAssignee.filter((count) => count.isMine)),
    },
    transactionTypeCountMap: { PAYMENT: 0, PAYOUT: 0, ...sumCountsBy(byCategory, 'category') },
    statusCounts: {
      taskStatusCountsMap: sumCountsBy(byStatus, 'status'),
      totalFailedCount: sumCounts(byStatus.filter(isFailed)),
    },
  };
});

const sumCounts = (counts: readonly TaskCount[]): number =>
  counts.reduce((all, { number }) => all + number, 0);

const sumCountsBy = (counts: readonly TaskCount[], by: 'category' | 'status'): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(counts, (count) => count[by])].map(([name, group]) => [name, sumCounts(group)]),
  );

/** Enough for the list of the assign dialog. */
const maxUsers = 1000;

export const listQueueUsers = handle(
  endpoints.listQueueUsers,
  schemas.listQueueUsers,
  ({ sql, resource }) => {
    const { path } = resource;
    return sql<{ emailAddress: string; firstName: string; lastName: string }[]>`
      select u.user_name_key as email_address, u.given_name as first_name, u.family_name as last_name
      from app_user u
      where u.active and not u.domain_user and exists (
        select from role_grant g
        join role_permission p on p.role_id = g.role_id and p.permission = 'P_ACCESS_QUEUE_MANAGEMENT'
        join organisation o on o.id = g.organisation_id
        where g.user_id = u.user_id and (o.path = ${path} or (g.cascade and starts_with(${path}, o.path || '/'))
          or starts_with(o.path, ${path} || '/')))
      order by u.given_name, u.family_name, u.user_name_key limit ${maxUsers}`;
  },
);

/** Card numbers are masked before text is stored (docs/domain.md#card-data). */
const readComment = (text: string | null | undefined): string | null =>
  maskCardNumbers(text?.trim() ?? '') || null;

export const actOnTask = handleWithoutTransaction<typeof endpoints.actOnTask, PaymentServices>(
  endpoints.actOnTask,
  schemas.actOnTask,
  (ctx) => actOnEach(ctx, [ctx.path.taskId], ctx.body.action, readComment(ctx.body.commentMessage)),
);

export const actOnTasks = handleWithoutTransaction<typeof endpoints.actOnTasks, PaymentServices>(
  endpoints.actOnTasks,
  schemas.actOnTasks,
  (ctx) => actOnEach(ctx, ctx.body.taskRecordIds, ctx.body.action, readComment(ctx.body.commentMessage)),
);

export const retryTasks = handleWithoutTransaction<typeof endpoints.retryTasks, PaymentServices>(
  endpoints.retryTasks,
  schemas.retryTasks,
  (ctx) => {
    const { taskRecordIds, commentMessage, reviewed = [] } = ctx.body;
    const versions = new Map(reviewed.map(({ taskId, version }) => [taskId, version]));
    return actOnEach(ctx, taskRecordIds, 'RETRY', readComment(commentMessage), versions);
  },
);

export const commentTasks = handleWithoutTransaction<typeof endpoints.commentTasks, PaymentServices>(
  endpoints.commentTasks,
  schemas.commentTasks,
  (ctx) => commentEach(ctx, ctx.body.taskRecordIds, maskCardNumbers(ctx.body.commentMessage.trim())),
);

export const assignTasks = handleWithoutTransaction<typeof endpoints.assignTasks, PaymentServices>(
  endpoints.assignTasks,
  schemas.assignTasks,
  (ctx) => {
    const { assignedTasks, action, assignee } = ctx.body;
    return assignEach(ctx, assignedTasks, action === 'ASSIGN' ? (assignee ?? '').toLowerCase() : null);
  },
);

export const claimReview = handleWithoutTransaction(endpoints.claimReview, schemas.claimReview, (ctx) =>
  claimOne(ctx, ctx.path.taskId, ctx.body.claimId ?? null),
);

export const releaseReview = handleWithoutTransaction(endpoints.releaseReview, schemas.releaseReview, (ctx) =>
  releaseReviewClaim(ctx, ctx.path.taskId, ctx.path.claimId),
);

export const holdDecision = handleWithoutTransaction(endpoints.holdDecision, schemas.holdDecision, (ctx) =>
  holdOne(ctx, ctx.path.taskId, ctx.body),
);

export const undoDecision = handleWithoutTransaction(endpoints.undoDecision, schemas.undoDecision, (ctx) =>
  undoOne(ctx, ctx.path.taskId),
);

/** One call has all that a reload needs, so that nothing of a session is lost by it. */
export const getReview = handleWithoutTransaction(endpoints.getReview, schemas.getReview, async (ctx) => {
  const { caller, services, path, query } = ctx;
  const criteria = readCriteria(query);
  const scope = await queueScope(services, caller, path.orgId);
  const user = await findUserName(ctx);
  const session = { sessionId: query.sessionId, userId: caller.id, user };
  const { names, ...review } = await ctx.inTenant(async (sql) => {
    const loaded = await loadReview(sql, scope, criteria, session);
    const reviewers = loaded.tasks.flatMap(({ claimedBy }) => claimedBy ?? []);
    return { ...loaded, names: await loadUserNames(sql, reviewers) };
  });
  const { tasks, open, counts, decisions } = review;
  return {
    tasks: tasks.map(({ taskId, txnId, claimedBy }) => ({
      id: String(taskId),
      transactionId: String(txnId),
      claimedBy: claimedBy === null ? null : (names.get(claimedBy) ?? claimedBy),
    })),
    open,
    counts: {
      ACCEPT: 0,
      REJECT: 0,
      HOLD: 0,
      ...Object.fromEntries(counts.map(({ decision, number }) => [decision, number])),
    },
    decisions: decisions.map(toOwnDecision),
  };
});

// Longer handlers are in separate files.
export { getReviewContext } from './get-review-context.ts';
