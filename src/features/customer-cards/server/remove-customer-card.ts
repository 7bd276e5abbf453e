import { Problem } from '#shared/problem.ts';
import { buildOutcome } from '#features/payments/payment-response.ts';
import { reasonText } from '#features/payments/reason-codes.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { removeCustomerCard as endpoint } from '../endpoints.ts';

/**
 * The row stays, since transactions point to it. A payout that was announced with the card can still be completed.
 */
export const removeCustomerCard = handle(endpoint, async ({ sql, resource, path, caller, request, now }) => {
  const { companyId, merchantId, installationId } = resource;
  const [removed] = await sql<{ masked: string }[]>`
    update card_token t set deleted_at = ${now}, is_default = false
    from customer c
    where t.company_id = ${companyId ?? 0} and t.token = ${path.cardToken} and t.registered
      and t.deleted_at is null and c.company_id = t.company_id and c.customer_id = t.customer_id
      and c.merchant_id = ${merchantId ?? 0}
    returning t.masked_pan as masked`;
  if (!removed) throw new Problem(404, 'A109', reasonText('A109'));
  await auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: installationId,
    act: endpoint.name,
    objectKind: 'installation',
    objectId: String(installationId),
    detail: { card: removed.masked },
  });
  const { reasonCode, reasonMessage } = buildOutcome('S100');
  return { status: 'SUCCESS' as const, reasonCode, reasonMessage };
});
