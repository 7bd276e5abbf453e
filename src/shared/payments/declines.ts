/** Codes as the processor sends them, and reason codes of ours; texts are at `declines.{code}`. */
const responses = ['05', '14', '51', '54', '91'] as const;
const reasons = ['A113', 'A114', 'A116', 'C106', 'T100', 'X203', 'X208'] as const;

/** Why a payment failed, as a key of texts. */
export type Decline = (typeof responses)[number] | (typeof reasons)[number] | 'other' | 'unknown';

/** What is known of a failed payment. */
export type FailedOutcome = { reasonCode: string; statusCode?: string | null | undefined };

/** D100 is the issuer's refusal, and X203 may name it too; any other reason code speaks for itself. */
export function explainDecline({ reasonCode, statusCode }: FailedOutcome): Decline {
  const code = (statusCode ?? '').padStart(2, '0');
  const response = responses.find((known) => known === code);
  if (reasonCode === 'D100') return response ?? 'other';
  if (reasonCode === 'X203' && response !== undefined) return response;
  return reasons.find((known) => known === reasonCode) ?? 'unknown';
}
