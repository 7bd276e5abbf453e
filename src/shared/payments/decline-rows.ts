/** The party that can act. */
export type Side = 'CUSTOMER' | 'ISSUER' | 'MERCHANT' | 'PROVIDER' | 'PROCESSOR';

/** When another attempt can help; texts are at `details.problem.retry`. */
export type Retry =
  | 'NEVER'
  | 'FIX'
  | 'SOON'
  | 'HOUR'
  | 'DAY'
  | 'THREE_DAYS'
  /** The days of the advice code. */
  | 'DAYS'
  | 'AUTHENTICATE'
  /** The result is unknown: another attempt could charge twice. */
  | 'UNKNOWN'
  /** Only a new payment is possible. */
  | 'ENDED';

/** Advice for the merchant's staff; texts are at `decline_advice`. */
export type Advice =
  | 'OTHER_CARD'
  | 'CALL_BANK'
  | 'CHECK_DETAILS'
  | 'WAIT'
  | 'AUTHENTICATE'
  | 'REVIEW'
  | 'CORRECT_AMOUNT'
  | 'SET_UP'
  | 'RISK_CONTROLS'
  | 'PROCESSOR'
  | 'STOP'
  | 'REQUEST'
  | 'START_AGAIN'
  | 'NONE';

/**
 * The payer's sentence, at `decline_payer`. It has the next step and never the cause: the reason would help to test
 * stolen cards.
 */
export type PayerAdvice =
  | 'DECLINED'
  | 'CHECK_CARD'
  | 'NOT_APPROVED'
  | 'AUTHENTICATE'
  | 'UNAVAILABLE'
  | 'UNCONFIRMED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'CONTACT';

/** The group of similar declines, for charts and for merchants' systems. */
export type DeclineGroup =
  | 'FUNDS'
  | 'CARD_DETAILS'
  | 'CARD_UNUSABLE'
  | 'ISSUER'
  | 'NOT_ALLOWED'
  | 'AUTHENTICATION'
  | 'FRAUD_CHECK'
  | 'UNAVAILABLE'
  | 'REQUEST'
  | 'ENDED';

export interface Row {
  group: DeclineGroup;
  side: Side;
  retry: Retry;
  advice: Advice;
  payer: PayerAdvice;
}

const row = (group: DeclineGroup, side: Side, retry: Retry, advice: Advice, payer: PayerAdvice): Row => ({
  group,
  side,
  retry,
  advice,
  payer,
});

const wrongCardData = row('CARD_DETAILS', 'CUSTOMER', 'FIX', 'CHECK_DETAILS', 'CHECK_CARD');
const unusableCard = row('CARD_UNUSABLE', 'CUSTOMER', 'NEVER', 'OTHER_CARD', 'DECLINED');
const notAllowed = row('NOT_ALLOWED', 'ISSUER', 'NEVER', 'OTHER_CARD', 'DECLINED');
const misuse = row('CARD_UNUSABLE', 'CUSTOMER', 'NEVER', 'REVIEW', 'DECLINED');
const issuerMisuse = row('ISSUER', 'ISSUER', 'NEVER', 'REVIEW', 'DECLINED');
export const issuerCall = row('ISSUER', 'ISSUER', 'DAY', 'CALL_BANK', 'DECLINED');
const limit = row('FUNDS', 'CUSTOMER', 'DAY', 'WAIT', 'NOT_APPROVED');
const issuerOutage = row('UNAVAILABLE', 'ISSUER', 'HOUR', 'WAIT', 'UNAVAILABLE');
const networkOutage = row('UNAVAILABLE', 'PROCESSOR', 'HOUR', 'WAIT', 'UNAVAILABLE');
const ownOutage = row('UNAVAILABLE', 'PROVIDER', 'HOUR', 'WAIT', 'UNAVAILABLE');
const authentication = row('AUTHENTICATION', 'ISSUER', 'AUTHENTICATE', 'AUTHENTICATE', 'AUTHENTICATE');
const withdrawn = row('ENDED', 'CUSTOMER', 'NEVER', 'STOP', 'DECLINED');
const setUp = row('REQUEST', 'MERCHANT', 'FIX', 'SET_UP', 'CONTACT');
const request = row('REQUEST', 'MERCHANT', 'FIX', 'REQUEST', 'CONTACT');
const processorSetUp = row('REQUEST', 'MERCHANT', 'FIX', 'PROCESSOR', 'CONTACT');
// Where a rule is about the customer or the address, no other card helps.
const ruleStop = row('FRAUD_CHECK', 'PROVIDER', 'NEVER', 'REVIEW', 'CONTACT');
const twice = row('REQUEST', 'MERCHANT', 'NEVER', 'NONE', 'UNCONFIRMED');
const cancelled = row('ENDED', 'MERCHANT', 'ENDED', 'NONE', 'CANCELLED');

