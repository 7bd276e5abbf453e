import type { TenantSql } from '#database/tenant.ts';
import { reasonText } from '#features/payments/reason-codes.ts';
import { doOrQueue } from './response/settlement-work.ts';
import { releaseDuplicateGuard } from './store/idempotency-keys.ts';
import { addHistory } from './store/payment-store.ts';
import { changed } from './store/transaction-change.ts';
import { recordUpdate } from './store/transaction-totals.ts';

type End =
  | { status: 'EXPIRED'; reasonCode: 'T100' }
  | { status: 'CANCELLED' | 'FAILED'; reasonCode: 'C101' | 'C104' | 'C105' | 'C106' | 'A111' | 'A115' };

/** Ends a transaction without asking anybody: nothing is spent any more. The caller holds its lock or its reason. */
export async function endTransaction(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  { status, reasonCode }: End,
  now: Date,
): Promise<void> {
  await sql`
    with was as (
      select txn_id, company_id, txn_status, reason_code from txn
      where txn_id = ${txnId} and company_id = ${companyId} for update
    ), changed as (
      update txn t set txn_status = ${status}, txn_stage = 'COMPLETE', reason_code = ${reasonCode},
        reason_message = ${reasonText(reasonCode)}, amount_minor = 0, ${changed(sql, now)}
      from was where t.txn_id = was.txn_id and t.company_id = was.company_id
      returning t.*
    )
    ${recordUpdate(sql)}`;
  await addHistory(sql, companyId, txnId, { status, stage: 'COMPLETE', reasonCode, at: now });
  // What a suspended payment was to continue with.
  await sql`
    update processor_intent set held_card = null, replay_at = null
    where txn_id = ${txnId} and company_id = ${companyId} and (held_card is not null or replay_at is not null)`;
  const end = { approved: false, reasonCode };
  await doOrQueue(sql, { companyId, txnId, now }, { kind: 'SCHEDULE', end });
}

/**
 * Cancels a payment that waits for its customer (3-D Secure) or its merchant (U101, U102): C106 by the customer, C105 by
 * the merchant. Returns false when it has ended or is being authorised.
 */
export async function cancelSuspended(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  now: Date,
  reasonCode: 'C105' | 'C106' = 'C106',
): Promise<boolean> {
  const waiting = await sql`
    select 1 from txn where txn_id = ${txnId} and company_id = ${companyId}
      and (txn_status in ('SUSPENDED_THREE_D_SECURE', 'SUSPENDED_REPLAY')
        or (txn_status = 'SUSPENDED' and reason_code = 'U101')) for update`;
  if (waiting.length === 0) return false;
  // The merchant may be thinking about a replay: its answer then finds the intent taken.
  await sql`
    update processor_intent set state = 'DONE'
    where txn_id = ${txnId} and company_id = ${companyId} and state = 'ASKING_BEFORE'`;
  await endTransaction(sql, companyId, txnId, { status: 'CANCELLED', reasonCode }, now);
  // Who changes their mind may order the same again at once.
  await releaseDuplicateGuard(sql, txnId);
  await doOrQueue(sql, { companyId, txnId, now }, { kind: 'NOTIFICATION', occasion: 'TRANSACTION' });
  return true;
}
