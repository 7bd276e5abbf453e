/**
 * Response codes for Stripe's decline codes, where the network gave none. Source: Stripe's page of decline codes and
 * docs/domain.md#declines.
 */
const declineCodes: Readonly<Record<string, string>> = {
  insufficient_funds: '51',
  expired_card: '54',
  incorrect_cvc: 'N7',
  invalid_cvc: 'N7',
  incorrect_number: '14',
  invalid_number: '14',
  lost_card: '41',
  stolen_card: '43',
  pickup_card: '04',
  fraudulent: '59',
  highest_risk_level: '59',
  call_issuer: '01',
  authentication_required: '1A',
  payment_intent_authentication_failure: '1A',
  setup_intent_authentication_failure: '1A',
  card_velocity_exceeded: '61',
  withdrawal_count_limit_exceeded: '65',
  restricted_card: '62',
  security_violation: '63',
  transaction_not_allowed: '57',
  card_not_supported: '57',
  duplicate_transaction: '94',
  invalid_amount: '13',
  stop_payment_order: 'R0',
  revocation_of_authorization: 'R1',
  revocation_of_all_authorizations: 'R3',
  issuer_not_available: '91',
  processing_error: '96',
};

/** The issuer or the network could not be reached: nothing was declined. */
export const isUnavailable = (declineCode: string): boolean =>
  declineCode === 'issuer_not_available' || declineCode === 'processing_error';

export const declineStatus = (declineCode: string): string => declineCodes[declineCode] ?? '05';

const zeroDigits = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF';
/** Three digits, the last of them 0. */
const threeDigits = 'BHD JOD KWD OMR TND';
const twoDigits = `USD AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF
  CNY COP CRC CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD KES KGS
  KHR KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
  PKR PLN QAR RON RSD SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TOP TRY TTD TWD TZS UAH UGX UYU UZS WST XCD YER ZAR
  ZMW`;

const withDigits = (codes: string, digits: number): [string, number][] =>
  codes.split(/\s+/).map((code) => [code, digits]);

/** Digits of each currency in Stripe's amounts. Source: Stripe's page of supported currencies. */
export const stripeDigits: Readonly<Record<string, number>> = Object.fromEntries([
  ...withDigits(zeroDigits, 0),
  ...withDigits(threeDigits, 3),
  ...withDigits(twoDigits, 2),
]);

/** Digits that an amount can have. */
export const stripeCurrencies: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(stripeDigits).map(([code, digits]) => [code, Math.min(digits, 2)]),
);
