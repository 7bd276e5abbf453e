import type { LiabilityShift, MatchRequirement, MatchRequirements, RiskControls } from './risk-controls.ts';

/** How 3-D Secure ended, in the words of the merchant API (docs/domain.md#3-d-secure). */
export interface Authentication {
  status: string;
  enrolmentStatus: string;
}

/** The processor's word on what it compared (docs/domain.md#risk-controls). */
export interface CardChecks {
  addressCheck: string;
  postcodeCheck: string;
  cv2Check: string;
}

/** Was the cardholder authenticated? Only then does the override apply (docs/domain.md#risk-controls). */
export function isAuthenticated(authentication: Authentication | undefined): boolean {
  return authentication?.status === 'AUTHENTICATED';
}

/** What an installation asks of an authentication; nothing while 3-D Secure is off. */
export function liabilityShiftFor({ threeDSecure, liabilityShift }: RiskControls): LiabilityShift {
  return (threeDSecure && liabilityShift) || 'NONE';
}

/** What the processor's answer will be held against; undefined when nothing is asked of this payment. */
export function effectiveRequirements(
  { cv2AvsRequirements, overrideRiskControlsWith3DS }: RiskControls,
  authentication: Authentication | undefined,
): MatchRequirements | undefined {
  if (overrideRiskControlsWith3DS && isAuthenticated(authentication)) return undefined;
  return Object.values(cv2AvsRequirements).some((one) => one !== 'NONE') ? cv2AvsRequirements : undefined;
}

/** MATCHED must have matched; NOT_WRONG may be unchecked or partial (docs/domain.md#risk-controls). */
export function passesChecks(requirements: MatchRequirements, checks: CardChecks): boolean {
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
