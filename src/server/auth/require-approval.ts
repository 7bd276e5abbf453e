import type { GatedAction } from '#shared/approval-actions.ts';
import type { RefundReason } from '#shared/payments/refund-reasons.ts';
import type { Problem } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';

/** What an approver sees of a request. */
export interface ApprovalSummary {
  organisationId: number;
  amount?: { minor: number; currency: string };
  /** The amount of a refund including the earlier refunds of the payment. */
  countedMinor?: number;
  objectId: string | null;
  objectName: string | null;
  /** Of a refund. */
  refundReason?: RefundReason | null;
  refundNote?: string | null;
  /** Thrown in place of waiting, by a request that cannot wait. */
  refusedWith?: Problem;
}

/**
 * Asks whether the request needs a second person, at the point where its handler has decided it and before anything leaves the
 * transaction. If so it throws, the transaction is rolled back, and the request is stored with this summary.
 */
export type RequireApproval = (sql: TenantSql, summary: ApprovalSummary) => Promise<void>;

/** What the policy holds, and for how long. */
export interface GatedRequest {
  companyId: number;
  action: GatedAction;
  endpoint: string;
  hours: number;
}

/** An error of the HTTP edge, like Problem: a response in its place would be audited. */
export class ApprovalNeeded extends Error {
  readonly request: GatedRequest;
  readonly summary: ApprovalSummary;

  constructor(request: GatedRequest, summary: ApprovalSummary) {
    super(`${request.endpoint} needs approval`);
    this.request = request;
    this.summary = summary;
  }
}
