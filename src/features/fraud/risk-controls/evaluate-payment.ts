import type { RiskStop } from './schemas.ts';
import type {
  LiabilityShift,
  MatchRequirement,
  MatchRequirements,
  ResultRequirements,
  RiskControls,
} from './risk-controls.ts';

/** The result of 3-D Secure, in the merchant API's values (docs/domain.md#3-d-secure). */
export interface Authentication {
  status: string;
  enrolmentStatus: string;
}

/** The processor's results of address, post code and CV2 checks (docs/domain.md#risk-controls). */
interface CardChecks {
  addressCheck: string;
  postcodeCheck: string;
  cv2Check: string;
  /** By a processor that authenticates itself. */
  authentication?: { status: string };
}

/** Whether the card holder was authenticated, which the override requires (docs/domain.md#risk-controls). */
export function isAuthenticated(authentication: Authentication | undefined): boolean {
  return authentication?.status === 'AUTHENTICATED';
}

/** The liability shift an installation requires; NONE while 3-D Secure is off. */
export function liabilityShiftFor({ threeDSecure, liabilityShift }: RiskControls): LiabilityShift {
  return (threeDSecure && liabilityShift) || 'NONE';
}

/** The checks a payment must pass; undefined without requirements. */
export function effectiveRequirements(
  { cv2AvsRequirements, overrideRiskControlsWith3DS }: RiskControls,
  authentication: Authentication | undefined,
): MatchRequirements | undefined {
  if (overrideRiskControlsWith3DS && isAuthenticated(authentication)) return undefined;
  return Object.values(cv2AvsRequirements).some((requirement) => requirement !== 'NONE')
    ? cv2AvsRequirements
    : undefined;
}

/**
 * The first check that a payment has not passed. MATCHED requires a match; NOT_WRONG also accepts unchecked and partial
 * (docs/domain.md#risk-controls).
 */
export function findFailedCheck(requirements: ResultRequirements, checks: CardChecks): RiskStop | undefined {
  const { liabilityShift = 'NONE' } = requirements;
  const status = checks.authentication?.status ?? 'UNAVAILABLE';
  if (!isShiftMet(liabilityShift, status)) return { control: 'THREE_D_SECURE', liabilityShift, status };
  const all = [
    ['ADDRESS', requirements.addressMatchRequirement, checks.addressCheck],
    ['POSTCODE', requirements.postcodeMatchRequirement, checks.postcodeCheck],
    ['CV2', requirements.cv2MatchRequirement, checks.cv2Check],
  ] as const;
  const failed = all.find(([, requirement, result]) => !meetsRequirement(requirement, result));
  if (!failed) return undefined;
  const [control, requirement, result] = failed;
  return { control, requirement, result };
}

/** As before a payment (docs/domain.md#3-d-secure). */
function isShiftMet(liabilityShift: LiabilityShift, status: string): boolean {
  if (liabilityShift === 'NONE' || status === 'AUTHENTICATED') return true;
  return liabilityShift === 'PARTIAL' && status !== 'UNAVAILABLE' && status !== 'ERROR';
}

function meetsRequirement(requirement: MatchRequirement, check: string): boolean {
  if (requirement === 'NONE') return true;
  return requirement === 'MATCHED' ? check === 'MATCHED' || check === 'FULL_MATCH' : check !== 'NOT_MATCHED';
}
