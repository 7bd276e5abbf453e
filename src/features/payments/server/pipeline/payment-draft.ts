import type { PaymentRequest } from '#features/payments/request/parse-payment.ts';
import type { ReasonCode } from '#features/payments/reason-codes.ts';
import type {
  TransactionStage,
  TransactionStatus,
  TransactionType,
} from '#features/payments/transaction-kind.ts';
import type { RiskControls } from '#features/risk-controls/risk-controls.ts';
import type { SchedulePlan } from '#features/schedules/server/store/plan-schedule.ts';
import type { StoredAuthentication } from './authentication/authentication-view.ts';
import type { Installation } from './store/installation-store.ts';
import type { VaultCard } from './store/vault-card.ts';

/** A new payment on its way through the pipeline. */
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
  /** A schedule that begins when this is paid. */
  plan?: SchedulePlan;
}

/** How the transaction begins: with something sent to the processor, or already settled or suspended. */
export interface InitialState {
  status: TransactionStatus;
  stage: TransactionStage;
  reasonCode: ReasonCode;
  send: boolean;
  decision?: BlockDecision;
}

/** Why a transaction was blocked, as reports and the merchant API show it (docs/domain.md#fraud-decisions). */
export interface BlockDecision {
  decisionSource: string;
  decisionReason: string;
}
