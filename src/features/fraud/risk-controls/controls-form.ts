import {
  type LiabilityShift,
  type MatchRequirement,
  type MatchRequirements,
  type RiskControls,
  type VelocityRule,
  type VelocityType,
  velocityLimit,
  velocityTypes,
} from './risk-controls.ts';

export const matchNames = [
  'addressMatchRequirement',
  'postcodeMatchRequirement',
  'cv2MatchRequirement',
] as const satisfies readonly (keyof MatchRequirements)[];

type ActiveRequirement = Exclude<MatchRequirement, 'NONE'>;
type Values = Pick<VelocityRule, 'velocity' | 'timePeriod'>;

/** The screen's state. A switch keeps its value while it is off. */
export interface ControlsForm {
  threeDSecure: { isOn: boolean; remembered: LiabilityShift };
  isOverridden: boolean;
  matches: Record<keyof MatchRequirements, { isOn: boolean; remembered: ActiveRequirement }>;
  /** A rule without values is not saved. */
  rules: Record<VelocityType, { isOn: boolean; values: Values | undefined }>;
}

/** A remembered match is MATCHED when the loaded one is NONE (docs/domain.md#risk-controls). */
export function toControlsForm(controls: RiskControls): ControlsForm {
  const match = (value: MatchRequirement) => ({
    isOn: value !== 'NONE',
    remembered: value === 'NONE' ? ('MATCHED' as const) : value,
  });
  const { cv2AvsRequirements: matches } = controls;
  const rule = (type: VelocityType) => {
    const velocityRule = controls.velocityRules.find((candidate) => candidate.type === type);
    const values = velocityRule && { velocity: velocityRule.velocity, timePeriod: velocityRule.timePeriod };
    return { isOn: velocityRule !== undefined && !velocityRule.disabled, values };
  };
  return {
    threeDSecure: { isOn: controls.threeDSecure, remembered: controls.liabilityShift ?? 'NONE' },
    isOverridden: controls.overrideRiskControlsWith3DS,
    matches: {
      addressMatchRequirement: match(matches.addressMatchRequirement),
      postcodeMatchRequirement: match(matches.postcodeMatchRequirement),
      cv2MatchRequirement: match(matches.cv2MatchRequirement),
    },
    rules: { CARD: rule('CARD'), IP: rule('IP'), CARD_AND_IP: rule('CARD_AND_IP') },
  };
}

/** The request body, with complete rules only (docs/domain.md#risk-controls). */
export function toRiskControls(form: ControlsForm): RiskControls {
  const match = (name: keyof MatchRequirements) => {
    const { isOn, remembered } = form.matches[name];
    return isOn ? remembered : ('NONE' as const);
  };
  return {
    threeDSecure: form.threeDSecure.isOn,
    liabilityShift: form.threeDSecure.isOn ? form.threeDSecure.remembered : null,
    overrideRiskControlsWith3DS: form.isOverridden,
    cv2AvsRequirements: {
      addressMatchRequirement: match('addressMatchRequirement'),
      postcodeMatchRequirement: match('postcodeMatchRequirement'),
      cv2MatchRequirement: match('cv2MatchRequirement'),
    },
    velocityRules: velocityTypes.flatMap((type) => {
      const { isOn, values } = form.rules[type];
      return values ? [{ type, disabled: !isOn, ...values }] : [];
    }),
  };
}

type VelocityError = 'missing' | 'not_number' | 'too_many';

/** The errors of a typed rule, as the ends of the keys of their texts. */
export function velocityErrors(typed: {
  velocity: string;
  hours: string;
}): Partial<Record<'velocity' | 'hours', VelocityError>> {
  const velocity = quantityError(typed.velocity.trim());
  return {
    ...(velocity !== undefined && { velocity }),
    ...(typed.hours === '' && { hours: 'missing' as const }),
  };
}

function quantityError(text: string): VelocityError | undefined {
  if (text === '') return 'missing';
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) return 'not_number';
  return Number(text) > velocityLimit ? 'too_many' : undefined;
}
