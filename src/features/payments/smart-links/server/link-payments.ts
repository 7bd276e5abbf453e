import type { LinkPayments } from '#server/payment-followers.ts';
import type { TenantSql } from '#database/tenant.ts';
import { linkEventData } from './link/link-events.ts';

export const linkPayments: LinkPayments = { countPayment: markLinkUsed, eventData: linkEventData };

/** Counts a settled payment of a link. A SINGLE link is used from the commit that settles its payment. */
async function markLinkUsed(
  sql: TenantSql,
  { companyId, linkId, txnId }: { companyId: number; linkId: string; txnId: number },
  now: Date,
): Promise<void> {
  await sql`
    update smart_link l set paid_count = l.paid_count + 1, paid_minor = l.paid_minor + t.requested_minor,
      last_paid_at = ${now}, used_at = case when l.link_usage = 'SINGLE' then coalesce(l.used_at, ${now}) end
    from txn t
    where l.company_id = ${companyId} and l.link_id = ${linkId}
      and t.company_id = ${companyId} and t.txn_id = ${txnId}`;
}
