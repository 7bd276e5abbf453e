import type { TenantSql } from '#database/tenant.ts';
import { type Refusal, type Result, ok } from '#shared/result.ts';
import type { ReasonCode } from '#shared/payments/reason-codes.ts';
import type { PaymentRequest } from '../request/parse-payment.ts';
import type {
  TransactionStage,
  TransactionStatus,
  TransactionType,
} from '#shared/payments/transaction-kind.ts';
import {
  effectiveRequirements,
  isAuthenticated,
  liabilityShiftFor,
} from '#features/fraud/risk-controls/evaluate-payment.ts';
import type { LiabilityShift, RiskControls } from '#features/fraud/risk-controls/risk-controls.ts';
import { exceedsVelocity } from '#features/fraud/risk-controls/server/exceeds-velocity.ts';
import type { SchedulePlan } from '#features/payments/schedules/server/plan-schedule.ts';
import type { AuthenticationFields } from '#integrations/three-d-secure.ts';
import type { Installation } from './db/installations.ts';
import { type VaultCard, isKnownCard } from './db/cards.ts';
import type { Deferral, StoredAuthentication } from './db/transaction-detail.ts';
import type { TransactionRecord } from './db/transactions.ts';
import type { PaymentContext } from './payment-context.ts';
import type { PaymentDecision } from './settle.ts';

/** A validated new payment on its way to the processor. */
export interface PaymentDraft {
  txnId: number;
  type: TransactionType;
  request: PaymentRequest;
  installation: Installation;
  card: VaultCard;
  threeDSecure?: StoredAuthentication;
  controls: RiskControls;
  /** The processor's reference to the card, of a payment that its merchant may suspend. */
  heldCard?: string;
  /** A schedule that starts once this is paid. */
  plan?: SchedulePlan;
  /** A rule defers it. */
  deferral?: Deferral;
}

/** The state with which a payment is persisted: to be sent to the processor, or already settled or suspended. */
export interface InitialState {
  status: TransactionStatus;
  stage: TransactionStage;
  reasonCode: ReasonCode;
  send: boolean;
  decision?: PaymentDecision;
}

/** A refusal that leaves a failed transaction behind. */
export interface PaymentFailure extends Refusal<ReasonCode> {
  stage: TransactionStage;
  decision?: PaymentDecision;
}

/** No decision source of the catalogue means risk controls: docs/domain.md#risk-controls. */
export const byRiskControls: PaymentDecision = {
  outcome: 'BLOCK',
  decisionSource: 'RISK_CONTROLS',
  decisionReason: 'DECIDED_BY_RISK_CONTROLS',
};

export function failedState({ code, stage, decision }: PaymentFailure): InitialState {
  return { status: 'FAILED', stage, reasonCode: code, send: false, ...(decision ? { decision } : {}) };
}

/**
 * Screens a new payment before 3-D Secure (docs/domain.md#fraud-decisions): a payout only goes to a card that has paid
 * before, unless the merchant allows this one (docs/decisions/0034).
 */
export async function screenPayment(
  { companyId, paysNewCards, inTenant }: PaymentContext,
  { request, card }: PaymentDraft,
): Promise<Result<undefined, PaymentFailure>> {
  if (request.operation !== 'payout' || paysNewCards) return ok(undefined);
  const isKnown = await inTenant((sql) => isKnownCard(sql, companyId, card.fingerprint));
  return isKnown ? ok(undefined) : { ok: false, code: 'A138', stage: 'FRAUD_RULES' };
}

/** The code that ends a payment after 3-D Secure. */
type AuthenticationFailure = 'A113' | 'A114';

/**
 * Why the result of 3-D Secure ends the payment, if it does. FAILED and REJECTED always do (docs/decisions/0083).
 * With PARTIAL an unavailable service ends it too, with FULL anything but AUTHENTICATED.
 */
export function authenticationFailure(
  liabilityShift: LiabilityShift,
  { status, enrolmentStatus }: Pick<AuthenticationFields, 'status' | 'enrolmentStatus'>,
): AuthenticationFailure | undefined {
  if (status === 'FAILED' || status === 'REJECTED') return 'A114';
  if (status === 'AUTHENTICATED' || liabilityShift === 'NONE') return undefined;
  const serviceFailed = status === 'UNAVAILABLE' || status === 'ERROR';
  if (liabilityShift === 'PARTIAL') return serviceFailed ? 'A113' : undefined;
  return enrolmentStatus === 'ENROLLED' ? 'A114' : 'A113';
}

/** The failure that the result of 3-D Secure demands. With liability shift NONE the issuer decided, not the merchant. */
export function authenticationRefusal(
  controls: RiskControls,
  code: AuthenticationFailure,
): { ok: false } & PaymentFailure {
  const decision = liabilityShiftFor(controls) === 'NONE' ? {} : { decision: byRiskControls };
  return { ok: false, code, stage: 'THREE_D_SECURE', ...decision };
}

