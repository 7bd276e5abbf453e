import type { TenantSql } from '#database/tenant.ts';

interface Payer {
  companyId: number;
  merchantIds: readonly number[];
  /** Emails and telephone numbers. */
  recipients: readonly string[];
  linkIds: readonly string[];
}

/**
 * Deletes links and receipts to a payer. The outbox is not divided by company: the key of an email names its link, or its
 * transaction. Returns how many there were.
 */
export async function eraseMails(
  sql: TenantSql,
  { companyId, merchantIds, recipients, linkIds }: Payer,
): Promise<number> {
  const rows = await sql`
    delete from mail_outbox m
    where m.recipient = any (${[...recipients]}) and m.state <> 'sending' and (
      (m.mail_key like 'smartLink:%' and split_part(m.mail_key, ':', 2) = any (${[...linkIds]}))
      or (m.mail_key like 'receipt:%' and exists (
        select from txn t where t.txn_id = substring(m.mail_key from '^receipt:([0-9]{1,15}):')::bigint
          and t.company_id = ${companyId} and t.merchant_id = any (${[...merchantIds]}))))`;
  return rows.count;
}
