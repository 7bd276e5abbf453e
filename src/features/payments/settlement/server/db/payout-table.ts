import { columnsOf } from '#database/columns.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type MerchantScope, scopeCondition } from '#features/record/reporting/server/merchant-scope.ts';
import type { PayoutState } from '../../difference.ts';
import type { LineGroup } from '../../line-group.ts';
import { groupKinds, settlingKinds } from '../line-kinds.ts';

interface PayoutFilter {
  scope: MerchantScope;
  state?: PayoutState | undefined;
  currency?: string | undefined;
  paidFrom?: string | undefined;
  paidTo?: string | undefined;
  installationId?: number | undefined;
}

export interface PayoutRow {
  payoutId: number;
  companyId: number;
  paidOn: string;
  state: PayoutState;
  currency: string;
  netMinor: number;
  merchantName: string;
  installationId: number;
  installationName: string;
  reportId: number;
  batch: string;
  connectionName: string;
  payments: number;
  paymentsMinor: number;
  refunds: number;
  refundsMinor: number;
  chargebacks: number;
  chargebacksMinor: number;
  other: number;
  otherMinor: number;
  commissionMinor: number;
  markupMinor: number;
  schemeFeesMinor: number;
  interchangeMinor: number;
}

/** In a query of its own, because the scope's column names are ambiguous beside other tables. */
const payoutsOf = (sql: TenantSql, scope: MerchantScope) => sql`
  (select ${sql.unsafe(columnsOf.merchantPayout)} from merchant_payout where ${scopeCondition(sql, scope)}) p join settlement_batch b on b.batch_id = p.batch_id`;

const viewOf = (sql: TenantSql, scope: MerchantScope) => sql`
  select p.*, b.state, b.batch, b.report_id, m.name as merchant_name, coalesce(i.name, p.installation_id::text) as installation_name,
         k.name as connection_name
  from ${payoutsOf(sql, scope)}
  join settlement_report r on r.report_id = b.report_id
  join processor_connection k on k.connection_id = r.connection_id
  join organisation m on m.id = p.merchant_id
  left join organisation i on i.id = p.installation_id`;

const conditionOf = (sql: TenantSql, filter: Omit<PayoutFilter, 'scope'>) => {
  const { state, currency, paidFrom, paidTo, installationId } = filter;
  return sql`
    true
    ${state === undefined ? sql`` : sql`and b.state = ${state}`}
    ${currency === undefined ? sql`` : sql`and p.currency = ${currency}`}
    ${paidFrom === undefined ? sql`` : sql`and p.paid_on >= ${paidFrom}`}
    ${paidTo === undefined ? sql`` : sql`and p.paid_on <= ${paidTo}`}
    ${installationId === undefined ? sql`` : sql`and p.installation_id = ${installationId}`}`;
};

export async function listPayouts(
  sql: TenantSql,
  filter: PayoutFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<PayoutRow[]> {
  return sql<PayoutRow[]>`
    ${viewOf(sql, filter.scope)} where ${conditionOf(sql, filter)}
    order by p.paid_on desc, p.payout_id desc offset ${offset} limit ${limit}`;
}

interface PayoutSum {
  installationId: number;
  installationName: string;
  currency: string;
  /** 0 where the filter excludes the payouts. */
  number: number;
  netMinor: number;
}

/**
 * The filtered payouts of each installation and currency, including those without any, because these are the choices of the
 * filter. One pass reads both.
 */
export async function sumPayouts(sql: TenantSql, filter: PayoutFilter): Promise<PayoutSum[]> {
  const isFound = conditionOf(sql, filter);
  return sql<PayoutSum[]>`
    select s.*, coalesce(i.name, s.installation_id::text) as installation_name
    from (
      select p.installation_id, p.currency, count(*) filter (where ${isFound}) as number,
             coalesce(sum(p.net_minor) filter (where ${isFound}), 0)::bigint as net_minor
      from ${payoutsOf(sql, filter.scope)} group by p.installation_id, p.currency
    ) s
    left join organisation i on i.id = s.installation_id
    order by installation_name, s.installation_id, s.currency`;
}

export async function findPayout(
  sql: TenantSql,
  scope: MerchantScope,
  payoutId: number,
): Promise<PayoutRow | undefined> {
  const [row] = await sql<PayoutRow[]>`
    ${viewOf(sql, scope)} where p.payout_id = ${payoutId}`;
  return row;
}

export interface PayoutLineRow {
  lineNumber: number;
  kind: string;
  txnId: number;
  merchRef: string | null;
  bookedAt: Date;
  grossMinor: number;
  grossCurrency: string;
  exchangeRate: string | null;
  commissionMinor: number;
  markupMinor: number;
  schemeFeesMinor: number;
  interchangeMinor: number;
  netMinor: number;
  netCurrency: string;
}

type Payout = Pick<PayoutRow, 'companyId' | 'reportId' | 'batch' | 'currency' | 'installationId'>;

const linesOf = (sql: TenantSql, payout: Payout, group: LineGroup | undefined) => sql`
  l.report_id = ${payout.reportId} and l.installation_id = ${payout.installationId} and l.company_id = ${payout.companyId}
  and l.batch = ${payout.batch} and l.net_currency = ${payout.currency}
  ${group === undefined ? sql`` : sql`and l.kind = any (${groupKinds[group] as string[]})`}`;

/** In the order of the report, after a line. */
export async function listPayoutLines(
  sql: TenantSql,
  payout: Payout,
  page: { group?: LineGroup | undefined; after?: number; offset?: number; limit: number },
): Promise<PayoutLineRow[]> {
  const { group, after = 0, offset = 0, limit } = page;
  return sql<PayoutLineRow[]>`
    select l.line_number, l.kind, l.txn_id, t.merch_ref, l.booked_at, l.gross_minor, l.gross_currency,
           l.exchange_rate::text as exchange_rate, l.commission_minor, l.markup_minor, l.scheme_fees_minor, l.interchange_minor,
           l.net_minor, l.net_currency
    from settlement_line l left join txn t on t.txn_id = l.txn_id and t.company_id = l.company_id
    where ${linesOf(sql, payout, group)} and l.line_number > ${after}
    order by l.line_number offset ${offset} limit ${limit}`;
}

/** The payout that a transaction is in, and its own part of it. */
interface TransactionSettlement {
  payoutId: number;
  paidOn: string;
  /** Of the whole payout. */
  amountMinor: number;
  feesMinor: number;
  netMinor: number;
  currency: string;
}

/** The first payout that has the transaction; undefined while no report has it. */
export async function findSettlement(
  sql: TenantSql,
  { companyId, txnId }: { companyId: number; txnId: number },
): Promise<TransactionSettlement | undefined> {
  const [row] = await sql<TransactionSettlement[]>`
    select p.payout_id, p.paid_on, p.net_minor as amount_minor, l.net_currency as currency, l.net_minor,
           l.commission_minor + l.markup_minor + l.scheme_fees_minor + l.interchange_minor as fees_minor
    from settlement_line l
    join settlement_batch b on b.report_id = l.report_id and b.batch = l.batch and b.currency = l.net_currency
    join merchant_payout p on p.batch_id = b.batch_id and p.installation_id = l.installation_id and p.company_id = l.company_id
    where l.txn_id = ${txnId} and l.company_id = ${companyId} and l.kind = any (${settlingKinds as string[]})
      and b.state <> 'OPEN'
    order by p.paid_on, l.line_number limit 1`;
  return row;
}
