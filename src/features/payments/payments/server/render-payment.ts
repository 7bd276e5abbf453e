import { pipelined, sendLast } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { saveResponse } from './db/idempotency-keys.ts';
import { authenticationView } from './db/transaction-detail.ts';
import type { PaymentResponse } from '../schemas.ts';
import { type FollowUpAction, checkState, refundableMinor } from '../follow-up.ts';
import {
  type FollowUpEntry,
  type LinkRelation,
  type PaymentReply,
  type TransactionView,
  notificationContents,
  paymentResponse,
  readResponse,
} from '../payment-response.ts';
import { wireAmount } from '#shared/money.ts';
import { loadOpenDisputes } from './db/open-disputes.ts';
import { httpStatusOf } from '#shared/payments/reason-codes.ts';
import { isWallet } from '#shared/payments/wallets.ts';
import {
  type TransactionRecord,
  findTransaction,
  loadHistory,
  toOriginal,
  toRootState,
} from './db/transactions.ts';

/** The response to an operation: the transaction's current state with its outcome. */
export async function renderOperation(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  now: Date,
): Promise<PaymentReply> {
  const { reply } = await renderWithRow(sql, companyId, txnId, now);
  return reply;
}

/** The same, with the row that it shows. */
export async function renderWithRow(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  now: Date,
): Promise<{ reply: PaymentReply; row: TransactionRecord }> {
  const row = await findTransaction(sql, companyId, txnId);
  if (!row) throw new Error(`transaction ${txnId} vanished`);
  const body = paymentResponse(
    { ...toTransactionView(row), disputes: await loadDisputesOfRefund(sql, row) },
    buildLinkRelations(row, now),
  );
  return { reply: { status: httpStatusOf(row.reasonCode), body }, row };
}

/** A refund of a disputed payment can give the money twice, so its response has the disputes (docs/domain.md#disputes). */
async function loadDisputesOfRefund(
  sql: TenantSql,
  { companyId, txnType, chargeId }: TransactionRecord,
): Promise<TransactionView['disputes']> {
  if (txnType !== 'REFUND') return [];
  const disputes = await loadOpenDisputes(sql, [companyId], [chargeId]);
  return disputes.map(({ disputeId, txnId, stage, status, amountMinor, ccyCode }) => ({
    disputeId: String(disputeId),
    transactionId: String(txnId),
    stage,
    status,
    amount: wireAmount(amountMinor, ccyCode),
    currency: ccyCode,
  }));
}

/** The response to an operation, saved under the idempotency key of its request. */
export async function respond(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  now: Date,
): Promise<PaymentReply> {
  const reply = await renderOperation(sql, companyId, txnId, now);
  sendLast(sql, [saveResponse(sql, txnId, reply)]);
  return reply;
}

/** A transaction with history and follow-ups, without outcome (docs/domain.md#responses). */
export async function renderRead(
  sql: TenantSql,
  row: TransactionRecord,
  now: Date,
): Promise<PaymentResponse> {
  const [history, followUps] = await loadReadParts(sql, row);
  return readResponse(toTransactionView(row), buildLinkRelations(row, now), history, followUps);
}

/** The transaction's current state as the merchant API shows it. */
export async function renderNotification(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  now: Date,
): Promise<object> {
  const row = await findTransaction(sql, companyId, txnId);
  if (!row) throw new Error(`transaction ${txnId} vanished`);
  return renderNotificationOf(sql, row, now);
}

/** The same, of a row that was read in this transaction and has not changed since. */
export async function renderNotificationOf(
  sql: TenantSql,
  row: TransactionRecord,
  now: Date,
): Promise<object> {
  const [history, followUps] = await loadReadParts(sql, row);
  return notificationContents(toTransactionView(row), buildLinkRelations(row, now), history, followUps);
}

const loadReadParts = (sql: TenantSql, row: TransactionRecord) =>
  pipelined(sql, [() => loadHistory(sql, row.companyId, row.txnId), () => loadFollowUps(sql, row)]);

