import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';

/**
 * Part of the statement that settles: the card of an authorised payment may be paid out to from then on
 * (docs/decisions/0034). Expects `changed` (whole rows of txn).
 */
export function rememberPaidCard(sql: TenantSql) {
  return sql`
    insert into known_card (company_id, fingerprint)
    select company_id, card_correlation_id from changed
    where txn_status = 'SUCCESS' and txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT') and card_correlation_id is not null
    on conflict do nothing`;
}

/** Was a payment with this card ever authorised for the company? One look at an index, whatever the card's history. */
export async function isKnownCard(sql: TenantSql, companyId: number, fingerprint: string): Promise<boolean> {
  const found = await sql`
    select 1 from known_card where company_id = ${companyId} and fingerprint = ${fingerprint}`;
  return found.length > 0;
}

/** After payments were loaded past the pipeline. */
export async function insertKnownCards(sql: Sql, companyId: number): Promise<void> {
  await sql`
    insert into known_card (company_id, fingerprint)
    select distinct company_id, card_correlation_id from txn
    where company_id = ${companyId} and txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT')
      and txn_status in ('SUCCESS', 'VOIDED', 'EXPIRED') and authoriser_status = 'AUTHORISED'
      and card_correlation_id is not null
    on conflict do nothing`;
}
