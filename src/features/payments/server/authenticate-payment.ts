import { type Result, ok } from '#shared/result.ts';
import { authenticationFailure } from './screen-payment.ts';
import { liabilityShiftFor } from '#features/risk-controls/evaluate-payment.ts';
import type { PaymentContext } from './payment-context.ts';
import { type PaymentDraft, type PaymentFailure, authenticationRefusal } from './screen-payment.ts';

/**
 * Calls 3-D Secure for a new payment and stores the result in the draft: for ECOM payments that request it, and for all
 * of them where the installation has it on (docs/domain.md#3-d-secure). A MOTO payment only stops for an issuer that
 * demands a challenge, and only on our own page, which can show it (docs/decisions/0075).
 */
export async function authenticatePayment(
  context: PaymentContext,
  draft: PaymentDraft,
): Promise<Result<'PROCEED' | 'CHALLENGE', PaymentFailure>> {
  const { request, card, installation, controls } = draft;
  const isRequested = request.do3DSecure || controls.threeDSecure;
  const isMoto = request.commerceType === 'MOTO';
  const isOnOwnPage = context.notificationUrl !== undefined;
  // The merchant charges a stored card in the portal: no cardholder is there.
  const isUnattended = context.program === 'portal' && !isOnOwnPage;
  const isPossible = (request.commerceType === 'ECOM' && !isUnattended) || (isMoto && isOnOwnPage);
  if (!isRequested || !isPossible || request.operation === 'payout') return ok('PROCEED');
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
