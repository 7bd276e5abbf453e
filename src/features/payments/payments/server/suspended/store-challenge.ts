import type { Challenged } from '#integrations/processors/adapter.ts';
import { recordUpdate } from '#features/record/reporting/server/totals.ts';
import type { StoredAuthentication } from '../db/transaction-detail.ts';
import { touchColumns } from '../db/transactions.ts';
import type { SettlementContext } from '../payment-context.ts';

/**
 * Stores the address of the challenge of a processor that authenticates in `send`, once. The processor has the payment, so it can't
 * be cancelled here, and the sweeper looks up its result.
 */
export async function storeChallenge(
  { companyId, services, inTenant }: SettlementContext,
  txnId: number,
  { url }: Challenged,
): Promise<void> {
  const stored: StoredAuthentication = {
    enrolmentStatus: 'ENROLLED',
    status: 'NOT_ATTEMPTED',
    version: '2.2.0',
    versionsAttempted: [{ version: 2, availability: 'AVAILABLE' }],
    frictionless: false,
    isInSend: true,
    challenge: { acsUrl: url, fields: {} },
  };
  await inTenant(
    (sql) => sql`
      with was as (
        select t.txn_id, t.company_id, t.txn_status, t.reason_code from txn t
        join processor_intent i on i.txn_id = t.txn_id and i.company_id = t.company_id and i.state <> 'DONE'
        where t.txn_id = ${txnId} and t.company_id = ${companyId} and t.detail -> 'threeDSecure' is null for update of t
      ), changed as (
        update txn t set detail = coalesce(t.detail, '{}') || ${sql.json({ threeDSecure: { ...stored } })}::jsonb,
          ${touchColumns(sql, services.clock.now())}
        from was where t.txn_id = was.txn_id and t.company_id = was.company_id
        returning t.*
      ), counted as (${recordUpdate(sql)})
      select txn_id from changed`,
  );
}
