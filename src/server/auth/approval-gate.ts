import type { TenantSql } from '#database/tenant.ts';
import type { ApiPermission } from '#shared/api-permissions.ts';
import type { ApprovalAction, HeldAction } from '#shared/approval-actions.ts';
import type { Contract, Endpoint } from '#shared/define-endpoint.ts';
import type { HandlerContextWithoutTransaction, Reply } from '../handler.ts';
import type { RawRequest } from '../http/parse-request.ts';

/** A request with a response without its handler, or that its handler runs within a limit. */
type HeldReply = { reply: Reply<unknown> } | { limitMinor: number };

/**
 * Thrown by a handler whose transaction was rolled back: the limit is reached, so the gate checks again. It is an error of
 * the HTTP edge, like Problem. A response in its place would be audited.
 */
export class ApprovalNeeded extends Error {}

/** A refund or payout that waits for a second person. */
export interface WaitingRequest {
  approvalId: string;
  action: HeldAction;
  amountMinor: number | null;
  currency: string | null;
  requestedByName: string;
  requestedAt: Date;
  endsAt: Date;
}

/** Stores requests that need a second person, instead of running them (docs/domain.md#approvals). */
export interface ApprovalGate {
  /** Undefined: the handler runs the request. */
  hold(
    call: Contract,
    ctx: HandlerContextWithoutTransaction<Endpoint>,
    raw: RawRequest,
  ): Promise<HeldReply | undefined>;
  /** Refunds and payouts of a transaction that wait for approval, newest first. */
  listWaiting(
    sql: TenantSql,
    transaction: { companyId: number; txnId: number; now: Date },
  ): Promise<WaitingRequest[]>;
  /** Whether the company's policy requires a second person for an action, of some amount at least. */
  holds(sql: TenantSql, companyId: number, action: ApprovalAction): Promise<boolean>;
  /** Whether the company's policy holds a request that an API key with these permissions can make. */
  holdsKey(sql: TenantSql, companyId: number, permissions: readonly ApiPermission[]): Promise<boolean>;
}

/** Runs a request that needs no approval. When another one reaches the limit first, the gate checks again. */
export async function runUnlessApprovalNeeded(
  hold: () => Promise<HeldReply | undefined>,
  runHandler: (limitMinor?: number) => Promise<unknown>,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const held = await hold();
    if (held && 'reply' in held) return held.reply;
    try {
      return await runHandler(held?.limitMinor);
    } catch (error) {
      if (!(error instanceof ApprovalNeeded) || attempt === 5) throw error;
    }
  }
}
