import { type TenantSql, inTenant } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import { expireTransaction } from './expire-suspended.ts';

/** An authorisation that nobody captured or released within seven days is over (domain §2.2). */
export const expirePreauths: Job = {
  name: 'expire-preauths',
  everySeconds: 60,
  async run({ database, clock }) {
    const now = clock.now();
    const expireBatch = () => inTenant(database, 'every-company', (sql) => expireSome(sql, now));
    while ((await expireBatch()) > 0);
  },
};

async function expireSome(sql: TenantSql, now: Date): Promise<number> {
  const due = await sql<{ txnId: number; companyId: number }[]>`
    update payment p set expires_at = null, version = version + 1
    from (
      select root_id, company_id from payment
      where expires_at <= ${now} and in_progress is null
      order by expires_at limit 100 for update skip locked
    ) due
    where p.root_id = due.root_id and p.company_id = due.company_id
    returning p.root_id as "txnId", p.company_id as "companyId"`;
  for (const { txnId, companyId } of due) await expireTransaction(sql, companyId, txnId, now);
  return due.length;
}
