import { type TenantSql, inTenant } from '#database/tenant.ts';
import { reasonText } from '#features/payments/reason-codes.ts';
import { after, minuteMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { addHistory } from '../pipeline/store/payment-store.ts';
import { changed } from '../pipeline/store/transaction-change.ts';
import { countChanged } from '../pipeline/store/transaction-totals.ts';

const suspendedLifeMs = 25 * minuteMs;

/** A payment that waits for its customer longer than 25 minutes is given up: EXPIRED, T100 (domain §2.4). */
export const expireSuspended: Job = {
  name: 'expire-suspended',
  everySeconds: 60,
  async run({ database, clock }) {
    const now = clock.now();
    const expireBatch = () => inTenant(database, 'every-company', (sql) => expireSome(sql, now));
    while ((await expireBatch()) > 0);
  },
};

/** What waits for the processor has an intent, and is the sweeper's business, not ours. */
async function expireSome(sql: TenantSql, now: Date): Promise<number> {
  const due = await sql<{ txnId: number; companyId: number }[]>`
    select t.txn_id as "txnId", t.company_id as "companyId" from txn t
    where t.txn_status like 'SUSPENDED%' and t.updated_at <= ${after(now, -suspendedLifeMs)}
      and not exists (
        select from processor_intent i
        where i.txn_id = t.txn_id and i.company_id = t.company_id and i.state <> 'DONE')
    order by t.updated_at limit 100 for update of t skip locked`;
  for (const { txnId, companyId } of due) await expireTransaction(sql, companyId, txnId, now);
  return due.length;
}

/** Ends a transaction by time: nothing is spent any more. */
export async function expireTransaction(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  now: Date,
): Promise<void> {
  await sql`
    with was as (
      select txn_id, company_id, txn_status, reason_code from txn
      where txn_id = ${txnId} and company_id = ${companyId} for update
    ), changed as (
      update txn t set txn_status = 'EXPIRED', txn_stage = 'COMPLETE', reason_code = 'T100',
        reason_message = ${reasonText('T100')}, amount_minor = 0, ${changed(sql, now)}
      from was where t.txn_id = was.txn_id and t.company_id = was.company_id
      returning t.*
    )
    ${countChanged(sql)}`;
  await addHistory(sql, companyId, txnId, {
    status: 'EXPIRED',
    stage: 'COMPLETE',
    reasonCode: 'T100',
    at: now,
  });
}
