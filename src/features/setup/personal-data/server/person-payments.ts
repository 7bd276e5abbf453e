import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { isOfCustomer } from '#features/reports/customers/server/customer-history.ts';
import type { CustomerRow } from '#features/reports/customers/server/customer-table.ts';
import { maxPayments } from '../data-kinds.ts';

/** Where a request looks. */
export interface Place {
  companyId: number;
  merchantIds: readonly number[];
}

/** What names a person in other tables than those of their payments. */
export interface Subject {
  /** Whether all merchants of the company are included, and so what belongs to the company. */
  isWholeCompany: boolean;
  emails: string[];
  telephones: string[];
  names: string[];
  /** Customer records of the merchant API. */
  recordIds: number[];
}

const columns = (sql: TenantSql): Fragment => sql`
  k.known_customer_id, k.company_id, k.merchant_id, m.name as merchant_name, k.customer_key, k.customer_id, k.name,
  k.email, k.telephone, k.merchant_ref, k.first_at`;

/** The chosen customers. Fewer are returned where some do not exist, or belong to other merchants. */
export function readCustomers(
  sql: TenantSql,
  { companyId, merchantIds }: Place,
  ids: readonly number[],
): Promise<CustomerRow[]> {
  return sql<CustomerRow[]>`
    select ${columns(sql)} from known_customer k join organisation m on m.id = k.merchant_id
    where k.company_id = ${companyId} and k.merchant_id = any (${[...merchantIds]})
      and k.known_customer_id = any (${[...ids]})
    order by k.known_customer_id`;
}

/** Customers with the email or the telephone number, each by an index. */
export function findCustomersWith(
  sql: TenantSql,
  { companyId, merchantIds }: Place,
  { email, telephone }: { email?: string | undefined; telephone?: readonly string[] | undefined },
  limit: number,
): Promise<CustomerRow[]> {
  const condition =
    email === undefined ? sql`k.telephone = any (${[...(telephone ?? [])]})` : sql`k.email = ${email}`;
  return sql<CustomerRow[]>`
    select ${columns(sql)} from known_customer k join organisation m on m.id = k.merchant_id
    where k.company_id = ${companyId} and k.merchant_id = any (${[...merchantIds]}) and ${condition}
    order by k.known_customer_id desc limit ${limit}`;
}

/** Customers of payments with the email that belong to a record with another one, and those that used the card of a payment. */
export function findCustomersOfPayments(
  sql: TenantSql,
  { companyId, merchantIds }: Place,
  by: { email: string } | { transactionId: number },
  limit: number,
): Promise<CustomerRow[]> {
  const payments =
    'email' in by
      ? sql`select * from txn where customer_email = ${by.email} and company_id = ${companyId}
              and merchant_id = any (${[...merchantIds]}) order by txn_datetime desc limit ${maxPayments}`
      : sql`(select * from txn where company_id = ${companyId} and txn_id = ${by.transactionId} and merchant_id = any (${[...merchantIds]}))
            union all
            (select t.* from txn o join txn t on t.card_correlation_id = o.card_correlation_id and t.company_id = o.company_id
             where o.company_id = ${companyId} and o.txn_id = ${by.transactionId} and t.merchant_id = any (${[...merchantIds]})
             order by t.txn_datetime desc limit 500)`;
  return sql<CustomerRow[]>`
    select ${columns(sql)} from (
      select distinct merchant_id, case
        when customer_id is not null then 'c:' || customer_id
        when customer_email is not null then 'e:' || customer_email
        else 'n:' || coalesce(customer_name, card_holder_name) end as customer_key
      from (${payments}) as paid) as who
    join known_customer k on k.company_id = ${companyId} and k.merchant_id = who.merchant_id and k.customer_key = who.customer_key
    join organisation m on m.id = k.merchant_id
    order by k.known_customer_id desc limit ${limit}`;
}

/** Of the customers, those with a payment by a card with the last four digits. */
export async function withLastFour(
  sql: TenantSql,
  customers: readonly CustomerRow[],
  lastFour: string,
): Promise<CustomerRow[]> {
  const found: CustomerRow[] = [];
  for (const customer of customers) {
    const [row] = await sql`
      select 1 from txn t where ${isOfCustomer(sql, customer)} and t.last_four = ${lastFour} limit 1`;
    if (row) found.push(customer);
  }
  return found;
}

/**
 * The first transactions of the customers' payments, and of those with one of their emails. More than `maxPayments` are cut at
 * one more.
 */
export async function collectRoots(
  sql: TenantSql,
  { companyId, merchantIds }: Place,
  customers: readonly CustomerRow[],
): Promise<number[]> {
  const roots = new Set<number>();
  const add = (rows: readonly { rootId: number }[]) => {
    for (const { rootId } of rows) roots.add(rootId);
  };
  const limit = maxPayments + 1;
  for (const customer of customers)
    add(
      await sql<{ rootId: number }[]>`
      select t.root_id from txn t where ${isOfCustomer(sql, customer)}
      order by t.txn_datetime desc, t.txn_id desc limit ${limit}`,
    );
  for (const email of emailsOf(customers))
    add(
      await sql<{ rootId: number }[]>`
      select t.root_id from txn t
      where t.customer_email = ${email} and t.company_id = ${companyId} and t.merchant_id = any (${[...merchantIds]})
      order by t.txn_datetime desc, t.txn_id desc limit ${limit}`,
    );
  return [...roots];
}

const emailsOf = (customers: readonly CustomerRow[]): string[] => [
  ...new Set(customers.flatMap(({ email }) => email ?? [])),
];

/** All transactions of the payments. */
export async function readFamily(
  sql: TenantSql,
  companyId: number,
  roots: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ txnId: number }[]>`
    select txn_id from txn where company_id = ${companyId} and root_id = any (${[...roots]}) order by txn_id`;
  return rows.map(({ txnId }) => txnId);
}

/** The values of the customers, and of their payments' own fields: a payment can have another email than its customer. */
export async function readSubject(
  sql: TenantSql,
  place: Place,
  customers: readonly CustomerRow[],
  { roots, isWholeCompany }: { roots: readonly number[]; isWholeCompany: boolean },
): Promise<Subject> {
  const paid = await sql<
    { email: string | null; phone: string | null; name: string | null; holder: string | null }[]
  >`
    select distinct customer_email as email, customer_phone as phone, customer_name as name, card_holder_name as holder
    from txn where company_id = ${place.companyId} and root_id = any (${[...roots]})`;
  const known = (values: readonly (string | null)[]) => [
    ...new Set(values.flatMap((value) => (value === null || value === '' ? [] : [value]))),
  ];
  return {
    isWholeCompany,
    emails: known([...customers.map(({ email }) => email), ...paid.map(({ email }) => email)]),
    telephones: known([...customers.map(({ telephone }) => telephone), ...paid.map(({ phone }) => phone)]),
    names: known([
      ...customers.map(({ name }) => name),
      ...paid.flatMap(({ name, holder }) => [name, holder]),
    ]),
    recordIds: customers.flatMap(({ customerId }) => customerId ?? []),
  };
}
