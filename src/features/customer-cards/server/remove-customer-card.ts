import { Problem } from '#shared/problem.ts';
import { buildOutcome } from '#features/payments/payment-response.ts';
import { reasonText } from '#features/payments/reason-codes.ts';
import { removeCard } from '#features/payments/server/pipeline/store/vault-store.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { removeCustomerCard as endpoint } from '../endpoints.ts';

export const removeCustomerCard = handle(endpoint, async ({ sql, resource, path, caller, request, now }) => {
  const { companyId, merchantId, installationId } = resource;
  const removed = await removeCard(
    sql,
    { companyId: companyId ?? 0, merchantId: merchantId ?? 0, token: path.cardToken },
    now,
  );
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
