/** Who can act. */
type Side = 'CUSTOMER' | 'ISSUER' | 'MERCHANT' | 'PORTAL' | 'PROCESSOR';

/** When another attempt can help; texts are at `details.problem.retry`. */
type Retry =
  | 'NEVER'
  | 'FIX'
  | 'SOON'
  | 'HOUR'
  | 'DAY'
  | 'THREE_DAYS'
  | 'AUTHENTICATE'
  /** The result is unknown: another attempt could charge twice. */
  | 'UNKNOWN'
  /** Only a new payment is possible. */
  | 'ENDED';

/** What the merchant's staff can do; texts are at `decline_advice`. */
type Advice =
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

/** What the payer reads. It says what to do and never why: the reason would help to test stolen cards. */
export type PayerAdvice = 'DECLINED' | 'CHECK_CARD' | 'AUTHENTICATE' | 'UNAVAILABLE' | 'REFUSED';

interface Row {
  side: Side;
  retry: Retry;
  advice: Advice;
  payer: PayerAdvice;
}

const row = (side: Side, retry: Retry, advice: Advice, payer: PayerAdvice): Row => ({
  side,
  retry,
  advice,
  payer,
});

const wrongCardData = row('CUSTOMER', 'FIX', 'CHECK_DETAILS', 'CHECK_CARD');
const unusableCard = row('CUSTOMER', 'NEVER', 'OTHER_CARD', 'DECLINED');
const notAllowed = row('ISSUER', 'NEVER', 'OTHER_CARD', 'DECLINED');
const misuse = row('CUSTOMER', 'NEVER', 'REVIEW', 'DECLINED');
const issuerMisuse = row('ISSUER', 'NEVER', 'REVIEW', 'DECLINED');
const issuerCall = row('ISSUER', 'DAY', 'CALL_BANK', 'DECLINED');
const limit = row('CUSTOMER', 'DAY', 'WAIT', 'DECLINED');
const issuerOutage = row('ISSUER', 'HOUR', 'WAIT', 'UNAVAILABLE');
const networkOutage = row('PROCESSOR', 'HOUR', 'WAIT', 'UNAVAILABLE');
const ownOutage = row('PORTAL', 'HOUR', 'WAIT', 'REFUSED');
const authentication = row('ISSUER', 'AUTHENTICATE', 'AUTHENTICATE', 'AUTHENTICATE');
const withdrawn = row('CUSTOMER', 'NEVER', 'STOP', 'DECLINED');
const setUp = row('MERCHANT', 'FIX', 'SET_UP', 'REFUSED');
const request = row('MERCHANT', 'FIX', 'REQUEST', 'REFUSED');

/** Keyed by the response code of issuer or processor; `{scheme}_{code}` where schemes differ. */
const responses = {
  '00': row('PORTAL', 'ENDED', 'NONE', 'REFUSED'),
  '01': issuerCall,
  '03': row('MERCHANT', 'THREE_DAYS', 'PROCESSOR', 'DECLINED'),
  '04': notAllowed,
  '05': issuerCall,
  '07': issuerMisuse,
  '12': notAllowed,
  '13': row('MERCHANT', 'FIX', 'CORRECT_AMOUNT', 'REFUSED'),
  '14': wrongCardData,
  '15': wrongCardData,
  '19': issuerOutage,
  '30': row('PORTAL', 'FIX', 'PROCESSOR', 'REFUSED'),
  '41': misuse,
  '43': misuse,
  '46': unusableCard,
  '51': limit,
  '54': wrongCardData,
  '55': wrongCardData,
  '57': notAllowed,
  '58': row('MERCHANT', 'FIX', 'PROCESSOR', 'REFUSED'),
  '59': row('ISSUER', 'AUTHENTICATE', 'REVIEW', 'DECLINED'),
  '61': limit,
  '62': row('ISSUER', 'THREE_DAYS', 'CALL_BANK', 'DECLINED'),
  '63': issuerMisuse,
  '65': limit,
  '68': networkOutage,
  '70': authentication,
  '75': row('CUSTOMER', 'DAY', 'CALL_BANK', 'DECLINED'),
  '78': row('CUSTOMER', 'FIX', 'CALL_BANK', 'DECLINED'),
  '79': unusableCard,
  '82': wrongCardData,
  '83': row('PROCESSOR', 'NEVER', 'REVIEW', 'DECLINED'),
  '86': issuerOutage,
  '91': issuerOutage,
  '92': networkOutage,
  '93': notAllowed,
  '94': row('PROCESSOR', 'NEVER', 'NONE', 'REFUSED'),
  '96': networkOutage,
  '1A': authentication,
  '5C': row('ISSUER', 'THREE_DAYS', 'OTHER_CARD', 'DECLINED'),
  '6P': wrongCardData,
  '9G': row('CUSTOMER', 'DAY', 'CALL_BANK', 'DECLINED'),
  N7: wrongCardData,
  R0: withdrawn,
  R1: withdrawn,
  R3: withdrawn,
  MASTERCARD_82: notAllowed,
  MASTERCARD_83: issuerMisuse,
} as const satisfies Readonly<Record<string, Row>>;

