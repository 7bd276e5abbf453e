import { type TenantSql, inTenant } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import type { TransactionType } from '#features/payments/transaction-kind.ts';
import { nextTransactionId } from '../pipeline/store/transaction-ids.ts';
import { expirePayout } from './expire-payout.ts';
import { expireTransaction } from './expire-suspended.ts';

/** Expires authorisations and deferred payouts not completed or released within seven days (docs/domain.md#expiry). */
export const expirePreauths: Job = {
  name: 'expire-preauths',
  everySeconds: 60,
  async run(services) {
    const { database, clock } = services;
    const now = clock.now();
    const expireBatch = () => inTenant(database, 'every-company', (sql) => expireSome(sql, services, now));
    while ((await expireBatch()) > 0);
  },
};

async function expireSome(sql: TenantSql, { database }: Services, now: Date): Promise<number> {
  const due = await sql<{ txnId: number; companyId: number; type: TransactionType }[]>`
    update payment p set expires_at = null, version = p.version + 1
    from (
      select root_id, company_id from payment
      where expires_at <= ${now} and in_progress is null
      order by expires_at limit 100 for update skip locked
    ) due
    join txn t on t.txn_id = due.root_id and t.company_id = due.company_id
    where p.root_id = due.root_id and p.company_id = due.company_id
    returning p.root_id as txn_id, p.company_id, t.txn_type as type`;
  for (const { txnId, companyId, type } of due) {
    if (type === 'PAYOUT_INITIALIZE')
      await expirePayout(sql, companyId, txnId, await nextTransactionId(database), now);
    else await expireTransaction(sql, companyId, txnId, now);
  }
  return due.length;
}
