import { handleWithoutTransaction } from '#server/handler.ts';
import { getReview as endpoint } from '../endpoints.ts';
import { getReview as schemas } from '../schemas.ts';
import { userNameOf } from './act-on-tasks.ts';
import { queueScope } from './queue-scope.ts';
import { readCriteria } from './read-task-search.ts';
import { toOwnDecision } from './review/answer-claim.ts';
import { namesOfUsers } from './db/review-claims.ts';
import { loadReview } from './db/review-list.ts';

/** One call has all that a reload needs, so that nothing of a session is lost by it. */
export const getReview = handleWithoutTransaction(endpoint, schemas, async (ctx) => {
  const { caller, services, path, query } = ctx;
  const criteria = readCriteria(query);
  const scope = await queueScope(services, caller, path.orgId);
  const user = await userNameOf(ctx);
  const session = { sessionId: query.sessionId, userId: caller.id, user };
  const { names, ...review } = await ctx.inTenant(async (sql) => {
    const loaded = await loadReview(sql, scope, criteria, session);
    const reviewers = loaded.tasks.flatMap(({ claimedBy }) => claimedBy ?? []);
    return { ...loaded, names: await namesOfUsers(sql, reviewers) };
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
