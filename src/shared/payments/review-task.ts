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
export type OpenStatus = (typeof openStatuses)[number];
export const closedStatuses = ['ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED'] as const;
export const taskStatuses = [...openStatuses, ...closedStatuses] as const;
export const failedStatuses = ['ACCEPT_FAILED', 'REJECT_FAILED', 'FLUSH_FAILED'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** The kinds of events of a task. */
export const eventKinds = [
  'OPENED',
  'HELD',
  'ACCEPTED',
  'REJECTED',
  'EXPIRED',
  'FLUSHED',
  'ACCEPT_FAILED',
  'REJECT_FAILED',
  'COMMENTED',
  'ASSIGNED',
  'UNASSIGNED',
] as const;
export type EventKind = (typeof eventKinds)[number];

export const taskActions = ['ACCEPT', 'REJECT', 'HOLD', 'FLUSH'] as const;
export type TaskAction = (typeof taskActions)[number];

/** A decision that captures or releases the deferred transaction. */
export type Decision = 'accept' | 'reject';

/** The statuses in which a reviewer can act. */
export const actionableStatuses = ['NEW', 'ON_HOLD'] as const;
/** The statuses that a decision can start from: those of reviewers, and failed ones by a retry or the clock. */
export const decidableStatuses = [...actionableStatuses, ...failedStatuses] as const;

/** While one of these lasts, the transaction takes no other action. */
export const busyStatuses = ['ACCEPTING', 'REJECTING', 'FLUSHING'] as const;

/** The action that a failed task repeats. */
export const retriedActions: Partial<Record<TaskStatus, TaskAction>> = {
  ACCEPT_FAILED: 'ACCEPT',
  REJECT_FAILED: 'REJECT',
  FLUSH_FAILED: 'FLUSH',
};

/** What the clock does without a decision; `release`: it repeats a reviewer's reject that failed. */
export type FinalAction = 'capture' | 'decline' | 'release';

/**
 * The hold of a deferred transaction lasts this much longer than seven days, for a decision that is due on its last day and
 * a worker that is late.
 */
export const decisionGraceMs = 24 * 60 * 60_000;
