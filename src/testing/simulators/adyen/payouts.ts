import type { SimulatedAnswer } from '../http-messages.ts';
import type { AdyenAccount } from './account.ts';
import { readCard } from './cards.ts';
import { decidePayment } from './decide-payment.ts';
import { RequestError } from './request-error.ts';
import type { Amount, PaymentMethod } from './requests.ts';
import { findStoredCard } from './stored-methods.ts';
import { requireAmount } from './take-payment.ts';

export interface PayoutRequest {
  amount?: Amount;
  reference?: string;
  card?: PaymentMethod;
  selectedRecurringDetailReference?: string;
  shopperReference?: string;
  shopperName?: { firstName: string; lastName: string };
}

/** POST /payout: final by its answer, since its event is deprecated. */
export function payOut(account: AdyenAccount, request: PayoutRequest): SimulatedAnswer {
  const amount = requireAmount(request.amount);
  const { reference, selectedRecurringDetailReference: token, shopperName } = request;
  if (!reference) throw new RequestError('130', "Required field 'reference' is not provided.");
  if (amount.value === 0) throw new RequestError('137', 'Invalid amount specified');
  if (!shopperName) throw new RequestError('100', "Required object 'shopperName' is not provided.");
  if (!token && !request.card) throw new RequestError('100', "Required object 'card' is not provided.");
  const card = token
    ? findStoredCard(account, token, request.shopperReference)
    : readCard(request.card ?? {});
  const { resultCode, refusalReason, refusalReasonRaw } = decidePayment(
    account,
    { amount, reference, paymentMethod: request.card },
    card,
  );
  const pspReference = account.newReference();
  account.payouts.push({ pspReference, reference, amount, card, resultCode, at: account.now() });
  const isApproved = resultCode === 'Authorised';
  return {
    status: 200,
    body: {
      pspReference,
      resultCode,
      refusalReason,
      authCode: isApproved ? account.random.text('0123456789', 6) : undefined,
      additionalData: refusalReasonRaw === undefined ? undefined : { refusalReasonRaw },
    },
  };
}
