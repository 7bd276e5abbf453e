import type { TenantSql } from '#database/tenant.ts';
import { queueNotification } from '#features/notifications/server/outbox/queue-notification.ts';
import type { Callbacks } from '#features/payments/request/callbacks.ts';
import type { PaymentReply } from '../payment-context.ts';
import { renderOperation } from './render-payment.ts';

/** Tells the shop how a transaction ended, if it wants to know; in the transaction that ends it. */
export async function notify(
  sql: TenantSql,
  place: { companyId: number; installationId: number },
  txnId: number,
  callbacks: Callbacks | null | undefined,
  { body }: PaymentReply,
  now: Date,
): Promise<void> {
  const target = callbacks?.transactionNotification;
  if (!target) return;
  await queueNotification(sql, { ...place, txnId, kind: 'TRANSACTION', target, contents: body, now });
}

/** Tells the shop of a transaction that ended without an answer, if it wants to know: by time, by its customer. */
export async function notifyOfEnd(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  kind: 'TRANSACTION' | 'EXPIRY',
  now: Date,
): Promise<void> {
  const [row] = await sql<{ installationId: number; callbacks: Callbacks | null }[]>`
    select installation_id as "installationId", detail -> 'callbacks' as callbacks from txn
    where txn_id = ${txnId} and company_id = ${companyId}`;
  const { transactionNotification, expiryNotification } = row?.callbacks ?? {};
  const target = kind === 'EXPIRY' ? expiryNotification : transactionNotification;
  if (!row || !target) return;
  const { body } = await renderOperation(sql, companyId, txnId, now);
  const { installationId } = row;
  await queueNotification(sql, { companyId, installationId, txnId, kind, target, contents: body, now });
}
