import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { problems } from '#shared/problem.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import { type FollowUpAction, decideFollowUp, refundTotalMinor } from '../follow-up.ts';
import type { PaymentReply } from '../payment-response.ts';
import { type ReasonCode, buildOutcome, httpStatusOf } from '#shared/payments/reason-codes.ts';
import { type FollowUpDetails, parseFollowUp } from '../request/parse-request.ts';
import type { FollowUpBody } from '../request/request-schemas.ts';
import { type TransactionType, isSuspendedByMerchant } from '#shared/payments/transaction-kind.ts';
import type { ProcessorSetup } from '#integrations/processors/processors.ts';
import type { ApprovalSummary } from '#server/auth/require-approval.ts';
import { decisionGraceMs } from '#shared/payments/review-task.ts';
import { isLockTimeout, lockCharge, startOnCharge } from './db/charges.ts';
import {
  type DuplicateSignature,
  isDuplicate,
  reserveSignature,
  saveResponse,
} from './db/idempotency-keys.ts';
import { type BeginResult, continueWith, respondWith, runOnce } from './run-once.ts';
import { loadFollowUpFeatures } from './db/installations.ts';
import { insertIntent } from './db/intents.ts';
import { isKnownCard } from './db/cards.ts';
import {
  type NewTransaction,
  type TransactionRecord,
  findTransaction,
  insertTransaction,
  newTrace,
  nextTransactionId,
  toOriginal,
  toRootState,
} from './db/transactions.ts';
import {
  type PaymentContext,
  type PaymentRefusal,
  type PaymentResult,
  audit,
  recordRefusal,
  refuseClaim,
  refuseFollowUp,
} from './payment-context.ts';
import { buildFollowUpOperation, NO_PROCESSOR_CALL, type Sending, sendOnce } from './processor-client.ts';
import { renderOperation } from './render-payment.ts';
import { cancelSuspended, settleOrMarkPending } from './settle.ts';
import type { TxnRow } from '#database/schema.ts';

/**
 * Capture, cancel or refund: lock the charge → validate → decide → persist → processor → settle
 * (docs/domain.md#follow-ups). One at a time on a charge (A125).
 */
export function followUpTransaction(
  context: PaymentContext,
  action: Exclude<FollowUpAction, 'repeat'>,
  originalId: number,
  body: FollowUpBody,
): Promise<PaymentReply> {
  return runFollowUp(context, action, originalId, async (sql, txnId, setup) => {
    const original = await lockOriginal(sql, context, originalId);
    if (action === 'cancel' && isSuspendedByMerchant(original.txnStatus, original.reasonCode)) {
      const reply = await cancelWaiting(sql, context, txnId, original);
      if (reply) return ok(respondWith(reply));
    }
    const decision = await decide(sql, context, action, original, body);
    if (!decision.ok) return decision;
    const { type, amountMinor, signature, details } = decision.value;
    const prepared = prepareFollowUp(setup, { txnId, mode: context.mode }, decision.value, original);
    if (!prepared.ok) return refuseFollowUp(action, original, prepared);
    if (signature && !(await reserveSignature(sql, context, txnId, signature)))
      return refuseFollowUp(action, original, { code: 'A126' });
    if (type === 'REFUND' || type === 'PAYOUT_COMPLETE')
      await context.requireApproval?.(sql, {
        ...describeFollowUp(original, type, amountMinor),
        refundReason: details.refundReason ?? null,
        refundNote: details.refundNote ?? null,
      });
    const row = {
      ...buildFollowUp(context, txnId, decision.value, original),
      ...connectionColumns(prepared.value),
    };
    const claimed = await context.claimFor?.(sql, txnId);
    if (claimed?.ok === false) return refuseClaim(claimed);
    await claimed?.value();
    await pipelined(sql, [
      () => insertTransaction(sql, row, context.now),
      () => startOnCharge(sql, original, txnId, type === 'REFUND' ? amountMinor : 0),
      () =>
        insertIntent(sql, context, {
          txnId,
          chargeId: original.chargeId,
          operation: type,
          ...intentOf(prepared.value),
        }),
      () => auditFollowUp(sql, context, action, row),
    ]);
    return ok(continueWith(prepared.value));
  });
}

/**
 * Runs `begin` in the first transaction, once for an idempotency key, then calls the processor and settles. L100 when
 * another operation holds the charge's lock for too long.
 */
