import type { TenantSql } from '#database/tenant.ts';
import { carryOver } from '../pipeline/store/carried-over.ts';
import { newTrace } from '../pipeline/persist-payment.ts';
import { addHistory, insertTransaction, storedTransaction } from '../pipeline/store/payment-store.ts';
import { expireTransaction } from './expire-suspended.ts';

/**
 * Ends an announced payout by time: a PAYOUT_VOID is written, and the announcement is EXPIRED
 * (docs/domain.md#expiry).
 */
export async function expirePayout(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  voidId: number,
  now: Date,
): Promise<void> {
  const original = await storedTransaction(sql, companyId, txnId);
  if (!original) throw new Error(`transaction ${txnId} vanished`);
  const row = {
    ...carryOver(original),
    txnId: voidId,
    companyId,
    rootId: original.rootId,
    relatedId: txnId,
    merchantId: original.merchantId,
    installationId: original.installationId,
    requestedMinor: original.requestedMinor,
    amountMinor: original.requestedMinor,
    ccyCode: original.ccyCode,
    txnType: 'PAYOUT_VOID',
    txnStatus: 'SUCCESS',
    txnStage: 'COMPLETE',
    reasonCode: 'S100',
    merchantName: String(original.merchantName),
    salesChannel: String(original.salesChannel),
    commerceType: String(original.commerceType),
    trace: newTrace(),
    detail: { merchantInitiated: true, callbacks: original.detail.callbacks },
  } as const;
  await insertTransaction(sql, row, now);
  await addHistory(sql, companyId, voidId, {
    status: 'SUCCESS',
    stage: 'COMPLETE',
    reasonCode: 'S100',
    at: now,
  });
  await sql`
    update payment set voided_by = ${voidId}, version = version + 1
    where root_id = ${txnId} and company_id = ${companyId}`;
  await expireTransaction(sql, companyId, txnId, now);
}
