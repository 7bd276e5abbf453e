import type { TenantSql } from '#database/tenant.ts';
import { type Result, ok, refuse } from '#shared/result.ts';

/** A registered card as its merchant sees it: no number, no CV2 (docs/domain.md#cards). */
export interface CustomerCard {
  cardToken: string;
  cardFingerprint: string;
  cardType: string;
  cardUsageType: string;
  cardScheme: string;
  cardCategory: string;
  maskedPan: string;
  expiryDate: string;
  validDate: string | null;
  issuer: string | null;
  issuerCountry: string | null;
  cardHolderName: string | null;
  cardNickname: string | null;
  defaultCard: boolean;
  registeredAt: Date;
}

const cardColumns = `token as card_token, fingerprint as card_fingerprint, card_type, card_usage as card_usage_type,
  card_scheme, card_category, masked_pan, expiry_date, valid_date, issuer, issuer_country,
  holder_name as card_holder_name, nickname as card_nickname, is_default as default_card,
  created_at as registered_at`;

/** Usable cards, the default first. checkRegistration bounds their number. */
export async function loadCustomerCards(
  sql: TenantSql,
  companyId: number,
  customerId: number,
): Promise<CustomerCard[]> {
  return sql<CustomerCard[]>`
    select ${sql.unsafe(cardColumns)} from card_token
    where company_id = ${companyId} and customer_id = ${customerId} and registered
      and credential is not null and deleted_at is null
    order by is_default desc, created_at, token`;
}

/** A usable card of this customer: A123 when it was removed, else A109. */
export async function findCustomerCard(
  sql: TenantSql,
  companyId: number,
  customerId: number,
  token: string,
): Promise<Result<CustomerCard, { code: 'A109' | 'A123' }>> {
  const [row] = await sql<(CustomerCard & { isRemoved: boolean; hasCredential: boolean })[]>`
    select ${sql.unsafe(cardColumns)}, deleted_at is not null as is_removed, credential is not null as has_credential
    from card_token
    where company_id = ${companyId} and customer_id = ${customerId} and token = ${token} and registered`;
  if (!row) return refuse('A109');
  const { isRemoved, hasCredential, ...card } = row;
  if (isRemoved) return refuse('A123');
  return hasCredential ? ok(card) : refuse('A109');
}
