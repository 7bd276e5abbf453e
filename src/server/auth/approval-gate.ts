import type { TenantSql } from '#database/tenant.ts';
import type { ApiPermission } from '#shared/api-permissions.ts';
import type { ApprovalAction, GatedAction } from '#shared/approval-actions.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import type { HandlerContextWithoutTransaction, Reply } from '../handler.ts';
import type { RawRequest } from '../http/parse-request.ts';
import type { Caller } from './caller.ts';
import type { ApprovalNeeded, ApprovalSummary } from './require-approval.ts';

/** A request that waits for a second person. */
export interface WaitingRequest {
  approvalId: string;
  action: GatedAction;
  amountMinor: number | null;
  currency: string | null;
  requestedByName: string;
  requestedAt: Date;
  endsAt: Date;
}

/** Stores requests that need a second person, instead of running them (docs/domain.md#approvals). */
export interface ApprovalGate {
  /** Throws ApprovalNeeded if the company's policy holds the request, and 400 for one that cannot wait, as of an API key. */
  require(
    sql: TenantSql,
    request: { endpoint: Endpoint; caller: Caller; resource: object },
    summary: ApprovalSummary,
  ): Promise<void>;
  /** Stores a request whose transaction was rolled back. Returns its response. */
  store(
    ctx: HandlerContextWithoutTransaction<Endpoint>,
    needed: ApprovalNeeded,
    raw: RawRequest,
  ): Promise<Reply<unknown>>;
  /** Requests about an object that wait for approval, newest first. */
  listWaiting(
    sql: TenantSql,
    object: { companyId: number; objectId: string; actions: readonly ApprovalAction[]; now: Date },
  ): Promise<WaitingRequest[]>;
  /** Whether the company's policy requires a second person for an action, of some amount at least. */
  holds(sql: TenantSql, companyId: number, action: ApprovalAction): Promise<boolean>;
  /** Whether the company's policy holds a request that an API key with these permissions can make. */
  holdsKey(sql: TenantSql, companyId: number, permissions: readonly ApiPermission[]): Promise<boolean>;
}
