import * as z from 'zod/mini';
import { databaseId as orgId } from '#shared/whole-number.ts';
import { approvalActions, gatedActions } from '#shared/approval-actions.ts';
import { refundReasons } from '#shared/payments/refund-reasons.ts';
import { cursorQuery } from '#shared/cursor-page.ts';

const money = z.strictObject({
  amount: z.string().check(z.maxLength(20)),
  currency: z.string().check(z.maxLength(3)),
});

const rule = z.strictObject({
  action: z.enum(approvalActions),
  /** The amount from which refunds and payouts need approval; in other currencies they always do. null: always. */
  from: z.nullable(money),
  /** How long a request waits. */
  hours: z.int().check(z.minimum(1), z.maximum(168)),
});
export type PolicyRule = z.output<typeof rule>;

const policyContent = {
  /** One for each action that needs approval. */
  rules: z.array(rule).check(z.maxLength(approvalActions.length)),
  /** API keys cannot request approval: they are exempt, or refused with V104. */
  includesKeys: z.boolean(),
};

const policyView = z.object({
  ...policyContent,
  /** The company whose policy applies to the organisation. */
  organisationId: z.number(),
  organisationName: z.string(),
  /** 0: no policy was saved. */
  version: z.number(),
  mayChange: z.boolean(),
  /** Active users, besides the caller, who may approve for the whole company; at most 50. */
  otherApprovers: z.number(),
  /** The usernames of the first ten: the provider's users may approve for every company. */
  approvers: z.array(z.string()),
});
export type PolicyView = z.output<typeof policyView>;

export const getApprovalPolicy = { path: z.object({ orgId }), response: policyView };

const newPolicy = z.strictObject({ ...policyContent, version: z.int() });
export type NewPolicy = z.output<typeof newPolicy>;
export const saveApprovalPolicy = { path: z.object({ orgId }), body: newPolicy, response: policyView };

const approvalStates = [
  'PENDING',
  'APPROVED',
  'SUCCEEDED',
  'FAILED',
  'REJECTED',
  'CANCELLED',
  'EXPIRED',
] as const;
export type ApprovalState = (typeof approvalStates)[number];

const approval = z.object({
  approvalId: z.string(),
  action: z.enum(gatedActions),
  state: z.enum(approvalStates),
  organisationId: z.number(),
  organisationName: z.string(),
  amount: z.nullable(money),
  /** The transaction, rule or user; null for a new one. */
  objectId: z.nullable(z.string()),
  /** The name of the rule or user, or the reference of a payout. */
  objectName: z.nullable(z.string()),
  /** Of a refund: why, and what the requester noted for colleagues. */
  refundReason: z.nullable(z.enum(refundReasons)),
  refundNote: z.nullable(z.string()),
  requestedBy: z.string(),
  isOwn: z.boolean(),
  /** Whether the caller may approve and reject it now. */
  mayDecide: z.boolean(),
  requestedAt: z.string(),
  endsAt: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** FAILED: the reason code. */
  resultCode: z.nullable(z.string()),
});
export type ApprovalView = z.output<typeof approval>;

export const listApprovals = {
  path: z.object({ orgId }),
  query: z.object({ ...cursorQuery, state: z.optional(z.enum(['WAITING', 'DECIDED'])) }),
  response: z.object({ items: z.array(approval), nextCursor: z.nullable(z.string()) }),
};

export const countApprovals = { path: z.object({ orgId }), response: z.object({ waiting: z.number() }) };

const decision = {
  path: z.object({ approvalId: z.string().check(z.maxLength(64)) }),
  body: z.strictObject({ comment: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
  response: approval,
};

export const approveRequest = decision;
export const rejectRequest = decision;
export const cancelRequest = decision;
