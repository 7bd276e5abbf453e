import type { TenantSql } from '#database/tenant.ts';
import {
  isAuthenticated,
  judgeAuthentication,
  requirementsOf,
} from '#features/risk-controls/judge-payment.ts';
import { exceedsVelocity } from '#features/risk-controls/server/exceeds-velocity.ts';
import type { PaymentContext } from '../payment-context.ts';
import type { BlockDecision, Opening, PaymentDraft } from '../payment-draft.ts';

/** No source of the catalogue means risk controls: docs/decisions/0028. */
export const byRiskControls: BlockDecision = {
  decisionSource: 'RISK_CONTROLS',
  decisionReason: 'DECIDED_BY_RISK_CONTROLS',
};

/** Once 3-D Secure has ended: the opening of a payment that its result forbids, or undefined to go on. */
export function afterAuthentication({ controls, threeDSecure }: PaymentDraft): Opening | undefined {
  const reasonCode = judgeAuthentication(controls, threeDSecure);
  return (
    reasonCode && {
      status: 'FAILED',
      stage: 'THREE_D_SECURE',
      reasonCode,
      send: false,
      decision: byRiskControls,
    }
  );
}

/**
 * In the transaction that writes the attempt: too many of them fail it, unless a successful 3-D Secure overrides.
 * While a challenge is still open nobody knows, so with an override the count waits for its result.
 */
export async function afterVelocity(
  sql: TenantSql,
  { companyId, installationId, now }: PaymentContext,
  { type, request, card, controls, threeDSecure }: PaymentDraft,
  opening: Opening,
): Promise<Opening> {
  const moneyIn = type === 'PAYMENT' || type === 'PREAUTH' || type === 'VERIFY';
  const mayStillOverride = isAuthenticated(threeDSecure) || opening.reasonCode === 'U100';
  const isOver = controls.overrideRiskControlsWith3DS && mayStillOverride;
  if (!moneyIn || opening.status === 'FAILED' || isOver) return opening;
  const attempt = { companyId, installationId, fingerprint: card.fingerprint, ip: request.customer.ip, now };
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
  return type === 'PAYOUT' ? undefined : requirementsOf(controls, threeDSecure);
}
