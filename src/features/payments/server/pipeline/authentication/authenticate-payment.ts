import type { PaymentDraft } from '../payment-draft.ts';
import type { PaymentContext } from '../payment-context.ts';
import { liabilityShiftFor } from '#features/risk-controls/evaluate-payment.ts';
import { type AuthenticationVerdict, evaluateAuthentication } from './evaluate-authentication.ts';

/**
 * Asks 3-D Secure about a new payment and puts into the draft what it said: about ECOM payments that ask for it, and
 * about all of them where the installation has it on (docs/domain.md#3-d-secure). A payment by phone or mail is
 * only stopped by an issuer that insists, and only where our own page stands open for the answer
 * (docs/decisions/0075).
 */
export async function authenticatePayment(
  context: PaymentContext,
  draft: PaymentDraft,
): Promise<AuthenticationVerdict | 'CHALLENGE'> {
  const { request, card, installation, controls } = draft;
  const isAsked = request.do3DSecure || controls.threeDSecure;
  const isMoto = request.commerceType === 'MOTO';
  // A kept card that a merchant charges in the portal: nobody is there to answer.
  const isAlone = context.program === 'portal' && context.notificationUrl === undefined;
  const isAskable =
    (request.commerceType === 'ECOM' && !isAlone) || (isMoto && context.notificationUrl !== undefined);
  if (!isAsked || !isAskable || request.operation === 'payout') return 'PROCEED';
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
    ...(context.notificationUrl === undefined ? { merchantOrigins: installation.webOrigins } : {}),
  });
  if (result.kind === 'challenge') {
    draft.threeDSecure = { ...result.fields, challenge: result.form };
    return 'CHALLENGE';
  }
  // Whom nobody asked is no authentication, good or bad.
  if (isMoto) return 'PROCEED';
  draft.threeDSecure = result.fields;
  return evaluateAuthentication(liabilityShiftFor(controls), result.fields);
}
