import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from '#server/auth/caller.ts';
import { listDeliveriesOf } from './db/webhook-delivery.ts';
import { listEndpointInstallations } from './db/webhook-endpoint.ts';
import { isVisible } from './webhook-access.ts';

/** The deliveries of a transaction's events that the caller may see, newest first, at most 20. */
export async function listDeliveriesOfTransaction(
  sql: TenantSql,
  caller: Caller,
  { companyId, transactionId }: { companyId: number; transactionId: number },
) {
  const deliveries = await listDeliveriesOf(sql, companyId, transactionId, 20);
  const visible = new Map<string, boolean>();
  for (const endpointId of new Set(deliveries.map((delivery) => delivery.endpointId))) {
    const installations = await listEndpointInstallations(sql, { companyId, endpointId });
    visible.set(
      endpointId,
      installations.some((installation) => isVisible(caller, installation)),
    );
  }
  return deliveries.filter(({ endpointId }) => visible.get(endpointId));
}
