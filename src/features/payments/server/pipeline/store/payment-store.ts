import type { TenantSql } from '#database/tenant.ts';
import { currencyDigits } from '#shared/currencies.ts';
import type { MerchantRedirect } from '#features/notifications/merchant-decision.ts';
import type { OriginalTransaction, RootState } from '#features/payments/follow-up.ts';
import type { FollowUpEntry, HistoryEntry, TransactionView } from '#features/payments/payment-response.ts';
import type { Address } from '#features/payments/request/parse-payment.ts';
import type { Callbacks } from '#features/payments/request/callbacks.ts';
import type { SaleDetails } from '#features/payments/request/parse-sale.ts';
import { type ReasonCode, reasonText } from '#features/payments/reason-codes.ts';
import {
  type TransactionStage,
  type TransactionStatus,
  type TransactionType,
  isMoneyOut,
  isSuspendedByMerchant,
} from '#features/payments/transaction-kind.ts';
import { recordInsert } from './transaction-totals.ts';
import { type StoredAuthentication, authenticationView } from '../authentication/authentication-view.ts';

/** Column txn.detail: what is only ever read with the whole transaction. */
export interface TransactionDetail extends SaleDetails {
  billingAddress?: Address;
  threeDSecure?: StoredAuthentication;
  customFields?: { name: string; value: string }[];
  financialServices?: Record<string, string | undefined>;
  nickname?: string;
  /** No request tells it; it comes with rows that are brought in from elsewhere. */
  paymentMethodSource?: { source: string; sourceId?: string | null };
  locale?: string;
  merchantInitiated?: boolean;
  /** The schedule that this transaction begins once it is paid. */
  scheduleId?: string;
  deferred?: boolean;
  /** Of an announced payout: its merchant lets it go to a card that has never paid. */
  paysNewCards?: boolean | undefined;
  /** The SINGLE smart link that this pays. */
  linkId?: string | undefined;
  callbacks?: Callbacks | undefined;
  /** Where the payer of a payment that the merchant has suspended continues. */
  redirect?: MerchantRedirect;
  /** The hosted session that it was paid in. */
  sessionId?: string | undefined;
}

/** Columns of `txn`, under their own names, that are written once at the beginning. */
export interface NewTransaction {
  txn_id: number;
  company_id: number;
  root_id: number;
  related_id: number | null;
  merchant_id: number;
  installation_id: number;
  requested_minor: number;
  ccy_code: string;
  txn_type: TransactionType;
  txn_status: TransactionStatus;
  txn_stage: TransactionStage;
  reason_code: ReasonCode;
  merchant_name: string;
  sales_channel: string;
  commerce_type: string;
  trace: string;
  detail: TransactionDetail;
  [more: string]: unknown;
}

/** Writes a new transaction; direction and digits follow from type and currency (docs/domain.md#money). */
export async function insertTransaction(sql: TenantSql, txn: NewTransaction, now: Date): Promise<void> {
  const row = {
    ...txn,
    detail: sql.json({ ...txn.detail } as never),
    txn_datetime: now,
    updated_at: now,
    reason_message: reasonText(txn.reason_code),
    direction: isMoneyOut(txn.txn_type) ? -1 : 1,
    ccy_digits: currencyDigits(txn.ccy_code) ?? 2,
  };
  await Promise.all([sql`insert into txn ${sql(row)}`, recordInsert(sql, row)]);
}

export interface TransactionRecord {
  txn_id: number;
  company_id: number;
  root_id: number;
  related_id: number | null;
  /** The charge whose sums this transaction belongs to. */
  pool_id: number;
  merchant_id: number;
  installation_id: number;
  txn_datetime: Date;
  updated_at: Date;
  requested_minor: number;
  ccy_code: string;
  txn_type: TransactionType;
  txn_status: TransactionStatus;
  txn_stage: TransactionStage;
  reason_code: ReasonCode;
  merch_ref: string | null;
  related_ref: string | null;
  description: string | null;
  continuous_authority_type: 'RECURRING' | 'INSTALMENT' | null;
  fg_score: number | null;
  detail: TransactionDetail;
  captured_minor: number | null;
  refunded_minor: number | null;
  refund_pending_minor: number | null;
  captured_by: number | null;
  voided_by: number | null;
  in_progress: number | null;
  credential: string | null;
  registered: boolean | null;
  card_created_at: Date | null;
  [column: string]: unknown;
}