/** Keyed by our reason code, or by a family of codes with one sentence. */
const reasons = {
  A102: setUp,
  A103: request,
  A108: request,
  A110: setUp,
  A111: setUp,
  A113: row('ISSUER', 'HOUR', 'WAIT', 'AUTHENTICATE'),
  A114: row('CUSTOMER', 'AUTHENTICATE', 'AUTHENTICATE', 'AUTHENTICATE'),
  A116: row('PORTAL', 'FIX', 'RISK_CONTROLS', 'DECLINED'),
  A117: setUp,
  A118: request,
  A119: request,
  A120: row('PORTAL', 'NEVER', 'REVIEW', 'DECLINED'),
  A122: request,
  A124: request,
  A125: row('PORTAL', 'SOON', 'WAIT', 'REFUSED'),
  A126: row('MERCHANT', 'NEVER', 'NONE', 'REFUSED'),
  A129: setUp,
  A136: row('PORTAL', 'NEVER', 'REVIEW', 'DECLINED'),
  A137: ownOutage,
  A138: row('MERCHANT', 'FIX', 'OTHER_CARD', 'REFUSED'),
  A400: request,
  C101: row('MERCHANT', 'ENDED', 'NONE', 'REFUSED'),
  C103: row('MERCHANT', 'ENDED', 'SET_UP', 'REFUSED'),
  C105: row('MERCHANT', 'ENDED', 'NONE', 'REFUSED'),
  C106: row('CUSTOMER', 'ENDED', 'NONE', 'REFUSED'),
  C107: row('MERCHANT', 'ENDED', 'NONE', 'REFUSED'),
  E100: ownOutage,
  T100: row('CUSTOMER', 'ENDED', 'START_AGAIN', 'REFUSED'),
  V103: setUp,
  V104: setUp,
  V106: row('CUSTOMER', 'AUTHENTICATE', 'AUTHENTICATE', 'AUTHENTICATE'),
  V107: request,
  V313: setUp,
  X201: setUp,
  X202: row('PROCESSOR', 'UNKNOWN', 'PROCESSOR', 'UNAVAILABLE'),
  X203: row('PROCESSOR', 'UNKNOWN', 'NONE', 'UNAVAILABLE'),
  X208: networkOutage,
  saved_card: row('MERCHANT', 'FIX', 'OTHER_CARD', 'REFUSED'),
  card_form: wrongCardData,
  follow_up: row('MERCHANT', 'FIX', 'CORRECT_AMOUNT', 'REFUSED'),
  request,
} as const satisfies Readonly<Record<string, Row>>;

const rows = {
  ...responses,
  ...reasons,
  other: issuerCall,
  unknown: undefined,
} as const;

/** Why a payment failed, as a text key at `declines`. */
export type Decline = keyof typeof rows;

