import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';

/** How a transaction ended that a schedule may wait for. */
export interface TransactionEnd {
  approved: boolean;
  reasonCode: string;
  /** Rejected before anything was written: there is no transaction to name. */
  isRefused?: boolean;
  /** The processor invalidated the operation before it arrived: nothing was attempted. */
  isForbidden?: boolean;
  now: Date;
}

/** The effect of a finished transaction on a schedule, as webhooks report it. */
export interface SettledSchedule {
  scheduleId: string;
  change: 'charged' | 'failed' | 'suspended';
}

/**
 * The schedule functions that payments need. Schedules implement them, the application connects the two
 * (docs/decisions/0124).
 */
export interface ScheduleSettlement {
  /** Whether `settle` has work for a transaction. Part of a statement that has the transaction as the row `txn`. */
  concerns(sql: TenantSql, txn: Fragment): Fragment;
  /** Applies the end of a transaction to schedules, in the transaction of `sql`. Returns what webhooks report. */
  settle(sql: TenantSql, companyId: number, txnId: number, end: TransactionEnd): Promise<SettledSchedule[]>;
}
