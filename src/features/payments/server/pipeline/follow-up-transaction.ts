import type { TenantSql } from '#database/tenant.ts';
import { type FollowUpAction, decideFollowUp } from '#features/payments/follow-up.ts';
import { type FollowUpDetails, checkFollowUp } from '#features/payments/payment-request.ts';
import { reasonText } from '#features/payments/reason-codes.ts';
import type { Refusal } from '#features/payments/request/refused.ts';
import type { FollowUpBody } from '#features/payments/request/request-schemas.ts';
import type { TransactionType } from '#features/payments/transaction-kind.ts';
import type { ProcessorAnswer, ProcessorOperation, ProcessorOperationKind } from '#outside/processor.ts';
import { problems } from '#contract/problem.ts';
import { lockedOut, refusedFollowUp } from './answer/refuse-follow-up.ts';
import { askProcessor } from './ask-processor.ts';
import { followUpFeatures, installationById } from './store/installation-store.ts';
import { type Claim, claimKey, guardAgainstDuplicate, isDuplicate, keepAnswer } from './store/key-store.ts';
import { type Opened, afterClaim, madeWith, newTrace, writeIntent } from './open-payment.ts';
import { duplicateSignature } from './store/standing/duplicate-signature.ts';
import { attemptOf, scoreAttempt } from './risk/fraud-guard/fraud-facts.ts';
import { carriedOver } from './store/standing/carried-over.ts';
import { episodeOf, orderOf, orderSchedule } from './store/standing/order-schedule.ts';
import type { ClaimedEpisode } from '#features/schedules/server/store/claim-episode.ts';
import { type SchedulePlan, writeSchedule } from '#features/schedules/server/store/plan-schedule.ts';
import { settleSchedules } from '#features/schedules/server/store/settle-schedules.ts';
import { type PaymentContext, type PaymentReply, audit } from './payment-context.ts';
import {
  type NewTransaction,
  type StoredTransaction,
  insertTransaction,
  originalOf,
  rootStateOf,
  storedTransaction,
} from './store/payment-store.ts';
import { settle } from './settle.ts';
import { hasPaid } from './store/paid-card.ts';
import { nextTransactionId } from './store/transaction-ids.ts';

/** How long a follow-up waits for another one's lock on the charge before L100 (domain §2.5). */
const lockWait = '5s';

type Ready = { kind: 'ready'; operation: ProcessorOperation | undefined };

/**
 * Capture, cancel, refund or repeat of a transaction: lock the charge, decide by the table of domain §2.2, write
 * down, ask the processor, settle. One at a time on a charge (A125).
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
  if (begun.operation) return askProcessor(context, txnId, begun.operation);
  // Releasing a payout that was only announced concerns nobody outside.
  return context.inTenant((sql) => settle(sql, context.companyId, txnId, nobodyAsked, context.now));
}

async function begin(
  sql: TenantSql,
  context: PaymentContext,
  action: FollowUpAction,
  originalId: number,
  body: FollowUpBody,
  txnId: number,
): Promise<Opened | Claim | Ready> {
  const { companyId, now } = context;
  const claim = await claimKey(sql, context, txnId);
  if (claim.kind !== 'first') return claim;
  const original = await lockCharge(sql, context, originalId);
  const [episode, { installation, features }, score] = await Promise.all([
    episodeOf(sql, context, txnId, original),
    setUpOf(sql, context),
    action === 'repeat' ? scoreAttempt(sql, attemptOf(original, txnId, now)) : undefined,
  ]);
  if (episode === 'none') return { kind: 'reply', reply: refusedFollowUp(action, original, 'A125') };
  const refuse = async ({ code, field, detail }: Refusal): Promise<Opened> => {
    const reply = refusedFollowUp(action, original, code, { field, detail });
    await keepAnswer(sql, txnId, reply);
    await settleSchedules(sql, companyId, txnId, { approved: false, isRefused: true, reasonCode: code, now });
    await audit(sql, context, action, { objectId: String(originalId), outcome: code });
    return { kind: 'reply', reply };
  };
  const checked = checkFollowUp(episode ? orderOf(episode) : body, original.ccy_code);
  if (!checked.ok) return refuse(checked);
  const decision = decideFollowUp(
    action,
    originalOf(original),
    rootStateOf(original),
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
  if (type === 'PAYOUT_COMPLETE' && !(await mayBePaid(sql, original))) return refuse({ code: 'A138' });
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
      detail: { type, amountMinor, currency: original.ccy_code, original: String(originalId) },
    }),
  ]);
  return { kind: 'ready', operation: operationOf(txnId, type, amountMinor, original) };
}

/** The original as it stands under the lock of its charge. */
async function lockCharge(
  sql: TenantSql,
  { companyId, episode }: PaymentContext,
  originalId: number,
): Promise<StoredTransaction> {
  // A schedule repeats a root, which is a charge of its own; any other is read first to learn which charge to lock.
  const poolId = episode ? originalId : (await storedTransaction(sql, companyId, originalId))?.pool_id;
  if (poolId === undefined) throw problems.notFound();
  const [, , original] = await Promise.all([
    // Sent now, so that what is read after them is read under the lock.
    sql`select set_config('lock_timeout', ${lockWait}, true)`.execute(),
    sql`select 1 from payment where root_id = ${poolId} and company_id = ${companyId} for update`.execute(),
    storedTransaction(sql, companyId, originalId),
  ]);
  if (!original) throw problems.notFound();
  return original;
}