export const declines = Object.keys(rows) as Decline[];

const sameResponses: Readonly<Record<string, Decline>> = { '02': '01', MASTERCARD_65: '1A' };

const families: readonly (readonly [Decline, readonly string[]])[] = [
  ['A125', ['L100']],
  ['C101', ['C102']],
  ['C103', ['C104']],
  ['V107', ['V108']],
  ['saved_card', ['A107', 'A109', 'A115', 'A123']],
  ['card_form', ['V109', 'V124', 'V144', 'V145', 'V146', 'V147', 'V148', 'V149', 'V152']],
  ['card_form', ['V301', 'V302', 'V303', 'V304', 'V305', 'V306']],
  ['follow_up', ['V105', 'V133', 'V134', 'V135', 'V136', 'V137', 'V138', 'V139', 'V402', 'V501', 'V502']],
];

/** The known data of a failed payment. */
interface FailedOutcome {
  reasonCode: string;
  statusCode?: string | null | undefined;
  scheme?: string | null | undefined;
}

/** The screen or action that helps. */
type NextStep = 'LINK' | 'REPEAT' | 'TERMINAL' | 'RISK_CONTROLS';

const nextSteps: Partial<Record<Advice, NextStep>> = {
  OTHER_CARD: 'LINK',
  CALL_BANK: 'REPEAT',
  CHECK_DETAILS: 'TERMINAL',
  WAIT: 'REPEAT',
  AUTHENTICATE: 'LINK',
  START_AGAIN: 'LINK',
  RISK_CONTROLS: 'RISK_CONTROLS',
};

const hours: Partial<Record<Retry, number>> = { HOUR: 1, DAY: 24, THREE_DAYS: 72 };

/** X203 with one of these: the issuer or the network answered that it is unavailable. */
const outageResponses = ['91', '92', '96'];

const isKey = <T extends object>(key: string, of: T): key is Extract<keyof T, string> =>
  Object.hasOwn(of, key);

/** The response of D100, sometimes of X203. Other reason codes are more specific, even beside an approval. */
export function explainDecline({ reasonCode, statusCode, scheme }: FailedOutcome): Decline {
  const code = normaliseResponse(statusCode);
  if (reasonCode === 'D100') return findResponse(code, scheme) ?? 'other';
  if (reasonCode === 'X203' && outageResponses.includes(code)) return findResponse(code, scheme) ?? 'X203';
  if (isKey(reasonCode, reasons)) return reasonCode;
  const family = families.find(([, codes]) => codes.includes(reasonCode));
  return family?.[0] ?? (/^V\d{3}$/.test(reasonCode) ? 'request' : 'unknown');
}

/** Processors send 5, 05 and 005 for the same response. */
const normaliseResponse = (code: string | null | undefined): string =>
  !code ? '' : code.toUpperCase().replace(/^0+/, '').padStart(2, '0');

function findResponse(code: string, scheme: string | null | undefined): Decline | undefined {
  for (const key of [`${scheme ?? ''}_${code}`, code]) {
    if (isKey(key, responses)) return key;
    if (sameResponses[key] !== undefined) return sameResponses[key];
  }
  return undefined;
}

/** Empty for a failure that the dictionary doesn't have. */
export function adviseOnDecline(decline: Decline): Partial<Row> & { next?: NextStep | undefined } {
  const found: Row | undefined = rows[decline];
  if (found === undefined) return {};
  return { ...found, next: nextSteps[found.advice] };
}

/** The earliest time at which a retry can help; undefined when waiting does not. */
export function retryFrom(decline: Decline, failedAt: string): Date | undefined {
  const retry = rows[decline]?.retry;
  const wait = retry === undefined ? undefined : hours[retry];
  return wait === undefined ? undefined : new Date(Date.parse(failedAt) + wait * 3_600_000);
}

/** A refund cannot reach these cards again. */
export const isClosedToRefunds = (decline: Decline): boolean =>
  ['04', '07', '14', '41', '43', '46', '54'].includes(decline);
