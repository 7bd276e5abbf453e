/** What Stripe's documented test cards do. A card without an entry is approved. */
export interface CardBehaviour {
  /** `code` of the error; `card_declined` has a decline code too. */
  decline?: { code: string; declineCode?: string; network?: string; isBlocked?: boolean };
  /** Attaching it to a customer works, charging it does not. */
  onlyCharge?: boolean;
  authentication?: 'always' | 'unless set up' | 'required then declined';
  cvcCheck?: 'fail';
  lineCheck?: 'fail' | 'unavailable';
  postalCheck?: 'fail' | 'unavailable';
  refund?: 'pending' | 'fails';
  dispute?: { reason: string; isInquiry?: boolean };
  fraudWarning?: boolean;
}

function declined(declineCode: string, network: string): CardBehaviour {
  return { decline: { code: 'card_declined', declineCode, network } };
}

const behaviours: Record<string, CardBehaviour> = {
  '4000000000000002': declined('generic_decline', '05'),
  '4000000000009995': declined('insufficient_funds', '51'),
  '4000000000009987': declined('lost_card', '41'),
  '4000000000009979': declined('stolen_card', '43'),
  '4000000000006975': declined('card_velocity_exceeded', '61'),
  '4000000000000069': { decline: { code: 'expired_card', network: '54' } },
  '4000000000000127': { decline: { code: 'incorrect_cvc', network: 'N7' } },
  '4000000000000119': { decline: { code: 'processing_error' } },
  '4100000000000019': { decline: { code: 'card_declined', declineCode: 'fraudulent', isBlocked: true } },
  '4000000000000341': { ...declined('generic_decline', '05'), onlyCharge: true },
  '4000000000000101': { cvcCheck: 'fail' },
  '4000000000000010': { lineCheck: 'fail', postalCheck: 'fail' },
  '4000000000000028': { lineCheck: 'fail' },
  '4000000000000036': { postalCheck: 'fail' },
  '4000000000000044': { lineCheck: 'unavailable', postalCheck: 'unavailable' },
  '4000000000003220': { authentication: 'always' },
  '4000002760003184': { authentication: 'always' },
  '4000002500003155': { authentication: 'unless set up' },
  '4000008400001629': { ...declined('generic_decline', '05'), authentication: 'required then declined' },
  '4000000000007726': { refund: 'pending' },
  '4000000000005126': { refund: 'fails' },
  '4000000000000259': { dispute: { reason: 'fraudulent' } },
  '4000000000002685': { dispute: { reason: 'product_not_received' } },
  '4000000000001976': { dispute: { reason: 'product_not_received', isInquiry: true } },
  '4000000000005423': { fraudWarning: true },
};

/** Test payment methods, for calls without a card number. */
const tokens: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
};

export function behaviourOf(number: string): CardBehaviour {
  return behaviours[number] ?? {};
}

export function numberOfToken(token: string): string | undefined {
  return tokens[token];
}