export async function runFollowUp(
  context: PaymentContext,
  action: FollowUpAction,
  originalId: number,
  begin: (
    sql: TenantSql,
    txnId: number,
    setup: ProcessorSetup,
  ) => Promise<PaymentResult<BeginResult<Sending | undefined>>>,
): Promise<PaymentReply> {
  const { services } = context;
  const txnId = context.presetId ?? (await nextTransactionId(services));
  const refusal = (code: ReasonCode): PaymentRefusal => ({ code, followUp: { action, originalId } });
  const setup = await services.processors.current();
  const beginResult = await runOnce(context, action, txnId, (sql) => begin(sql, txnId, setup)).catch(
    async (error: unknown) => {
      if (!isLockTimeout(error)) throw error;
      return respondWith(await recordRefusal(services.database, context, action, refusal('L100')));
    },
  );
  if (beginResult.kind === 'respond') return beginResult.reply;
  const sending = beginResult.value;
  // The processor does not have a deferred payout, so its release is settled without a call.
  const resolution = sending
    ? await sendOnce(context, txnId, sending)
    : ({ kind: 'response', response: NO_PROCESSOR_CALL } as const);
  return settleOrMarkPending(context, txnId, resolution, context.idempotency !== undefined);
}

/**
 * The processor's part of a follow-up, at the connection of its original; a new charge goes to the one that keeps the card.
 * Undefined for the release of a deferred payout, which no processor has. X201: the connection is closed, or of the other
 * mode than the API key.
 */
export function prepareFollowUp(
  setup: ProcessorSetup,
  { txnId, mode }: { txnId: number; mode: PaymentContext['mode'] },
  { type, amountMinor, details }: DecidedFollowUp,
  original: TransactionRecord,
): Result<Sending | undefined, { code: 'X201' }> {
  const sequence = details.sequence ?? original.continuousAuthorityType ?? undefined;
  const operation = buildFollowUpOperation(txnId, { type, amountMinor, sequence }, original);
  if (!operation) return ok(undefined);
  const { installationId } = original;
  const connection = operation.source
    ? setup.open(original.cardConnectionId, { installationId, isNew: true, mode })
    : setup.open(original.connectionId, { installationId, mode });
  return connection ? ok({ operation, connection }) : refuse('X201');
}

/** What an intent stores of a follow-up's connection. */
export const intentOf = (sending: Sending | undefined) => ({
  connectionId: sending?.connection.id ?? null,
  relatedReference: sending?.operation.related?.gatewayReference,
});

/** What a follow-up's transaction stores of its connection. A new charge may have another acquirer than its original. */
export const connectionColumns = (sending: Sending | undefined) => ({
  connectionId: sending?.connection.id ?? null,
  ...(sending?.operation.source ? { acquirer: sending.connection.acquirerName, route: null } : {}),
});

/** For the approver. Under the lock of the charge, so that concurrent refunds are added up too (docs/decisions/0116). */
function describeFollowUp(
  original: TransactionRecord,
  type: TransactionType,
  minor: number,
): ApprovalSummary {
  return {
    organisationId: original.merchantId,
    amount: { minor, currency: original.ccyCode },
    countedMinor: type === 'REFUND' ? refundTotalMinor(toRootState(original), minor) : minor,
    objectId: String(original.txnId),
    objectName: original.merchRef,
  };
}

/** The original, read under the lock of its charge. */
export async function lockOriginal(
  sql: TenantSql,
  { companyId, episode }: PaymentContext,
  originalId: number,
): Promise<TransactionRecord> {
  // A schedule repeats a root, which is its own charge. Of any other transaction the charge is read first.
  const chargeId = episode ? originalId : (await findTransaction(sql, companyId, originalId))?.chargeId;
  if (chargeId === undefined) throw problems.notFound();
  const original = await lockCharge(sql, { companyId, chargeId }, () =>
    findTransaction(sql, companyId, originalId),
  );
  if (!original) throw problems.notFound();
  return original;
}

/**
 * A payment that its merchant has suspended holds no money: cancelling it creates no transaction and ends the original
 * with C105. The response has C107. Undefined when the payment no longer waits.
 */
