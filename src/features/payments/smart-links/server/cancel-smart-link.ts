import type { TenantSql } from '#database/tenant.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { isBeingPaid, linkStatus } from '#shared/payments/link-status.ts';
import { cancelSuspended } from '#features/payments/payments/server/settle.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { Reply, handle } from '#server/handler.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { cancelSmartLink as endpoint } from '../endpoints.ts';
import { cancelSmartLink as schemas } from '../schemas.ts';
import {
  type HostedFailure,
  hostedFailure,
} from '#features/payments/hosted-sessions/server/session/hosted-problem.ts';
import { type StoredLink, auditedLink, lockStoredLink } from './smart-link-table.ts';
import { toLinkDetail } from './link/link-response.ts';

/**
 * Cancels the link, its open pages, and payments that wait for 3-D Secure or the merchant. A payment at the processor
 * blocks the cancellation.
 */
export const cancelSmartLink = handle<typeof endpoint, PaymentServices>(
  endpoint,
  schemas,
  async ({ sql, resource, caller, request, services, now }) => {
    const link = await lockStoredLink(sql, resource.smartLinkId);
    const cancelled = await cancel(sql, services, link, now);
    await auditAction(sql, {
      by: { caller, request, now },
      ...auditedLink(link),
      act: endpoint.name,
      outcome: cancelled.ok ? 'allowed' : `refused: ${cancelled.code}`,
      before: { status: linkStatus(link, now) },
      after: { status: cancelled.ok ? 'CANCELLED' : linkStatus(link, now) },
    });
    if (!cancelled.ok)
      return new Reply(
        409,
        cancelled.code === 'V100' ? refuseUsed(link) : hostedFailure({ code: cancelled.code }),
      );
    return {
      smartLinkResponseDetail: toLinkDetail({ ...link, status: 'CANCELLED' }, services.config),
      status: 'SUCCESS' as const,
      reasonCode: 'S100',
      reasonMessage: 'SmartLink cancelled',
    };
  },
);

const refuseUsed = ({ paidCount }: StoredLink): HostedFailure => ({
  status: 'FAILED',
  reasonCode: 'V100',
  reasonMessage:
    paidCount > 0
      ? 'The smart link has been paid'
      : 'A payment of the smart link is authorised: capture or release it',
});

/** V100: the link is paid. L100: a payment is at the processor. */
async function cancel(
  sql: TenantSql,
  services: PaymentServices,
  link: StoredLink,
  now: Date,
): Promise<Result<undefined, Refusal<'V100' | 'L100'>>> {
  if (linkStatus(link, now) === 'USED') return refuse('V100');
  const cancelled = await cancelPendingPayments(sql, services, link, now);
  if (isBeingPaid(link) && cancelled === 0) return refuse('L100');
  await sql`
    update smart_link set cancelled_at = coalesce(cancelled_at, ${now}), pay_state = null where link_id = ${link.linkId}`;
  return ok(undefined);
}

/** Cancels payments that wait for 3-D Secure or the merchant; a MULTIPLE link can have several. Returns their number. */
async function cancelPendingPayments(
  sql: TenantSql,
  services: PaymentServices,
  { companyId, linkId }: StoredLink,
  now: Date,
): Promise<number> {
  const waiting = await sql<{ txnId: number }[]>`
    select t.txn_id from hosted_session s
    join txn t on t.txn_id = s.txn_id and t.company_id = s.company_id
    where s.link_id = ${linkId} and s.company_id = ${companyId}
      and (t.txn_status in ('SUSPENDED_THREE_D_SECURE', 'SUSPENDED_REPLAY')
        or (t.txn_status = 'SUSPENDED' and t.reason_code = 'U101'))
    order by t.txn_id`;
  let cancelled = 0;
  for (const { txnId } of waiting) {
    if (await cancelSuspended(sql, { services, companyId, txnId, now })) cancelled += 1;
  }
  return cancelled;
}