/**
 * The charge that pools captures and refunds: a payment, authorisation or repeat is its own; what follows it
 * belongs to it. A repeat shares the root of its family but not its sums (docs/domain.md#repeats).
 */
const chargeId = `(case when t.txn_type in ('CAPTURE', 'PREAUTH_VOID', 'PAYOUT_COMPLETE', 'PAYOUT_VOID')
  then t.related_id when t.txn_type = 'REFUND' then coalesce(r.charge_id, t.related_id) else t.txn_id end)`;

/**
 * A transaction with its card, its related transaction and the sums of its charge. The charge's id is worked out
 * first and apart: beside row-level security a join on an expression reads every charge of the company.
 */
export async function storedTransaction(
  sql: TenantSql,
  companyId: number,
  txnId: number,
): Promise<TransactionRecord | undefined> {
  const [row] = await sql<TransactionRecord[]>`
    with t as materialized (
      select t.*, r.merch_ref as related_ref, ${sql.unsafe(chargeId)} as pool_id
      from txn t
      left join lateral (
        select o.merch_ref, case when o.txn_type = 'CAPTURE' then o.related_id end as charge_id
        from txn o where o.txn_id = t.related_id and o.company_id = t.company_id
      ) r on true
      where t.txn_id = ${txnId} and t.company_id = ${companyId}
    )
    select t.*, coalesce(t.detail, '{}') as detail,
           p.captured_minor, p.refunded_minor, p.refund_pending_minor, p.captured_by, p.voided_by, p.in_progress,
           l.at as moved_at, c.credential, c.registered, c.created_at as card_created_at, c.deleted_at as card_deleted_at, c.valid_date, c.card_type
    from t
    left join payment p on p.root_id = t.pool_id and p.company_id = t.company_id
    -- The settlement date is written days after the money moved.
    left join ledger_entry l
      on l.txn_id = t.txn_id and l.company_id = t.company_id and t.gateway_settlement is not null
    left join card_token c on c.company_id = t.company_id and c.token = t.card_token`;
  return row;
}

/** The sums and marks that decideFollowUp judges by. */
export function toRootState(row: TransactionRecord): RootState {
  return {
    captured: row.captured_by !== null,
    voided: row.voided_by !== null,
    capturedMinor: row.captured_minor ?? 0,
    refundedMinor: row.refunded_minor ?? 0,
    pendingRefundMinor: row.refund_pending_minor ?? 0,
    inFlight: row.in_progress !== null,
  };
}

export function toOriginal(row: TransactionRecord): OriginalTransaction {
  return {
    type: row.txn_type,
    status: row.txn_status,
    amountMinor: row.requested_minor,
    currency: row.ccy_code,
    receivedAt: row.txn_datetime,
    cardKept: row.credential !== null,
    cardDeleted: row.card_deleted_at !== null && row.card_deleted_at !== undefined,
    isSuspendedByMerchant: isSuspendedByMerchant(row.txn_status, row.reason_code),
  };
}

/** The stored transaction as the merchant API shows it. */
export function toTransactionView(row: TransactionRecord): TransactionView {
  const text = (column: string): string | null => (row[column] as string | null) ?? null;
  const { detail, txn_datetime: receivedAt } = row;
  return {
    id: String(row.txn_id),
    installationId: row.installation_id,
    type: row.txn_type,
    status: row.txn_status,
    stage: row.txn_stage,
    amountMinor: row.requested_minor,
    currency: row.ccy_code,
    merchantRef: row.merch_ref,
    description: row.description,
    commerceType: text('commerce_type'),
    channel: text('sales_channel'),
    deferred: detail.deferred ?? false,
    customerInitiated: !detail.merchantInitiated,
    receivedAt,
    completedAt: (row.moved_at as Date | null) ?? row.updated_at,
    reasonCode: row.reason_code,
    related: row.related_id === null ? null : { id: String(row.related_id), merchantRef: row.related_ref },
    trace: text('trace') ?? '',
    processing: {
      route: text('route'),
      acquirerName: text('acquirer'),
      statusCode: text('authoriser_code'),
      message: text('authoriser_message'),
      authCode: text('auth_code'),
      gatewayReference: text('gateway_reference'),
      settlementDate: text('gateway_settlement'),
      status: text('authoriser_status'),
      avsAddressCheck: text('avs_address_check'),
      avsPostcodeCheck: text('avs_postcode_check'),
      cv2Check: text('cv2_check'),
      decision: toDecision(text('decision_source'), text('decision_reason')),
    },
    card: toCardView(row),
    billingAddress: Object.fromEntries(
      Object.entries(detail.billingAddress ?? {}).map(([name, value]) => [name, value ?? null]),
    ),
    customer: {
      id: row.customer_id === null ? null : String(row.customer_id),
      merchantRef: text('customer_ref'),
      displayName: text('customer_name'),
      registered: row.registered ?? false,
      ip: text('ip_address'),
    },
    threeDSecure: detail.threeDSecure ? authenticationView(detail.threeDSecure, row.txn_status) : null,
    customFields: detail.customFields ?? [],
    fraudScore: row.fg_score,
    scheduleId: row.txn_status === 'SUCCESS' ? (detail.scheduleId ?? null) : null,
    sessionId: detail.sessionId ?? null,
    locale: detail.locale ?? null,
    redirect: detail.redirect ? { ...detail.redirect } : null,
  };
}

