import type { TxnRow } from '#database/schema.ts';
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

/** A row of txn, with the value sets of its codes. */
interface TypedTxnRow extends TxnRow {
  txnType: TransactionType;
  txnStatus: TransactionStatus;
  txnStage: TransactionStage;
  reasonCode: ReasonCode;
  continuousAuthorityType: 'RECURRING' | 'INSTALMENT' | null;
  detail: TransactionDetail;
}

type WrittenOnce =
  | 'txnId'
  | 'companyId'
  | 'rootId'
  | 'relatedId'
  | 'merchantId'
  | 'installationId'
  | 'requestedMinor'
  | 'ccyCode'
  | 'txnType'
  | 'txnStatus'
  | 'txnStage'
  | 'reasonCode'
  | 'merchantName'
  | 'salesChannel'
  | 'commerceType'
  | 'trace'
  | 'detail';

/** A transaction as it is written at the beginning. */
export type NewTransaction = Pick<TypedTxnRow, WrittenOnce> & Partial<TypedTxnRow>;

/** Writes a new transaction; direction and digits follow from type and currency (docs/domain.md#money). */
export async function insertTransaction(sql: TenantSql, txn: NewTransaction, now: Date): Promise<void> {
  const row = {
    ...txn,
    detail: sql.json({ ...txn.detail }),
    txnDatetime: now,
    updatedAt: now,
    reasonMessage: reasonText(txn.reasonCode),
    direction: isMoneyOut(txn.txnType) ? -1 : 1,
    ccyDigits: currencyDigits(txn.ccyCode) ?? 2,
  };
  await Promise.all([sql`insert into txn ${sql(row)}`, recordInsert(sql, row)]);
}

/** A transaction with its card, its related transaction and the sums of its charge. */
export interface TransactionRecord extends TypedTxnRow {
  relatedRef: string | null;
  /** The charge whose sums this transaction belongs to. */
  chargeId: number;
  capturedMinor: number | null;
  refundedMinor: number | null;
  refundPendingMinor: number | null;
  capturedBy: number | null;
  voidedBy: number | null;
  inProgress: number | null;
  /** When its money moved, once the settlement date is known. */
  movedAt: Date | null;
  credential: string | null;
  registered: boolean | null;
  cardCreatedAt: Date | null;
  cardDeletedAt: Date | null;
  validDate: string | null;
  cardType: string | null;
}

/**
 * The charge that pools captures and refunds: a payment, authorisation or repeat is its own; what follows it
 * belongs to it. A repeat shares the root of its family but not its sums (docs/domain.md#repeats).
 */
const chargeIdSql = `(case when t.txn_type in ('CAPTURE', 'PREAUTH_VOID', 'PAYOUT_COMPLETE', 'PAYOUT_VOID')
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
      select t.*, r.merch_ref as related_ref, ${sql.unsafe(chargeIdSql)} as charge_id
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
    left join payment p on p.root_id = t.charge_id and p.company_id = t.company_id
    -- The settlement date is written days after the money moved.
    left join ledger_entry l
      on l.txn_id = t.txn_id and l.company_id = t.company_id and t.gateway_settlement is not null
    left join card_token c on c.company_id = t.company_id and c.token = t.card_token`;
  return row;
}

/** The sums and marks that decideFollowUp judges by. */
export function toRootState(row: TransactionRecord): RootState {
  return {
    captured: row.capturedBy !== null,
    voided: row.voidedBy !== null,
    capturedMinor: row.capturedMinor ?? 0,
    refundedMinor: row.refundedMinor ?? 0,
    pendingRefundMinor: row.refundPendingMinor ?? 0,
    inFlight: row.inProgress !== null,
  };
}

export function toOriginal(row: TransactionRecord): OriginalTransaction {
  return {
    type: row.txnType,
    status: row.txnStatus,
    amountMinor: row.requestedMinor,
    currency: row.ccyCode,
    receivedAt: row.txnDatetime,
    cardKept: row.credential !== null,
    cardDeleted: row.cardDeletedAt !== null,
    isSuspendedByMerchant: isSuspendedByMerchant(row.txnStatus, row.reasonCode),
  };
}

