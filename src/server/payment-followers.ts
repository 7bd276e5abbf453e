import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { FinalAction, OpenStatus } from '#shared/payments/review-task.ts';
import type { ScheduleSettlement } from './schedule-settlement.ts';

interface EndedTransaction {
  companyId: number;
  txnId: number;
}

/** The review tasks of deferred transactions. The queue implements them. */
export interface ReviewTasks {
  /** Whether the transaction `txn` opens or decides a task. Part of a statement that has it as a row. */
  concerns(sql: TenantSql, txn: Fragment): Fragment;
  /** Whether a charge (`charge`, a row of payment) has an open task that is still to be decided after its hold has ended. */
  isUndecided(sql: TenantSql, charge: Fragment, now: Date): Fragment;
  open(sql: TenantSql, ended: EndedTransaction, now: Date): Promise<void>;
  /** Closes the task of a transaction whose capture or release has settled, or returns it to the reviewers. */
  settle(sql: TenantSql, ended: EndedTransaction, now: Date): Promise<void>;
  expire(sql: TenantSql, ended: EndedTransaction, now: Date): Promise<void>;
  /** The open task of a deferred transaction. */
  findOpen(
    sql: TenantSql,
    companyId: number,
    txnId: number,
  ): Promise<{ status: OpenStatus; decidesAt: Date; finalAction: FinalAction } | undefined>;
}

/** What a smart link counts and reports of its payments. Smart links implement it. */
export interface LinkPayments {
  /** Follows an ended payment of a link, or its capture, release or refund. */
  followPayment(sql: TenantSql, link: EndedTransaction & { linkId: string }, now: Date): Promise<void>;
  /** The link as webhooks report it. */
  eventData(sql: TenantSql, companyId: number, linkId: string, now: Date): Promise<{ smartLink: object }>;
}

/**
 * Features that follow what happens to a payment, and that payments must not import: they implement these interfaces, and
 * src/app/server/payment-followers.ts connects them (docs/decisions/0145).
 */
export interface PaymentFollowers {
  scheduleSettlement: ScheduleSettlement;
  reviewTasks: ReviewTasks;
  linkPayments: LinkPayments;
}