const velocityRefusal: { ok: false } & PaymentFailure = {
  ok: false,
  code: 'A116',
  stage: 'FRAUD_RULES',
  decision: byRiskControls,
};

/**
 * Counts the attempt against the velocity rules, in the transaction that persists it. A successful 3-D Secure overrides
 * them where the merchant has set the override; while a challenge is open the count waits for its result.
 */
export async function checkVelocity(
  sql: TenantSql,
  { companyId, merchantId, installationId, now }: PaymentContext,
  { type, request, card, controls, threeDSecure }: PaymentDraft,
  state: InitialState,
): Promise<Result<undefined, PaymentFailure>> {
  const isMoneyIn = type === 'PAYMENT' || type === 'PREAUTH' || type === 'VERIFY';
  const canOverride = isAuthenticated(threeDSecure) || state.reasonCode === 'U100';
  const isOverridden = controls.overrideRiskControlsWith3DS && canOverride;
  if (!isMoneyIn || state.status === 'FAILED' || isOverridden) return ok(undefined);
  const { fingerprint } = card;
  const attempt = { companyId, merchantId, installationId, fingerprint, ip: request.customer.ip, now };
  return (await exceedsVelocity(sql, controls, attempt)) ? velocityRefusal : ok(undefined);
}

/** A payment whose card holder has returned from a challenge. */
export interface ChallengedPayment {
  suspended: TransactionRecord;
  controls: RiskControls;
  authentication: StoredAuthentication;
}

/** The velocity rules that waited for the result of a challenge, which has not overridden them. */
export async function checkVelocityAfterChallenge(
  sql: TenantSql,
  companyId: number,
  { suspended, controls, authentication }: ChallengedPayment,
): Promise<Result<undefined, PaymentFailure>> {
  if (!controls.overrideRiskControlsWith3DS || isAuthenticated(authentication)) return ok(undefined);
  const isExceeded = await exceedsVelocity(sql, controls, {
    companyId,
    merchantId: suspended.merchantId,
    installationId: suspended.installationId,
    fingerprint: String(suspended.cardCorrelationId),
    ip: suspended.ipAddress ?? undefined,
    now: suspended.txnDatetime,
    except: suspended.txnId,
  });
  return isExceeded ? velocityRefusal : ok(undefined);
}

/** What the processor's checks must return for this payment; a payout has no requirements. */
export function requirementsFor({ type, controls, threeDSecure }: PaymentDraft) {
  return type === 'PAYOUT' ? undefined : effectiveRequirements(controls, threeDSecure);
}

/**
 * Calls 3-D Secure for a new payment and stores the result in the draft: for ECOM payments that request it, and for all
 * of them where the installation has it on (docs/domain.md#3-d-secure). A MOTO payment only stops for an issuer that
 * demands a challenge, and only on our own page, which can show it (docs/decisions/0075).
 */
export async function authenticatePayment(
  context: PaymentContext,
  draft: PaymentDraft,
): Promise<Result<'PROCEED' | 'CHALLENGE', PaymentFailure>> {
  if (!isAuthenticationDue(context, draft)) return ok('PROCEED');
  const { request, card, installation, controls } = draft;
  const isMoto = request.commerceType === 'MOTO';
  const isOnOwnPage = context.notificationUrl !== undefined;
  const result = await context.services.threeDSecure.authenticate({
    reference: String(draft.txnId),
    source:
      'card' in request.source ? { pan: request.source.card.pan } : { credential: card.credential ?? '' },
    scheme: card.scheme,
    lastFour: card.lastFour,
    amountMinor: request.amountMinor,
    currency: request.currency,
    merchantName: installation.merchantName,
    isMoto,
    notificationUrl: context.notificationUrl ?? request.returnUrl,
    ...(isOnOwnPage ? {} : { merchantOrigins: installation.webOrigins }),
  });
  if (result.kind === 'challenge') {
    draft.threeDSecure = { ...result.fields, challenge: result.form };
    return ok('CHALLENGE');
  }
  // A MOTO payment without a challenge was not authenticated: its result counts for nothing.
  if (isMoto) return ok('PROCEED');
  draft.threeDSecure = result.fields;
  const failure = authenticationFailure(liabilityShiftFor(controls), result.fields);
  return failure ? authenticationRefusal(controls, failure) : ok('PROCEED');
}

/** Whether the 3-D Secure server is called for a payment. */
export function isAuthenticationDue(
  { notificationUrl, program }: Pick<PaymentContext, 'notificationUrl' | 'program'>,
  { request, controls }: Pick<PaymentDraft, 'request' | 'controls'>,
): boolean {
  const isOnOwnPage = notificationUrl !== undefined;
  // The merchant charges a stored card in the portal: no card holder is there.
  const isUnattended = program === 'portal' && !isOnOwnPage;
  const isMoto = request.commerceType === 'MOTO';
  const isPossible = (request.commerceType === 'ECOM' && !isUnattended) || (isMoto && isOnOwnPage);
  const isRequested = request.do3DSecure || controls.threeDSecure;
  return isRequested && isPossible && request.operation !== 'payout';
}
