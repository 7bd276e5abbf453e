import type { LinkPayments } from '#server/payment-followers.ts';
import type { TenantSql } from '#database/tenant.ts';
import { movingTypes } from '#shared/payments/transaction-kind.ts';
import { linkEventData } from './link/link-events.ts';

export const linkPayments: LinkPayments = { countPayment: markLinkUsed, eventData: linkEventData };

/**
 * Counts what a settled transaction took through its link: a payment or the capture of an authorisation. A SINGLE link is used
 * from the commit that settles its payment or authorisation.
 */
async function markLinkUsed(
  sql: TenantSql,
  { companyId, linkId, txnId }: { companyId: number; linkId: string; txnId: number },
  now: Date,
): Promise<void> {
  await sql`
    update smart_link l set
      paid_count = l.paid_count + t.taken,
      paid_minor = l.paid_minor + t.taken * t.requested_minor,
      last_paid_at = case when t.taken = 1 then ${now}::timestamptz else l.last_paid_at end,
      used_at = case when l.link_usage = 'SINGLE' then coalesce(l.used_at, ${now}) end
    from (
      select requested_minor, (txn_type = any (${[...movingTypes]}))::integer as taken from txn
      where company_id = ${companyId} and txn_id = ${txnId}
    ) as t
    where l.company_id = ${companyId} and l.link_id = ${linkId}`;
}
