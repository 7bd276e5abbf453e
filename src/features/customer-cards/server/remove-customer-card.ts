import { Problem } from '#contract/problem.ts';
import { outcomeOf } from '#features/payments/payment-answer.ts';
import { reasonText } from '#features/payments/reason-codes.ts';
import { recordAct } from '#server/audit.ts';
import { handle } from '#server/handler.ts';
import { removeCustomerCard as call } from '../calls.ts';

/**
 * The row stays, since transactions point to it. A payout that was announced with the card can still be completed.
 */
export const removeCustomerCard = handle(call, async ({ sql, subject, path, caller, request, now }) => {
  const { companyId, merchantId, installationId } = subject;
  const [removed] = await sql<{ masked: string }[]>`
    update card_token t set deleted_at = ${now}, is_default = false
    from customer c
    where t.company_id = ${companyId ?? 0} and t.token = ${path.cardToken} and t.registered
      and t.deleted_at is null and c.company_id = t.company_id and c.customer_id = t.customer_id
      and c.merchant_id = ${merchantId ?? 0}
    returning t.masked_pan as masked`;
  if (!removed) throw new Problem(404, 'A109', reasonText('A109'));
  await recordAct(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: installationId,
    act: call.name,
    objectKind: 'installation',
    objectId: String(installationId),
    detail: { card: removed.masked },
  });
  const { reasonCode, reasonMessage } = outcomeOf('S100');
  return { status: 'SUCCESS' as const, reasonCode, reasonMessage };
});
