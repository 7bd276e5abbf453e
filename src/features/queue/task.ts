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
export const failedStatuses = ['ACCEPT_FAILED', 'REJECT_FAILED', 'FLUSH_FAILED'] as const;
export type OpenStatus = (typeof openStatuses)[number];
export type TaskStatus = OpenStatus | 'ACCEPTED' | 'REJECTED' | 'FLUSHED' | 'EXPIRED';

/** A decision that captures or releases the deferred transaction. */
export type Decision = 'accept' | 'reject';

/** The statuses that a decision can start from. */
export const decidableStatuses = ['NEW', 'ON_HOLD', ...failedStatuses] as const;