function toDecision(decisionSource: string | null, decisionReason: string | null) {
  return decisionSource && decisionReason ? { decisionSource, decisionReason } : null;
}

function toCardView(row: TransactionRecord): TransactionView['card'] {
  const text = (column: string): string | null => (row[column] as string | null) ?? null;
  const fingerprint = text('card_correlation_id');
  if (fingerprint === null) return null;
  return {
    // A token is shown only when its card is registered (docs/domain.md#cards).
    token: row.registered ? text('card_token') : null,
    fingerprint,
    isNew: row.card_created_at?.getTime() === row.txn_datetime.getTime(),
    type: text('card_type') ?? '',
    scheme: text('card_scheme') ?? '',
    usage: text('card_usage') ?? '',
    masked: text('masked_pan') ?? '',
    expiry: text('card_expiry'),
    validFrom: text('valid_date'),
    issuer: text('card_issuer'),
    issuerCountry: text('issuer_country'),
    holderName: text('card_holder_name'),
    nickname: row.detail.nickname ?? null,
  };
}

/** Everything that happened to a transaction, oldest first. */
export async function loadHistory(sql: TenantSql, companyId: number, txnId: number): Promise<HistoryEntry[]> {
  return sql<HistoryEntry[]>`
    select status, reason_code as "reasonCode", at from txn_history
    where txn_id = ${txnId} and company_id = ${companyId} order by sequence`;
}

/** Appends to the history; at most a handful of lines a transaction. */
export async function addHistory(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  line: { status: TransactionStatus; stage: TransactionStage; reasonCode: ReasonCode; at: Date },
): Promise<void> {
  await sql`
    insert into txn_history (company_id, txn_id, sequence, at, status, stage, reason_code, reason_message)
    select ${companyId}, ${txnId}, coalesce(max(sequence), 0) + 1, ${line.at}::timestamptz, ${line.status},
           ${line.stage}, ${line.reasonCode}, ${reasonText(line.reasonCode)}
    from txn_history where txn_id = ${txnId} and company_id = ${companyId}`;
}

/**
 * Done follow-ups of a transaction. A refund is shown on the transaction it was asked of and on the
 * authorisation behind it (docs/domain.md#refunds).
 */
export async function loadFollowUps(sql: TenantSql, row: TransactionRecord): Promise<FollowUpEntry[]> {
  return sql<FollowUpEntry[]>`
    select case when f.txn_type = 'REFUND' then 'REFUNDED' when f.txn_type = 'REPEAT' then 'REPEATED'
                when f.txn_type like '%VOID' then 'CANCELLED' else 'CAPTURED' end as name,
           f.txn_id::text as id, f.txn_datetime as at
    from txn f left join txn o on o.txn_id = f.related_id and o.company_id = f.company_id
    where f.root_id = ${row.root_id} and f.company_id = ${row.company_id} and f.txn_status = 'SUCCESS'
      and (f.related_id = ${row.txn_id} or (f.txn_type = 'REFUND' and o.related_id = ${row.txn_id}))
      and f.txn_id <> ${row.txn_id}
    order by f.txn_datetime, f.txn_id`;
}
