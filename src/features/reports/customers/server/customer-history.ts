import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { TransactionStatus, TransactionType } from '#shared/payments/transaction-kind.ts';
import { type MoneySum, sumMoney } from '#features/record/reporting/server/money-sums.ts';
import { maxSummed } from '../customer-limits.ts';
import type { CustomerRow } from './customer-table.ts';

type Key = Pick<CustomerRow, 'companyId' | 'merchantId' | 'customerId' | 'email' | 'name'>;

/** The condition of a customer's transactions, follow-ups included: they inherit the customer. Each has an index. */
export function isOfCustomer(
  sql: TenantSql,
  { companyId, merchantId, customerId, email, name }: Key,
): Fragment {
  // A record belongs to one merchant. Its index would be combined with that of the merchant.
  if (customerId !== null) return sql`t.company_id = ${companyId} and t.customer_id = ${customerId}`;
  const place = sql`t.company_id = ${companyId} and t.merchant_id = ${merchantId}`;
  if (email !== null) return sql`${place} and t.customer_email = ${email} and t.customer_id is null`;
  return sql`${place} and t.customer_id is null and t.customer_email is null
    and ${payerName(sql)} = ${name} and ${hasName(sql)}`;
}

/** As in the index txn_named. */
const payerName = (sql: TenantSql): Fragment => sql`
  (case when t.customer_name is null then t.card_holder_name else t.customer_name end)`;
const hasName = (sql: TenantSql): Fragment => sql`
  (t.customer_name is not null or t.card_holder_name is not null)`;

const newest = (sql: TenantSql, key: Key): Fragment => sql`
  select t.* from txn t where ${isOfCustomer(sql, key)} order by t.txn_datetime desc, t.txn_id desc limit ${maxSummed}`;

export interface PaymentRow {
  txnId: number;
  txnType: TransactionType;
  txnStatus: TransactionStatus;
  direction: number;
  requestedMinor: number;
  amountMinor: number;
  ccyCode: string;
  txnDatetime: Date;
  merchRef: string | null;
  description: string | null;
  paymentProduct: string | null;
  lastFour: string | null;
}

const paymentColumns = (sql: TenantSql): Fragment => sql`
  t.txn_id, t.txn_type, t.txn_status, t.direction, t.requested_minor, t.amount_minor, t.ccy_code, t.txn_datetime,
  t.merch_ref, t.description, t.payment_product, t.last_four`;

/** A page of a customer's transactions, newest first, after a transaction of theirs. */
export function readPayments(
  sql: TenantSql,
  key: Key,
  { after, limit }: { after: number | undefined; limit: number },
): PromiseLike<PaymentRow[]> {
  const isAfter =
    after === undefined
      ? sql``
      : sql`and (t.txn_datetime, t.txn_id) < (
          (select txn_datetime from txn where txn_id = ${after} and company_id = ${key.companyId}), ${after}::bigint)`;
  return sql<PaymentRow[]>`
    select ${paymentColumns(sql)} from txn t where ${isOfCustomer(sql, key)} ${isAfter}
    order by t.txn_datetime desc, t.txn_id desc limit ${limit}`;
}

/** The newest transaction of each customer. One index look-up a customer. */
export function readNewestPayments(
  sql: TenantSql,
  customers: readonly CustomerRow[],
): PromiseLike<(PaymentRow & { knownCustomerId: number })[]> {
  const ids = customers.map(({ knownCustomerId }) => knownCustomerId);
  const companies = [...new Set(customers.map(({ companyId }) => companyId))];
  const newestWhere = (condition: Fragment): Fragment => sql`
    (select t.* from txn t
     where t.company_id = k.company_id and ${condition}
     order by t.txn_datetime desc, t.txn_id desc limit 1)`;
  return sql<(PaymentRow & { knownCustomerId: number })[]>`
    select k.known_customer_id, ${paymentColumns(sql)}
    from known_customer k
    cross join lateral (
      ${newestWhere(sql`k.customer_id is not null and t.customer_id = k.customer_id`)}
      union all
      ${newestWhere(sql`k.customer_id is null and t.merchant_id = k.merchant_id and t.customer_email = k.email
        and t.customer_id is null`)}
      union all
      ${newestWhere(sql`k.customer_id is null and k.email is null and t.merchant_id = k.merchant_id
        and t.customer_id is null and t.customer_email is null
        and ${payerName(sql)} = k.name and ${hasName(sql)}`)}
    ) t
    where k.company_id = any (${companies}) and k.known_customer_id = any (${ids})`;
}

