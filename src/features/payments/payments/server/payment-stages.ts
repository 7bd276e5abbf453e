import type { ChosenRoute } from '#integrations/processors/processors.ts';
import type { Evaluated } from '#features/fraud/fraud-engine/server/evaluate-payment.ts';
import { effectiveRequirements, liabilityShiftFor } from '#features/fraud/risk-controls/evaluate-payment.ts';
import type { RiskStop } from '#features/fraud/risk-controls/schemas.ts';
import {
  type ResultRequirements,
  type RiskControls,
  openControls,
} from '#features/fraud/risk-controls/risk-controls.ts';
import type { ProcessorOperation } from '#integrations/processors/adapter.ts';
import type { SchedulePlan } from '#features/payments/schedules/server/plan-schedule.ts';
import type { ReasonCode } from '#shared/payments/reason-codes.ts';
import type {
  TransactionStage,
  TransactionStatus,
  TransactionType,
} from '#shared/payments/transaction-kind.ts';
import type { Refusal } from '#shared/result.ts';
import type { Callback, Callbacks, PaymentRequest } from '../request/parse-payment.ts';
import type { StoredCard } from './db/cards.ts';
import type { Installation } from './db/installations.ts';
import type { Deferral, StoredAuthentication } from './db/transaction-detail.ts';
import type { NewTransaction } from './db/transactions.ts';

// A new payment is a value of each of these stages in turn. Each stage makes the next one; none is changed.

/** A valid request, with the card, installation and risk controls that it needs. */
export interface Draft {
  readonly txnId: number;
  readonly type: TransactionType;
  readonly request: PaymentRequest;
  readonly installation: Installation;
  readonly card: StoredCard;
  readonly controls: RiskControls;
  /** The processor that it goes to. */
  readonly route: ChosenRoute;
  /** A schedule that starts once this is paid. */
  readonly plan?: SchedulePlan;
}

/** A draft with what is known before it is stored: 3-D Secure, the card at the processor, and the state it would have. */
export interface Screened extends Draft {
  readonly state: InitialState;
  readonly threeDSecure?: StoredAuthentication;
  /** The processor's reference to the card, of a payment that waits or that its merchant may suspend. */
  readonly heldCard?: string;
  /** A rule defers it. */
  readonly deferral?: Deferral;
  /** Its processor authenticates the card holder in `send`. */
  readonly authenticate?: ProcessorOperation['authenticate'];
}

/** Velocity rules, lists and fraud rules have decided on type and state, in the transaction that stores the payment. */
export interface Judged extends Screened {
  readonly score: Pick<NewTransaction, 'fgScore' | 'fgAdvice'>;
  /** What the fraud engine stores. */
  readonly steps: Evaluated['steps'];
  readonly block?: Evaluated['block'];
}

/** What the first transaction stores of a judged payment. */
export interface Initial extends Judged {
  readonly row: NewTransaction;
}

/** The state with which a payment is stored: to be sent to the processor, or already settled or suspended. */
interface InitialState {
  status: TransactionStatus;
  stage: TransactionStage;
  reasonCode: ReasonCode;
  send: boolean;
  decision?: PaymentDecision;
}

/** Of a payment that goes to the processor. */
export const submittedState: InitialState = {
  status: 'SUSPENDED',
  stage: 'AUTHORISATION',
  reasonCode: 'U200',
  send: true,
};

/** A refusal that leaves a failed transaction behind. */
export interface PaymentFailure extends Refusal<ReasonCode> {
  stage: TransactionStage;
  decision?: PaymentDecision;
}

/** No decision source of the catalogue means risk controls: docs/domain.md#risk-controls. */
export const byRiskControls = (stop?: RiskStop): PaymentDecision => ({
  outcome: 'BLOCK',
  decisionSource: 'RISK_CONTROLS',
  decisionReason: 'DECIDED_BY_RISK_CONTROLS',
  ...(stop ? { stop } : {}),
});

export function failedState({ code, stage, decision }: PaymentFailure): InitialState {
  return { status: 'FAILED', stage, reasonCode: code, send: false, ...(decision ? { decision } : {}) };
}

/** The result of lists, rules and risk controls, as reports and the merchant API show it (docs/domain.md#fraud-decisions). */
export interface PaymentDecision {
  outcome: string;
  /** Null where nothing decided. */
  decisionSource: string | null;
  decisionReason: string | null;
  /** The risk control that decided. */
  stop?: RiskStop;
}

/** The columns by which reports find a decision (docs/domain.md#fraud-decisions); null without one. */
export const decisionColumns = (decision: PaymentDecision | undefined) => ({
  optimize360Outcome: decision?.outcome ?? null,
  decisionSource: decision?.decisionSource ?? null,
  decisionReason: decision?.decisionReason ?? null,
});

/** What the processor's checks must return for this payment; a payout has no requirements. */
export function requirementsFor({
  type,
  request,
  controls,
  threeDSecure,
  authenticate,
}: Screened): ResultRequirements | undefined {
  if (type === 'PAYOUT') return undefined;
  const required = effectiveRequirements(controls, threeDSecure);
  // A wallet has no security code.
  const matches =
    required && 'wallet' in request.source ? { ...required, cv2MatchRequirement: 'NONE' as const } : required;
  const liabilityShift = liabilityShiftFor(controls);
  if (!authenticate || liabilityShift === 'NONE') return matches;
  return { ...(matches ?? openControls.cv2AvsRequirements), liabilityShift };
}

/** The callbacks of a payment before it goes to the processor, and once the processor has approved it. */
export interface CallbackPlan {
  before?: Callback;
  after?: Callback;
}

const withCallbacks: readonly TransactionType[] = ['PAYMENT', 'PREAUTH', 'VERIFY', 'PAYOUT'];

/**
 * The callbacks that a transaction of this type makes. Follow-ups make none, and a payout makes none afterwards: an
 * approved payout cannot be released (docs/decisions/0032).
 */
export function planCallbacks(type: TransactionType, callbacks: Callbacks | null | undefined): CallbackPlan {
  if (!withCallbacks.includes(type)) return {};
  const { preAuthCallback: before, postAuthCallback: after } = callbacks ?? {};
  return type === 'PAYOUT' ? { before } : { before, after };
}
