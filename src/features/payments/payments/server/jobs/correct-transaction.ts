import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { recordUpdate } from '#features/record/reporting/server/totals.ts';
import { reasonText } from '#shared/payments/reason-codes.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import { endTransaction, loadFollowers } from '../end-transaction.ts';
import { touchColumns } from '../db/transactions.ts';
import { type EndedTransaction, doOrQueue, toEventType } from '../settlement-work.ts';
import { reverseMovement } from '../db/charges.ts';

interface Corrected {
  type: TransactionType;
  merchantId: number;
  amount: number;
  currency: string;
  chargeId: number;
}

/** What can fail after its success. */
const correctable: readonly TransactionType[] = ['PAYMENT', 'REPEAT', 'CAPTURE', 'REFUND'];

/**
 * A capture or refund that failed after its success (docs/processors.md#corrections): SUCCESS becomes FAILED once, the
 * ledger gets the opposite entry, and the sums of the charge follow, so that a refund can be made again. False when there is
 * nothing to correct. Its schedule does not change: an episode that was paid is not charged a second time.
 */
export async function correctTransaction(
  sql: TenantSql,
  ended: EndedTransaction,
  reason: string,
): Promise<boolean> {
  const { companyId, txnId, now } = ended;
  const [corrected] = await sql<Corrected[]>`
    with was as (
      select t.txn_id, t.company_id, t.txn_status, t.reason_code, i.root_id
      from txn t join processor_intent i on i.txn_id = t.txn_id and i.company_id = t.company_id
      where t.txn_id = ${txnId} and t.company_id = ${companyId} and t.txn_status = 'SUCCESS'
        and t.txn_type = any (${[...correctable]}) for update of t
    ), changed as (
      update txn t set txn_status = 'FAILED', txn_stage = 'COMPLETE', reason_code = 'D100',
        reason_message = ${reasonText('D100')}, amount_minor = 0, authoriser_status = 'REVERSED',
        authoriser_message = ${reason.slice(0, 200)}, ${touchColumns(sql, now)}
      from was where t.txn_id = was.txn_id and t.company_id = was.company_id
      returning t.*, was.root_id as charge_id
    ), counted as (${recordUpdate(sql)})
    select txn_type as type, merchant_id, requested_minor as amount, ccy_code as currency, charge_id from changed`;
  if (!corrected) return false;
  const followers = await loadFollowers(sql, ended);
  await endTransaction(
    sql,
    ended,
    { status: 'FAILED', reasonCode: 'D100', savesResponse: false, isReportedByOther: true },
    async () => {
      await pipelined(sql, reverseMovement(sql, { ...corrected, companyId, txnId }, now));
    },
  );
  if (!followers) return true;
  const { type, linkId, callbacks, hasEventReader } = followers;
  if (linkId !== null) await doOrQueue(sql, ended, { kind: 'LINK', linkId });
  if (callbacks?.transactionNotification)
    await doOrQueue(sql, ended, { kind: 'NOTIFICATION', occasion: 'TRANSACTION' });
  const event = hasEventReader ? toEventType(type, 'FAILED') : undefined;
  if (event) await doOrQueue(sql, ended, { kind: 'EVENT', event });
  return true;
}
