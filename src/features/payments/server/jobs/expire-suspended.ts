import { type TenantSql, inTenant } from '#database/tenant.ts';
import { suspendedLifeMs } from '#features/payments/follow-up.ts';
import { addMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { doOrQueue } from '../pipeline/response/settlement-work.ts';
import { endTransaction } from '../pipeline/end-transaction.ts';

/** A payment that waits for its customer or its merchant longer than 25 minutes is given up: EXPIRED, T100 (docs/domain.md#expiry). */
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
    select t.txn_id, t.company_id from txn t
    where t.txn_status like 'SUSPENDED%' and t.updated_at <= ${addMs(now, -suspendedLifeMs)}
      and not exists (
        select from processor_intent i
        where i.txn_id = t.txn_id and i.company_id = t.company_id and i.state <> 'DONE')
    order by t.updated_at limit 100 for update of t skip locked`;
  let expired = 0;
  for (const { txnId, companyId } of due) {
    if (await hasOpenIntent(sql, companyId, txnId)) continue;
    await expireTransaction(sql, companyId, txnId, now);
    expired += 1;
  }
  return expired;
}

/** Read under the transaction's lock: a replay may have been claimed since the rows were chosen. */
async function hasOpenIntent(sql: TenantSql, companyId: number, txnId: number): Promise<boolean> {
  const open = await sql`
    select 1 from processor_intent where txn_id = ${txnId} and company_id = ${companyId} and state <> 'DONE'`;
  return open.length > 0;
}

/** Ends a transaction by time: nothing is spent any more. */
export async function expireTransaction(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  now: Date,
): Promise<void> {
  await endTransaction(sql, companyId, txnId, { status: 'EXPIRED', reasonCode: 'T100' }, now);
  await doOrQueue(sql, { companyId, txnId, now }, { kind: 'NOTIFICATION', occasion: 'EXPIRY' });
}