/** What the newest transactions moved, by currency. */
export function sumPayments(sql: TenantSql, key: Key): Promise<MoneySum[]> {
  return sumMoney(
    sql,
    sql`
      select ccy_code, txn_type, txn_status, 1::bigint as number, requested_minor, amount_minor
      from (${newest(sql, key)}) as newest`,
    sql`amount_minor`,
  );
}

export interface CustomerFacts {
  recentFailures: number;
  repeatable: number | null;
}

/** Failures of the last 30 days, and the newest payment that a repeat can charge again. */
export async function readFacts(sql: TenantSql, key: Key, now: Date): Promise<CustomerFacts> {
  const [row] = await sql<CustomerFacts[]>`
    select (count(*) filter (where txn_status = 'FAILED' and root_id = txn_id
              and txn_datetime > ${now}::timestamptz - interval '30 days'))::integer as recent_failures,
           (array_agg(txn_id order by txn_datetime desc, txn_id desc) filter (
              where txn_status = 'SUCCESS' and txn_type = any (${repeatableTypes})))[1] as repeatable
    from (${newest(sql, key)}) as newest`;
  return row ?? { recentFailures: 0, repeatable: null };
}

const repeatableTypes = ['PAYMENT', 'PREAUTH', 'REPEAT', 'VERIFY'];

interface CardRow {
  card: string;
  paymentProduct: string | null;
  maskedPan: string;
  cardExpiry: string | null;
  payments: number;
  lastAt: Date;
  txnId: number;
}

const maxCards = 20;

/** The cards of the newest transactions, the last used first. */
export function readCards(sql: TenantSql, key: Key): PromiseLike<CardRow[]> {
  return sql<CardRow[]>`
    select distinct on (last_at, card) card, payment_product, masked_pan, card_expiry, payments, last_at, txn_id
    from (
      select card_correlation_id as card, payment_product, masked_pan, card_expiry, txn_id, txn_datetime,
             (count(*) filter (where root_id = txn_id) over same)::integer as payments,
             max(txn_datetime) over same as last_at
      from (${newest(sql, key)}) as newest
      where card_correlation_id is not null and masked_pan is not null
      window same as (partition by card_correlation_id)
    ) as used
    order by last_at desc, card, txn_datetime desc, txn_id desc limit ${maxCards}`;
}

export interface ScheduleRow {
  scheduleId: string;
  status: string;
  nextEpisodeOn: string | null;
  nextMinor: number | null;
  ccyCode: string;
}

const maxListed = 20;

export function readSchedules(sql: TenantSql, key: Key): PromiseLike<ScheduleRow[]> {
  return sql<ScheduleRow[]>`
    select s.schedule_id, s.status, s.next_episode_on::text as next_episode_on, s.next_minor, s.ccy_code
    from (select distinct root_id from (${newest(sql, key)}) as newest) as roots
    join schedule s on s.root_id = roots.root_id and s.company_id = ${key.companyId}
    where s.status <> 'PLANNED' and s.merchant_id = ${key.merchantId}
    order by s.status = 'ACTIVE' desc, s.created_at desc limit ${maxListed}`;
}

interface CaseRow {
  caseId: number;
  status: string;
  outcome: string | null;
  openedAt: Date;
}

export function readCases(sql: TenantSql, key: Key): PromiseLike<CaseRow[]> {
  return sql<CaseRow[]>`
    select distinct c.case_id, c.status, c.outcome, c.opened_at
    from (select distinct root_id from (${newest(sql, key)}) as newest) as roots
    join fraud_case_transaction ct on ct.txn_id = roots.root_id and ct.company_id = ${key.companyId}
    join fraud_case c on c.company_id = ct.company_id and c.case_id = ct.case_id
    where c.merchant_id = ${key.merchantId}
    order by c.opened_at desc limit ${maxListed}`;
}
