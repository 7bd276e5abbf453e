import type { KeyObject } from 'node:crypto';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { FraudFacts } from '#features/fraud-engine/facts.ts';
import { AttemptKeys } from '#features/fraud-engine/server/db/velocity.ts';
import { scoredTypes } from '#features/payments/server/db/fraud-guard.ts';
import { type HistorySubject, maxHistory } from '../../review-mode.ts';
import type { Attempt } from './summarise-history.ts';

/** The payment of a task, and how its values are looked up. */
export interface ReviewedPayment {
  companyId: number;
  txnId: number;
  merchantId: number;
  cardCorrelationId: string | null;
  customerEmail: string | null;
  ipAddress: string | null;
  facts: FraudFacts;
  /** The custom field that carries the device's id. */
  deviceField: string | undefined;
}

/** Subjects with an index of their own. The attempts of others are found by the keys of velocity rules. */
const columns = { card: 'card_correlation_id', email: 'customer_email', ip: 'ip_address' } as const;
const keyedFields = { customer: 'merchantCustomerRef', address: 'normalisedAddress' } as const;

/**
 * The latest attempts of the company with the payment's value, without the payment itself: one more than are counted. Every
 * query reads one index from its newest entry. Undefined when the payment has no such value.
 */
export async function loadAttempts(
  sql: TenantSql,
  key: KeyObject,
  payment: ReviewedPayment,
  subject: HistorySubject,
): Promise<Attempt[] | undefined> {
  const source = sourceOf(sql, key, payment, subject);
  if (source === undefined) return undefined;
  return sql<Attempt[]>`
    select t.txn_datetime as at, t.txn_status as status, t.card_correlation_id as card, t.last_four,
           coalesce(t.customer_name, t.card_holder_name) as name, t.customer_email as email, t.merchant_id,
           coalesce(p.refunded_minor > 0, false) as is_refunded
    from ${source} t
    left join payment p on p.root_id = t.root_id and p.company_id = t.company_id
    order by t.txn_datetime desc, t.txn_id desc`;
}

/** Whether the attempts of a subject are those of the last 90 days only. */
export const isRecentOnly = (subject: HistorySubject): boolean => !(subject in columns);

/** The payments of a subject, the latest first, as a subquery; exported for the test of its plan. */
export function sourceOf(
  sql: TenantSql,
  key: KeyObject,
  payment: ReviewedPayment,
  subject: HistorySubject,
): Fragment | undefined {
  const { companyId, txnId } = payment;
  if (subject === 'card' || subject === 'email' || subject === 'ip') {
    const value = {
      card: payment.cardCorrelationId,
      email: payment.customerEmail,
      ip: payment.ipAddress,
    }[subject];
    if (value === null) return undefined;
    const column = sql(columns[subject]);
    // By value first: only the value's own index has this order. For a frequent value the planner would otherwise read
    // all payments by time.
    return sql`(
      select * from txn
      where ${column} between ${value} and ${value} and company_id = ${companyId} and txn_id <> ${txnId}
        and txn_type = any (${scoredTypes})
      order by ${column}, txn_datetime desc limit ${maxHistory + 1})`;
  }
  const field = subject === 'device' ? payment.deviceField : keyedFields[subject];
  const hash = field === undefined ? undefined : new AttemptKeys(key, payment).of(field);
  if (hash === undefined) return undefined;
  // Merchants give references to their customers, so the same one at another merchant is another customer.
  const atMerchant = subject === 'customer' ? sql`and merchant_id = ${payment.merchantId}` : sql``;
  return sql`(
    select t.* from (
      select txn_id from velocity_key
      where company_id = ${companyId} and key = ${String(hash)}::bigint and txn_id <> ${txnId} ${atMerchant}
      order by at desc limit ${maxHistory + 1}
    ) k join txn t on t.txn_id = k.txn_id and t.company_id = ${companyId})`;
}
