import type { TenantSql } from '#database/tenant.ts';
import type { CardData } from './db/insert-items.ts';

/**
 * What card lists show of a card, from its latest transaction in the company; undefined for a card that the company has
 * never seen.
 */
export async function findCard(
  sql: TenantSql,
  companyId: number,
  correlationId: string,
): Promise<CardData | undefined> {
  const [row] = await sql<CardData[]>`
    select masked_pan, card_issuer as card_issuer_name, payment_product as card_brand, card_scheme,
           card_usage as card_usage_type, issuer_country as card_issuer_country_code
    from txn
    where card_correlation_id = ${correlationId} and company_id = ${companyId} and masked_pan is not null
    order by txn_datetime desc limit 1`;
  return row;
}
