import type { TenantSql } from '#database/tenant.ts';

/** A payment of a smart link is settled: the link counts it, and a SINGLE one is used from this very commit. */
export async function markLinkUsed(
  sql: TenantSql,
  companyId: number,
  linkId: string,
  txnId: number,
  now: Date,
): Promise<void> {
  await sql`
    update smart_link l set paid_count = l.paid_count + 1, paid_minor = l.paid_minor + t.requested_minor,
      last_paid_at = ${now}, used_at = case when l.link_usage = 'SINGLE' then coalesce(l.used_at, ${now}) end
    from txn t
    where l.company_id = ${companyId} and l.link_id = ${linkId}
      and t.company_id = ${companyId} and t.txn_id = ${txnId}`;
}

/** An attempt to pay a link is written: the link shows it, and a SINGLE one takes no second while it is open. */
export async function countLinkAttempt(sql: TenantSql, linkId: string, txnId: number): Promise<void> {
  await sql`update smart_link set attempts = attempts + 1, txn_id = ${txnId} where link_id = ${linkId}`;
}
