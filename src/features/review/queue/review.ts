import { currencyDigits } from '#shared/currencies.ts';
import { type RetryEffect, retryEffects } from './retry.ts';
import type { TaskResults, TaskView } from './schemas.ts';
import {
  type TaskAction,
  type TaskStatus,
  actionableStatuses,
  failedStatuses,
  retriedActions,
} from '#shared/payments/review-task.ts';

/** The actions of a reviewer on tasks. */
export type ReviewAction = TaskAction | 'COMMENT' | 'RETRY';

type Task = Pick<
  TaskView,
  | 'status'
  | 'transactionAmount'
  | 'transactionCurrencyCode'
  | 'transactionTypeCategory'
  | 'wasDeferredByMerchant'
>;

export const isActionable = ({ status }: Pick<TaskView, 'status'>): boolean =>
  (actionableStatuses as readonly string[]).includes(status);

export const isFailed = ({ status }: { status: TaskStatus }): boolean =>
  (failedStatuses as readonly string[]).includes(status);

interface Sum {
  currency: string;
  amount: string;
  /** How many tasks it adds up. */
  tasks: number;
}

/**
 * The effect of accepting these tasks: captured payments, sent payouts, and the number of tasks that are only
 * released.
 */
export function consequences(tasks: readonly Task[]): { payments: Sum[]; payouts: Sum[]; released: number } {
  const toDecide = tasks.filter(({ wasDeferredByMerchant }) => !wasDeferredByMerchant);
  return {
    payments: sumByCurrency(toDecide.filter(({ transactionTypeCategory: type }) => type === 'PAYMENT')),
    payouts: sumByCurrency(toDecide.filter(({ transactionTypeCategory: type }) => type === 'PAYOUT')),
    released: tasks.length - toDecide.length,
  };
}

/** The sums of each currency, in minor units until the end: floats would lose cents. */
export function sumByCurrency(
  tasks: readonly Pick<Task, 'transactionAmount' | 'transactionCurrencyCode'>[],
): Sum[] {
  const groups = Map.groupBy(tasks, (task) => task.transactionCurrencyCode);
  return [...groups].map(([currency, group]) => {
    const digits = currencyDigits(currency) ?? 2;
    const minor = group.reduce((sum, task) => sum + toMinor(task.transactionAmount, digits), 0n);
    const text = String(minor).padStart(digits + 1, '0');
    const wholeUnits = text.slice(0, text.length - digits);
    const amount = digits === 0 ? wholeUnits : `${wholeUnits}.${text.slice(-digits)}`;
    return { currency, amount, tasks: group.length };
  });
}

function toMinor(amount: string, digits: number): bigint {
  const [wholeUnits = '0', fraction = ''] = amount.split('.');
  return BigInt(wholeUnits + fraction.padEnd(digits, '0').slice(0, digits));
}

interface RetrySum extends Sum {
  effect: RetryEffect;
}

/** The effect of repeating the failed action of these tasks: what accepts take, then what rejects release. */
export function sumRetries(tasks: readonly Task[]): RetrySum[] {
  const groups = Map.groupBy(tasks.filter(isFailed), retryEffect);
  return retryEffects.flatMap((effect) =>
    sumByCurrency(groups.get(effect) ?? []).map((sum) => ({ effect, ...sum })),
  );
}

function retryEffect({ status, transactionTypeCategory, wasDeferredByMerchant }: Task): RetryEffect {
  const isPayout = transactionTypeCategory === 'PAYOUT';
  const action = retriedActions[status];
  if (action === 'REJECT') return isPayout ? 'CANCEL_PAYOUT' : 'RELEASE';
  if (action === 'FLUSH') return 'REMOVE';
  if (wasDeferredByMerchant) return 'ACCEPT';
  return isPayout ? 'PAY_OUT' : 'CAPTURE';
}

type Result = TaskResults['taskList'][number];

/** The result of a task in a request. */
export type Outcome = 'done' | 'pending' | 'changed' | 'failed';

/** Done; pending at the processor; not possible, because the task has changed; or the capture or release failed. */
export function toOutcome({ reasonCode, taskStatus }: Result): Outcome {
  if (reasonCode === 'V020') return 'changed';
  if (reasonCode !== 'S200') return 'failed';
  return taskStatus === 'ACCEPTING' || taskStatus === 'REJECTING' ? 'pending' : 'done';
}

/** The number of each outcome, without zeros, in the order of `Outcome`. */
export function countOutcomes(results: readonly Result[]): [outcome: Outcome, number: number][] {
  return (['done', 'pending', 'changed', 'failed'] as const)
    .map((outcome): [Outcome, number] => [
      outcome,
      results.filter((result) => toOutcome(result) === outcome).length,
    ])
    .filter(([, number]) => number > 0);
}
