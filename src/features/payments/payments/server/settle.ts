import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type ReasonCode, reasonText } from '#shared/payments/reason-codes.ts';
import type { PaymentReply } from '../payment-response.ts';
import type { TransactionStatus } from '#shared/payments/transaction-kind.ts';
import { hasWebhook } from '#features/outbound/webhooks/server/record-event.ts';
import type { ProcessorReply, ProcessorResponse, StillPending } from '#integrations/processor.ts';
import { isUnknownDecline } from '#shared/payments/declines.ts';
import { addMs } from '#server/clock.ts';
import { insertKnownCard, saveCredential } from './db/cards.ts';
import { type ChargeMovement, insertLedgerEntry, unblockCharge, updateBalances } from './db/charges.ts';
import { releaseDuplicateGuard, saveResponse } from './db/idempotency-keys.ts';
import { clearHeldCard, moveIntent, postponeIntent, storedResponse } from './db/intents.ts';
import { type EndedTransaction, doOrQueue, recordStatusEvent, requiredWork } from './db/settlement-work.ts';
import { recordUpdate } from '#features/record/reporting/server/totals.ts';
import { addHistory, touchColumns, updateEnd, voidOriginal } from './db/transactions.ts';
import type { SettlementContext } from './payment-context.ts';
import { renderOperation } from './render-payment.ts';
import type { Callbacks } from '../request/parse-payment.ts';

/** An approved response that is rejected all the same; what it held has been released. */
export interface AuthRejection {
  reasonCode: 'A110' | 'A116' | 'C102' | 'C103' | 'X202';
  status: 'FAILED' | 'CANCELLED';
  authoriserStatus: 'AUTHORISED' | 'REVERSED' | 'REVERSE_FAILED';
  decision?: PaymentDecision;
}

/** The result of lists, rules and risk controls, as reports and the merchant API show it (docs/domain.md#fraud-decisions). */
export interface PaymentDecision {
  outcome: string;
  /** Null where nothing decided. */
  decisionSource: string | null;
  decisionReason: string | null;
}

interface Settlement {
  now: Date;
  rejection?: AuthRejection;
  /** False where the request had no Idempotency-Key. */
  savesResponse?: boolean;
}

interface Settled extends ChargeMovement {
  status: TransactionStatus;
  reasonCode: ReasonCode;
  scheme: string | null;
  token: string | null;
  callbacks: Callbacks | null;
  /** The smart link that it pays. */
  linkId: string | null;
  hasSchedule: boolean;
  /** Opens or decides a task of the queue. */
  hasTask: boolean;
  /** An endpoint receives events of its installation. */
  hasWebhook: boolean;
  /** The token of the card that it registers for its customer. */
  registeredCard: string | null;
  /** A release by the clock: its original expires. */
  expiresOriginal: boolean;
}

/**
 * Settles an operation with the processor's final response: transaction, balances, history, ledger and saved response,
 * in the transaction of `sql`. Compare-and-set: the caller that takes the intent from open to DONE settles, any other
 * only reads. Work for schedules, links and notifications can fail without failing the settlement.
 */
export async function settle(
  sql: TenantSql,
  { services, companyId }: Pick<SettlementContext, 'services' | 'companyId'>,
  txnId: number,
  response: ProcessorResponse,
  { now, rejection, savesResponse = true }: Settlement,
): Promise<PaymentReply> {
  const settled = await claimIntent(sql, { services, companyId, txnId }, response, now, rejection);
  const [, reply] = await pipelined(sql, [
    () => settled && recordMovement(sql, settled, rejection ? toDeclined(response) : response, now),
    () => renderOperation(sql, companyId, txnId, now),
  ]);
  if (settled && isUnknownDecline(response, settled.scheme))
    services.state.unknownDeclines.inc({ scheme: settled.scheme ?? 'none' });
  if (savesResponse) await saveResponse(sql, txnId, reply);
  const result = rejection ? 'DECLINED' : response.result;
  for (const work of settled ? requiredWork(settled, result) : [])
    await doOrQueue(sql, { services, companyId, txnId, now }, work);
  if (settled?.expiresOriginal && settled.relatedId !== null && result === 'APPROVED') {
    const ended = { services, companyId, txnId: settled.relatedId, now };
    await doOrQueue(sql, ended, { kind: 'NOTIFICATION', occasion: 'EXPIRY' });
    if (settled.hasWebhook) await recordStatusEvent(sql, ended);
  }
  return reply;
}

/** A rejected approval moves no money, and its card's credential is not stored. */
const toDeclined = (response: ProcessorResponse): ProcessorResponse => {
  const { credential: _unused, ...rest } = response;
  return { ...rest, result: 'DECLINED' };
};

