import type { PaymentDraft } from '../open-payment.ts';
import type { PaymentContext } from '../payment-context.ts';
import { authenticationPolicy } from './authentication-policy.ts';
import { type AuthenticationVerdict, judgeAuthentication } from './judge-authentication.ts';

/**
 * Asks 3-D Secure about a new payment and puts into the draft what it said. Only for ECOM payments that ask for it,
 * where the installation has it on (domain §2.10).
 */
export async function authenticatePayment(
  context: PaymentContext,
  draft: PaymentDraft,
): Promise<AuthenticationVerdict | 'CHALLENGE'> {
  const { request, card, installation } = draft;
  if (!request.do3DSecure || request.commerceType !== 'ECOM' || request.operation === 'payout')
    return 'PROCEED';
  const policy = await authenticationPolicy(context);
  if (!policy.enabled) return 'PROCEED';
  const result = await context.services.threeDSecure.authenticate({
    reference: String(draft.txnId),
    source:
      'card' in request.source ? { pan: request.source.card.pan } : { credential: card.credential ?? '' },
    scheme: card.scheme,
    lastFour: card.lastFour,
    amountMinor: request.amountMinor,
    currency: request.currency,
    merchantName: installation.merchantName,
    notificationUrl: context.notificationUrl,
  });
  draft.threeDSecure = result.fields;
  if (result.kind === 'challenge') {
    draft.threeDSecure = { ...result.fields, challenge: result.form };
    return 'CHALLENGE';
  }
  return judgeAuthentication(policy, result.fields);
}
