/** The processor's response codes and our reason codes; texts are at `declines.{code}`. */
const responses = ['05', '14', '51', '54', '91'] as const;
const reasons = [
  'A113',
  'A114',
  'A116',
  'A120',
  'A136',
  'C101',
  'C106',
  'E100',
  'T100',
  'X203',
  'X208',
] as const;

/** Why a payment failed, as a text key. */
export type Decline = (typeof responses)[number] | (typeof reasons)[number] | 'other' | 'unknown';

/** The known data of a failed payment. */
interface FailedOutcome {
  reasonCode: string;
  statusCode?: string | null | undefined;
}

/** Who can act, when a retry can help, and the screen or action that helps. */
interface DeclineAdvice {
  side?: 'CUSTOMER' | 'ISSUER' | 'MERCHANT' | 'PORTAL' | 'PROCESSOR';
  retry?: 'NEVER' | 'FIX' | 'HOUR' | 'DAY' | 'AUTHENTICATE' | 'UNKNOWN';
  next?: 'LINK' | 'REPEAT' | 'TERMINAL' | 'RISK_CONTROLS';
}

const advice: Readonly<Record<Decline, DeclineAdvice>> = {
  '05': { side: 'ISSUER', retry: 'DAY', next: 'REPEAT' },
  '14': { side: 'CUSTOMER', retry: 'FIX', next: 'TERMINAL' },
  '51': { side: 'CUSTOMER', retry: 'DAY', next: 'REPEAT' },
  '54': { side: 'CUSTOMER', retry: 'FIX', next: 'TERMINAL' },
  '91': { side: 'ISSUER', retry: 'HOUR', next: 'REPEAT' },
  A113: { side: 'ISSUER', retry: 'HOUR', next: 'REPEAT' },
  A114: { side: 'CUSTOMER', retry: 'AUTHENTICATE', next: 'LINK' },
  A116: { side: 'PORTAL', retry: 'FIX', next: 'RISK_CONTROLS' },
  A120: { side: 'PORTAL', retry: 'NEVER' },
  A136: { side: 'PORTAL', retry: 'NEVER' },
  C101: { side: 'MERCHANT' },
  C106: { side: 'CUSTOMER' },
  E100: { side: 'PORTAL', retry: 'HOUR', next: 'REPEAT' },
  T100: { side: 'CUSTOMER', next: 'LINK' },
  X203: { side: 'PROCESSOR', retry: 'UNKNOWN' },
  X208: { side: 'PROCESSOR', retry: 'HOUR', next: 'REPEAT' },
  other: { side: 'ISSUER', retry: 'DAY', next: 'REPEAT' },
  unknown: {},
};

const hours = { HOUR: 1, DAY: 24 };

/** The issuer's refusal: D100, and sometimes X203. Other reason codes are more specific. */
export function explainDecline({ reasonCode, statusCode }: FailedOutcome): Decline {
  const code = (statusCode ?? '').padStart(2, '0');
  const response = responses.find((known) => known === code);
  if (reasonCode === 'D100') return response ?? 'other';
  if (reasonCode === 'X203' && response !== undefined) return response;
  if (reasonCode === 'C102') return 'C101';
  return reasons.find((known) => known === reasonCode) ?? 'unknown';
}

/** Responses after which the payer can correct what was typed. */
const cardDataResponses = new Set(['14', '15', '54', '55', '6P', 'N7']);

export const isCardDataDecline = (statusCode: string | null): boolean =>
  cardDataResponses.has((statusCode ?? '').padStart(2, '0'));

export const adviseOnDecline = (decline: Decline): DeclineAdvice => advice[decline];

/** The earliest time at which a retry can help; undefined when waiting does not. */
export function retryFrom(decline: Decline, failedAt: string): Date | undefined {
  const { retry } = advice[decline];
  if (retry !== 'HOUR' && retry !== 'DAY') return undefined;
  return new Date(Date.parse(failedAt) + hours[retry] * 3_600_000);
}
