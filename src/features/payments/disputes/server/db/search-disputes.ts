import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type MerchantScope, scopeCondition } from '#features/record/reporting/server/merchant-scope.ts';
import { zoneColumn } from '#server/time/zone-of-organisation.ts';
import type { DisputeStage, DisputeStatus } from '#shared/payments/dispute-status.ts';
import { type DisputeSortField, maxDisputeOffset } from '../../disputes-search.ts';
import type { DisputeKey, StoredDispute } from './dispute-table.ts';

interface DisputeSearch {
  status?: DisputeStatus | undefined;
  stage?: DisputeStage | undefined;
  fraud?: 'yes' | 'no' | undefined;
  /** A transaction id, or the processor's id of the dispute. */
  text?: string | undefined;
}

interface DisputeOrder {
  field: DisputeSortField;
  direction: 'ASC' | 'DESC';
  offset: number;
  pageSize: number;
}

export type DisputeRow = Pick<
  StoredDispute,
  | 'disputeId'
  | 'txnId'
  | 'stage'
  | 'status'
  | 'amountMinor'
  | 'ccyCode'
  | 'scheme'
  | 'reasonCode'
  | 'reason'
  | 'isFraud'
  | 'deadline'
  | 'openedAt'
> & { merchantName: string; timeZone: string };

const conditions = (sql: TenantSql, scope: MerchantScope, search: DisputeSearch): Fragment => {
  const { status, stage, fraud, text } = search;
  return sql`
    ${scopeCondition(sql, scope)}
    ${status === undefined ? sql`` : sql`and status = ${status}`}
    ${stage === undefined ? sql`` : sql`and stage = ${stage}`}
    ${fraud === undefined ? sql`` : sql`and is_fraud = ${fraud === 'yes'}`}
    ${text === undefined ? sql`` : sql`and ${isNamed(sql, text)}`}`;
};

const isNamed = (sql: TenantSql, text: string): Fragment =>
  /^\d{1,15}$/.test(text)
    ? sql`(txn_id = ${Number(text)} or processor_reference = ${text}
        or txn_id in (select related_id from txn t where t.txn_id = ${Number(text)}))`
    : sql`processor_reference = ${text}`;

/** The same disputes always come in the same order. Those without a deadline come last. */
function orderBy(sql: TenantSql, { field, direction }: Pick<DisputeOrder, 'field' | 'direction'>): Fragment {
  const column =
    field === 'amount' ? sql`amount_minor` : field === 'openedAt' ? sql`opened_at` : sql`deadline`;
  return direction === 'DESC'
    ? sql`order by ${column} desc nulls last, dispute_id desc`
    : sql`order by ${column} asc nulls last, dispute_id`;
}

/** One page, and how many there are up to the last one. */
export async function findDisputes(
  sql: TenantSql,
  scope: MerchantScope,
  search: DisputeSearch,
  { offset, pageSize, ...wanted }: DisputeOrder,
): Promise<{ rows: DisputeRow[]; found: number }> {
  const isIt = conditions(sql, scope, search);
  const order = orderBy(sql, wanted);
  const [rows, [count]] = await Promise.all([
    sql<DisputeRow[]>`
      select page.*, m.name as merchant_name, ${zoneColumn(sql, sql`page.merchant_id`)} as time_zone
      from (
        select dispute_id, txn_id, merchant_id, stage, status, amount_minor, ccy_code, scheme, reason_code, reason,
               is_fraud, deadline, opened_at
        from dispute where ${isIt}
        ${order}
        limit ${pageSize} offset ${offset}
      ) page
      join organisation m on m.id = page.merchant_id
      ${order}`,
    sql<{ found: number }[]>`
      select count(*)::integer as found
      from (select 1 from dispute where ${isIt} limit ${maxDisputeOffset + 1}) counted`,
  ]);
  return { rows, found: count?.found ?? 0 };
}

interface DisputedPayment {
  merchantName: string;
  merchantPath: string;
  timeZone: string;
  processorName: string;
  txnDatetime: Date;
  requestedMinor: number;
  refundedMinor: number;
  paymentProduct: string | null;
  cardScheme: string | null;
  maskedPan: string | null;
  merchRef: string | null;
  customerName: string | null;
  customerEmail: string | null;
}

/** The payment of a dispute, its merchant and its processor. */
export async function readDisputedPayment(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
): Promise<DisputedPayment> {
  const [row] = await sql<DisputedPayment[]>`
    select m.name as merchant_name, m.path as merchant_path, ${zoneColumn(sql, sql`d.merchant_id`)} as time_zone,
           c.name as processor_name, t.txn_datetime, t.requested_minor, p.refunded_minor, t.payment_product, t.card_scheme, t.masked_pan,
           t.merch_ref, coalesce(t.customer_name, t.card_holder_name) as customer_name, t.customer_email
    from dispute d
    join organisation m on m.id = d.merchant_id
    join processor_connection c on c.connection_id = d.connection_id
    join txn t on t.txn_id = d.txn_id and t.company_id = d.company_id
    join payment p on p.root_id = d.txn_id and p.company_id = d.company_id
    where d.company_id = ${companyId} and d.dispute_id = ${disputeId}`;
  if (!row) throw new Error(`dispute ${disputeId} has no payment`);
  return row;
}

export interface DisputeEventRow {
  eventId: number;
  at: Date;
  name: string;
  stage: DisputeStage | null;
  status: DisputeStatus | null;
  chargedBackMinor: number | null;
  actorName: string | null;
}

/** The newest first. */
export async function readDisputeEvents(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
): Promise<DisputeEventRow[]> {
  return sql<DisputeEventRow[]>`
    select event_id, at, name, report ->> 'stage' as stage, report ->> 'status' as status,
           (report -> 'chargedBackMinor')::bigint as charged_back_minor, actor_name
    from dispute_event where company_id = ${companyId} and dispute_id = ${disputeId}
    order by at desc, event_id desc limit 200`;
}
