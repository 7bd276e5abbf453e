import { describe, expect, it } from 'vitest';
import { judgeAuthentication, passesChecks, requirementsOf } from '../judge-payment.ts';
import { type RiskControls, contradictionIn, openControls } from '../risk-controls.ts';

const asking = (liabilityShift: RiskControls['liabilityShift']): RiskControls => ({
  ...openControls,
  threeDSecure: true,
  liabilityShift,
});

describe('the liability shift (domain §2.10)', () => {
  it.each([
    ['AUTHENTICATED', 'ENROLLED', undefined, undefined],
    ['ATTEMPTED', 'ENROLLED', undefined, 'A114'],
    ['NOT_ENROLLED', 'NOT_ENROLLED', undefined, 'A113'],
    ['UNAVAILABLE', 'UNKNOWN', 'A113', 'A113'],
    ['ERROR', 'ENROLLED', 'A113', 'A113'],
    ['FAILED', 'ENROLLED', 'A114', 'A114'],
    ['REJECTED', 'ENROLLED', 'A114', 'A114'],
    ['NOT_ATTEMPTED', 'ENROLLED', undefined, 'A114'],
  ])('%s of a card %s: partial %s, full %s, none nothing', (status, enrolmentStatus, partial, full) => {
    const ended = { status, enrolmentStatus };
    expect(judgeAuthentication(asking('NONE'), ended)).toBeUndefined();
    expect(judgeAuthentication(asking('PARTIAL'), ended)).toBe(partial);
    expect(judgeAuthentication(asking('FULL'), ended)).toBe(full);
    expect(judgeAuthentication(openControls, ended)).toBeUndefined();
  });

  it('does not judge a payment without a cardholder at a screen', () => {
    expect(judgeAuthentication(asking('FULL'), undefined)).toBeUndefined();
  });
});

describe('the checks after authorisation', () => {
  const none = openControls.cv2AvsRequirements;
  const checks = { addressCheck: 'FULL_MATCH', postcodeCheck: 'NOT_CHECKED', cv2Check: 'NOT_MATCHED' };
  it.each([
    ['addressMatchRequirement', 'MATCHED', true],
    ['addressMatchRequirement', 'NOT_WRONG', true],
    ['postcodeMatchRequirement', 'MATCHED', false],
    ['postcodeMatchRequirement', 'NOT_WRONG', true],
    ['cv2MatchRequirement', 'NONE', true],
    ['cv2MatchRequirement', 'NOT_WRONG', false],
    ['cv2MatchRequirement', 'MATCHED', false],
  ])('%s %s passes: %s', (name, requirement, passes) => {
    expect(passesChecks({ ...none, [name]: requirement }, checks)).toBe(passes);
  });

  it('takes a partial match for not wrong, and not for a match', () => {
    const partial = { ...checks, addressCheck: 'PARTIAL_MATCH' };
    expect(passesChecks({ ...none, addressMatchRequirement: 'NOT_WRONG' }, partial)).toBe(true);
    expect(passesChecks({ ...none, addressMatchRequirement: 'MATCHED' }, partial)).toBe(false);
  });

  it('asks nothing of an authenticated cardholder where 3-D Secure overrides', () => {
    const controls: RiskControls = {
      ...asking('NONE'),
      overrideRiskControlsWith3DS: true,
      cv2AvsRequirements: { ...none, cv2MatchRequirement: 'MATCHED' },
    };
    const authenticated = { status: 'AUTHENTICATED', enrolmentStatus: 'ENROLLED' };
    expect(requirementsOf(controls, authenticated)).toBeUndefined();
    expect(requirementsOf({ ...controls, overrideRiskControlsWith3DS: false }, authenticated)).toBeDefined();
    expect(requirementsOf(controls, { ...authenticated, status: 'NOT_ENROLLED' })).toBeDefined();
    expect(requirementsOf(openControls, undefined)).toBeUndefined();
  });
});

it('knows controls that contradict themselves', () => {
  const rule = { type: 'CARD', disabled: false, velocity: 3, timePeriod: 1 } as const;
  expect(contradictionIn(openControls)).toBeUndefined();
  expect(contradictionIn({ ...openControls, liabilityShift: 'FULL' })).toBe('liabilityShift');
  expect(contradictionIn({ ...openControls, threeDSecure: true })).toBe('liabilityShift');
  expect(contradictionIn({ ...openControls, velocityRules: [rule, rule] })).toBe('velocityRules');
});
