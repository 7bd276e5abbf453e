import { describe, expect, test } from 'vitest';
import { effectiveRequirements, findFailedCheck, liabilityShiftFor } from '../evaluate-payment.ts';
import { type RiskControls, findContradiction, openControls } from '../risk-controls.ts';

const withLiabilityShift = (liabilityShift: RiskControls['liabilityShift']): RiskControls => ({
  ...openControls,
  threeDSecure: true,
  liabilityShift,
});

test('requires no liability shift while 3-D Secure is off', () => {
  expect(liabilityShiftFor(openControls)).toBe('NONE');
  expect(liabilityShiftFor(withLiabilityShift('FULL'))).toBe('FULL');
});

describe('the checks after authorisation', () => {
  const noRequirements = openControls.cv2AvsRequirements;
  const checks = { addressCheck: 'FULL_MATCH', postcodeCheck: 'NOT_CHECKED', cv2Check: 'NOT_MATCHED' };
  test.each([
    ['addressMatchRequirement', 'MATCHED', true],
    ['addressMatchRequirement', 'NOT_WRONG', true],
    ['postcodeMatchRequirement', 'MATCHED', false],
    ['postcodeMatchRequirement', 'NOT_WRONG', true],
    ['cv2MatchRequirement', 'NONE', true],
    ['cv2MatchRequirement', 'NOT_WRONG', false],
    ['cv2MatchRequirement', 'MATCHED', false],
  ])('%s %s passes: %s', (name, requirement, passes) => {
    const stop = findFailedCheck({ ...noRequirements, [name]: requirement }, checks);
    expect(stop === undefined).toBe(passes);
    if (stop) expect(stop).toMatchObject({ requirement });
  });

  test('accepts a partial match for NOT_WRONG only', () => {
    const partial = { ...checks, addressCheck: 'PARTIAL_MATCH' };
    expect(
      findFailedCheck({ ...noRequirements, addressMatchRequirement: 'NOT_WRONG' }, partial),
    ).toBeUndefined();
    expect(findFailedCheck({ ...noRequirements, addressMatchRequirement: 'MATCHED' }, partial)).toEqual({
      control: 'ADDRESS',
      requirement: 'MATCHED',
      result: 'PARTIAL_MATCH',
    });
  });

  test('skips the checks for an authenticated card holder with the override', () => {
    const controls: RiskControls = {
      ...withLiabilityShift('NONE'),
      overrideRiskControlsWith3DS: true,
      cv2AvsRequirements: { ...noRequirements, cv2MatchRequirement: 'MATCHED' },
    };
    const authenticated = { status: 'AUTHENTICATED', enrolmentStatus: 'ENROLLED' };
    expect(effectiveRequirements(controls, authenticated)).toBeUndefined();
    expect(
      effectiveRequirements({ ...controls, overrideRiskControlsWith3DS: false }, authenticated),
    ).toBeDefined();
    expect(effectiveRequirements(controls, { ...authenticated, status: 'NOT_ENROLLED' })).toBeDefined();
    expect(effectiveRequirements(openControls, undefined)).toBeUndefined();
  });
});

test('finds contradicting controls', () => {
  const rule = { type: 'CARD', disabled: false, velocity: 3, timePeriod: 1 } as const;
  expect(findContradiction(openControls)).toBeUndefined();
  expect(findContradiction({ ...openControls, liabilityShift: 'FULL' })).toBe('liabilityShift');
  expect(findContradiction({ ...openControls, threeDSecure: true })).toBe('liabilityShift');
  expect(findContradiction({ ...openControls, velocityRules: [rule, rule] })).toBe('velocityRules');
});
