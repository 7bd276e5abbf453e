import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { MerchantRedirect } from '#features/notifications/merchant-decision.ts';
import { type ReasonCode, reasonText } from '#features/payments/reason-codes.ts';
import { statusOfSuspension } from '#features/payments/transaction-kind.ts';
import { changed } from '../../store/transaction-change.ts';
import { recordUpdate } from '../../store/transaction-totals.ts';

type Suspended = Extract<ReasonCode, 'U101' | 'U102' | 'U200'>;

/**
 * Locks a payment that waits for its merchant; false when it no longer waits. Everything that ends the waiting locks the
 * transaction before the intent; a settlement, which locks them the other way, finds no such payment.
 */
export async function lockSuspended(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  reasonCode: 'U101' | 'U102',
): Promise<boolean> {
  const locked = await sql`
    select 1 from txn
    where txn_id = ${txnId} and company_id = ${companyId} and txn_status like 'SUSPENDED%'
      and reason_code = ${reasonCode} for update`;
  return locked.length > 0;
}

/**
 * Compare-and-set of a suspended transaction, between waiting for the merchant (U101, U102) and being authorised (U200).
 * Returns false, and changes nothing, when the transaction is in none of the states in `from`.
 */
export async function changeSuspension(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  from: readonly Suspended[],
  to: { reasonCode: Suspended; redirect?: MerchantRedirect | undefined },
  now: Date,
): Promise<boolean> {
  const { reasonCode, redirect } = to;
  const added = sql.json({ ...(redirect && { redirect: { ...redirect } }) } as JSONValue);
  const taken = await sql`
    with was as (
      select txn_id, company_id, txn_status, reason_code from txn
      where txn_id = ${txnId} and company_id = ${companyId} and txn_status like 'SUSPENDED%'
        and reason_code in ${sql(from)} for update
    ), changed as (
      update txn t set txn_status = ${statusOfSuspension(reasonCode)}, txn_stage = 'AUTHORISATION',
        reason_code = ${reasonCode}, reason_message = ${reasonText(reasonCode)},
        detail = coalesce(t.detail, '{}') - 'redirect' || ${added}::jsonb, ${changed(sql, now)}
      from was where t.txn_id = was.txn_id and t.company_id = was.company_id
      returning t.*
    ), counted as (${recordUpdate(sql)})
    select txn_id from changed`;
  return taken.length > 0;
}
