import type { LiabilityShift } from '#features/risk-controls/risk-controls.ts';
import type { AuthenticationFields } from '#integrations/three-d-secure.ts';

/** What the payment goes on with, or the code that ends it. */
export type AuthenticationVerdict = 'PROCEED' | 'A113' | 'A114';

/**
 * A failed or rejected authentication always ends the payment: issuers forbid it (docs/decisions/0083). PARTIAL also
 * refuses where nobody could be asked, FULL whoever was not authenticated.
 */
export function evaluateAuthentication(
  liabilityShift: LiabilityShift,
  { status, enrolmentStatus }: Pick<AuthenticationFields, 'status' | 'enrolmentStatus'>,
): AuthenticationVerdict {
  if (status === 'FAILED' || status === 'REJECTED') return 'A114';
  if (status === 'AUTHENTICATED' || liabilityShift === 'NONE') return 'PROCEED';
  const serviceFailed = status === 'UNAVAILABLE' || status === 'ERROR';
  if (liabilityShift === 'PARTIAL') return serviceFailed ? 'A113' : 'PROCEED';
  return enrolmentStatus === 'ENROLLED' ? 'A114' : 'A113';
}

/**
 * Does the issuer bear the risk? By the indicator, which Mastercard numbers its own way
 * (docs/domain.md#3-d-secure).
 */
export function shiftsLiability(eci: string, scheme: string | null): boolean {
  return (scheme === 'MASTERCARD' ? ['01', '02'] : ['05', '06']).includes(eci);
}
