import type { TenantSql } from '#database/tenant.ts';
import { recordErasure } from '#features/record/reporting/server/erase-old-versions.ts';
import { forgetIdentities } from './card-identities.ts';
import { touchColumns } from './transactions.ts';

/** What names a person in payments (docs/domain.md#a-persons-data). */
interface PayerData {
  txnId: number;
  cardToken: string | null;
  card: string | null;
  sessionId: string | null;
  linkId: string | null;
  scheduleId: string | null;
  values: (string | null)[];
}

/** Of the transactions, under a lock until the end of the transaction. */
export const lockPayerData = (
  sql: TenantSql,
  companyId: number,
  roots: readonly number[],
): Promise<PayerData[]> =>
  sql<PayerData[]>`
    select txn_id, card_token, card_correlation_id as card, detail ->> 'sessionId' as session_id, detail ->> 'linkId' as link_id,
           schedule_id,
           array[customer_ref, customer_name, customer_email, customer_phone, ip_address, card_holder_name] as values
    from txn where company_id = ${companyId} and root_id = any (${[...roots]}) order by txn_id for update`;

/** Members of txn.detail that name no person. */
const keptDetail = [
  'exemption',
  'merchantInitiated',
  'scheduleId',
  'deferred',
  'deferral',
  'expiresOriginal',
  'paysNewCards',
  'linkId',
  'riskStop',
  'registersCard',
  'sessionId',
  'routing',
];

interface Erased {
  companyId: number;
  now: Date;
}

/**
 * Erases what names a person in transactions. Amounts, dates, statuses, reasons, the merchant's reference and those of the
 * processor stay for the books. Returns how many were changed.
 */
export async function erasePayers(
  sql: TenantSql,
  { companyId, now }: Erased,
  payers: readonly PayerData[],
): Promise<number> {
  const ids = payers.map(({ txnId }) => txnId);
  await eraseTokens(sql, { companyId, now }, payers);
  await recordErasure(sql, companyId, ids, now);
  const erased = await sql`
    update txn set
      customer_id = null, customer_ref = null, customer_name = null, customer_email = null, customer_phone = null, ip_address = null,
      card_holder_name = null, card_token = null, card_correlation_id = null, masked_pan = null, last_four = null, card_expiry = null,
      description = null, refund_note = null,
      detail = (select jsonb_object_agg(key, value) from jsonb_each(detail) where key = any (${keptDetail})),
      ${touchColumns(sql, now)}
    where company_id = ${companyId} and txn_id = any (${ids})`;
  await forgetCards(
    sql,
    companyId,
    payers.flatMap(({ card }) => card ?? []),
  );
  return erased.count;
}

/** Tokens that no customer record has and no other transaction used. */
async function eraseTokens(
  sql: TenantSql,
  { companyId, now }: Erased,
  payers: readonly PayerData[],
): Promise<void> {
  const tokens = payers.flatMap(({ cardToken }) => cardToken ?? []);
  if (tokens.length === 0) return;
  const unused = await sql<{ token: string }[]>`
    select token from card_token c
    where c.company_id = ${companyId} and c.token = any (${[...new Set(tokens)]}) and c.customer_id is null
      and not exists (
        select from txn t where t.card_correlation_id = c.fingerprint and t.company_id = c.company_id
          and t.txn_id <> all (${payers.map(({ txnId }) => txnId)}) and t.card_token = c.token)`;
  await forgetTokens(
    sql,
    { companyId, now },
    unused.map(({ token }) => token),
  );
}

/** The cards can no longer be charged, and nothing of them is left. */
async function forgetTokens(
  sql: TenantSql,
  { companyId, now }: Erased,
  tokens: readonly string[],
): Promise<void> {
  await sql`
    update card_token
    set deleted_at = coalesce(deleted_at, ${now}), registered = false, is_default = false, customer_id = null, fingerprint = null,
      masked_pan = null, bin = null, last_four = null, expiry_date = null, holder_name = null, nickname = null, valid_date = null,
      issue_number = null, credential = null
    where company_id = ${companyId} and token = any (${[...tokens]})`;
}

/** A card that no transaction has any more is unknown to the company. */
async function forgetCards(sql: TenantSql, companyId: number, cards: readonly string[]): Promise<void> {
  if (cards.length === 0) return;
  await forgetIdentities(sql, companyId, cards);
  await sql`
    delete from known_card k where k.company_id = ${companyId} and k.fingerprint = any (${[...new Set(cards)]})
      and not exists (select from txn t where t.card_correlation_id = k.fingerprint and t.company_id = k.company_id)`;
}

/** Erases the saved cards of customer records. Returns their tokens. */
export async function eraseSavedCards(
  sql: TenantSql,
  erased: Erased,
  recordIds: readonly number[],
): Promise<string[]> {
  const rows = await sql<{ token: string; card: string | null }[]>`
    select token, fingerprint as card from card_token
    where company_id = ${erased.companyId} and customer_id = any (${[...recordIds]})`;
  const tokens = rows.map(({ token }) => token);
  await forgetTokens(sql, erased, tokens);
  const cards = rows.flatMap(({ card }) => card ?? []);
  await forgetIdentities(sql, erased.companyId, cards);
  return tokens;
}

interface Customers {
  companyId: number;
  merchantIds: readonly number[];
  customerIds: readonly number[];
  recordIds: readonly number[];
  emails: readonly string[];
}

/** Erases customer records, and the customers with the words under which they are found. Returns how many there were. */
export async function eraseCustomers(
  sql: TenantSql,
  { companyId, merchantIds, customerIds, recordIds, emails }: Customers,
): Promise<number> {
  await sql`
    update customer set merchant_ref = null, display_name = null, email = null, telephone = null, date_of_birth = null,
      registered = false
    where company_id = ${companyId} and customer_id = any (${[...recordIds]})`;
  const rows = await sql`
    delete from known_customer
    where company_id = ${companyId} and merchant_id = any (${[...merchantIds]})
      and (known_customer_id = any (${[...customerIds]}) or customer_key = any (${emails.map((email) => `e:${email}`)}))`;
  return rows.count;
}

/** The customers of payments that have no customer record. */
export async function findPayersOf(
  sql: TenantSql,
  companyId: number,
  roots: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct k.known_customer_id as id from txn t
    join known_customer k on k.company_id = t.company_id and k.merchant_id = t.merchant_id and k.customer_key =
      case when t.customer_email is not null then 'e:' || t.customer_email
           else 'n:' || coalesce(t.customer_name, t.card_holder_name) end
    where t.company_id = ${companyId} and t.root_id = any (${[...roots]}) and t.customer_id is null`;
  return rows.map(({ id }) => id);
}

/** Deletes those of the customers that have no payment left. Returns them. */
export async function eraseUnpaidCustomers(
  sql: TenantSql,
  companyId: number,
  customerIds: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    delete from known_customer k
    where k.company_id = ${companyId} and k.known_customer_id = any (${[...customerIds]}) and k.customer_id is null
      and not exists (
        select from txn t where t.customer_email = k.email and t.merchant_id = k.merchant_id and t.customer_id is null
          and t.company_id = k.company_id)
      and (k.email is not null or not exists (
        select from txn t where t.merchant_id = k.merchant_id and t.customer_id is null and t.customer_email is null
          and (case when t.customer_name is null then t.card_holder_name else t.customer_name end) = k.name
          and (t.customer_name is not null or t.card_holder_name is not null) and t.company_id = k.company_id))
    returning known_customer_id as id`;
  return rows.map(({ id }) => id);
}
