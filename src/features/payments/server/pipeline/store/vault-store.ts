import { randomBytes } from 'node:crypto';
import { type CardFacts, cardFacts } from '#features/payments/card-facts.ts';
import type { CardNumber, Customer } from '#features/payments/request/parse-payment.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Keys, keyedHash } from '#server/keys.ts';
import { chooseDefault } from './card-lookup.ts';
import type { VaultCard } from './vault-card.ts';

/** What the vault will keep of a card that is being used; pure, touches no table. */
export function vaultCard(
  card: CardNumber,
  registered: boolean,
  owner: { companyId: number; keys: Keys },
): VaultCard {
  const facts = cardFacts(card.pan) satisfies CardFacts | undefined;
  if (!facts) throw new Error('a card of an unknown brand came past validation');
  return {
    token: `MT_${randomBytes(16).toString('base64url')}`,
    registered,
    fingerprint: cardFingerprint(card.pan, owner),
    masked: facts.masked,
    bin: facts.bin,
    lastFour: facts.lastFour,
    expiry: card.expiry,
    holderName: card.holderName ?? null,
    type: facts.type,
    scheme: facts.scheme,
    usage: facts.usage,
    issuer: facts.issuer,
    issuerCountry: facts.issuerCountry,
    credential: null,
    customerId: null,
    nickname: card.nickname ?? null,
    makeDefault: card.makeDefault,
    validFrom: card.validFrom,
    issueNumber: card.issueNumber,
  };
}

/**
 * The same for one card of one company, so that two companies cannot compare their customers: HMAC-SHA-256, 20 bytes
 * (docs/domain.md#cards). Two rounds: the second can be made from stored values of the first
 * (rekey-card-fingerprints.ts).
 */
export function cardFingerprint(pan: string, { companyId, keys }: { companyId: number; keys: Keys }): string {
  const hash = (text: string) => keyedHash(keys.fingerprint, text).subarray(0, 20).toString('base64');
  return hash(`${companyId}:${hash(pan)}`);
}

/** Keeps a card; one that this customer used before with the same expiry keeps its token. */
export async function saveCard(
  sql: TenantSql,
  companyId: number,
  card: VaultCard,
  customerId: number | null,
  now: Date,
): Promise<string> {
  const known = customerId === null ? undefined : await cardOfCustomer(sql, companyId, card, customerId);
  if (!known) await writeCard(sql, companyId, card, customerId, now);
  const token = known ?? card.token;
  if (customerId !== null && card.registered) {
    await chooseDefault(sql, companyId, customerId, token, card.makeDefault ?? false);
  }
  return token;
}

async function writeCard(
  sql: TenantSql,
  companyId: number,
  card: VaultCard,
  customerId: number | null,
  now: Date,
): Promise<void> {
  await sql`
    insert into card_token (company_id, token, customer_id, registered, fingerprint, masked_pan, bin, last_four,
      expiry_date, holder_name, card_type, card_scheme, card_usage, card_category, issuer, issuer_country,
      credential, created_at, nickname, valid_date, issue_number)
    values (${companyId}, ${card.token}, ${customerId}, ${card.registered}, ${card.fingerprint}, ${card.masked},
      ${card.bin}, ${card.lastFour}, ${card.expiry}, ${card.holderName}, ${card.type}, ${card.scheme},
      ${card.usage}, ${card.usage}, ${card.issuer}, ${card.issuerCountry}, ${card.credential}, ${now}, ${card.nickname},
      ${card.validFrom ?? null}, ${card.issueNumber ?? null})`;
}

async function cardOfCustomer(
  sql: TenantSql,
  companyId: number,
  card: VaultCard,
  customerId: number,
): Promise<string | undefined> {
  const [known] = await sql<{ token: string }[]>`
    update card_token set registered = registered or ${card.registered},
      holder_name = coalesce(${card.holderName}, holder_name), nickname = coalesce(${card.nickname}, nickname),
      credential = coalesce(${card.credential}, credential),
      valid_date = ${card.validFrom === undefined ? sql`valid_date` : sql`${card.validFrom}`},
      issue_number = ${card.issueNumber === undefined ? sql`issue_number` : sql`${card.issueNumber}`}
    where company_id = ${companyId} and fingerprint = ${card.fingerprint} and expiry_date = ${card.expiry}
      and customer_id = ${customerId} and deleted_at is null
    returning token`;
  return known?.token;
}

/** What is kept of the owner of a card: a payment by token need not tell it again. */
export async function loadCardOwner(
  sql: TenantSql,
  companyId: number,
  customerId: number,
): Promise<Pick<Customer, 'merchantRef' | 'displayName' | 'email' | 'telephone'>> {
  const [row] = await sql<
    {
      merchantRef: string | null;
      displayName: string | null;
      email: string | null;
      telephone: string | null;
    }[]
  >`
    select merchant_ref, display_name, email, telephone from customer
    where company_id = ${companyId} and customer_id = ${customerId}`;
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null));
}

/** The processor's reference to the card, once it has told us. */
export async function saveCredential(
  sql: TenantSql,
  companyId: number,
  token: string,
  credential: string,
): Promise<void> {
  await sql`
    update card_token set credential = ${credential} where company_id = ${companyId} and token = ${token} and credential is distinct from ${credential}`;
}

/**
 * The customer of a payment: known by id or by the merchant's reference, made when new, null for a guest
 * without either. 'unknown' when the id is not this merchant's (A108).
 */
export async function saveCustomer(
  sql: TenantSql,
  companyId: number,
  merchantId: number,
  customer: Customer,
  now: Date,
): Promise<number | null | 'unknown'> {
  if (customer.id !== undefined) {
    const id = /^[0-9]{1,9}$/.test(customer.id) ? Number(customer.id) : 0;
    const known = await sql`
      select 1 from customer where company_id = ${companyId} and customer_id = ${id} and merchant_id = ${merchantId}`;
    return known.length > 0 ? id : 'unknown';
  }
  if (customer.merchantRef === undefined && !customer.registered) return null;
  const { displayName = null, email = null, telephone = null, dateOfBirth = null } = customer;
  const [row] = await sql<{ id: number }[]>`
    insert into customer as c (company_id, merchant_id, merchant_ref, display_name, email, telephone,
                               date_of_birth, registered, created_at)
    values (${companyId}, ${merchantId}, ${customer.merchantRef ?? null}, ${displayName}, ${email}, ${telephone},
            ${dateOfBirth}, ${customer.registered}, ${now})
    on conflict (company_id, merchant_id, merchant_ref) do update
      set display_name = coalesce(excluded.display_name, c.display_name),
          email = coalesce(excluded.email, c.email), telephone = coalesce(excluded.telephone, c.telephone),
          date_of_birth = coalesce(excluded.date_of_birth, c.date_of_birth),
          registered = c.registered or excluded.registered
    returning customer_id as id`;
  return row?.id ?? null;
}

/**
 * Removes a registered card of a merchant's customer; undefined when there is none. The row stays, since transactions
 * point to it: a payout that was announced with the card can still be completed.
 */
export async function removeCard(
  sql: TenantSql,
  card: { companyId: number; merchantId: number; token: string },
  now: Date,
): Promise<{ masked: string } | undefined> {
  const [removed] = await sql<{ masked: string }[]>`
    update card_token t set deleted_at = ${now}, is_default = false
    from customer c
    where t.company_id = ${card.companyId} and t.token = ${card.token} and t.registered
      and t.deleted_at is null and c.company_id = t.company_id and c.customer_id = t.customer_id
      and c.merchant_id = ${card.merchantId}
    returning t.masked_pan as masked`;
  return removed;
}
