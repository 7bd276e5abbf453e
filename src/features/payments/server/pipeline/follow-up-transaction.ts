import type { TenantSql } from '#database/tenant.ts';
import { type FollowUpAction, decideFollowUp } from '#features/payments/follow-up.ts';
import { type FollowUpDetails, checkFollowUp } from '#features/payments/request/parse-payment.ts';
import { buildOutcome } from '#features/payments/payment-response.ts';
import { httpStatusOf, reasonText } from '#features/payments/reason-codes.ts';
import type { Refusal } from '#features/payments/request/request-rejected.ts';
import type { FollowUpBody } from '#features/payments/request/request-schemas.ts';
import { type TransactionType, isSuspendedByMerchant } from '#features/payments/transaction-kind.ts';
import type { ProcessorAnswer, ProcessorOperation, ProcessorOperationKind } from '#integrations/processor.ts';
import { problems } from '#shared/problem.ts';
import { renderOperation } from './response/render-payment.ts';
import { cancelSuspended } from './end-transaction.ts';
import { lockedOut, refusedFollowUp } from './response/refuse-follow-up.ts';
import { authorise } from './authorise.ts';
import { followUpFeatures, installationById } from './store/installation-store.ts';
import {
  type Claim,
  reserveIdempotencyKey,
  guardAgainstDuplicate,
  isDuplicate,
  saveResponse,
} from './store/idempotency-keys.ts';
import { type PersistResult, afterClaim, scheduleOrigin, newTrace, writeIntent } from './persist-payment.ts';
import { duplicateSignature } from './store/duplicate-signature.ts';
import { toAttempt, scoreAttempt } from './risk/fraud-guard/fraud-facts.ts';
import { carryOver } from './store/carried-over.ts';
import { claimedEpisodeFor, buildScheduleOrder, orderSchedule } from './store/order-schedule.ts';
import type { ClaimedEpisode } from '#features/schedules/server/store/claim-episode.ts';
import { type SchedulePlan, writeSchedule } from '#features/schedules/server/store/plan-schedule.ts';
import { settleSchedules } from '#features/schedules/server/store/settle-schedules.ts';
import { type PaymentContext, type PaymentReply, audit } from './payment-context.ts';
import {
  type NewTransaction,
  type TransactionRecord,
  insertTransaction,
  toOriginal,
  toRootState,
  storedTransaction,
} from './store/payment-store.ts';
import { settle } from './settle.ts';
import { isKnownCard } from './store/known-card.ts';
import { nextTransactionId } from './store/transaction-ids.ts';

/** How long a follow-up waits for another one's lock on the charge before L100 (docs/domain.md#follow-ups). */
const lockWait = '5s';

type Ready = { kind: 'ready'; operation: ProcessorOperation | undefined };

/**
 * Capture, cancel, refund or repeat of a transaction: lock the charge, decide by the table of
 * docs/domain.md#follow-ups, write down, ask the processor, settle. One at a time on a charge (A125).
 */
export async function followUpTransaction(
  context: PaymentContext,
  action: FollowUpAction,
  originalId: number,
  body: FollowUpBody,
): Promise<PaymentReply> {
  const txnId = context.presetId ?? (await nextTransactionId(context.services.database));
  const begun = await context
    .inTenant((sql) => begin(sql, context, action, originalId, body, txnId))
    .catch((error: unknown) => lockedOut(error, context, action, originalId));
  if (begun.kind !== 'ready') {
    const opened = await afterClaim(context, begun);
    if (opened.kind === 'reply') return opened.reply;
    throw new Error('a follow-up went on without being written down');
  }
  if (begun.operation) return authorise(context, txnId, begun.operation);
  // Releasing a payout that was only announced concerns nobody outside.
  return context.inTenant((sql) => settle(sql, context.companyId, txnId, NO_PROCESSOR_CALL, context.now));
}

