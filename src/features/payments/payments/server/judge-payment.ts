import type { TenantSql } from '#database/tenant.ts';
import type { FraudVerdict } from '#features/fraud/fraud-engine/decide.ts';
import {
  type EngineState,
  type Evaluated,
  type EvaluatedPayment,
  evaluatePayment,
  readEngineState,
} from '#features/fraud/fraud-engine/server/evaluate-payment.ts';
import { type BlockMatch, findBlockMatch } from '#features/fraud/fraud-engine/server/standard-lists.ts';
import { autoAddValues } from '#features/fraud/fraud-lists/server/match-lists.ts';
import { isAuthenticated } from '#features/fraud/risk-controls/evaluate-payment.ts';
import { pipelined } from '#database/pipelined.ts';
import { withRollBack } from '#database/roll-back.ts';
import { scoreAttempt, toAttempt } from '#features/fraud/fraud-engine/server/fraud-score.ts';
import type { Deferral, StoredAuthentication } from './db/transaction-detail.ts';
import type { RiskControls } from '#features/fraud/risk-controls/risk-controls.ts';
import type { RiskStop } from '#features/fraud/risk-controls/schemas.ts';
import { findExceededVelocity } from '#features/fraud/risk-controls/server/find-exceeded-velocity.ts';
import { type Result, ok } from '#shared/result.ts';
import type { NewTransaction, TransactionRecord } from './db/transactions.ts';
import type { PaymentContext } from './payment-context.ts';
import {
  type Judged,
  type PaymentDecision,
  type PaymentFailure,
  type Screened,
  byRiskControls,
  decisionColumns,
  failedState,
} from './payment-stages.ts';
import { buildTransaction } from './build-transaction.ts';

/** The failure of a payment that the engine blocks; undefined for one that proceeds. */
export function fraudFailure(verdict: FraudVerdict): ({ ok: false } & PaymentFailure) | undefined {
  if (!verdict.reasonCode) return undefined;
  return {
    ok: false,
    code: verdict.reasonCode,
    stage: 'FRAUD_RULES',
    decision: toPaymentDecision(verdict),
  };
}

/** The columns of a decision; a payment that nothing matched has the outcome NONE where rules were evaluated. */
const toPaymentDecision = ({
  overallAction,
  decisionSource,
  decisionReason,
}: FraudVerdict): PaymentDecision => ({
  outcome: overallAction,
  decisionSource,
  decisionReason,
});

/** How the engine sees a new transaction. */
function toEvaluated(
  context: Pick<PaymentContext, 'companyId' | 'merchantId' | 'merchantPath' | 'installationId' | 'now'>,
  txn: NewTransaction,
  { dateOfBirth = null, skipsBlockLists = false }: { dateOfBirth?: string | null; skipsBlockLists?: boolean },
): EvaluatedPayment {
  const { companyId, merchantId, merchantPath, installationId, now } = context;
  const { txnId } = txn;
  return {
    companyId,
    merchantId,
    merchantPath,
    installationId,
    txnId,
    now,
    txn,
    dateOfBirth,
    skipsBlockLists,
  };
}

/** As it is stored with the transaction. */
export const toDeferral = ({
  deferFinalAction,
  deferWaitPeriod,
}: NonNullable<FraudVerdict['deferral']>): Deferral => ({
  finalAction: deferFinalAction,
  days: Number.parseInt(deferWaitPeriod),
});

/** A payment whose card holder has returned from a challenge. */
export interface ChallengedPayment {
  suspended: TransactionRecord;
  controls: RiskControls;
  authentication: StoredAuthentication;
}

const velocityRefusal = (stop: RiskStop): { ok: false } & PaymentFailure => ({
  ok: false,
  code: 'A116',
  stage: 'FRAUD_RULES',
  decision: byRiskControls(stop),
});

/**
 * A successful 3-D Secure overrides risk controls where the merchant has set the override; while a challenge is open they wait
 * for its result.
 */
const isOverridden = ({ controls, threeDSecure, state }: Screened): boolean =>
  controls.overrideRiskControlsWith3DS && (isAuthenticated(threeDSecure) || state.reasonCode === 'U100');

