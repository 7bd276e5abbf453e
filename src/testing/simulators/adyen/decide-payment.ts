import type { AdyenAccount, Decision } from './account.ts';
import { isTestCvc, testExpiry } from './cards.ts';
import { adviceFor, testResults } from './refusals.ts';
import type { CardFacts, PaymentRequest } from './requests.ts';

const approved = { resultCode: 'Authorised', refusalReasonRaw: 'AUTHORISED' };

/** The issuer's decision by Adyen's documented triggers, then by what the test replaces. */
export function decidePayment(account: AdyenAccount, request: PaymentRequest, card: CardFacts): Decision {
  const cvc = request.paymentMethod?.cvc;
  const decision: Decision = {
    ...resultOf(account, request, card),
    cvcResult: cvcResultOf(card, cvc),
    avsResult: request.billingAddress ? '7 Both postal code and address match' : '5 No AVS data provided',
    finalResult: 'Authorised',
  };
  if (decision.resultCode === 'Refused' && card.brand === 'mc' && decision.refusalReasonRaw) {
    decision.merchantAdviceCode = adviceFor(decision.refusalReasonRaw);
  }
  return { ...decision, ...account.decide(request) };
}

type Result = Pick<Decision, 'resultCode' | 'refusalReason' | 'refusalReasonCode' | 'refusalReasonRaw'>;

function resultOf(account: AdyenAccount, request: PaymentRequest, card: CardFacts): Result {
  const requested = request.additionalData?.RequestedTestAcquirerResponseCode;
  // `DECLINED : 06 : ERROR` sets the raw answer too.
  const [name, ...raw] = (request.paymentMethod?.holderName ?? '').split(' : ').map((part) => part.trim());
  const test = testResults.find(
    ({ code, holderName }) => String(code) === requested || (requested === undefined && holderName === name),
  );
  if (account.blockedReferences.has(request.reference ?? '')) return { resultCode: 'Cancelled' };
  if (test) {
    const isRefusal = test.refusalReason !== undefined;
    return {
      resultCode: test.resultCode,
      refusalReason: test.refusalReason,
      refusalReasonCode: isRefusal ? String(test.code) : undefined,
      refusalReasonRaw: raw.length > 0 ? raw.join(' : ') : test.raw,
    };
  }
  if (isExpired(card, account.now())) return refusal(6);
  const { strictTestCards } = account.options;
  const { month, year } = testExpiry;
  const hasTestExpiry = card.expiryMonth === month && card.expiryYear === year;
  const { cvc } = request.paymentMethod ?? {};
  const hasTestCvc = cvc === undefined || isTestCvc(card.brand, cvc);
  if (strictTestCards && !(hasTestExpiry && hasTestCvc)) return refusal(2);
  return approved;
}

function refusal(code: number): Result {
  const test = testResults[code];
  return {
    resultCode: 'Refused',
    refusalReason: test?.refusalReason,
    refusalReasonCode: String(code),
    refusalReasonRaw: test?.raw,
  };
}

function isExpired(card: CardFacts, now: Date): boolean {
  return new Date(Date.UTC(Number(card.expiryYear), Number(card.expiryMonth), 1)) <= now;
}

/** By Adyen's documented CVC: 737, or 7373 of American Express. */
export function cvcResultOf(card: CardFacts, cvc: string | undefined): string {
  if (cvc === undefined || cvc === '') return '6 No CVC/CVV provided';
  return isTestCvc(card.brand, cvc) ? '1 Matches' : "2 Doesn't match";
}
