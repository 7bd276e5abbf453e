export const matchRequirements = ['NONE', 'MATCHED', 'NOT_WRONG'] as const;
export type MatchRequirement = (typeof matchRequirements)[number];

export const liabilityShifts = ['NONE', 'PARTIAL', 'FULL'] as const;
export type LiabilityShift = (typeof liabilityShifts)[number];

export const velocityTypes = ['CARD', 'IP', 'CARD_AND_IP'] as const;
export type VelocityType = (typeof velocityTypes)[number];

/** Most attempts that a rule can allow, and the hours it can look back (docs/domain.md#velocity-rules). */
export const velocityLimit = 25;
export const timePeriods = [1, 3, 6, 12, 24] as const;

export interface VelocityRule {
  type: VelocityType;
  disabled: boolean;
  velocity: number;
  timePeriod: (typeof timePeriods)[number];
}

export interface MatchRequirements {
  addressMatchRequirement: MatchRequirement;
  postcodeMatchRequirement: MatchRequirement;
  cv2MatchRequirement: MatchRequirement;
}

/** What an installation asks of a payment (docs/domain.md#risk-controls). */
export interface RiskControls {
  threeDSecure: boolean;
  liabilityShift: LiabilityShift | null;
  overrideRiskControlsWith3DS: boolean;
  cv2AvsRequirements: MatchRequirements;
  velocityRules: VelocityRule[];
}

/** Of an installation that nobody has set up: everything passes. */
export const openControls: RiskControls = {
  threeDSecure: false,
  liabilityShift: null,
  overrideRiskControlsWith3DS: false,
  cv2AvsRequirements: {
    addressMatchRequirement: 'NONE',
    postcodeMatchRequirement: 'NONE',
    cv2MatchRequirement: 'NONE',
  },
  velocityRules: [],
};

/** What is wrong with controls whose single values are right, as the name of the field; undefined when nothing. */
export function contradictionIn(controls: RiskControls): 'liabilityShift' | 'velocityRules' | undefined {
  if ((controls.liabilityShift === null) === controls.threeDSecure) return 'liabilityShift';
  const types = new Set(controls.velocityRules.map(({ type }) => type));
  return types.size < controls.velocityRules.length ? 'velocityRules' : undefined;
}