/**
 * Counts the attempt against the velocity rules, in the transaction that persists it.
 */
async function checkVelocity(
  sql: TenantSql,
  { companyId, merchantId, installationId, now }: PaymentContext,
  screened: Screened,
): Promise<Result<undefined, PaymentFailure>> {
  const { type, state, request, card, controls } = screened;
  const isMoneyIn = type === 'PAYMENT' || type === 'PREAUTH' || type === 'VERIFY';
  if (!isMoneyIn || state.status === 'FAILED' || isOverridden(screened)) return ok(undefined);
  const { fingerprint } = card;
  const attempt = { companyId, merchantId, installationId, fingerprint, ip: request.customer.ip, now };
  const stop = await findExceededVelocity(sql, controls, attempt);
  return stop ? velocityRefusal(stop) : ok(undefined);
}

/** The velocity rules that waited for the result of a challenge, which has not overridden them. */
export async function checkVelocityAfterChallenge(
  sql: TenantSql,
  companyId: number,
  { suspended, controls, authentication }: ChallengedPayment,
): Promise<Result<undefined, PaymentFailure>> {
  if (!controls.overrideRiskControlsWith3DS || isAuthenticated(authentication)) return ok(undefined);
  const stop = await findExceededVelocity(sql, controls, {
    companyId,
    merchantId: suspended.merchantId,
    installationId: suspended.installationId,
    fingerprint: String(suspended.cardCorrelationId),
    ip: suspended.ipAddress ?? undefined,
    now: suspended.txnDatetime,
    except: suspended.txnId,
  });
  return stop ? velocityRefusal(stop) : ok(undefined);
}

/**
 * Decides on a payment in the transaction that stores it: velocity rules, then lists and fraud rules, which may defer it and
 * so change its type (docs/domain.md#evaluation). A payment that has failed already is evaluated too: it counts as an attempt.
 */
export async function judgePayment(
  sql: TenantSql,
  context: PaymentContext,
  screened: Screened,
  { score, engine }: { score: Judged['score']; engine: EngineState },
): Promise<Judged> {
  const velocity = await checkVelocity(sql, context, screened);
  const state = velocity.ok ? screened.state : failedState(velocity);
  const attempted = { ...screened, state, score };
  const skipsBlockLists = isOverridden(screened);
  const dateOfBirth = screened.request.customer.dateOfBirth ?? null;
  // The engine sees the payment as it was submitted, whatever the velocity rules have decided.
  const txn = { ...buildTransaction(context, screened), ...score };
  const payment = toEvaluated(context, txn, { dateOfBirth, skipsBlockLists });
  const evaluated = await evaluatePayment(sql, { services: context.services, state: engine }, payment);
  return applyVerdict(attempted, evaluated);
}

function applyVerdict(
  attempted: Screened & Pick<Judged, 'score'>,
  { verdict, hasRules, block, steps }: Evaluated,
): Judged {
  const { state, request, heldCard } = attempted;
  if (state.status === 'FAILED') return { ...attempted, steps, block };
  const failure = fraudFailure(verdict);
  if (failure) return { ...attempted, state: failedState(failure), steps, block };
  const isDecided = hasRules || verdict.overallAction !== 'NONE';
  const decided = isDecided ? { ...state, decision: toPaymentDecision(verdict) } : state;
  if (!verdict.deferral) return { ...attempted, state: decided, steps };
  const deferred = { ...attempted, deferral: toDeferral(verdict.deferral), state: decided, steps };
  if (deferred.type === 'PAYMENT') return { ...deferred, type: 'PREAUTH' };
  if (deferred.type !== 'PAYOUT') return deferred;
  // The rule was saved since the preview, so the processor does not hold the card.
  if (!('token' in request.source) && heldCard === undefined) {
    const notHeld = { code: 'A137', stage: 'FRAUD_RULES', decision: toPaymentDecision(verdict) } as const;
    return { ...deferred, state: failedState(notHeld) };
  }
  const pending = { status: 'SUCCESS', stage: 'COMPLETE', reasonCode: 'S100', send: false } as const;
  return { ...deferred, type: 'PAYOUT_INITIALIZE', state: { ...decided, ...pending } };
}

