import { describe, expect, test } from 'vitest';
import { type ControlsForm, toControlsForm, toRiskControls, velocityErrors } from '../controls-form.ts';
import { type RiskControls, openControls } from '../risk-controls.ts';

const strictControls: RiskControls = {
  threeDSecure: true,
  liabilityShift: 'FULL',
  overrideRiskControlsWith3DS: true,
  cv2AvsRequirements: {
    addressMatchRequirement: 'NOT_WRONG',
    postcodeMatchRequirement: 'NONE',
    cv2MatchRequirement: 'MATCHED',
  },
  velocityRules: [
    { type: 'CARD', disabled: false, velocity: 3, timePeriod: 1 },
    { type: 'IP', disabled: true, velocity: 25, timePeriod: 24 },
  ],
};

describe('the form of the switches', () => {
  test('reads and writes the same controls', () => {
    for (const controls of [openControls, strictControls]) {
      expect(toRiskControls(toControlsForm(controls))).toEqual(controls);
    }
  });

  test('sends NONE while off and the remembered value when on again', () => {
    const form = toControlsForm(strictControls);
    const setSwitches = (isOn: boolean): ControlsForm => ({
      ...form,
      threeDSecure: { ...form.threeDSecure, isOn },
      matches: {
        ...form.matches,
        addressMatchRequirement: { ...form.matches.addressMatchRequirement, isOn },
        postcodeMatchRequirement: { ...form.matches.postcodeMatchRequirement, isOn },
      },
    });
    expect(toRiskControls(setSwitches(false))).toMatchObject({
      liabilityShift: null,
      cv2AvsRequirements: { addressMatchRequirement: 'NONE', postcodeMatchRequirement: 'NONE' },
    });
    expect(toRiskControls(setSwitches(true))).toMatchObject({
      liabilityShift: 'FULL',
      cv2AvsRequirements: { addressMatchRequirement: 'NOT_WRONG', postcodeMatchRequirement: 'MATCHED' },
    });
  });

  test('sends complete rules only, disabled if off', () => {
    const form = toControlsForm(openControls);
    form.rules.IP = { isOn: true, values: undefined };
    form.rules.CARD_AND_IP = { isOn: false, values: { velocity: 4, timePeriod: 12 } };
    expect(toRiskControls(form).velocityRules).toEqual([
      { type: 'CARD_AND_IP', disabled: true, velocity: 4, timePeriod: 12 },
    ]);
  });
});

test.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['ten', 'not_number'],
  ['0', 'not_number'],
  ['2.5', 'not_number'],
  ['-1', 'not_number'],
  ['26', 'too_many'],
  ['25', undefined],
  [' 1 ', undefined],
])('validates the quantity %j: %s', (typed, error) => {
  expect(velocityErrors({ velocity: typed, hours: '1' }).velocity).toBe(error);
});
