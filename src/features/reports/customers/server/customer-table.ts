import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';

/** A customer as it is found (docs/domain.md#finding-customers). */
export interface CustomerRow {
  knownCustomerId: number;
  companyId: number;
  merchantId: number;
  merchantName: string;
  /** c:<customer id>, e:<email> or n:<name>. */
  customerKey: string;
  customerId: number | null;
  name: string | null;
  email: string | null;
  telephone: string | null;
  merchantRef: string | null;
  firstAt: Date;
}

const columns = (sql: TenantSql): Fragment => sql`
  k.known_customer_id, k.company_id, k.merchant_id, m.name as merchant_name, k.customer_key, k.customer_id, k.name,
  k.email, k.telephone, k.merchant_ref, k.first_at`;

const fromCustomers = (sql: TenantSql): Fragment => sql`
  from known_customer k join organisation m on m.id = k.merchant_id`;

interface Search {
  companies: readonly number[];
  /** undefined: all of the companies. */
  merchants: readonly number[] | undefined;
  typed: string;
  most: number;
}

/** The newest customers that match, `most` of them at most. */
export async function findCustomers(
  sql: TenantSql,
  { companies, merchants, typed, most }: Search,
): Promise<CustomerRow[]> {
  const ids = sql`
    find_customers(${[...companies]}::integer[], ${merchants ? [...merchants] : null}::integer[], ${typed}, ${most})`;
  return sql<CustomerRow[]>`
    select ${columns(sql)} ${fromCustomers(sql)}
    where k.company_id = any (${[...companies]}) and k.known_customer_id = any (array(select ${ids}))
    order by k.known_customer_id desc`;
}

export async function readCustomer(
  sql: TenantSql,
  { companyId, knownCustomerId }: Pick<CustomerRow, 'companyId' | 'knownCustomerId'>,
): Promise<CustomerRow | undefined> {
  const [row] = await sql<CustomerRow[]>`
    select ${columns(sql)} ${fromCustomers(sql)}
    where k.company_id = ${companyId} and k.known_customer_id = ${knownCustomerId}`;
  return row;
}

export async function findCustomerByKey(
  sql: TenantSql,
  { companyId, merchantId }: Pick<CustomerRow, 'companyId' | 'merchantId'>,
  key: string,
): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`
    select known_customer_id as id from known_customer
    where company_id = ${companyId} and merchant_id = ${merchantId} and customer_key = ${key}`;
  return row?.id;
}

const maxSame = 20;

/** Other customers of the company with the email. The caller leaves out those of merchants out of scope. */
export async function findSameEmail(
  sql: TenantSql,
  { companyId, knownCustomerId, email }: CustomerRow,
): Promise<(CustomerRow & { merchantPath: string })[]> {
  if (email === null) return [];
  return sql<(CustomerRow & { merchantPath: string })[]>`
    select ${columns(sql)}, m.path as merchant_path ${fromCustomers(sql)}
    where k.company_id = ${companyId} and k.email = ${email} and k.known_customer_id <> ${knownCustomerId}
    order by k.known_customer_id desc limit ${maxSame}`;
}

/** Customers of the merchant that paid with one of the cards, the given one left out. */
export async function findSameCards(
  sql: TenantSql,
  { companyId, merchantId, knownCustomerId }: CustomerRow,
  cards: readonly string[],
): Promise<(CustomerRow & { card: string })[]> {
  if (cards.length === 0) return [];
  return sql<(CustomerRow & { card: string })[]>`
    with paid as (
      select distinct t.card_correlation_id as card,
             case when t.customer_id is not null then 'c:' || t.customer_id
                  when t.customer_email is not null then 'e:' || t.customer_email
                  else 'n:' || coalesce(t.customer_name, t.card_holder_name) end as customer_key
      from unnest(${[...cards]}::text[]) as wanted (card)
      cross join lateral (
        select * from txn where card_correlation_id = wanted.card and company_id = ${companyId}
        order by txn_datetime desc limit ${maxPerCard}) t
      where t.merchant_id = ${merchantId}
    )
    select ${columns(sql)}, paid.card
    from paid
    join known_customer k on k.company_id = ${companyId} and k.merchant_id = ${merchantId} and k.customer_key = paid.customer_key
    join organisation m on m.id = k.merchant_id
    where k.known_customer_id <> ${knownCustomerId}
    order by k.known_customer_id desc limit ${maxSame}`;
}

/** A card that tests or a bot used thousands of times. */
const maxPerCard = 500;

interface NoteRow {
  customerNoteId: number;
  at: Date;
  userName: string;
  note: string;
}

const maxNotes = 100;

/** The newest notes. */
export function readNotes(
  sql: TenantSql,
  { companyId, knownCustomerId }: Pick<CustomerRow, 'companyId' | 'knownCustomerId'>,
): PromiseLike<NoteRow[]> {
  return sql<NoteRow[]>`
    select customer_note_id, at, user_name, note from customer_note
    where company_id = ${companyId} and known_customer_id = ${knownCustomerId}
    order by customer_note_id desc limit ${maxNotes}`;
}

export async function insertNote(
  sql: TenantSql,
  { companyId, knownCustomerId }: Pick<CustomerRow, 'companyId' | 'knownCustomerId'>,
  note: { at: Date; userId: string; userName: string; note: string },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into customer_note ${sql({ companyId, knownCustomerId, ...note })} returning customer_note_id as id`;
  if (!row) throw new Error('the note has no id');
  return row.id;
}
