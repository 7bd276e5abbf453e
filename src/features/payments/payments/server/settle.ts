import type { Fragment, JSONValue } from '#database/connection.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type ReasonCode, reasonText } from '#shared/payments/reason-codes.ts';
import type { PaymentReply } from '../payment-response.ts';
import type { FinalStatus } from '#shared/payments/transaction-kind.ts';
import type { CardCheckResults, ProcessorResponse } from '#integrations/processors/adapter.ts';
import { countResult } from './count-result.ts';
import type { Resolution } from './processor-client.ts';
import { isCalendarDay } from '#shared/calendar-day.ts';
import { wallets } from '#shared/payments/wallets.ts';
import { isUnknownDecline } from '#shared/payments/declines.ts';
import { addMs } from '#server/clock.ts';
import { insertKnownCard, maskLastFour, saveCredential, saveWalletCard } from './db/cards.ts';
import { type ChargeMovement, insertLedgerEntry, unblockCharge, updateBalances } from './db/charges.ts';
import { moveIntent, postponeIntent, storedResponse } from './db/intents.ts';
import { type Followers, endTransaction, endUnauthorised, followerColumns } from './end-transaction.ts';
import { type EndedTransaction, recordPendingEvent } from './settlement-work.ts';
import { recordUpdate } from '#features/record/reporting/server/totals.ts';
import { addHistory, touchColumns, updateEnd, updateVoided } from './db/transactions.ts';
import type { SettlementContext } from './payment-context.ts';
import { type PaymentDecision, decisionColumns } from './payment-stages.ts';
import { renderOperation, respond } from './render-payment.ts';

/** An approved response that is rejected all the same; what it held has been released. */
export interface AuthRejection {
  reasonCode: 'A110' | 'A116' | 'C102' | 'C103' | 'X202';
  status: 'FAILED' | 'CANCELLED';
  authoriserStatus: 'AUTHORISED' | 'REVERSED' | 'REVERSE_FAILED';
  decision?: PaymentDecision;
}

interface Settlement {
  now: Date;
  rejection?: AuthRejection;
  /** False where the request had no Idempotency-Key. */
  savesResponse?: boolean;
}

interface Settled extends ChargeMovement, Followers {
  status: FinalStatus;
  reasonCode: ReasonCode;
  scheme: string | null;
  token: string | null;
  connectionId: number | null;
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
  if (!settled)
    return savesResponse ? respond(sql, companyId, txnId, now) : renderOperation(sql, companyId, txnId, now);
  if (isUnknownDecline(response, settled.scheme))
    services.state.unknownDeclines.inc({ scheme: settled.scheme ?? 'none' });
  const { status, reasonCode, relatedId, type } = settled;
  countResult(services.state, type, reasonCode);
  const isForbidden = !rejection && response.result === 'FORBIDDEN';
  const end = { status, reasonCode, followers: settled, isForbidden, savesResponse };
  const reply = await endTransaction(sql, { services, companyId, txnId, now }, end, () =>
    recordMovement(sql, settled, rejection ? toDeclined(response) : response, now),
  );
  if (status === 'SUCCESS' && type.endsWith('_VOID') && relatedId !== null) {
    const original = { services, companyId, txnId: relatedId, now };
    await endOriginal(sql, original, settled.expiresOriginal);
  }
  return reply;
}