async function begin(
  sql: TenantSql,
  context: PaymentContext,
  action: FollowUpAction,
  originalId: number,
  body: FollowUpBody,
  txnId: number,
): Promise<PersistResult | Claim | Ready> {
  const { companyId, now } = context;
  const claim = await reserveIdempotencyKey(sql, context, txnId);
  if (claim.kind !== 'first') return claim;
  const original = await lockCharge(sql, context, originalId);
  const [episode, { installation, features }, score] = await Promise.all([
    claimedEpisodeFor(sql, context, txnId, original),
    loadFollowUpSetup(sql, context),
    action === 'repeat' ? scoreAttempt(sql, toAttempt(original, txnId, now)) : undefined,
  ]);
  if (episode === 'none') return { kind: 'reply', reply: refusedFollowUp(action, original, 'A125') };
  const refuse = async ({ code, field, detail }: Refusal): Promise<PersistResult> => {
    const reply = refusedFollowUp(action, original, code, { field, detail });
    await saveResponse(sql, txnId, reply);
    await settleSchedules(sql, companyId, txnId, { approved: false, isRefused: true, reasonCode: code, now });
    await audit(sql, context, action, { objectId: String(originalId), outcome: code });
    return { kind: 'reply', reply };
  };
  const cancelled = action === 'cancel' ? await cancelWaiting(sql, context, txnId, original) : undefined;
  if (cancelled) return cancelled;
  const checked = checkFollowUp(episode ? buildScheduleOrder(episode) : body, original.ccyCode);
  if (!checked.ok) return refuse(checked);
  const decision = decideFollowUp(
    action,
    toOriginal(original),
    toRootState(original),
    checked.request,
    features,
    now,
  );
  const signature = duplicateSignature(context, action, original, checked.request);
  if (!decision.allowed) {
    // Without a reference the table's own code says more: what the first one did is why this one cannot be.
    const isNamed = signature !== undefined && checked.request.merchantRef !== undefined;
    const isDouble = isNamed && (await isDuplicate(sql, context, signature));
    return refuse({ code: isDouble ? 'A126' : decision.code });
  }
  const { type, amountMinor } = decision;
  if (type === 'PAYOUT_COMPLETE' && !(await isPayoutAllowed(sql, original))) return refuse({ code: 'A138' });
  const follow: NewFollowUp = { txnId, type, amountMinor, original, details: checked.request, score };
  if (episode) follow.episode = episode;
  const order = { ...follow, body, installation };
  const refused = type === 'REPEAT' ? await orderSchedule(sql, context, order) : undefined;
  if (refused?.code) return refuse({ code: refused.code, field: refused.field });
  if (refused?.plan) follow.plan = refused.plan;
  if (signature && !(await guardAgainstDuplicate(sql, context, txnId, signature)))
    return refuse({ code: 'A126' });
  // Sent in one go, like all that follows from what is known by now: the connection keeps their order.
  await Promise.all([
    writeFollowUp(sql, context, follow),
    audit(sql, context, action, {
      objectId: String(txnId),
      outcome: 'SUBMITTED',
      detail: { type, amountMinor, currency: original.ccyCode, original: String(originalId) },
    }),
  ]);
  return { kind: 'ready', operation: buildOperation(txnId, type, amountMinor, original) };
}

/**
 * A payment that its merchant has suspended holds no money: cancelling it makes no transaction, and ends the original as
 * CANCELLED, C105. The outcome is that of the call, C107.
 */
async function cancelWaiting(
  sql: TenantSql,
  context: PaymentContext,
  txnId: number,
  { txnId: originalId, txnStatus: status, reasonCode }: TransactionRecord,
): Promise<PersistResult | undefined> {
  const { companyId, services } = context;
  if (!isSuspendedByMerchant(status, reasonCode)) return undefined;
  const now = services.clock.now();
  if (!(await cancelSuspended(sql, companyId, originalId, now, 'C105'))) return undefined;
  const { body } = await renderOperation(sql, companyId, originalId, now);
  const reply = { status: httpStatusOf('C107'), body: { ...body, outcome: buildOutcome('C107') } };
  await saveResponse(sql, txnId, reply);
  await audit(sql, context, 'cancel', { objectId: String(originalId), outcome: 'SUBMITTED' });
  return { kind: 'reply', reply };
}

/** The original as it stands under the lock of its charge. */
async function lockCharge(
  sql: TenantSql,
  { companyId, episode }: PaymentContext,
  originalId: number,
): Promise<TransactionRecord> {
  // A schedule repeats a root, which is a charge of its own; any other is read first to learn which charge to lock.
  const chargeId = episode ? originalId : (await storedTransaction(sql, companyId, originalId))?.chargeId;
  if (chargeId === undefined) throw problems.notFound();
  const [, , original] = await Promise.all([
    // Sent now, so that what is read after them is read under the lock.
    sql`select set_config('lock_timeout', ${lockWait}, true)`.execute(),
    sql`select 1 from payment where root_id = ${chargeId} and company_id = ${companyId} for update`.execute(),
    storedTransaction(sql, companyId, originalId),
  ]);
  if (!original) throw problems.notFound();
  return original;
}

