import type { TenantSql } from '#database/tenant.ts';
import { queueNotification } from '#features/notifications/server/outbox/queue-notification.ts';
import type { Callbacks } from '#features/payments/request/callbacks.ts';
import { renderNotification } from './render-payment.ts';

/** Tells the shop how a transaction ended, if it wants to know; in the transaction that ends it. */
export async function notifyOfEnd(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  kind: 'TRANSACTION' | 'EXPIRY',
  now: Date,
): Promise<void> {
  const [row] = await sql<{ installationId: number; callbacks: Callbacks | null }[]>`
    select installation_id, detail -> 'callbacks' as callbacks from txn
    where txn_id = ${txnId} and company_id = ${companyId}`;
  const { transactionNotification, expiryNotification } = row?.callbacks ?? {};
  const target = kind === 'EXPIRY' ? expiryNotification : transactionNotification;
  if (!row || !target) return;
  const contents = await renderNotification(sql, companyId, txnId, now);
  const { installationId } = row;
  await queueNotification(sql, { companyId, installationId, txnId, kind, target, contents, now });
}
