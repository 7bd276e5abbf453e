import type { TenantSql } from '#database/tenant.ts';
import {
  type DisputeStage,
  type DisputeStatus,
  disputeStatuses,
  isClosedDispute,
} from '#shared/payments/dispute-status.ts';

/** A dispute whose end is open: a refund can give the card holder the money twice. */
export interface OpenDispute {
  disputeId: number;
  /** The charge that is disputed. */
  txnId: number;
  stage: DisputeStage;
  status: DisputeStatus;
  amountMinor: number;
  ccyCode: string;
}

const openStatuses: string[] = disputeStatuses.filter((status) => !isClosedDispute(status));

/** The open disputes of some charges, newest first. */
export function loadOpenDisputes(
  sql: TenantSql,
  tenantIds: readonly number[],
  chargeIds: readonly number[],
): Promise<OpenDispute[]> {
  return sql<OpenDispute[]>`
    select dispute_id, txn_id, stage, status, amount_minor, ccy_code from dispute
    where company_id = any (${[...tenantIds]}) and txn_id = any (${[...chargeIds]}::bigint[]) and status = any (${openStatuses})
    order by opened_at desc, dispute_id desc`;
}
