import { type TenantSql, inTenant } from '#database/tenant.ts';
import { suspendedLifeMs } from '../../follow-up.ts';
import { addMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { type EndedTransaction, doOrQueue } from '../db/settlement-work.ts';
import { endTransaction } from '../settle.ts';

/** Expires payments that wait for customer or merchant longer than 25 minutes: T100 (docs/domain.md#expiry). */
export const expireSuspended: Job = {
  name: 'expire-suspended',
  everySeconds: 60,
  async run(services) {
    const { database, clock } = services;
    const now = clock.now();
    const expireBatch = () => inTenant(database, 'every-company', (sql) => expireSome(sql, services, now));
    while ((await expireBatch()) > 0);
  },
};

/** A payment that waits for the processor has an open intent: the sweeper resolves it. */
async function expireSome(sql: TenantSql, services: Services, now: Date): Promise<number> {
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
    await expireTransaction(sql, { services, companyId, txnId, now });
    expired += 1;
  }
  return expired;
}

/** Read under the transaction's lock: a replay may have started since the rows were chosen. */
async function hasOpenIntent(sql: TenantSql, companyId: number, txnId: number): Promise<boolean> {
  const open = await sql`
    select 1 from processor_intent where txn_id = ${txnId} and company_id = ${companyId} and state <> 'DONE'`;
  return open.length > 0;
}

/** Ends a transaction by time. It moved no money. */
export async function expireTransaction(sql: TenantSql, ended: EndedTransaction): Promise<void> {
  await endTransaction(sql, ended, { status: 'EXPIRED', reasonCode: 'T100' });
  await doOrQueue(sql, ended, { kind: 'NOTIFICATION', occasion: 'EXPIRY' });
}