/** A released original is VOIDED; one that the clock has released is EXPIRED. */
async function endOriginal(sql: TenantSql, original: EndedTransaction, expires: boolean): Promise<void> {
  const end = expires
    ? ({ status: 'EXPIRED', reasonCode: 'T100' } as const)
    : ({ status: 'VOIDED', reasonCode: 'C107', isReportedByOther: true } as const);
  await endTransaction(sql, original, { ...end, savesResponse: false });
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
      ${walletChanges(sql, response)},
      advice_code = case when coalesce(t.card_scheme, ${response.card?.scheme ?? null}) = 'MASTERCARD' then ${readAdviceCode(response.adviceCode)} end,
      gateway_reference = ${response.gatewayReference || null},
      ${authenticationChanges(sql, response)},
      network_transaction_id = ${readNetworkId(response.networkTransactionId)}, gateway_settlement = ${response.settlementDate ?? null},
      arn = ${readArn(response.arn)}, refund_expected_date = ${readDay(response.refundExpectedDate)},
      cv2_check = ${response.cv2Check}, avs_address_check = ${response.addressCheck},
      avs_postcode_check = ${response.postcodeCheck}, ${touchColumns(sql, now)}
    from was
    where t.txn_id = was.txn_id and t.company_id = was.company_id
    returning t.*, was.root_id as charge_id
    ), counted as (${recordUpdate(sql)}), known as (${insertKnownCard(sql)})
    select company_id, txn_id, txn_status as status, requested_minor as amount, ccy_code as currency, merchant_id,
           charge_id, related_id, card_scheme as scheme, card_token as token, connection_id, txn_datetime as received_at, reason_code,
           coalesce((detail -> 'expiresOriginal')::boolean, false) as expires_original,
           ${followerColumns(sql, services, sql`changed`)}
    from changed`;
  return settled;
}

/** The balances, ledger entry and credential of a settled operation, and the status of the original that it releases. */
async function recordMovement(
  sql: TenantSql,
  settled: Settled,
  { result, credential, card }: ProcessorResponse,
  now: Date,
): Promise<void> {
  const { companyId, type, token, relatedId, connectionId } = settled;
  const approved = result === 'APPROVED';
  await pipelined(sql, [
    () => updateBalances(sql, settled, approved),
    () =>
      approved && type.endsWith('_VOID') && relatedId !== null
        ? updateOriginal(sql, { companyId, txnId: relatedId }, settled.expiresOriginal, now)
        : undefined,
    () => (approved ? insertLedgerEntry(sql, settled, now) : undefined),
    () =>
      credential && token ? saveCredential(sql, companyId, token, { credential, connectionId }) : undefined,
    () => (card && token ? saveWalletCard(sql, companyId, token, card) : undefined),
  ]);
}

const updateOriginal = (
  sql: TenantSql,
  original: { companyId: number; txnId: number },
  expires: boolean,
  now: Date,
): Promise<void> =>
  expires
    ? updateEnd(sql, original, { status: 'EXPIRED', reasonCode: 'T100' }, now)
    : updateVoided(sql, original, now);

/**
 * Assignments for txn t. The ECI of the authorisation decides about liability. The processor's own authentication is stored where
 * none was made before the authorisation.
 */
function authenticationChanges(sql: TenantSql, { eci, authentication }: ProcessorResponse): Fragment {
  const own = authentication && {
    enrolmentStatus: authentication.status === 'NOT_ENROLLED' ? 'NOT_ENROLLED' : 'ENROLLED',
    versionsAttempted: [{ version: 2, availability: 'AVAILABLE' }],
    ...authentication,
    ...(readEci(eci) === null ? {} : { eci }),
  };
  const isOwn = sql`(t.three_d_secure_status is null and ${own !== undefined})`;
  const added = sql.json({ ...own } as JSONValue);
  return sql`
    three_d_secure_eci = case when t.three_d_secure_status is null and ${own === undefined} then t.three_d_secure_eci
      else coalesce(${readEci(eci)}, t.three_d_secure_eci) end,
    three_d_secure_status = case when ${isOwn} then ${own?.status ?? null} else t.three_d_secure_status end,
    three_d_secure_version = case when ${isOwn} then ${own?.version ?? null} else t.three_d_secure_version end,
    three_d_secure_enrolment = case when ${isOwn} then ${own?.enrolmentStatus ?? null} else t.three_d_secure_enrolment end,
    three_d_secure_frictionless = case when ${isOwn} then ${own?.frictionless ?? null}::boolean
      else t.three_d_secure_frictionless end,
    detail = case when ${isOwn} then coalesce(t.detail, '{}') || jsonb_build_object('threeDSecure',
      coalesce(t.detail -> 'threeDSecure', '{}') || ${added}::jsonb) else t.detail end`;
}

/** Assignments for txn t: what the processor has stated about the card of a wallet. Nothing was known of it before. */
function walletChanges(sql: TenantSql, { card = {} }: ProcessorResponse): Fragment {
  const isOwn = sql`(t.card_correlation_id is null and t.payment_product in ${sql([...wallets])})`;
  const own = (column: string, value: string | undefined) =>
    sql`${sql(column)} = case when ${isOwn} then coalesce(t.${sql(column)}, ${value ?? null}) else t.${sql(column)} end`;
  const { scheme, usage, lastFour, expiry } = card;
  return sql`
    ${own('card_scheme', scheme)}, ${own('card_usage', usage)}, ${own('last_four', lastFour)},
    ${own('masked_pan', maskLastFour(lastFour) ?? undefined)}, ${own('card_expiry', expiry)}`;
}

/** Of the authorisation. */
const readEci = (eci: string | undefined): string | null =>
  eci !== undefined && /^\d{2}$/.test(eci) ? eci : null;

/** Two characters; anything else is not an advice code. */
const readAdviceCode = (code: string | undefined): string | null =>
  code !== undefined && /^[0-9A-Z]{2}$/.test(code) ? code : null;

/** 23 digits; anything else is not an acquirer reference number. */
export const readArn = (arn: string | undefined): string | null =>
  arn !== undefined && /^[0-9]{23}$/.test(arn) ? arn : null;

/** The schemes' ids have at most 50 letters and digits. */
const readNetworkId = (id: string | undefined): string | null =>
  id !== undefined && /^[A-Za-z0-9]{1,50}$/.test(id) ? id : null;

const readDay = (day: string | undefined): string | null => (isCalendarDay(day) ? day : null);

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
  checks?: CardCheckResults,
): Promise<PaymentReply> {
  const isAccepted = receipt === 'accepted';
  const intent = await postponeIntent(sql, { companyId, txnId }, isAccepted, nextCheckAt, checks);
  if (intent && !intent.wasDeferred && isAccepted) {
    const line = { status: 'SUSPENDED', stage: 'EXTERNAL_PROCESSING', reasonCode: 'U200', at: now } as const;
    await addHistory(sql, companyId, txnId, line);
    await recordPendingEvent(sql, { services, companyId, txnId, now });
  }
  if (intent?.operation === 'REFUND') {
    await unblockCharge(sql, { companyId, chargeId: intent.chargeId }, txnId);
  }
  return respond(sql, companyId, txnId, now);
}

/** Settles what sendOrLookup returned, of an operation without callbacks or checks. */
export async function settleOrMarkPending(
  at: SettlementContext,
  txnId: number,
  resolution: Resolution,
  savesResponse: boolean,
): Promise<PaymentReply> {
  const { companyId, services } = at;
  const now = services.clock.now();
  return at.inTenant((sql) => {
    if (resolution.kind === 'response')
      return settle(sql, at, txnId, resolution.response, { now, savesResponse });
    const receipt = resolution.kind === 'unresolved' ? 'unknown' : 'accepted';
    const nextCheckAt = addMs(now, services.config.intentGraceMs);
    const checks = resolution.kind === 'pending' ? resolution.checks : undefined;
    return markPending(sql, { services, companyId, txnId }, receipt, now, nextCheckAt, checks);
  });
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
  await endUnauthorised(sql, ended, { status: 'CANCELLED', reasonCode });
  return true;
}
