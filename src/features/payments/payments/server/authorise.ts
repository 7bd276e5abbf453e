import type { PaymentReply } from '../payment-response.ts';
import { findFailedCheck } from '#features/fraud/risk-controls/evaluate-payment.ts';
import type { ResultRequirements } from '#features/fraud/risk-controls/risk-controls.ts';
import type { ProcessorResponse } from '#integrations/processors/adapter.ts';
import type { PaymentContext, SettlementContext } from './payment-context.ts';
import { type Sending, sendOnce } from './processor-client.ts';
import { rejectApproved } from './reverse.ts';
import { endUnauthorised } from './end-transaction.ts';
import { settle, settleOrMarkPending } from './settle.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { DecisionCallback } from '#features/outbound/notifications/merchant-decision.ts';
import {
  type MerchantReply,
  requestMerchantDecision,
} from '#features/outbound/notifications/server/request-merchant-decision.ts';
import {
  type StoredSecret,
  loadSecretStatus,
} from '#features/outbound/notifications/server/notification-secret-table.ts';
import type { PaymentResponse } from '../schemas.ts';
import { addMs } from '#server/clock.ts';
import { moveIntent } from './db/intents.ts';
import { findTransaction } from './db/transactions.ts';
import { renderOperation } from './render-payment.ts';
import { storeChallenge } from './suspended/store-challenge.ts';
import { suspendPayment } from './suspended/suspended-payment.ts';
import type { Callback } from '../request/parse-payment.ts';
import type { CallbackPlan } from './payment-stages.ts';

/** The checks of an approval before it is settled. */
interface PostAuthChecks {
  requirements: ResultRequirements | undefined;
  /** The post-authorisation callback. */
  callback: Callback | undefined;
  /** False where the request had no Idempotency-Key. */
  savesResponse: boolean;
}

/**
 * Makes the pre-authorisation callback, calls the processor, and settles its response in a second transaction. Without a
 * response the sweeper resolves the operation; it is never sent twice (docs/domain.md#intents).
 */
export async function authorise(
  context: PaymentContext,
  txnId: number,
  sending: Sending,
  { requirements, callbacks }: { requirements: ResultRequirements | undefined; callbacks: CallbackPlan },
): Promise<PaymentReply> {
  if (callbacks.before) {
    const outcome = await preAuthCallback(context, txnId, callbacks.before);
    if (outcome.kind === 'respond') return outcome.reply;
  }
  return sendOperation(context, txnId, sending, {
    requirements,
    callback: callbacks.after,
    savesResponse: context.idempotency !== undefined,
  });
}

/** The part after the pre-authorisation callback: the intent is PENDING. */
export async function sendOperation(
  at: SettlementContext,
  txnId: number,
  sending: Sending,
  checks: PostAuthChecks,
): Promise<PaymentReply> {
  const sentAt = at.services.clock.now().getTime();
  const resolution = await sendOnce(at, txnId, sending);
  // So late, the sweeper may have cancelled it: the result is left to the sweeper.
  const isLate = at.services.clock.now().getTime() - sentAt >= at.services.config.intentGraceMs;
  if (isLate) return settleOrMarkPending(at, txnId, { kind: 'unresolved' }, checks.savesResponse);
  if (resolution.kind === 'response') return recordResult(at, txnId, resolution.response, checks);
  if (resolution.kind === 'challenge') await storeChallenge(at, txnId, resolution);
  return settleOrMarkPending(at, txnId, resolution, checks.savesResponse);
}

/**
 * Settles a final response. An approval that fails the risk controls or that the merchant rejects is reversed first
 * (docs/domain.md#lifecycle); the reversal is written down before the processor is called.
 */
export async function recordResult(
  at: SettlementContext,
  txnId: number,
  response: ProcessorResponse,
  { requirements, callback, savesResponse }: PostAuthChecks,
): Promise<PaymentReply> {
  const isApproved = response.result === 'APPROVED';
  const stop = isApproved && requirements ? findFailedCheck(requirements, response) : undefined;
  if (stop) return rejectApproved(at, txnId, response, { code: 'A116', stop }, ['PENDING', 'DEFERRED']);
  if (isApproved && callback) return postAuthCallback(at, txnId, response, callback, savesResponse);
  return settleOrMarkPending(at, txnId, { kind: 'response', response }, savesResponse);
}

/** The signed body of a callback. */
interface CallbackPayload {
  installationId: number;
  secret: StoredSecret;
  contents: object;
  replays?: number;
}

/** What follows a callback: continue with the payment, or respond. */
type CallbackOutcome = { kind: 'continue' } | { kind: 'respond'; reply: PaymentReply };

/**
 * Makes the pre-authorisation callback of a persisted payment. 'continue' is written down first: from then
 * on the processor may have the payment.
 */
async function preAuthCallback(
  at: SettlementContext,
  txnId: number,
  target: Callback,
): Promise<CallbackOutcome> {
  const payload = await at.inTenant((sql) => buildPayload(sql, at, txnId));
  const decision = await sendCallback(at, 'preAuthCallback', txnId, target, payload);
  return at.inTenant(async (sql): Promise<CallbackOutcome> => {
    switch (decision.action) {
      case 'PROCEED':
        return continueToProcessor(sql, at, txnId);
      case 'SUSPEND':
      case 'SUSPEND_REPLAY': {
        const suspension = { action: decision.action, redirect: decision.redirect };
        return { kind: 'respond', reply: await suspendPayment(sql, at, txnId, suspension) };
      }
      default:
        return { kind: 'respond', reply: await abortBeforeAuth(sql, at, txnId, decision.action) };
    }
  });
}

