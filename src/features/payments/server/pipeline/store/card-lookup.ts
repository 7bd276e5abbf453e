import type { TenantSql } from '#database/tenant.ts';
import type { Customer } from '#features/payments/request/parse-payment.ts';
import { type CustomFieldType, fitsCustomField } from '#features/payments/request/custom-field-values.ts';
import type { VaultCard } from './vault-card.ts';

/** Registered cards that one customer can have in use at once (A122). */
export const cardLimit = 20;

const vaultColumns = `t.token, t.registered, t.fingerprint, t.masked_pan as masked, t.bin,
  t.last_four, t.expiry_date as expiry, t.holder_name, t.card_type as type,
  t.card_scheme as scheme, t.card_usage as usage, t.issuer, t.issuer_country, t.credential,
  t.customer_id, t.nickname`;

/** A registered card of this merchant's customers, by its token: A123 when it was removed, else A109. */
export async function cardByToken(
  sql: TenantSql,
  companyId: number,
  merchantId: number,
  token: string,
): Promise<VaultCard | 'A109' | 'A123'> {
  const [row] = await sql<(VaultCard & { isDeleted: boolean })[]>`
    select ${sql.unsafe(vaultColumns)}, t.deleted_at is not null as is_deleted
    from card_token t
    join customer c on c.company_id = t.company_id and c.customer_id = t.customer_id
    where t.company_id = ${companyId} and t.token = ${token} and t.registered
      and c.merchant_id = ${merchantId} and t.credential is not null`;
  if (!row) return 'A109';
  const { isDeleted, ...card } = row;
  return isDeleted ? 'A123' : card;
}

/** The customer of this merchant that a request names, by id or by the merchant's reference. */
export async function customerNamed(
  sql: TenantSql,
  companyId: number,
  merchantId: number,
  { id, merchantRef }: Pick<Customer, 'id' | 'merchantRef'>,
): Promise<{ id: number; merchantRef: string | null; displayName: string | null } | undefined> {
  const number = id !== undefined && /^[0-9]{1,9}$/.test(id) ? Number(id) : 0;
  const [row] = await sql<{ id: number; merchantRef: string | null; displayName: string | null }[]>`
    select customer_id as id, merchant_ref, display_name from customer
    where company_id = ${companyId} and merchant_id = ${merchantId}
      and ${id === undefined ? sql`merchant_ref = ${merchantRef ?? ''}` : sql`customer_id = ${number}`}`;
  return row;
}

/** A customer who is to be registered has a name: told now or before, or on the card (A118). */
export async function lacksName(
  sql: TenantSql,
  companyId: number,
  merchantId: number,
  customer: Customer,
  { holderName, customerId }: Pick<VaultCard, 'holderName' | 'customerId'>,
): Promise<boolean> {
  const isNamed = customer.displayName !== undefined || holderName !== null || customerId !== null;
  if (!customer.registered || isNamed) return false;
  const known = await customerNamed(sql, companyId, merchantId, customer);
  return known?.displayName == null;
}

/** The card that stands for a customer when the request brings none: A108 for an unknown one, A107 without one. */
export async function defaultCard(
  sql: TenantSql,
  companyId: number,
  merchantId: number,
  customer: Customer,
): Promise<VaultCard | 'A107' | 'A108'> {
  const owner = await customerNamed(sql, companyId, merchantId, customer);
  if (!owner) return 'A108';
  const [card] = await sql<VaultCard[]>`
    select ${sql.unsafe(vaultColumns)} from card_token t
    where t.company_id = ${companyId} and t.customer_id = ${owner.id} and t.is_default and t.registered
      and t.credential is not null and t.deleted_at is null`;
  return card ?? 'A107';
}

/** May this card be registered for the customer as well? A119 when it explicitly is again, A122 above the limit. */
export async function mayRegister(
  sql: TenantSql,
  companyId: number,
  customerId: number,
  card: Pick<VaultCard, 'fingerprint' | 'expiry'>,
  isExplicit: boolean,
): Promise<'A119' | 'A122' | undefined> {
  // One at a time, so that two new cards at once cannot both be the last.
  await sql`
    select 1 from customer where company_id = ${companyId} and customer_id = ${customerId} for no key update`;
  const [found] = await sql<{ isKnown: boolean; number: number }[]>`
    select coalesce(bool_or(fingerprint = ${card.fingerprint} and expiry_date = ${card.expiry}), false) as is_known,
           count(*)::integer as number
    from card_token
    where company_id = ${companyId} and customer_id = ${customerId} and registered and deleted_at is null
      and credential is not null`;
  if (found?.isKnown) return isExplicit ? 'A119' : undefined;
  return (found?.number ?? 0) >= cardLimit ? 'A122' : undefined;
}

/** The card becomes its customer's default when it is to, or when there is no other that could be used. */
export async function chooseDefault(
  sql: TenantSql,
  companyId: number,
  customerId: number,
  token: string,
  isWanted: boolean,
): Promise<void> {
  await sql`
    with usable as (
      select 1 from card_token
      where company_id = ${companyId} and customer_id = ${customerId} and is_default and token <> ${token}
        and credential is not null and deleted_at is null
    )
    update card_token set is_default = false
    where company_id = ${companyId} and customer_id = ${customerId} and is_default and token <> ${token}
      and (${isWanted} or not exists (select from usable))`;
  await sql`
    update card_token set is_default = true
    where company_id = ${companyId} and token = ${token} and registered and not is_default
      and not exists (
        select from card_token o where o.company_id = ${companyId} and o.customer_id = ${customerId} and o.is_default)`;
}

/** The first value that does not fit the type that the company gave its field; unknown fields hold anything. */
export async function findMismatchedField(
  sql: TenantSql,
  companyId: number,
  fields: readonly { name?: string | undefined; value?: string | undefined }[],
): Promise<string | undefined> {
  if (fields.length === 0) return undefined;
  const types = await sql<{ name: string; type: CustomFieldType }[]>`
    select descriptive_name as name, data_type as type from custom_field
    where company_id = ${companyId} and descriptive_name in ${sql(fields.map(({ name = '' }) => name))}`;
  const typeOf = new Map(types.map(({ name, type }) => [name, type]));
  const index = fields.findIndex(({ name = '', value = '' }) => {
    const type = typeOf.get(name);
    return type !== undefined && !fitsCustomField(type, value);
  });
  return index < 0 ? undefined : `customFields.fieldState.${index}.value`;
}