/** Keyed by the response code of issuer or processor; `{scheme}_{code}` where schemes differ. */
export const responses = {
  '00': row('ENDED', 'PROVIDER', 'ENDED', 'NONE', 'CONTACT'),
  '01': issuerCall,
  '03': row('NOT_ALLOWED', 'MERCHANT', 'THREE_DAYS', 'PROCESSOR', 'DECLINED'),
  '04': row('CARD_UNUSABLE', 'ISSUER', 'NEVER', 'OTHER_CARD', 'DECLINED'),
  '05': issuerCall,
  '07': row('CARD_UNUSABLE', 'ISSUER', 'NEVER', 'REVIEW', 'DECLINED'),
  '12': notAllowed,
  '13': row('REQUEST', 'MERCHANT', 'FIX', 'CORRECT_AMOUNT', 'CONTACT'),
  '14': wrongCardData,
  '15': wrongCardData,
  '19': issuerOutage,
  '30': { ...processorSetUp, side: 'PROVIDER' },
  '41': misuse,
  '43': misuse,
  '46': unusableCard,
  '51': limit,
  '54': wrongCardData,
  '55': wrongCardData,
  '57': notAllowed,
  '58': processorSetUp,
  '59': row('ISSUER', 'ISSUER', 'AUTHENTICATE', 'REVIEW', 'DECLINED'),
  '61': limit,
  '62': row('NOT_ALLOWED', 'ISSUER', 'THREE_DAYS', 'CALL_BANK', 'DECLINED'),
  '63': issuerMisuse,
  '65': limit,
  '68': networkOutage,
  '70': authentication,
  '75': row('CARD_UNUSABLE', 'CUSTOMER', 'DAY', 'CALL_BANK', 'DECLINED'),
  '78': row('CARD_UNUSABLE', 'CUSTOMER', 'FIX', 'CALL_BANK', 'DECLINED'),
  '82': wrongCardData,
  '83': row('ISSUER', 'PROCESSOR', 'NEVER', 'REVIEW', 'DECLINED'),
  '86': issuerOutage,
  '91': issuerOutage,
  '92': networkOutage,
  '93': notAllowed,
  '94': { ...twice, side: 'PROCESSOR' },
  '96': networkOutage,
  '1A': authentication,
  '5C': row('NOT_ALLOWED', 'ISSUER', 'THREE_DAYS', 'OTHER_CARD', 'DECLINED'),
  '6P': wrongCardData,
  '9G': row('NOT_ALLOWED', 'CUSTOMER', 'DAY', 'CALL_BANK', 'DECLINED'),
  N7: wrongCardData,
  R0: withdrawn,
  R1: withdrawn,
  R3: withdrawn,
  MASTERCARD_79: unusableCard,
  MASTERCARD_82: notAllowed,
  MASTERCARD_83: issuerMisuse,
} as const satisfies Readonly<Record<string, Row>>;

/** Keyed by our reason code, or by a family of codes with one sentence. */
export const reasons = {
  A102: setUp,
  A103: request,
  A108: request,
  A110: setUp,
  A111: setUp,
  A113: row('AUTHENTICATION', 'ISSUER', 'HOUR', 'WAIT', 'UNAVAILABLE'),
  A114: row('AUTHENTICATION', 'CUSTOMER', 'AUTHENTICATE', 'AUTHENTICATE', 'AUTHENTICATE'),
  A116: row('FRAUD_CHECK', 'PROVIDER', 'FIX', 'RISK_CONTROLS', 'DECLINED'),
  A117: setUp,
  A118: request,
  A119: request,
  A120: ruleStop,
  A122: request,
  A124: request,
  A125: { ...ownOutage, retry: 'SOON' },
  A126: twice,
  A129: setUp,
  A136: ruleStop,
  A137: ownOutage,
  A138: row('REQUEST', 'MERCHANT', 'FIX', 'OTHER_CARD', 'CONTACT'),
  A139: setUp,
  A400: request,
  C101: cancelled,
  C103: { ...cancelled, advice: 'SET_UP' },
  C105: cancelled,
  C106: { ...cancelled, side: 'CUSTOMER' },
  C107: cancelled,
  E100: ownOutage,
  T100: row('ENDED', 'CUSTOMER', 'ENDED', 'START_AGAIN', 'EXPIRED'),
  V103: setUp,
  V104: setUp,
  V106: row('AUTHENTICATION', 'CUSTOMER', 'AUTHENTICATE', 'AUTHENTICATE', 'EXPIRED'),
  V107: { ...request, group: 'AUTHENTICATION' },
  V313: setUp,
  X201: setUp,
  /** The approval may still hold money. */
  X202: row('UNAVAILABLE', 'PROCESSOR', 'UNKNOWN', 'PROCESSOR', 'UNCONFIRMED'),
  /** Stored once it is certain that no money has moved. */
  X203: networkOutage,
  X208: { ...networkOutage, group: 'AUTHENTICATION' },
  saved_card: row('REQUEST', 'MERCHANT', 'FIX', 'OTHER_CARD', 'CONTACT'),
  card_form: wrongCardData,
  follow_up: row('REQUEST', 'MERCHANT', 'FIX', 'CORRECT_AMOUNT', 'CONTACT'),
  request,
} as const satisfies Readonly<Record<string, Row>>;