/** It is authorised only now, so the rule for its card holds now (docs/decisions/0034). */
const isPayoutAllowed = async (
  sql: TenantSql,
  { companyId, detail, cardCorrelationId: card }: TransactionRecord,
): Promise<boolean> => detail.paysNewCards ?? isKnownCard(sql, companyId, String(card));

async function loadFollowUpSetup(sql: TenantSql, { installationId, merchantPath }: PaymentContext) {
  const installation = await installationById(sql, installationId);
  return { installation, features: await followUpFeatures(sql, merchantPath, installation) };
}

interface NewFollowUp {
  txnId: number;
  type: TransactionType;
  amountMinor: number;
  original: TransactionRecord;
  details: FollowUpDetails;
  /** Of a repeat: follow-ups have none. */
  score: Awaited<ReturnType<typeof scoreAttempt>> | undefined;
  /** Of an episode: what the schedule says of it. */
  episode?: ClaimedEpisode;
  /** A schedule that begins with this repeat. */
  plan?: SchedulePlan;
}

async function writeFollowUp(sql: TenantSql, context: PaymentContext, follow: NewFollowUp): Promise<void> {
  const { companyId, merchantId, installationId, now } = context;
  const { txnId, type, amountMinor, original, details, score, episode, plan } = follow;
  const isRepeat = type === 'REPEAT';
  const chargeId = isRepeat ? txnId : original.chargeId;
  const row: NewTransaction = {
    ...carryOver(original),
    ...score,
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
    txnStage: isRepeat ? 'AUTHORISATION' : 'EXTERNAL_PROCESSING',
    reasonCode: 'U200',
    // A capture keeps no reference of its own unless one is given (docs/domain.md#captures).
    merchRef: details.merchantRef ?? null,
    description: details.description ?? null,
    merchantName: String(original.merchantName),
    salesChannel: String(original.salesChannel),
    commerceType: details.commerceType ?? (isRepeat ? 'CA' : String(original.commerceType)),
    continuousAuthorityType: details.sequence ?? null,
    trace: newTrace(),
    detail: {
      ...(isRepeat ? { billingAddress: original.detail.billingAddress } : {}),
      merchantInitiated: true,
      scheduleId: plan?.scheduleId,
      // Whoever wanted to hear of the sale hears of what follows it.
      callbacks: original.detail.callbacks,
      locale: original.detail.locale,
      sessionId: isRepeat ? undefined : original.detail.sessionId,
    },
    scheduleId: context.episode?.scheduleId ?? null,
    episodeIndex: context.episode?.index ?? null,
    scheduleRemainingEpisodeCount: episode?.remaining ?? null,
  };
  const reserved = type === 'REFUND' ? amountMinor : 0;
  await Promise.all([
    insertTransaction(sql, row, now),
    plan && writeSchedule(sql, plan, scheduleOrigin(row), now),
    isRepeat &&
      sql`
        insert into payment (root_id, company_id, merchant_id, installation_id, ccy_code)
        values (${txnId}, ${companyId}, ${merchantId}, ${installationId}, ${original.ccyCode})`,
    sql`
      update payment set in_progress = ${txnId}, refund_pending_minor = refund_pending_minor + ${reserved}
      where root_id = ${original.chargeId} and company_id = ${companyId}`,
    writeIntent(sql, context, { txnId, chargeId, operation: type }),
  ]);
}

const kinds: Partial<Record<TransactionType, ProcessorOperationKind>> = {
  CAPTURE: 'CAPTURE',
  PREAUTH_VOID: 'VOID',
  REFUND: 'REFUND',
  REPEAT: 'SALE',
  PAYOUT_COMPLETE: 'PAYOUT',
};

export function buildOperation(
  txnId: number,
  type: TransactionType,
  amountMinor: number,
  original: TransactionRecord,
): ProcessorOperation | undefined {
  const kind = kinds[type];
  if (!kind) return undefined;
  const usesCard = kind === 'SALE' || kind === 'PAYOUT';
  // The processor knows a captured authorisation by its capture.
  const related = kind === 'REFUND' ? (original.capturedBy ?? original.txnId) : original.txnId;
  return {
    reference: String(txnId),
    kind,
    amountMinor,
    currency: original.ccyCode,
    related: String(related),
    initiator: 'MERCHANT',
    ...(usesCard ? { source: { credential: original.credential ?? '' } } : {}),
  };
}

export const NO_PROCESSOR_CALL: ProcessorAnswer = {
  result: 'APPROVED',
  acquirerName: 'Example Acquirer',
  route: 'GATEWAY',
  statusCode: '00',
  message: reasonText('S100'),
  gatewayReference: '',
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
};
