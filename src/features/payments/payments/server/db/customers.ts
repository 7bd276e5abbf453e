import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import type { Customer } from '../../request/parse-payment.ts';

interface KnownCustomer {
  id: number;
  merchantRef: string | null;
  displayName: string | null;
  registered: boolean;
}

/** The customer of this merchant that a request names, by id or by the merchant's reference. */
export async function findCustomer(
  sql: TenantSql,
  companyId: number,
  merchantId: number,
  customer: Pick<Customer, 'id' | 'merchantRef'>,
): Promise<KnownCustomer | undefined> {
  const [row] = await sql<KnownCustomer[]>`
    select c.customer_id as id, c.merchant_ref, c.display_name, c.registered from customer c
    where c.company_id = ${companyId} and c.merchant_id = ${merchantId} and ${isCustomer(sql, customer)}`;
  return row;
}

/** SQL condition: the row `c` is the customer that a request names. */
export function isCustomer(
  sql: TenantSql,
  { id, merchantRef }: Pick<Customer, 'id' | 'merchantRef'>,
): Fragment {
  if (id === undefined) return sql`c.merchant_ref = ${merchantRef ?? ''}`;
  return sql`c.customer_id = ${/^[0-9]{1,9}$/.test(id) ? Number(id) : 0}`;
}

/** The stored owner of a card, which fills in a request by card token. */
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

/**
 * The customer of a payment: found by id, found or inserted by the merchant's reference, null for a guest. A108 for an
 * id that is not this merchant's. `condition`: nothing is written where it is false.
 */
export async function saveCustomer(
  sql: TenantSql,
  companyId: number,
  merchantId: number,
  customer: Customer,
  now: Date,
  condition: Fragment = sql`true`,
): Promise<Result<number | null, { code: 'A108' }>> {
  if (customer.id !== undefined) {
    const existing = await findCustomer(sql, companyId, merchantId, { id: customer.id });
    return existing ? ok(existing.id) : refuse('A108');
  }
  if (customer.merchantRef === undefined && !customer.registered) return ok(null);
  const { displayName = null, email = null, telephone = null, dateOfBirth = null } = customer;
  const [row] = await sql<{ id: number }[]>`
    insert into customer as c (company_id, merchant_id, merchant_ref, display_name, email, telephone,
                               date_of_birth, registered, created_at)
    select ${companyId}::integer, ${merchantId}::integer, ${customer.merchantRef ?? null}::text, ${displayName}::text, ${email}::text,
           ${telephone}::text, ${dateOfBirth}::date, ${customer.registered}::boolean, ${now}::timestamptz
    where ${condition}
    on conflict (company_id, merchant_id, merchant_ref) do update
      set display_name = coalesce(excluded.display_name, c.display_name),
          email = coalesce(excluded.email, c.email), telephone = coalesce(excluded.telephone, c.telephone),
          date_of_birth = coalesce(excluded.date_of_birth, c.date_of_birth),
          registered = c.registered or excluded.registered
    returning customer_id as id`;
  return ok(row?.id ?? null);
}