/** The intent's compare-and-set and the transaction's end, in one statement. Undefined when the intent was DONE. */
async function claimIntent(
  sql: TenantSql,
  { services, companyId, txnId }: Omit<EndedTransaction, 'now'>,
  response: ProcessorResponse,
  now: Date,
  rejection: AuthRejection | undefined,
): Promise<Settled | undefined> {
  const approved = response.result === 'APPROVED' && !rejection;
  const reasonCode = rejection?.reasonCode ?? reasonForResult(response);
  const decision = decisionColumns(rejection?.decision);
  const [settled] = await sql<Settled[]>`
    with intent as (
      update processor_intent set state = 'DONE', held_card = null, response = ${storedResponse(sql, response)}
      where txn_id = ${txnId} and company_id = ${companyId} and state <> 'DONE'
      returning txn_id, company_id, root_id
    ), was as (
      select t.txn_id, t.company_id, t.txn_status, t.reason_code, intent.root_id
      from intent join txn t on t.txn_id = intent.txn_id and t.company_id = intent.company_id
      for update of t
    ), changed as (
    update txn t set txn_status = ${approved ? 'SUCCESS' : (rejection?.status ?? 'FAILED')}, txn_stage = 'COMPLETE',
      reason_code = case when ${reasonCode} = 'X203' and txn_type = 'PREAUTH_VOID' then 'X202' else ${reasonCode} end,
      reason_message = case when ${reasonCode} = 'X203' and txn_type = 'PREAUTH_VOID'
        then ${reasonText('X202')} else ${reasonText(reasonCode)} end,
      amount_minor = case when ${approved} then requested_minor else 0 end, auth_code = ${response.authCode ?? null},
      acquirer = coalesce(${response.acquirerName ?? null}, t.acquirer), route = coalesce(${response.route ?? null}, t.route),
      optimize360_outcome = coalesce(${decision.optimize360Outcome}, t.optimize360_outcome),
      decision_source = coalesce(${decision.decisionSource}, t.decision_source),
      decision_reason = coalesce(${decision.decisionReason}, t.decision_reason),
      authoriser_status = case when ${rejection !== undefined} then ${rejection?.authoriserStatus ?? null}
        when txn_type = 'PREAUTH_VOID'
        then ${reversalStatus[response.result]} else ${authoriserStatus[response.result]} end,
      authoriser_code = ${response.statusCode}, authoriser_message = ${response.message},
      advice_code = case when card_scheme = 'MASTERCARD' then ${readAdviceCode(response.adviceCode)} end,
      gateway_reference = ${response.gatewayReference}, gateway_settlement = ${response.settlementDate ?? null},
      cv2_check = ${response.cv2Check}, avs_address_check = ${response.addressCheck},
      avs_postcode_check = ${response.postcodeCheck}, ${touchColumns(sql, now)}
    from was
    where t.txn_id = was.txn_id and t.company_id = was.company_id
    returning t.*, was.root_id as charge_id
    ), counted as (${recordUpdate(sql)}), known as (${insertKnownCard(sql)})
    select company_id, txn_id, txn_type as type, txn_status as status, requested_minor as amount, ccy_code as currency,
           merchant_id, charge_id, related_id, card_scheme as scheme, card_token as token, txn_datetime as received_at,
           reason_code, detail -> 'callbacks' as callbacks,
           detail ->> 'linkId' as link_id, ${services.scheduleSettlement.concerns(sql, sql`changed`)} as has_schedule,
           ${services.reviewTasks.concerns(sql, sql`changed`)} as has_task, ${hasWebhook(sql, sql`changed`)} as has_webhook,
           case when detail ? 'registersCard' then card_token end as registered_card,
           coalesce((detail -> 'expiresOriginal')::boolean, false) as expires_original
    from changed`;
  return settled;
}

/** The history line, balances, ledger entry and credential of a settled operation. */
async function recordMovement(
  sql: TenantSql,
  settled: Settled,
  response: ProcessorResponse,
  now: Date,
): Promise<void> {
  const { companyId, txnId, type, status, reasonCode, token, relatedId } = settled;
  const approved = response.result === 'APPROVED';
  const { credential } = response;
  await pipelined(sql, [
    () => addHistory(sql, companyId, txnId, { status, stage: 'COMPLETE', reasonCode, at: now }),
    () => updateBalances(sql, settled, approved),
    () =>
      approved && type.endsWith('_VOID') && relatedId !== null
        ? endOriginal(sql, { companyId, txnId: relatedId }, settled.expiresOriginal, now)
        : undefined,
    () => (approved ? insertLedgerEntry(sql, settled, now) : releaseDuplicateGuard(sql, txnId)),
    () => (credential && token ? saveCredential(sql, companyId, token, credential) : undefined),
  ]);
}

/** A released original is VOIDED; one that the clock has released is EXPIRED. */
const endOriginal = (
  sql: TenantSql,
  original: { companyId: number; txnId: number },
  expires: boolean,
  now: Date,
): Promise<void> =>
  expires
    ? updateEnd(sql, original, { status: 'EXPIRED', reasonCode: 'T100' }, now)
    : voidOriginal(sql, original, now);

/** The columns by which reports find a decision (docs/domain.md#fraud-decisions); null without one. */
export const decisionColumns = (decision: PaymentDecision | undefined) => ({
  optimize360Outcome: decision?.outcome ?? null,
  decisionSource: decision?.decisionSource ?? null,
  decisionReason: decision?.decisionReason ?? null,
});