/** The stored transaction as the merchant API shows it. */
export function toTransactionView(row: TransactionRecord): TransactionView {
  const { detail, txnDatetime: receivedAt } = row;
  return {
    id: String(row.txnId),
    installationId: row.installationId,
    type: row.txnType,
    status: row.txnStatus,
    stage: row.txnStage,
    amountMinor: row.requestedMinor,
    currency: row.ccyCode,
    merchantRef: row.merchRef,
    description: row.description,
    commerceType: row.commerceType,
    channel: row.salesChannel,
    deferred: detail.deferred ?? false,
    customerInitiated: !detail.merchantInitiated,
    receivedAt,
    completedAt: row.movedAt ?? row.updatedAt,
    reasonCode: row.reasonCode,
    related: row.relatedId === null ? null : { id: String(row.relatedId), merchantRef: row.relatedRef },
    trace: row.trace,
    processing: {
      route: row.route,
      acquirerName: row.acquirer,
      statusCode: row.authoriserCode,
      message: row.authoriserMessage,
      authCode: row.authCode,
      gatewayReference: row.gatewayReference,
      settlementDate: row.gatewaySettlement,
      status: row.authoriserStatus,
      avsAddressCheck: row.avsAddressCheck,
      avsPostcodeCheck: row.avsPostcodeCheck,
      cv2Check: row.cv2Check,
      decision: toDecision(row.decisionSource, row.decisionReason),
    },
    card: toCardView(row),
    billingAddress: Object.fromEntries(
      Object.entries(detail.billingAddress ?? {}).map(([name, value]) => [name, value ?? null]),
    ),
    customer: {
      id: row.customerId === null ? null : String(row.customerId),
      merchantRef: row.customerRef,
      displayName: row.customerName,
      registered: row.registered ?? false,
      ip: row.ipAddress,
    },
    threeDSecure: detail.threeDSecure ? authenticationView(detail.threeDSecure, row.txnStatus) : null,
    customFields: detail.customFields ?? [],
    fraudScore: row.fgScore,
    scheduleId: row.txnStatus === 'SUCCESS' ? (detail.scheduleId ?? null) : null,
    sessionId: detail.sessionId ?? null,
    locale: detail.locale ?? null,
    redirect: detail.redirect ? { ...detail.redirect } : null,
  };
}

function toDecision(decisionSource: string | null, decisionReason: string | null) {
  return decisionSource && decisionReason ? { decisionSource, decisionReason } : null;
}

function toCardView(row: TransactionRecord): TransactionView['card'] {
  const fingerprint = row.cardCorrelationId;
  if (fingerprint === null) return null;
  return {
    // A token is shown only when its card is registered (docs/domain.md#cards).
    token: row.registered ? row.cardToken : null,
    fingerprint,
    isNew: row.cardCreatedAt?.getTime() === row.txnDatetime.getTime(),
    type: row.cardType ?? '',
    scheme: row.cardScheme ?? '',
    usage: row.cardUsage ?? '',
    masked: row.maskedPan ?? '',
    expiry: row.cardExpiry,
    validFrom: row.validDate,
    issuer: row.cardIssuer,
    issuerCountry: row.issuerCountry,
    holderName: row.cardHolderName,
    nickname: row.detail.nickname ?? null,
  };
}

/** Everything that happened to a transaction, oldest first. */
export async function loadHistory(sql: TenantSql, companyId: number, txnId: number): Promise<HistoryEntry[]> {
  return sql<HistoryEntry[]>`
    select status, reason_code, at from txn_history
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
    where f.root_id = ${row.rootId} and f.company_id = ${row.companyId} and f.txn_status = 'SUCCESS'
      and (f.related_id = ${row.txnId} or (f.txn_type = 'REFUND' and o.related_id = ${row.txnId}))
      and f.txn_id <> ${row.txnId}
    order by f.txn_datetime, f.txn_id`;
}