/** It is authorised only now, so the rule for its card holds now (docs/decisions/0034). */
const mayBePaid = async (
  sql: TenantSql,
  { company_id: companyId, detail, card_correlation_id: card }: StoredTransaction,
): Promise<boolean> => detail.paysNewCards ?? hasPaid(sql, companyId, String(card));

async function setUpOf(sql: TenantSql, { installationId, merchantPath }: PaymentContext) {
  const installation = await installationById(sql, installationId);
  return { installation, features: await followUpFeatures(sql, merchantPath, installation) };
}

interface NewFollowUp {
  txnId: number;
  type: TransactionType;
  amountMinor: number;
  original: StoredTransaction;
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
  const poolId = isRepeat ? txnId : original.pool_id;
  const row: NewTransaction = {
    ...Object.fromEntries(carriedOver.map((column) => [column, original[column] ?? null])),
    ...score,
    txn_id: txnId,
    company_id: companyId,
    root_id: original.root_id,
    related_id: original.txn_id,
    merchant_id: merchantId,
    installation_id: installationId,
    requested_minor: amountMinor,
    ccy_code: original.ccy_code,
    txn_type: type,
    txn_status: 'SUSPENDED',
    txn_stage: isRepeat ? 'AUTHORISATION' : 'EXTERNAL_PROCESSING',
    reason_code: 'U200',
    // A capture keeps no reference of its own unless one is given (domain §1.3).
    merch_ref: details.merchantRef ?? null,
    description: details.description ?? null,
    merchant_name: String(original.merchant_name),
    sales_channel: String(original.sales_channel),
    commerce_type: details.commerceType ?? (isRepeat ? 'CA' : String(original.commerce_type)),
    continuous_authority_type: details.sequence ?? null,
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
    schedule_id: context.episode?.scheduleId ?? null,
    episode_index: context.episode?.index ?? null,
    schedule_remaining_episode_count: episode?.remaining ?? null,
  };
  const reserved = type === 'REFUND' ? amountMinor : 0;
  await Promise.all([
    insertTransaction(sql, row, now),
    plan && writeSchedule(sql, plan, madeWith(row), now),
    isRepeat &&
      sql`
        insert into payment (root_id, company_id, merchant_id, installation_id, ccy_code)
        values (${txnId}, ${companyId}, ${merchantId}, ${installationId}, ${original.ccy_code})`,
    sql`
      update payment set in_progress = ${txnId}, refund_pending_minor = refund_pending_minor + ${reserved}
      where root_id = ${original.pool_id} and company_id = ${companyId}`,
    writeIntent(sql, context, { txnId, poolId, operation: type }),
  ]);
}

const kinds: Partial<Record<TransactionType, ProcessorOperationKind>> = {
  CAPTURE: 'CAPTURE',
  PREAUTH_VOID: 'VOID',
  REFUND: 'REFUND',
  REPEAT: 'SALE',
  PAYOUT_COMPLETE: 'PAYOUT',
};

export function operationOf(
  txnId: number,
  type: TransactionType,
  amountMinor: number,
  original: StoredTransaction,
): ProcessorOperation | undefined {
  const kind = kinds[type];
  if (!kind) return undefined;
  const usesCard = kind === 'SALE' || kind === 'PAYOUT';
  // The processor knows a captured authorisation by its capture.
  const related = kind === 'REFUND' ? (original.captured_by ?? original.txn_id) : original.txn_id;
  return {
    reference: String(txnId),
    kind,
    amountMinor,
    currency: original.ccy_code,
    related: String(related),
    initiator: 'MERCHANT',
    ...(usesCard ? { source: { credential: original.credential ?? '' } } : {}),
  };
}

export const nobodyAsked: ProcessorAnswer = {
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