async function cancelWaiting(
  sql: TenantSql,
  context: PaymentContext,
  txnId: number,
  { txnId: originalId }: TransactionRecord,
): Promise<PaymentReply | undefined> {
  const { companyId, services } = context;
  const now = services.clock.now();
  // A settlement may hold the transaction and wait for the charge, which is ours: L100 before PostgreSQL finds a deadlock.
  await sql`select set_config('lock_timeout', '500ms', true)`;
  if (!(await cancelSuspended(sql, { services, companyId, txnId: originalId, now }, 'C105')))
    return undefined;
  const { body } = await renderOperation(sql, companyId, originalId, now);
  const reply = { status: httpStatusOf('C107'), body: { ...body, outcome: buildOutcome('C107') } };
  await saveResponse(sql, txnId, reply);
  await audit(sql, context, 'cancel', { objectId: String(originalId), outcome: 'SUBMITTED' });
  return reply;
}

export interface DecidedFollowUp {
  type: TransactionType;
  amountMinor: number;
  details: FollowUpDetails;
  signature?: DuplicateSignature;
}

/** Where a follow-up is decided. */
type DecisionContext = Pick<
  PaymentContext,
  'services' | 'companyId' | 'installationId' | 'merchantPath' | 'now' | 'idempotency' | 'decision'
>;

/** What a follow-up of all that is left would move now. */
interface FollowUpPreview {
  chargeId: number;
  amountMinor: number;
  currency: string;
}

/** Decides a follow-up without making it, for the review of bulk work. Throws 404 for an unknown original. */
export async function previewFollowUp(
  sql: TenantSql,
  context: DecisionContext,
  action: Exclude<FollowUpAction, 'repeat'>,
  originalId: number,
): Promise<PaymentResult<FollowUpPreview>> {
  const original = await findTransaction(sql, context.companyId, originalId);
  if (!original) throw problems.notFound();
  const { chargeId, ccyCode: currency, requestedMinor } = original;
  if (action === 'cancel' && isSuspendedByMerchant(original.txnStatus, original.reasonCode))
    return ok({ chargeId, amountMinor: requestedMinor, currency });
  const decision = await decide(sql, context, action, original, {});
  if (!decision.ok) return decision;
  return ok({ chargeId, amountMinor: decision.value.amountMinor, currency });
}

/** Validates the body and decides by the table of docs/domain.md#follow-ups. */
export async function decide(
  sql: TenantSql,
  context: DecisionContext,
  action: FollowUpAction,
  original: TransactionRecord,
  body: FollowUpBody,
): Promise<PaymentResult<DecidedFollowUp>> {
  const { installationId, merchantPath, companyId, now } = context;
  const features = await loadFollowUpFeatures(sql, installationId, merchantPath);
  // A repeat is a new charge. Captures, cancellations and refunds of older ones stay possible.
  if (action === 'repeat' && !features.isActive) return refuseFollowUp(action, original, { code: 'A139' });
  const parsed = parseFollowUp(body, original.ccyCode);
  if (!parsed.ok) return refuseFollowUp(action, original, parsed);
  const details = parsed.value;
  const signature = duplicateSignature(context, action, original, details);
  const root = toRootState(original);
  const extension = context.decision ? { extraLifeMs: decisionGraceMs } : {};
  const from = { ...toOriginal(original), ...extension };
  const decision = decideFollowUp(action, from, root, details, features, now);
  if (!decision.ok) {
    // With a reference a duplicate gets A126. Without one, the code of the table is more precise.
    const isNamed = signature !== undefined && details.merchantRef !== undefined;
    const isSecond = isNamed && (await isDuplicate(sql, context, signature));
    return refuseFollowUp(action, original, { code: isSecond ? 'A126' : decision.code });
  }
  if (decision.value.type === 'PAYOUT_COMPLETE' && !(await isPayoutAllowed(sql, companyId, original)))
    return refuseFollowUp(action, original, { code: 'A138' });
  return ok({ ...decision.value, details, signature });
}

/** A deferred payout is authorised now, so the rule for its card applies now (docs/decisions/0034). */
const isPayoutAllowed = async (
  sql: TenantSql,
  companyId: number,
  { detail, cardCorrelationId }: TransactionRecord,
): Promise<boolean> => detail.paysNewCards ?? isKnownCard(sql, companyId, String(cardCorrelationId));

/**
 * What makes two follow-ups the same within a minute (docs/decisions/0043). An idempotency key replaces it, a repeat is
 * made again on purpose, and without a reference the table refuses a second capture or cancel.
 */
