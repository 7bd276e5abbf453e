/** The statuses of a task (docs/domain.md#deferral). */
export const openStatuses = [
  'NEW',
  'ON_HOLD',
  'ACCEPTING',
  'ACCEPT_FAILED',
  'REJECTING',
  'REJECT_FAILED',
  'FLUSHING',
  'FLUSH_FAILED',
] as const;
export const taskStatuses = [...openStatuses, 'ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED'] as const;
export const failedStatuses = ['ACCEPT_FAILED', 'REJECT_FAILED', 'FLUSH_FAILED'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const taskActions = ['ACCEPT', 'REJECT', 'HOLD', 'FLUSH'] as const;
export type TaskAction = (typeof taskActions)[number];

/** A decision that captures or releases the deferred transaction. */
export type Decision = 'accept' | 'reject';

/** The statuses in which a reviewer can act. */
export const actionableStatuses = ['NEW', 'ON_HOLD'] as const;
/** The statuses that a decision can start from: those of reviewers, and failed ones by a retry or the clock. */
export const decidableStatuses = [...actionableStatuses, ...failedStatuses] as const;

/** The action that a failed task repeats. */
export const retriedActions: Partial<Record<TaskStatus, TaskAction>> = {
  ACCEPT_FAILED: 'ACCEPT',
  REJECT_FAILED: 'REJECT',
  FLUSH_FAILED: 'FLUSH',
};
