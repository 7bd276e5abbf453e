import type { TenantSql } from '#database/tenant.ts';
import {
  isAuthenticated,
  liabilityShiftFor,
  effectiveRequirements,
} from '#features/risk-controls/evaluate-payment.ts';
import { exceedsVelocity } from '#features/risk-controls/server/exceeds-velocity.ts';
import type { RiskControls } from '#features/risk-controls/risk-controls.ts';
import type { StoredAuthentication } from '../authentication/authentication-view.ts';
import type { PaymentContext } from '../payment-context.ts';
import type { TransactionRecord } from '../store/payment-store.ts';
import type { BlockDecision, InitialState, PaymentDraft } from '../payment-draft.ts';

/** No source of the catalogue means risk controls: docs/domain.md#risk-controls. */
export const byRiskControls: BlockDecision = {
  decisionSource: 'RISK_CONTROLS',
  decisionReason: 'DECIDED_BY_RISK_CONTROLS',
};

/** Once 3-D Secure has ended: the opening of a payment that its result forbids. */
export function afterAuthentication({ controls }: PaymentDraft, reasonCode: 'A113' | 'A114'): InitialState {
  const decision = liabilityShiftFor(controls) === 'NONE' ? {} : { decision: byRiskControls };
  return { status: 'FAILED', stage: 'THREE_D_SECURE', reasonCode, send: false, ...decision };
}

/** A payment whose cardholder has come back from a challenge. */
export interface Resumed {
  waiting: TransactionRecord;
  controls: RiskControls;
  authentication: StoredAuthentication;
}

/**
 * What ends a payment after its challenge: `refused` by the result itself, or the velocity that an override had made
 * wait for it. Why somebody else decided (the issuer forbids it) is no decision of ours.
 */
export async function riskAfterChallenge(
  sql: TenantSql,
  companyId: number,
  { waiting, controls, authentication }: Resumed,
  refused: 'A113' | 'A114' | undefined,
): Promise<{ failure?: 'A113' | 'A114' | 'A116'; decision?: BlockDecision }> {
  if (refused) {
    return liabilityShiftFor(controls) === 'NONE'
      ? { failure: refused }
      : { failure: refused, decision: byRiskControls };
  }
  if (!controls.overrideRiskControlsWith3DS || isAuthenticated(authentication)) return {};
  const tooMany = await exceedsVelocity(sql, controls, {
    companyId,
    merchantId: waiting.merchantId,
    installationId: waiting.installationId,
    fingerprint: String(waiting.cardCorrelationId),
    ip: (waiting.ipAddress as string | null) ?? undefined,
    now: waiting.txnDatetime,
    except: waiting.txnId,
  });
  return tooMany ? { failure: 'A116', decision: byRiskControls } : {};
}

/**
 * In the transaction that writes the attempt: too many of them fail it, unless a successful 3-D Secure overrides.
 * While a challenge is still open nobody knows, so with an override the count waits for its result.
 */
export async function afterVelocity(
  sql: TenantSql,
  { companyId, merchantId, installationId, now }: PaymentContext,
  { type, request, card, controls, threeDSecure }: PaymentDraft,
  opening: InitialState,
): Promise<InitialState> {
  const moneyIn = type === 'PAYMENT' || type === 'PREAUTH' || type === 'VERIFY';
  const mayStillOverride = isAuthenticated(threeDSecure) || opening.reasonCode === 'U100';
  const isOver = controls.overrideRiskControlsWith3DS && mayStillOverride;
  if (!moneyIn || opening.status === 'FAILED' || isOver) return opening;
  const { fingerprint } = card;
  const attempt = { companyId, merchantId, installationId, fingerprint, ip: request.customer.ip, now };
  if (!(await exceedsVelocity(sql, controls, attempt))) return opening;
  return {
    status: 'FAILED',
    stage: 'FRAUD_RULES',
    reasonCode: 'A116',
    send: false,
    decision: byRiskControls,
  };
}

/** What the processor's answer to this draft will be held against; nothing for money out. */
export function requirementsFor({ type, controls, threeDSecure }: PaymentDraft) {
  return type === 'PAYOUT' ? undefined : effectiveRequirements(controls, threeDSecure);
}