/** Compare-and-set: either the request or the sweeper leaves ASKING_BEFORE, never both. */
async function continueToProcessor(
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
): Promise<CallbackOutcome> {
  const now = services.clock.now();
  const nextCheckAt = addMs(now, services.config.intentGraceMs);
  if (await moveIntent(sql, { companyId, txnId }, ['ASKING_BEFORE'], 'PENDING', { nextCheckAt }))
    return { kind: 'continue' };
  return { kind: 'respond', reply: await renderOperation(sql, companyId, txnId, now) };
}

const abortCodes = { CANCEL: 'C101', INVALID_RESPONSE: 'C104', TIMEOUT: 'A111' } as const;

/** Ends a payment that was not sent to the processor: there is nothing to release. */
export async function abortBeforeAuth(
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
  decision: keyof typeof abortCodes,
): Promise<PaymentReply> {
  const now = services.clock.now();
  if (!(await moveIntent(sql, { companyId, txnId }, ['ASKING_BEFORE'], 'DONE')))
    return renderOperation(sql, companyId, txnId, now);
  const reasonCode = abortCodes[decision];
  const status = reasonCode === 'A111' ? 'FAILED' : 'CANCELLED';
  const ended = { services, companyId, txnId, now };
  return endUnauthorised(sql, ended, { status, reasonCode });
}

/**
 * Makes the post-authorisation callback, and releases the authorisation unless the merchant accepts. ASKING_AFTER
 * is written down first, so the sweeper repeats the callback when this process dies.
 */
async function postAuthCallback(
  at: SettlementContext,
  txnId: number,
  response: ProcessorResponse,
  target: Callback,
  savesResponse: boolean,
): Promise<PaymentReply> {
  const { intentGraceMs, callbackTimeoutMs } = at.services.config;
  const payload = await at.inTenant(async (sql) => {
    const nextCheckAt = addMs(at.services.clock.now(), intentGraceMs + callbackTimeoutMs);
    const key = { companyId: at.companyId, txnId };
    const isMoved = await moveIntent(sql, key, ['PENDING', 'DEFERRED'], 'ASKING_AFTER', {
      nextCheckAt,
      response,
    });
    return isMoved ? buildPayload(sql, at, txnId, response) : undefined;
  });
  if (payload) return decideAfterAuth(at, txnId, response, { target, payload, savesResponse });
  return at.inTenant((sql) => renderOperation(sql, at.companyId, txnId, at.services.clock.now()));
}

/** For the sweeper: the same callback again. */
export async function repeatPostAuthCallback(
  at: SettlementContext,
  txnId: number,
  response: ProcessorResponse,
  target: Callback,
): Promise<PaymentReply> {
  const payload = await at.inTenant((sql) => buildPayload(sql, at, txnId, response));
  return decideAfterAuth(at, txnId, response, { target, payload, savesResponse: true });
}

const rejectionCodes = { CANCEL: 'C102', TIMEOUT: 'A110' } as const;

async function decideAfterAuth(
  at: SettlementContext,
  txnId: number,
  response: ProcessorResponse,
  callback: { target: Callback; payload: CallbackPayload; savesResponse: boolean },
): Promise<PaymentReply> {
  const { target, payload, savesResponse } = callback;
  const { action } = await sendCallback(at, 'postAuthCallback', txnId, target, payload);
  if (action === 'PROCEED')
    return at.inTenant((sql) => acceptPayment(sql, at, txnId, response, savesResponse));
  const code = action === 'CANCEL' || action === 'TIMEOUT' ? rejectionCodes[action] : 'C103';
  return rejectApproved(at, txnId, response, { code }, ['ASKING_AFTER']);
}

/** Compare-and-set: of the request and the sweeper, the first decision counts. The other one only reads. */
async function acceptPayment(
  sql: TenantSql,
  at: SettlementContext,
  txnId: number,
  response: ProcessorResponse,
  savesResponse: boolean,
): Promise<PaymentReply> {
  const { companyId, services } = at;
  const now = services.clock.now();
  if (!(await moveIntent(sql, { companyId, txnId }, ['ASKING_AFTER'], 'PENDING')))
    return renderOperation(sql, companyId, txnId, now);
  return settle(sql, at, txnId, response, { now, savesResponse });
}

/** The transaction as the merchant API shows it, without outcome and links: the merchant decides the outcome. */
export async function buildPayload(
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
  approved?: ProcessorResponse,
): Promise<CallbackPayload> {
  const row = await findTransaction(sql, companyId, txnId);
  if (!row) throw new Error(`transaction ${txnId} vanished`);
  const { installationId } = row;
  const { body } = await renderOperation(sql, companyId, txnId, services.clock.now());
  const { outcome: _outcome, link: _links, ...contents } = body;
  return {
    installationId,
    secret: await loadSecretStatus(sql, companyId, installationId),
    contents: approved ? withAuthResponse(contents, approved) : contents,
  };
}

/** The approval is not settled before the merchant's decision, and the merchant decides by what the issuer compared. */
function withAuthResponse(contents: Partial<PaymentResponse>, response: ProcessorResponse): object {
  const { route, acquirerName, statusCode, message, authCode, gatewayReference, settlementDate } = response;
  const authResponse = {
    statusCode,
    acquirerName,
    message,
    authCode,
    gatewayReference,
    gatewaySettlement: settlementDate,
    avsAddressCheck: response.addressCheck,
    avsPostcodeCheck: response.postcodeCheck,
    cv2Check: response.cv2Check,
    status: 'AUTHORISED',
  };
  return { ...contents, processing: { ...contents.processing, route, authResponse } };
}

export function sendCallback(
  { services }: SettlementContext,
  name: DecisionCallback,
  txnId: number,
  target: Callback,
  payload: CallbackPayload,
): Promise<MerchantReply> {
  return requestMerchantDecision(services, { name, txnId, target, ...payload });
}
