import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { CaseOutcome } from '../../case-status.ts';
import type { CaseScope } from '../case-scope.ts';
import { type CaseSearch, sortColumns } from '../read-case-search.ts';

/** A case with the newest of its transactions that the search matches. */
export interface FoundCaseRow {
  caseId: number;
  status: 'OPEN' | 'CLOSED';
  outcome: CaseOutcome | null;
  txnId: number;
  transactionTime: Date;
  amount: string;
  ccyCode: string;
  customerName: string | null;
  customerEmail: string | null;
}

export async function findCases(
  sql: TenantSql,
  scope: CaseScope,
  search: CaseSearch,
): Promise<{ rows: FoundCaseRow[]; total: number }> {
  const direction = search.isDescending ? sql`desc nulls last` : sql`asc nulls first`;
  const rows = await sql<(FoundCaseRow & { total: number })[]>`
    with found as materialized (${buildMatches(sql, scope, search)})
    select found.*, count(*) over () as total from found
    order by ${sql(sortColumns[search.sortField])} ${direction}, case_id ${direction}
    limit ${search.limit} offset ${search.offset}`;
  const [first] = rows;
  if (first || search.offset === 0) return { rows, total: first?.total ?? 0 };
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from (${buildMatches(sql, scope, search)}) as matching`;
  return { rows: [], total: row?.total ?? 0 };
}

/**
 * One row a case. Both merchants are the caller's: that of the case and that of the transaction. Emails are compared in an
 * index, and only the found rows are read.
 */
function buildMatches(sql: TenantSql, { tenantIds, merchants }: CaseScope, search: CaseSearch): Fragment {
  const { find, from, to } = search;
  return sql`
    with matching as materialized (
      select company_id, case_id, txn_id, transaction_time
      from fraud_case_transaction
      where company_id = any (${tenantIds}) and merchant_id = any (${merchants})
        ${
          'txnId' in find
            ? sql`and txn_id = ${find.txnId}`
            : sql`and customer_email is not null and strpos(lower(customer_email), ${find.emailPart}) > 0`
        }
        ${from && to ? sql`and transaction_time >= ${from} and transaction_time <= ${to}` : sql``}
    ), newest as (
      select distinct on (company_id, case_id) company_id, case_id, txn_id from matching
      order by company_id, case_id, transaction_time desc, txn_id desc
    )
    select c.case_id, c.status, c.outcome, t.txn_id, t.transaction_time, t.amount, t.ccy_code, t.customer_name, t.customer_email
    from newest
    join fraud_case_transaction t using (company_id, case_id, txn_id)
    join fraud_case c on c.company_id = t.company_id and c.case_id = t.case_id
    where c.merchant_id = any (${merchants})`;
}

/** An open case with the transaction that it was opened from. */
interface OpenCaseRow extends FoundCaseRow {
  ownerName: string | null;
}

interface OpenCasePage extends Pick<CaseSearch, 'sortField' | 'isDescending' | 'offset' | 'limit'> {
  /** Undefined: of all users. */
  ownerId: string | undefined;
}

/** A page of open cases. The index of open cases finds them, however many are closed. */
export function findOpenCases(
  sql: TenantSql,
  { tenantIds, merchants }: CaseScope,
  { ownerId, sortField, isDescending, offset, limit }: OpenCasePage,
): Promise<OpenCaseRow[]> {
  const direction = isDescending ? sql`desc nulls last` : sql`asc nulls first`;
  return sql<OpenCaseRow[]>`
    select c.case_id, c.status, c.outcome, c.owner_name, t.txn_id, t.transaction_time, t.amount, t.ccy_code,
           t.customer_name, t.customer_email
    from fraud_case c
    join fraud_case_transaction t on t.company_id = c.company_id and t.case_id = c.case_id and t.txn_id = c.txn_id
    where c.company_id = any (${tenantIds}) and c.merchant_id = any (${merchants}) and c.status = 'OPEN'
      ${ownerId === undefined ? sql`` : sql`and c.owner_id = ${ownerId}`}
    order by t.${sql(sortColumns[sortField])} ${direction}, c.case_id ${direction}
    limit ${limit} offset ${offset}`;
}

/** Open cases of the user and of all. */
export async function countOpenCases(
  sql: TenantSql,
  { tenantIds, merchants }: CaseScope,
  ownerId: string,
): Promise<{ mine: number; all: number }> {
  const [row] = await sql<{ mine: number; all: number }[]>`
    select count(*) filter (where owner_id = ${ownerId})::int as mine, count(*)::int as all
    from fraud_case where company_id = any (${tenantIds}) and merchant_id = any (${merchants}) and status = 'OPEN'`;
  return row ?? { mine: 0, all: 0 };
}

/**
 * The case that a transaction is in: an open one before closed ones, one that was opened from it before others, then the
 * newest.
 */
export async function findCaseOfTransaction(
  sql: TenantSql,
  { tenantIds, merchants }: CaseScope,
  txnId: number,
): Promise<FoundCaseRow | undefined> {
  const [row] = await sql<FoundCaseRow[]>`
    select c.case_id, c.status, c.outcome, t.txn_id, t.transaction_time, t.amount, t.ccy_code, t.customer_name, t.customer_email
    from fraud_case_transaction t join fraud_case c on c.company_id = t.company_id and c.case_id = t.case_id
    where t.company_id = any (${tenantIds}) and t.txn_id = ${txnId}
      and t.merchant_id = any (${merchants}) and c.merchant_id = any (${merchants})
    order by c.status = 'OPEN' desc, c.txn_id = t.txn_id desc, c.case_id desc limit 1`;
  return row;
}
