/** Codes as the processor sends them, and reason codes of ours; texts are at `declines.{code}`. */
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

/** Why a payment failed, as a key of texts. */
export type Decline = (typeof responses)[number] | (typeof reasons)[number] | 'other' | 'unknown';

/** What is known of a failed payment. */
export type FailedOutcome = { reasonCode: string; statusCode?: string | null | undefined };

/** Whose side it is on, when a retry can help, and the screen or action that helps. */
export type DeclineAdvice = {
  side?: 'CUSTOMER' | 'ISSUER' | 'MERCHANT' | 'PORTAL' | 'PROCESSOR';
  retry?: 'NEVER' | 'FIX' | 'HOUR' | 'DAY' | 'AUTHENTICATE' | 'UNKNOWN';
  next?: 'LINK' | 'REPEAT' | 'TERMINAL' | 'RISK_CONTROLS';
};

const advice: Readonly<Record<Decline, DeclineAdvice>> = {
  '05': { side: 'ISSUER', retry: 'DAY', next: 'REPEAT' },
  '14': { side: 'CUSTOMER', retry: 'FIX', next: 'TERMINAL' },
  '51': { side: 'CUSTOMER', retry: 'DAY', next: 'REPEAT' },
  '54': { side: 'CUSTOMER', retry: 'FIX', next: 'TERMINAL' },
  '91': { side: 'ISSUER', retry: 'HOUR', next: 'REPEAT' },
  A113: { side: 'ISSUER', retry: 'HOUR', next: 'REPEAT' },
  A114: { side: 'CUSTOMER', retry: 'AUTHENTICATE', next: 'LINK' },
  A116: { side: 'MERCHANT', retry: 'FIX', next: 'RISK_CONTROLS' },
  A120: { side: 'MERCHANT', retry: 'NEVER' },
  A136: { side: 'MERCHANT', retry: 'NEVER' },
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

/** D100 is the issuer's refusal, and X203 may name it too; any other reason code speaks for itself. */
export function explainDecline({ reasonCode, statusCode }: FailedOutcome): Decline {
  const code = (statusCode ?? '').padStart(2, '0');
  const response = responses.find((known) => known === code);
  if (reasonCode === 'D100') return response ?? 'other';
  if (reasonCode === 'X203' && response !== undefined) return response;
  if (reasonCode === 'C102') return 'C101';
  return reasons.find((known) => known === reasonCode) ?? 'unknown';
}

export const adviseOnDecline = (decline: Decline): DeclineAdvice => advice[decline];

/** From when on a retry can help; undefined where no wait does. */
export function retryFrom(decline: Decline, failedAt: string): Date | undefined {
  const { retry } = advice[decline];
  if (retry !== 'HOUR' && retry !== 'DAY') return undefined;
  return new Date(Date.parse(failedAt) + hours[retry] * 3_600_000);
}