/**
 * What the engine would decide now, for what must happen before the payment is stored. Its transaction is rolled back, so
 * nothing is counted; the decision that holds is made with the payment (docs/decisions/0105).
 */
export async function previewFraud(context: PaymentContext, draft: Screened): Promise<FraudVerdict> {
  const { services } = context;
  const { request, controls } = draft;
  const txn = buildTransaction(context, draft);
  // A successful 3-D Secure may still skip the block lists.
  const skipsBlockLists = controls.overrideRiskControlsWith3DS && request.operation !== 'payout';
  return withRollBack((rollBack) =>
    context.inTenant(async (sql) => {
      const [score, state] = await pipelined(sql, [
        () => scoreAttempt(sql, toAttempt(txn, txn.txnId, context.now)),
        () => readEngineState(sql, context),
      ]);
      const dateOfBirth = request.customer.dateOfBirth ?? null;
      const payment = toEvaluated(context, { ...txn, ...score }, { dateOfBirth, skipsBlockLists });
      const { verdict } = await evaluatePayment(sql, { services, state }, payment);
      return rollBack(verdict);
    }),
  );
}

/**
 * Decides on a repeat. The card holder is absent, so a Defer is reported without effect (docs/domain.md#evaluation).
 */
export async function evaluateRepeat(
  sql: TenantSql,
  context: PaymentContext,
  txn: NewTransaction,
  state: EngineState,
): Promise<{ row: NewTransaction } & Pick<Evaluated, 'block' | 'steps'>> {
  const { services } = context;
  const payment = toEvaluated(context, txn, {});
  const { verdict, hasRules, block, steps } = await evaluatePayment(sql, { services, state }, payment);
  const isDecided = hasRules || verdict.overallAction !== 'NONE';
  const row = isDecided ? { ...txn, ...decisionColumns(toPaymentDecision(verdict)) } : txn;
  const failure = fraudFailure(verdict);
  if (!failure) return { row, steps };
  const { code: reasonCode, stage: txnStage } = failure;
  return { row: { ...row, txnStatus: 'FAILED', txnStage, reasonCode }, steps, ...(block ? { block } : {}) };
}

/** Brings values of a payment that a block list has blocked onto other block lists (docs/domain.md#auto-add). */
export function addBlockedValues(
  sql: TenantSql,
  { companyId, now }: Pick<PaymentContext, 'companyId' | 'now'>,
  txn: NewTransaction,
  { field, expiryDate }: BlockMatch,
): Promise<void> {
  const { txnId, cardCorrelationId, customerEmail, customerPhone, maskedPan } = txn;
  const card = {
    maskedPan: maskedPan ?? '',
    cardIssuerName: txn.cardIssuer ?? null,
    cardBrand: txn.paymentProduct ?? null,
    cardScheme: txn.cardScheme ?? null,
    cardUsageType: txn.cardUsage ?? null,
    cardIssuerCountryCode: txn.issuerCountry ?? null,
  };
  const values = {
    ...(cardCorrelationId ? { cardCorrelationId: { value: cardCorrelationId, card } } : {}),
    ...(customerEmail ? { customerEmail: { value: customerEmail } } : {}),
    ...(customerPhone ? { customerTelephone: { value: customerPhone } } : {}),
  };
  return autoAddValues(
    sql,
    companyId,
    { txnId, matchedField: field, matchedExpiry: expiryDate, values },
    now,
  );
}

/** The block lists that waited for the result of a challenge, which has not overridden them. */
export async function checkBlockListsAfterChallenge(
  sql: TenantSql,
  companyId: number,
  challenged: TransactionRecord,
): Promise<({ ok: false } & PaymentFailure) | undefined> {
  const match = await findBlockMatch(sql, companyId, challenged, challenged.txnDatetime);
  const decision = {
    outcome: 'NEGATIVE_LIST',
    decisionSource: 'NEGATIVE_LIST',
    decisionReason: 'DERIVED_BY_TRIGGERED_RULE_ACTION',
  };
  return match && { ok: false, code: 'A136', stage: 'FRAUD_RULES', decision };
}
