import type { MatchRequirement, MatchRequirements, RiskControls } from './risk-controls.ts';

/** How 3-D Secure ended, in the words of the merchant API (domain §1.9). */
export interface Authentication {
  status: string;
  enrolmentStatus: string;
}

/** The processor's word on what it compared (domain §1.10). */
export interface AnswerChecks {
  addressCheck: string;
  postcodeCheck: string;
  cv2Check: string;
}

/** Was the cardholder authenticated? Only then does the override apply (domain §2.10). */
export function isAuthenticated(authentication: Authentication | undefined): boolean {
  return authentication?.status === 'AUTHENTICATED';
}

/**
 * What the liability shift says of a finished authentication: A113 when the card or the service could not take
 * part, A114 when the cardholder was not authenticated, undefined when the payment may go on. A payment that was
 * never asked about (`undefined`: a telephone order) is not judged.
 */
export function judgeAuthentication(
  { threeDSecure, liabilityShift }: RiskControls,
  authentication: Authentication | undefined,
): 'A113' | 'A114' | undefined {
  if (!threeDSecure || liabilityShift === 'NONE' || !authentication) return undefined;
  const { status, enrolmentStatus } = authentication;
  const couldNotBe =
    status === 'UNAVAILABLE' ||
    status === 'ERROR' ||
    status === 'NOT_SUPPORTED' ||
    enrolmentStatus === 'UNKNOWN';
  if (couldNotBe) return 'A113';
  // The issuer's "do not authorise" and a failed challenge leave the loss with the merchant.
  if (status === 'FAILED' || status === 'REJECTED') return 'A114';
  if (liabilityShift === 'PARTIAL' || status === 'AUTHENTICATED') return undefined;
  return enrolmentStatus === 'NOT_ENROLLED' ? 'A113' : 'A114';
}

/** What the processor's answer will be held against; undefined when nothing is asked of this payment. */
export function requirementsOf(
  { cv2AvsRequirements, overrideRiskControlsWith3DS }: RiskControls,
  authentication: Authentication | undefined,
): MatchRequirements | undefined {
  if (overrideRiskControlsWith3DS && isAuthenticated(authentication)) return undefined;
  return Object.values(cv2AvsRequirements).some((one) => one !== 'NONE') ? cv2AvsRequirements : undefined;
}

/** MATCHED must have matched; NOT_WRONG may be unchecked or partial (domain §2.10). */
export function passesChecks(requirements: MatchRequirements, checks: AnswerChecks): boolean {
  return (
    passes(requirements.addressMatchRequirement, checks.addressCheck) &&
    passes(requirements.postcodeMatchRequirement, checks.postcodeCheck) &&
    passes(requirements.cv2MatchRequirement, checks.cv2Check)
  );
}

function passes(requirement: MatchRequirement, check: string): boolean {
  if (requirement === 'NONE') return true;
  return requirement === 'MATCHED' ? check === 'MATCHED' || check === 'FULL_MATCH' : check !== 'NOT_MATCHED';
}
