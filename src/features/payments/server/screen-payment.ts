import type { TenantSql } from '#database/tenant.ts';
import { type Refusal, type Result, ok } from '#shared/result.ts';
import type { ReasonCode } from '../reason-codes.ts';
import type { PaymentRequest } from '../request/parse-payment.ts';
import type { TransactionStage, TransactionStatus, TransactionType } from '../transaction-kind.ts';
import {
  effectiveRequirements,
  isAuthenticated,
  liabilityShiftFor,
} from '#features/risk-controls/evaluate-payment.ts';
import type { LiabilityShift, RiskControls } from '#features/risk-controls/risk-controls.ts';
import { exceedsVelocity } from '#features/risk-controls/server/exceeds-velocity.ts';
import type { SchedulePlan } from '#features/schedules/server/store/plan-schedule.ts';
import type { AuthenticationFields } from '#integrations/three-d-secure.ts';
import type { Installation } from './db/installations.ts';
import { type VaultCard, isKnownCard } from './db/cards.ts';
import type { StoredAuthentication } from './db/transaction-detail.ts';
import type { TransactionRecord } from './db/transactions.ts';
import type { PaymentContext } from './payment-context.ts';
import type { BlockDecision } from './settle.ts';

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
}

/** The state with which a payment is persisted: to be sent to the processor, or already settled or suspended. */
export interface InitialState {
  status: TransactionStatus;
  stage: TransactionStage;
  reasonCode: ReasonCode;
  send: boolean;
  decision?: BlockDecision;
}

/** A refusal that leaves a failed transaction behind. */
export interface PaymentFailure extends Refusal<ReasonCode> {
  stage: TransactionStage;
  decision?: BlockDecision;
}

/** No decision source of the catalogue means risk controls: docs/domain.md#risk-controls. */
export const byRiskControls: BlockDecision = {
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
export type AuthenticationFailure = 'A113' | 'A114';

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

/** A payment whose cardholder has returned from a challenge. */
export interface ChallengedPayment {
  waiting: TransactionRecord;
  controls: RiskControls;
  authentication: StoredAuthentication;
}

/** The velocity rules that waited for the result of a challenge, which has not overridden them. */
export async function checkVelocityAfterChallenge(
  sql: TenantSql,
  companyId: number,
  { waiting, controls, authentication }: ChallengedPayment,
): Promise<Result<undefined, PaymentFailure>> {
  if (!controls.overrideRiskControlsWith3DS || isAuthenticated(authentication)) return ok(undefined);
  const isExceeded = await exceedsVelocity(sql, controls, {
    companyId,
    merchantId: waiting.merchantId,
    installationId: waiting.installationId,
    fingerprint: String(waiting.cardCorrelationId),
    ip: waiting.ipAddress ?? undefined,
    now: waiting.txnDatetime,
    except: waiting.txnId,
  });
  return isExceeded ? velocityRefusal : ok(undefined);
}

/** What the processor's checks must return for this payment; a payout has no requirements. */
export function requirementsFor({ type, controls, threeDSecure }: PaymentDraft) {
  return type === 'PAYOUT' ? undefined : effectiveRequirements(controls, threeDSecure);
}
