export const matchRequirements = ['NONE', 'MATCHED', 'NOT_WRONG'] as const;
export type MatchRequirement = (typeof matchRequirements)[number];

export const liabilityShifts = ['NONE', 'PARTIAL', 'FULL'] as const;
export type LiabilityShift = (typeof liabilityShifts)[number];

export const velocityTypes = ['CARD', 'IP', 'CARD_AND_IP'] as const;
export type VelocityType = (typeof velocityTypes)[number];

/** The maximum of a rule's attempts, and the hours of its window (docs/domain.md#velocity-rules). */
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

/** What the processor's result must have, or an approval is released. */
export interface ResultRequirements extends MatchRequirements {
  /** Of a payment that its processor authenticates itself. */
  liabilityShift?: LiabilityShift;
}

/** The checks an installation applies to a payment (docs/domain.md#risk-controls). */
export interface RiskControls {
  threeDSecure: boolean;
  liabilityShift: LiabilityShift | null;
  overrideRiskControlsWith3DS: boolean;
  cv2AvsRequirements: MatchRequirements;
  velocityRules: VelocityRule[];
}

/** The controls of an installation without a configuration: every payment passes. */
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

/** The field that contradicts other values of the controls. */
export function findContradiction(controls: RiskControls): 'liabilityShift' | 'velocityRules' | undefined {
  if ((controls.liabilityShift === null) === controls.threeDSecure) return 'liabilityShift';
  const types = new Set(controls.velocityRules.map(({ type }) => type));
  return types.size < controls.velocityRules.length ? 'velocityRules' : undefined;
}