function buildLinkRelations(row: TransactionRecord, now: Date): LinkRelation[] {
  const root = toRootState(row);
  const original = toOriginal(row);
  const isOpen = (action: FollowUpAction) =>
    (action === 'cancel' && original.isSuspendedByMerchant) ||
    (!root.inFlight &&
      checkState(action, original, root, now).ok &&
      (action !== 'refund' || refundableMinor(root) > 0));
  const isResumable = row.txnStatus === 'SUSPENDED_THREE_D_SECURE' || row.reasonCode === 'U101';
  const resume = isResumable ? (['resume'] as const) : [];
  const related = row.relatedId === null ? [] : (['related-transaction'] as const);
  const customer = row.customerId === null ? [] : (['customer'] as const);
  const paymentMethod = hasStoredCard(row) ? (['payment-method'] as const) : [];
  return [
    'self',
    'transaction',
    ...related,
    ...customer,
    ...paymentMethod,
    ...resume,
    ...(['refund', 'capture', 'cancel', 'repeat'] as const).filter(isOpen),
  ];
}

/** Whether the customer's card can be read at its own address: registered, accepted by the processor and not removed. */
const hasStoredCard = (row: TransactionRecord): boolean =>
  row.customerId !== null && row.registered === true && row.credential !== null && row.cardDeletedAt === null;

/** The stored transaction as the merchant API shows it. */
function toTransactionView(row: TransactionRecord): TransactionView {
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
    refundReason: row.refundReason,
    refundExpectedDate: row.refundExpectedDate,
    disputes: [],
    trace: row.trace,
    processing: {
      route: row.route,
      acquirerName: row.acquirer,
      statusCode: row.authoriserCode,
      adviceCode: row.adviceCode,
      message: row.authoriserMessage,
      authCode: row.authCode,
      gatewayReference: row.gatewayReference,
      arn: row.arn,
      settlementDate: row.gatewaySettlement,
      status: row.authoriserStatus,
      avsAddressCheck: row.avsAddressCheck,
      avsPostcodeCheck: row.avsPostcodeCheck,
      cv2Check: row.cv2Check,
      decision: toDecision(row),
    },
    card: toCardView(row),
    wallet: isWallet(row.paymentProduct) ? row.paymentProduct : null,
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
    threeDSecure: detail.threeDSecure ? authenticationView(detail.threeDSecure, row) : null,
    exemption: detail.exemption ? { ...detail.exemption } : null,
    customFields: detail.customFields ?? [],
    fraudScore: row.fgScore,
    scheduleId: row.txnStatus === 'SUCCESS' ? (detail.scheduleId ?? null) : null,
    sessionId: detail.sessionId ?? null,
    locale: detail.locale ?? null,
    redirect: detail.redirect ? { ...detail.redirect } : null,
  };
}

/** The result of lists, rules or risk controls (docs/domain.md#fraud-decisions); null where nothing decided. */
function toDecision({ optimize360Outcome: outcome, decisionSource, decisionReason }: TransactionRecord) {
  if (!decisionSource || !decisionReason) return null;
  const isBlock = outcome === null || /BLOCK|NEGATIVE_LIST|BLACKLIST/.test(outcome);
  const decisionResult = isBlock ? 'BLOCK' : outcome.endsWith('DEFER') ? 'DEFER' : 'PROCEED';
  return { decisionResult, decisionSource, decisionReason };
}

function toCardView(row: TransactionRecord): TransactionView['card'] {
  const fingerprint = row.cardCorrelationId;
  // Of a wallet it is missing, and the rest until its processor has answered.
  if (fingerprint === null && row.lastFour === null) return null;
  return {
    // A token is shown only when its card is registered (docs/domain.md#cards).
    token: row.registered ? row.cardToken : null,
    fingerprint,
    isNew: row.cardCreatedAt?.getTime() === row.txnDatetime.getTime(),
    type: row.cardType ?? '',
    scheme: row.cardScheme ?? '',
    usage: row.cardUsage,
    masked: row.maskedPan ?? '',
    expiry: row.cardExpiry,
    validFrom: row.validDate,
    issuer: row.cardIssuer,
    issuerCountry: row.issuerCountry,
    holderName: row.cardHolderName,
    nickname: row.detail.nickname ?? null,
  };
}

/** Successful follow-ups. A refund is shown on its original and on that one's authorisation (docs/domain.md#refunds). */
async function loadFollowUps(sql: TenantSql, row: TransactionRecord): Promise<FollowUpEntry[]> {
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