/** Two characters; anything else is not an advice code. */
const readAdviceCode = (code: string | undefined): string | null =>
  code !== undefined && /^[0-9A-Z]{2}$/.test(code) ? code : null;

export function reasonForResult(response: ProcessorResponse): 'S100' | 'D100' | 'X203' {
  if (response.result === 'APPROVED') return 'S100';
  return response.result === 'DECLINED' ? 'D100' : 'X203';
}

/** docs/domain.md#transaction-statuses. */
export const authoriserStatus = {
  APPROVED: 'AUTHORISED',
  DECLINED: 'DECLINED',
  UNREACHABLE: 'ERROR',
  FORBIDDEN: 'ERROR',
} as const;
export const reversalStatus = {
  ...authoriserStatus,
  APPROVED: 'REVERSED',
  DECLINED: 'REVERSE_FAILED',
} as const;

/**
 * There is no final response yet: 'accepted' when the processor will send one later, 'unknown' when the operation may not
 * have arrived. The sweeper checks again at `nextCheckAt`. A pending refund is counted already and blocks nothing (U200).
 */
export async function markPending(
  sql: TenantSql,
  { services, companyId, txnId }: Omit<EndedTransaction, 'now'>,
  receipt: 'accepted' | 'unknown',
  now: Date,
  nextCheckAt: Date,
): Promise<PaymentReply> {
  const isAccepted = receipt === 'accepted';
  const intent = await postponeIntent(sql, { companyId, txnId }, isAccepted, nextCheckAt);
  if (intent && !intent.wasDeferred && isAccepted) {
    const line = { status: 'SUSPENDED', stage: 'EXTERNAL_PROCESSING', reasonCode: 'U200', at: now } as const;
    await addHistory(sql, companyId, txnId, line);
    await recordStatusEvent(sql, { services, companyId, txnId, now });
  }
  if (intent?.operation === 'REFUND') {
    await unblockCharge(sql, { companyId, chargeId: intent.chargeId }, txnId);
  }
  const reply = await renderOperation(sql, companyId, txnId, now);
  await saveResponse(sql, txnId, reply);
  return reply;
}

/** Settles what sendOrLookup returned, of an operation without callbacks or checks. */
export async function settleOrMarkPending(
  at: SettlementContext,
  txnId: number,
  resolution: ProcessorReply | StillPending | { kind: 'unresolved' },
  savesResponse: boolean,
): Promise<PaymentReply> {
  const { companyId, services } = at;
  const now = services.clock.now();
  return at.inTenant((sql) => {
    if (resolution.kind === 'response')
      return settle(sql, at, txnId, resolution.response, { now, savesResponse });
    const receipt = resolution.kind === 'pending' ? 'accepted' : 'unknown';
    const nextCheckAt = addMs(now, services.config.intentGraceMs);
    return markPending(sql, { services, companyId, txnId }, receipt, now, nextCheckAt);
  });
}

type End =
  | { status: 'EXPIRED'; reasonCode: 'T100' }
  | { status: 'CANCELLED' | 'FAILED'; reasonCode: 'C101' | 'C104' | 'C105' | 'C106' | 'A111' | 'A115' };

/**
 * Ends a transaction that the processor has not authorised, and notifies the merchant. The caller holds the
 * transaction's lock or has taken its intent.
 */
export async function endTransaction(sql: TenantSql, ended: EndedTransaction, end: End): Promise<void> {
  await updateEnd(sql, ended, end, ended.now);
  await clearHeldCard(sql, ended);
  await doOrQueue(sql, ended, {
    kind: 'SCHEDULE',
    end: { approved: false, reasonCode: end.reasonCode },
  });
  await recordStatusEvent(sql, ended);
  // A cancelled or failed payment can be made again at once.
  if (end.status !== 'EXPIRED') await releaseDuplicateGuard(sql, ended.txnId);
}

/**
 * Cancels a payment that waits for its customer (3-D Secure) or its merchant (U101, U102): C106 by the customer, C105 by
 * the merchant. Returns false when it has ended or is being authorised.
 */
export async function cancelSuspended(
  sql: TenantSql,
  ended: EndedTransaction,
  reasonCode: 'C105' | 'C106' = 'C106',
): Promise<boolean> {
  const { companyId, txnId } = ended;
  const suspended = await sql`
    select 1 from txn where txn_id = ${txnId} and company_id = ${companyId}
      and (txn_status in ('SUSPENDED_THREE_D_SECURE', 'SUSPENDED_REPLAY')
        or (txn_status = 'SUSPENDED' and reason_code = 'U101')) for update`;
  if (suspended.length === 0) return false;
  // A replay may be waiting for the merchant's decision; it then finds the intent taken.
  await moveIntent(sql, ended, ['ASKING_BEFORE'], 'DONE');
  await endTransaction(sql, ended, { status: 'CANCELLED', reasonCode });
  await doOrQueue(sql, ended, { kind: 'NOTIFICATION', occasion: 'TRANSACTION' });
  return true;
}
