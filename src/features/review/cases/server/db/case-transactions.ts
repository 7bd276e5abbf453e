import type { TenantSql } from '#database/tenant.ts';
import type { Address } from '#features/fraud/fraud-engine/server/build-facts.ts';
import { type CaseOutcome, type CaseReason, maxTransactions } from '../../case-status.ts';
import type { CaseKey } from './case-store.ts';

/** Transactions that a customer or a merchant begins. Their follow-ups are on their own screens. */
const charges = ['PAYMENT', 'PREAUTH', 'REPEAT', 'VERIFY', 'PAYOUT', 'PAYOUT_INITIALIZE'];

/** The transaction of a case's opening. */
export interface Subject {
  companyId: number;
  txnId: number;
  merchantId: number;
  cardCorrelationId: string | null;
  customerEmail: string | null;
  billingAddress: Address | null;
}

/**
 * The transaction itself if it is a charge, or the charge of a follow-up. A repeat is a separate charge and shares
 * the root of its original.
 */
export async function readSubject(
  sql: TenantSql,
  companyId: number,
  txnId: number,
): Promise<Subject | undefined> {
  const [row] = await sql<Subject[]>`
    select charge.company_id, charge.txn_id, charge.merchant_id, charge.card_correlation_id, charge.customer_email,
           charge.detail -> 'billingAddress' as billing_address
    from txn t
    join txn charge on charge.txn_id = any (array[t.txn_id, t.related_id, t.root_id]) and charge.company_id = t.company_id
    where t.txn_id = ${txnId} and t.company_id = ${companyId} and charge.txn_type = any (${charges})
    order by array_position(array[t.txn_id, t.related_id, t.root_id], charge.txn_id) limit 1`;
  return row;
}

interface Related {
  companyId: number;
  merchants: readonly number[];
  since: Date;
  limit: number;
}

/** Rows that a search may read before it looks at their merchants. */
const maxRead = 1000;

/** Charges with the same card or email address, newest first. Each of both is an index with the time. */
export async function findCharges(
  sql: TenantSql,
  by: { card: string } | { email: string },
  { companyId, merchants, since, limit }: Related,
): Promise<number[]> {
  const isMatch = 'card' in by ? sql`card_correlation_id = ${by.card}` : sql`customer_email = ${by.email}`;
  const rows = await sql<{ txnId: number }[]>`
    select txn_id from (
      select txn_id, merchant_id, txn_type, txn_datetime from txn
      where ${isMatch} and company_id = ${companyId} and txn_datetime >= ${since}
      order by txn_datetime desc, txn_id desc limit ${maxRead}
    ) newest
    where merchant_id = any (${[...merchants]}) and txn_type = any (${charges})
    order by txn_datetime desc, txn_id desc limit ${limit}`;
  return rows.map(({ txnId }) => txnId);
}

/** The newest charge with this email address. */
export async function findNewestCharge(
  sql: TenantSql,
  email: string,
  { tenantIds, merchants }: { tenantIds: readonly number[]; merchants: readonly number[] },
): Promise<{ txnId: number; companyId: number } | undefined> {
  const [row] = await sql<{ txnId: number; companyId: number }[]>`
    select txn_id, company_id from txn
    where customer_email = ${email} and company_id = any (${[...tenantIds]}) and merchant_id = any (${[...merchants]})
      and txn_type = any (${charges})
    order by txn_datetime desc, txn_id desc limit 1`;
  return row;
}

/**
 * Adds transactions that the case does not have, up to its limit, and returns how many. Only those of the given merchants are
 * added.
 */
export async function insertTransactions(
  sql: TenantSql,
  { companyId, caseId }: CaseKey,
  members: readonly { txnId: number; reason: CaseReason }[],
  { merchants, now }: { merchants: readonly number[]; now: Date },
): Promise<number> {
  const ids = members.map(({ txnId }) => txnId);
  const reasons = members.map(({ reason }) => reason);
  const added = await sql`
    insert into fraud_case_transaction (company_id, case_id, txn_id, reason, added_at, merchant_id, transaction_time, customer_email,
                                        customer_name, amount, ccy_code)
    select t.company_id, ${caseId}, t.txn_id, m.reason, ${now}, t.merchant_id, t.txn_datetime, t.customer_email, t.customer_name,
           t.requested_amount, t.ccy_code
    from unnest(${ids}::bigint[], ${reasons}::text[]) with ordinality as m (txn_id, reason, place)
    join txn t on t.txn_id = m.txn_id and t.company_id = ${companyId}
    where t.txn_type = any (${charges}) and t.merchant_id = any (${[...merchants]}) and not exists (
      select from fraud_case_transaction k
      where k.company_id = ${companyId} and k.case_id = ${caseId} and k.txn_id = t.txn_id)
    order by m.place
    limit greatest(0, ${maxTransactions}::integer - (
      select count(*) from fraud_case_transaction where company_id = ${companyId} and case_id = ${caseId}))
    on conflict do nothing returning 1`;
  return added.length;
}

export interface CaseTransactionRow {
  txnId: number;
  reason: CaseReason;
  transactionTime: Date;
  txnType: string;
  txnStatus: string;
  amount: string;
  ccyCode: string;
  paymentProduct: string | null;
  maskedPan: string | null;
  cardCorrelationId: string | null;
  customerName: string | null;
  customerEmail: string | null;
  merchantName: string;
  merchantPath: string;
}

/** The transactions of a case as they are now, newest first. */
export async function readTransactions(
  sql: TenantSql,
  { companyId, caseId }: CaseKey,
): Promise<CaseTransactionRow[]> {
  return sql<CaseTransactionRow[]>`
    select k.txn_id, k.reason, k.transaction_time, t.txn_type, t.txn_status, k.amount, k.ccy_code, t.payment_product,
           t.masked_pan, t.card_correlation_id, k.customer_name, k.customer_email, m.name as merchant_name,
           m.path as merchant_path
    from fraud_case_transaction k
    join txn t on t.txn_id = k.txn_id and t.company_id = k.company_id
    join organisation m on m.id = k.merchant_id
    where k.company_id = ${companyId} and k.case_id = ${caseId}
    order by k.transaction_time desc, k.txn_id desc limit ${maxTransactions}`;
}

interface RelatedCaseRow {
  caseId: number;
  status: 'OPEN' | 'CLOSED';
  outcome: CaseOutcome | null;
  openedAt: Date;
  merchantPath: string;
}

const maxRelated = 50;

/** Other cases with one of its transactions, newest first. */
export async function readRelatedCases(
  sql: TenantSql,
  { companyId, caseId }: CaseKey,
): Promise<RelatedCaseRow[]> {
  return sql<RelatedCaseRow[]>`
    select c.case_id, c.status, c.outcome, c.opened_at, m.path as merchant_path
    from fraud_case c join organisation m on m.id = c.merchant_id
    where c.company_id = ${companyId} and c.case_id in (
      select other.case_id from fraud_case_transaction own
      join fraud_case_transaction other on other.company_id = own.company_id and other.txn_id = own.txn_id
      where own.company_id = ${companyId} and own.case_id = ${caseId} and other.case_id <> ${caseId})
    order by c.case_id desc limit ${maxRelated}`;
}
