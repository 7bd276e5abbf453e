import { normaliseResponse } from '#shared/payments/declines.ts';
import { adviceWait } from '#shared/payments/advice-codes.ts';

/** The effect of a failed attempt on its schedule (docs/decisions/0051). */
type DeclineClass =
  /** The processor or the issuer was unavailable. Doesn't count as an attempt. */
  | 'OUTAGE'
  | 'WAIT'
  | 'NEW_CARD'
  | 'AUTHENTICATE'
  /** The card holder stopped this payment. */
  | 'STOPPED_ONCE'
  | 'CONSENT'
  /** Risk checks, ours or the merchant's, rejected the charge. */
  | 'REVIEW'
  | 'SET_UP';

export interface Decline {
  class: DeclineClass;
  /** Days to wait before a retry. */
  waitDays?: number;
  /** The maximum number of retries for this code, where it is lower than the schedule's. */
  retries?: number;
  /** A second decline in a row points to the merchant's set-up, not to the card, and suspends the schedule. */
  suspendsRepeated?: true;
}

const waitClass = (waitDays: number, retries?: number): Decline => ({
  class: 'WAIT',
  waitDays,
  retries,
});
const as = (name: DeclineClass): Decline => ({ class: name });

/** Keyed by the response code of issuer or processor. */
const responses: Readonly<Record<string, Decline>> = {
  '01': waitClass(1, 1),
  '02': waitClass(1, 1),
  '03': { ...waitClass(3, 1), suspendsRepeated: true },
  '04': as('NEW_CARD'),
  '05': waitClass(1, 2),
  '07': as('NEW_CARD'),
  '12': as('NEW_CARD'),
  '13': as('SET_UP'),
  '14': as('NEW_CARD'),
  '15': as('NEW_CARD'),
  '19': as('OUTAGE'),
  '30': as('SET_UP'),
  '41': as('NEW_CARD'),
  '43': as('NEW_CARD'),
  '46': as('NEW_CARD'),
  '51': waitClass(1),
  '54': as('NEW_CARD'),
  '55': as('NEW_CARD'),
  '57': as('NEW_CARD'),
  '58': as('SET_UP'),
  '59': as('AUTHENTICATE'),
  '61': waitClass(1),
  '62': waitClass(3, 1),
  '63': as('NEW_CARD'),
  '65': waitClass(1),
  '68': as('OUTAGE'),
  '70': as('AUTHENTICATE'),
  '75': waitClass(1),
  '78': as('NEW_CARD'),
  '82': as('NEW_CARD'),
  '83': as('NEW_CARD'),
  '86': as('OUTAGE'),
  '91': as('OUTAGE'),
  '92': as('OUTAGE'),
  '93': as('NEW_CARD'),
  '94': as('REVIEW'),
  '96': as('OUTAGE'),
  '1A': as('AUTHENTICATE'),
  '5C': waitClass(3, 1),
  '6P': as('NEW_CARD'),
  '9G': waitClass(1, 1),
  N7: as('NEW_CARD'),
  R0: as('STOPPED_ONCE'),
  R1: as('CONSENT'),
  R3: as('CONSENT'),
};
const responsesByScheme: Readonly<Record<string, Decline>> = {
  'MASTERCARD 65': as('AUTHENTICATE'),
  'MASTERCARD 79': as('NEW_CARD'),
};
const unknownResponse = waitClass(1, 1);

/** Keyed by our own reason code, for failures without an issuer's response. */
const reasons: Readonly<Record<string, DeclineClass>> = {
  A107: 'NEW_CARD',
  A108: 'SET_UP',
  A109: 'NEW_CARD',
  A113: 'OUTAGE',
  A114: 'AUTHENTICATE',
  A115: 'NEW_CARD',
  A117: 'SET_UP',
  A123: 'NEW_CARD',
  A125: 'OUTAGE',
  A137: 'OUTAGE',
  A102: 'SET_UP',
  A103: 'SET_UP',
  A104: 'SET_UP',
  E100: 'OUTAGE',
  L100: 'OUTAGE',
  X201: 'SET_UP',
  X202: 'OUTAGE',
  X203: 'OUTAGE',
  X208: 'OUTAGE',
};

/** Advice codes for which a retry with the same card is pointless. 40, 41 and 43 are prepaid and virtual cards. */
const endingAdvice: Readonly<Record<string, DeclineClass>> = {
  '01': 'NEW_CARD',
  '04': 'SET_UP',
  '22': 'SET_UP',
  '40': 'NEW_CARD',
  '41': 'NEW_CARD',
  '43': 'NEW_CARD',
};
const leftToAdvice = ['79', '82', '83'];

/** Mastercard's advice code can end the retries, or make the wait longer (docs/domain.md#advice-codes). */
function applyAdvice(decline: Decline, code: string, adviceCode: string | null): Decline {
  if (adviceCode === '21') return as('CONSENT');
  if (adviceCode === '03') return as('NEW_CARD');
  const usesAdvice = leftToAdvice.includes(code);
  if (decline.class !== 'WAIT' && !usesAdvice) return decline;
  const ending = endingAdvice[adviceCode ?? ''];
  if (ending !== undefined) return as(code === '83' && adviceCode === '01' ? 'AUTHENTICATE' : ending);
  const hours = adviceWait(adviceCode);
  if (hours === undefined) return decline;
  return { ...decline, class: 'WAIT', waitDays: Math.max(decline.waitDays ?? 1, Math.ceil(hours / 24)) };
}

/** The response code decides for D100. Our reason code decides for every other failure. */
export function classifyDecline(
  reasonCode: string,
  responseCode: string | null,
  scheme: string | null,
  adviceCode: string | null = null,
): Decline {
  if (reasonCode === 'D100') {
    const code = normaliseResponse(responseCode);
    const decline = responsesByScheme[`${scheme ?? ''} ${code}`] ?? responses[code] ?? unknownResponse;
    return applyAdvice(decline, code, adviceCode);
  }
  return as(reasons[reasonCode] ?? (reasonCode.startsWith('V') ? 'SET_UP' : 'REVIEW'));
}
