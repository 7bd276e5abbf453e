import type { LinkPayments } from '#server/payment-followers.ts';
import type { TenantSql } from '#database/tenant.ts';
import { movingTypes } from '#shared/payments/transaction-kind.ts';
import { linkEventData } from './link/link-events.ts';

export const linkPayments: LinkPayments = { followPayment, eventData: linkEventData };

interface EndedOfLink {
  companyId: number;
  linkId: string;
  txnId: number;
}

/**
 * Counts what an ended transaction took or gave back through its link, and stores what became of the payment of a SINGLE link. The
 * first statement locks the link, so that the second one reads the sums of all that have ended.
 */
async function followPayment(sql: TenantSql, ended: EndedOfLink, now: Date): Promise<void> {
  const { companyId, linkId, txnId } = ended;
  await sql`
    update smart_link l set
      paid_count = l.paid_count + t.taken,
      paid_minor = l.paid_minor + t.taken * t.requested_minor,
      refunded_minor = l.refunded_minor + t.refunded * t.requested_minor,
      last_paid_at = case when t.taken = 1 then ${now}::timestamptz else l.last_paid_at end
    from (
      select requested_minor, (txn_status = 'SUCCESS' and txn_type = 'REFUND')::integer as refunded,
        (txn_status = 'SUCCESS' and txn_type <> 'REFUND' and txn_type = any (${[...movingTypes]}))::integer as taken
      from txn where company_id = ${companyId} and txn_id = ${txnId}
    ) as t
    where l.company_id = ${companyId} and l.link_id = ${linkId}`;
  await storePayState(sql, ended, now);
}

/**
 * A SINGLE link is used from the commit that settles its payment or authorisation. An authorisation that was given up without a
 * capture makes it payable again (docs/decisions/0172).
 */
async function storePayState(
  sql: TenantSql,
  { companyId, linkId, txnId }: EndedOfLink,
  now: Date,
): Promise<void> {
  await sql`
    update smart_link l set
      pay_state = s.state,
      used_at = case when s.state = 'RELEASED' then null else coalesce(l.used_at, ${now}) end
    from (
      select case
        when l.paid_count > 0 and l.refunded_minor >= l.paid_minor then 'REFUNDED'
        when l.paid_count > 0 and l.refunded_minor > 0 then 'PARTLY_REFUNDED'
        when l.paid_count > 0 then 'PAID'
        when r.txn_status = 'SUCCESS' then 'AUTHORISED'
        when r.txn_status in ('VOIDED', 'EXPIRED') and l.used_at is not null and l.txn_id = r.txn_id then 'RELEASED'
        end as state
      from txn t
      join txn r on r.txn_id = t.root_id and r.company_id = t.company_id
      join smart_link l on l.company_id = t.company_id and l.link_id = ${linkId}
      where t.company_id = ${companyId} and t.txn_id = ${txnId}
    ) as s
    where l.company_id = ${companyId} and l.link_id = ${linkId} and l.link_usage = 'SINGLE' and s.state is not null`;
}
