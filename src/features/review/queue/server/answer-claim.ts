import type { TenantSql } from '#database/tenant.ts';
import { currencyDigits } from '#shared/currencies.ts';
import type { LastAct, OwnDecision, ReviewTask } from '../review-shapes.ts';
import { type EventKind, actionableStatuses } from '#shared/payments/review-task.ts';
import { type ReviewedTask, loadUserNames } from './db/review-claims.ts';
import type { SessionDecision } from './db/review-list.ts';

/** Why a reviewer can't have or decide a task. */
export type Refused =
  | { state: 'CLAIMED'; by: string; until: string }
  | { state: 'ENDED' }
  | ({ state: 'ACTED' } & LastAct);

/**
 * Explains why a task cannot be claimed: who has decided or claimed it, and when. `version` is that of the reviewer's
 * page; without one, only whether the task can be claimed counts.
 */
export async function explainRefusal(
  sql: TenantSql,
  task: ReviewedTask,
  { user, now, version }: { user: string; now: Date; version?: number },
): Promise<Refused> {
  const { claimedBy, claimedUntil } = task;
  const act = findLastAct(task, now, version);
  const names = await loadUserNames(
    sql,
    [act?.by, claimedBy].filter((name) => name != null),
  );
  const nameOf = (name: string) => names.get(name) ?? name;
  if (act) {
    const { by } = act;
    return { state: 'ACTED', ...act, by: by === null ? null : nameOf(by), isOwn: by === user };
  }
  if (claimedBy !== null && claimedUntil !== null && claimedBy !== user)
    return { state: 'CLAIMED', by: nameOf(claimedBy), until: claimedUntil.toISOString() };
  return { state: 'ENDED' };
}

const actOfHeldDecision = { ACCEPT: 'ACCEPTED', REJECT: 'REJECTED', HOLD: 'HELD' } as const;
const actOfStatus: Readonly<Record<string, EventKind>> = {
  ACCEPTING: 'ACCEPTED',
  REJECTING: 'REJECTED',
  FLUSHING: 'FLUSHED',
  FLUSH_FAILED: 'FLUSHED',
};

/** The act after which the reviewer's page is out of date; undefined when it is not. */
function findLastAct(
  task: ReviewedTask,
  now: Date,
  version: number | undefined,
): Omit<LastAct, 'isOwn'> | undefined {
  const agoMs = (at: Date | null) => Math.max(0, at === null ? 0 : now.getTime() - at.getTime());
  const userOrNull = (name: string | null) => (name === 'system' ? null : name);
  if (task.heldDecision !== null)
    return {
      act: actOfHeldDecision[task.heldDecision],
      by: task.heldBy,
      agoMs: Math.max(0, task.heldAgoMs ?? 0),
    };
  if (task.status === 'ACCEPTING' || task.status === 'REJECTING')
    return {
      act: actOfStatus[task.status] as EventKind,
      by: userOrNull(task.followUpBy),
      agoMs: agoMs(task.followUpAt),
    };
  const last = { by: userOrNull(task.lastActor), agoMs: agoMs(task.lastAt) };
  if (!isActionable(task.status))
    return { act: actOfStatus[task.status] ?? (task.status as EventKind), ...last };
  if (version !== undefined && version !== task.version) return { act: task.lastKind as EventKind, ...last };
  return undefined;
}

const isActionable = (status: string): status is ReviewTask['status'] =>
  (actionableStatuses as readonly string[]).includes(status);

const amountText = (amount: string, currency: string): string =>
  Number(amount).toFixed(currencyDigits(currency) ?? 2);

export function toReviewTask(task: ReviewedTask): ReviewTask {
  const { amount, ccyCode, status } = task;
  return {
    id: String(task.taskId),
    version: task.version,
    status: isActionable(status) ? status : 'NEW',
    assignee: task.assignee,
    transactionId: String(task.txnId),
    transactionTypeCategory: task.category,
    transactionTime: task.transactionTime.toISOString(),
    transactionAmount: amountText(amount, ccyCode),
    transactionCurrencyCode: ccyCode,
    customerEmail: task.customerEmail,
    decidesAt: task.decidesAt.toISOString(),
    finalAction: task.finalAction,
    movesMoney: !task.wasDeferredByMerchant,
  };
}

export function toOwnDecision(stored: SessionDecision): OwnDecision {
  const { taskId, txnId, decision, state, leftMs, amount, ccyCode, customerEmail, reasonCode } = stored;
  return {
    taskId: String(taskId),
    transactionId: String(txnId),
    decision,
    state,
    leftMs,
    transactionAmount: amountText(amount, ccyCode),
    transactionCurrencyCode: ccyCode,
    customerEmail,
    reasonCode,
  };
}