function duplicateSignature(
  { installationId, idempotency }: DecisionContext,
  action: FollowUpAction,
  { txnId: originalId, ccyCode: currency }: TransactionRecord,
  { merchantRef, amountMinor }: FollowUpDetails,
): DuplicateSignature | undefined {
  if (idempotency || action === 'repeat') return undefined;
  if (action !== 'refund' && merchantRef === undefined) return undefined;
  return [installationId, action, originalId, merchantRef ?? '', amountMinor ?? 'rest', currency];
}

/** The row of a follow-up, with what it copies of its original. */
export function buildFollowUp(
  { companyId, merchantId, installationId, decision }: PaymentContext,
  txnId: number,
  { type, amountMinor, details }: DecidedFollowUp,
  original: TransactionRecord,
): NewTransaction {
  const { callbacks, locale, sessionId } = original.detail;
  return {
    ...inheritColumns(original),
    ...(type === 'REPEAT' ? {} : originalColumns(original)),
    txnId,
    companyId,
    rootId: original.rootId,
    relatedId: original.txnId,
    merchantId,
    installationId,
    requestedMinor: amountMinor,
    ccyCode: original.ccyCode,
    txnType: type,
    txnStatus: 'SUSPENDED',
    txnStage: 'EXTERNAL_PROCESSING',
    reasonCode: 'U200',
    // A capture has no reference of its own unless the request gives one (docs/domain.md#captures).
    merchRef: details.merchantRef ?? null,
    description: details.description ?? null,
    merchantName: String(original.merchantName),
    salesChannel: String(original.salesChannel),
    commerceType: details.commerceType ?? String(original.commerceType),
    continuousAuthorityType: details.sequence ?? null,
    refundReason: details.refundReason ?? null,
    refundNote: details.refundNote ?? null,
    trace: newTrace(),
    // The notifications of the sale also report its follow-ups.
    detail: {
      merchantInitiated: true,
      callbacks,
      locale,
      sessionId,
      ...(decision?.expires ? { expiresOriginal: true } : {}),
    },
  };
}

/**
 * The payment that a capture, release or refund of `original` belongs to (docs/domain.md#original-reference): its charge, with
 * the episode of a schedule. A repeat without a reference has that of the payment it repeats.
 */
export function originalColumns({
  chargeId,
  txnId,
  merchRef,
  relatedRef,
  scheduleId,
  episodeIndex,
}: TransactionRecord): Pick<TxnRow, 'originalTxnId' | 'originalReference' | 'scheduleId' | 'episodeIndex'> {
  const isCharge = chargeId === txnId;
  return {
    originalTxnId: chargeId,
    originalReference: isCharge ? (merchRef ?? relatedRef) : relatedRef,
    scheduleId,
    episodeIndex,
  };
}

export function auditFollowUp(
  sql: TenantSql,
  context: PaymentContext,
  action: FollowUpAction,
  row: NewTransaction,
): Promise<void> {
  const { txnId, txnType: type, requestedMinor: amountMinor, ccyCode: currency, relatedId } = row;
  return audit(sql, context, action, {
    objectId: String(txnId),
    outcome: 'SUBMITTED',
    detail: {
      type,
      amountMinor,
      currency,
      original: String(relatedId),
      refundReason: row.refundReason ?? undefined,
      // Free text is not recorded (docs/domain.md#audit).
      hasRefundNote: row.refundNote == null ? undefined : true,
    },
  });
}

/** What a follow-up copies of its original: buyer, card and place of the sale. */
export const inheritedColumns = [
  'merchantName',
  'salesChannel',
  'acquirer',
  'route',
  'customerId',
  'customerRef',
  'customerName',
  'customerEmail',
  'customerPhone',
  'customerCountry',
  'ipAddress',
  'ipCountry',
  'cardToken',
  'cardCorrelationId',
  'maskedPan',
  'lastFour',
  'cardExpiry',
  'cardScheme',
  'paymentProduct',
  'cardUsage',
  'cardIssuer',
  'cardHolderName',
  'issuerCountry',
] as const satisfies readonly (keyof TxnRow)[];

type InheritedColumns = Pick<TxnRow, (typeof inheritedColumns)[number]>;

export function inheritColumns(original: TransactionRecord): InheritedColumns {
  return Object.fromEntries(inheritedColumns.map((name) => [name, original[name]])) as InheritedColumns;
}
