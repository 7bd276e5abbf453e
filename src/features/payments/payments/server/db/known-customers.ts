import type { TenantSql } from '#database/tenant.ts';
import type { NewTransaction } from './transactions.ts';

type Payer = Pick<
  NewTransaction,
  | 'companyId'
  | 'merchantId'
  | 'customerRef'
  | 'customerName'
  | 'customerEmail'
  | 'customerPhone'
  | 'cardHolderName'
> & { customerId: number | null };

/**
 * Makes the customer of a payment findable (docs/domain.md#finding-customers). Writes nothing when the customer is known with
 * the same details: the row of a busy customer is not locked by each payment.
 */
export async function rememberCustomer(sql: TenantSql, payer: Payer, now: Date): Promise<void> {
  const key = customerKey(payer);
  if (key === undefined) return;
  const { companyId, merchantId, customerId } = payer;
  const name = payer.customerName ?? payer.cardHolderName ?? null;
  const {
    customerEmail: email = null,
    customerPhone: telephone = null,
    customerRef: reference = null,
  } = payer;
  await sql`
    insert into known_customer as k (company_id, merchant_id, customer_key, customer_id, name, email, telephone,
                                     merchant_ref, first_at)
    select ${companyId}::integer, ${merchantId}::integer, ${key}::text, ${customerId}::integer, ${name}::text,
           ${email}::text, ${telephone}::text, ${reference}::text, ${now}::timestamptz
    where not exists (
      select from known_customer s
      where s.company_id = ${companyId} and s.merchant_id = ${merchantId} and s.customer_key = ${key}
        and coalesce(${name}::text, s.name) is not distinct from s.name
        and coalesce(${email}::text, s.email) is not distinct from s.email
        and coalesce(${telephone}::text, s.telephone) is not distinct from s.telephone
        and coalesce(${reference}::text, s.merchant_ref) is not distinct from s.merchant_ref)
    on conflict (company_id, merchant_id, customer_key) do update
      set name = coalesce(excluded.name, k.name), email = coalesce(excluded.email, k.email),
          telephone = coalesce(excluded.telephone, k.telephone),
          merchant_ref = coalesce(excluded.merchant_ref, k.merchant_ref)`;
}

/** The merchant's customer record, else the email, else the name. undefined: the payment names none of them. */
export function customerKey(
  payer: Pick<Payer, 'customerId' | 'customerEmail' | 'customerName' | 'cardHolderName'>,
): string | undefined {
  const { customerId, customerEmail, customerName, cardHolderName } = payer;
  if (customerId !== null) return `c:${customerId}`;
  if (customerEmail != null) return `e:${customerEmail}`;
  const name = customerName ?? cardHolderName;
  return name == null ? undefined : `n:${name}`;
}
