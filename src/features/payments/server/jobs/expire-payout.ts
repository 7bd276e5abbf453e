import type { TenantSql } from '#database/tenant.ts';
import { carriedOver } from '../pipeline/store/carried-over.ts';
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
    ...Object.fromEntries(carriedOver.map((column) => [column, original[column] ?? null])),
    txn_id: voidId,
    company_id: companyId,
    root_id: original.root_id,
    related_id: txnId,
    merchant_id: original.merchant_id,
    installation_id: original.installation_id,
    requested_minor: original.requested_minor,
    amount_minor: original.requested_minor,
    ccy_code: original.ccy_code,
    txn_type: 'PAYOUT_VOID',
    txn_status: 'SUCCESS',
    txn_stage: 'COMPLETE',
    reason_code: 'S100',
    merchant_name: String(original.merchant_name),
    sales_channel: String(original.sales_channel),
    commerce_type: String(original.commerce_type),
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
