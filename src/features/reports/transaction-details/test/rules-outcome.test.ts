import { describe, expect, test } from 'vitest';
import type { RulesServiceResult } from '../detail-parts.ts';
import { fraudBand, fraudScore } from '#features/fraud/fraud-engine/server/fraud-score.ts';
import { episodeText, rulesOutcome } from '../rules-outcome.ts';

const rule = { ruleId: '1', ruleName: 'Many cards' };
const result = (part: Partial<RulesServiceResult>): RulesServiceResult => ({
  overallAction: null,
  overallDeferParameter: null,
  isServiceAvailable: true,
  triggeredRules: [],
  ...part,
});

describe('the outcome of the rules', () => {
  test.each<[string, RulesServiceResult | null, object]>([
    ['none', null, { decision: 'no_outcome', isDefaultAction: false }],
    ['no rule', result({}), { decision: 'no_rules_triggered' }],
    ['NONE', result({ overallAction: 'NONE' }), { decision: 'no_rules_triggered' }],
    ['rules without an action', result({ triggeredRules: [rule] }), { decision: 'no_decision' }],
    [
      'IGNORE',
      result({ overallAction: 'IGNORE', triggeredRules: [rule] }),
      { decision: 'no_decision', action: null },
    ],
    [
      'ACCEPT',
      result({ overallAction: 'ACCEPT', overallDeferParameter: '2 days' }),
      { decision: 'decided', action: 'ACCEPT', deferral: null },
    ],
    [
      'DEFER',
      result({ overallAction: 'DEFER', overallDeferParameter: '2 days' }),
      { action: 'DEFER', deferral: '2 days' },
    ],
    [
      'TERRITORY_DEFER',
      result({ overallAction: 'TERRITORY_DEFER', overallDeferParameter: '7 days' }),
      { deferral: '7 days' },
    ],
    [
      'TERRITORY_BLOCK',
      result({ overallAction: 'TERRITORY_BLOCK' }),
      { action: 'TERRITORY_BLOCK', deferral: null },
    ],
    ['not there', result({ overallAction: 'ACCEPT', isServiceAvailable: false }), { isDefaultAction: true }],
  ])('of %s', (_name, result, expected) => {
    expect(rulesOutcome(result)).toMatchObject(expected);
  });
});

test.each([
  [1, 11, '1/12'],
  [3, 996, '3/999'],
  [3, 997, '3/999+'],
  [2, null, '2/-'],
  [null, 5, '-'],
  [null, null, '-'],
])('episode %s with %s to come is %s', (index, remaining, expected) => {
  expect(episodeText(index, remaining)).toBe(expected);
});

describe('the FraudGuard score', () => {
  const quiet = {
    activityViaIp: 1,
    activityOnCard: 1,
    morphing: { email: 1, card: 1, ip: 1 },
    issuerCountry: 'GBR',
    billingCountry: 'GBR',
    ipCountry: 'GBR',
  };
  test.each([
    ['nothing unusual', {}, 0, 'LOW'],
    [
      'nothing known',
      { activityViaIp: 0, issuerCountry: null, billingCountry: null, ipCountry: null },
      0,
      'LOW',
    ],
    ['a neighbour', { morphing: { email: 1, card: 1, ip: 1 } }, 0, 'LOW'],
    ['other countries', { issuerCountry: 'USA', ipCountry: 'DEU' }, 10, 'LOW'],
    ['five in a day with a card', { activityOnCard: 5 }, 24, 'MEDIUM'],
    [
      'twenty-five cards from an address',
      { activityViaIp: 25, morphing: { email: 1, card: 1, ip: 25 } },
      40,
      'MEDIUM',
    ],
    ['a tested card', { activityOnCard: 99, activityViaIp: 99 }, 60, 'HIGH'],
    [
      'everything',
      {
        activityOnCard: 99,
        activityViaIp: 99,
        morphing: { email: 9, card: 9, ip: 9 },
        issuerCountry: 'USA',
        ipCountry: 'DEU',
      },
      100,
      'VERY_HIGH',
    ],
  ])('of %s', (_name, more, score, band) => {
    expect(fraudScore({ ...quiet, ...more })).toBe(score);
    expect(fraudBand(score)).toBe(band);
  });
});
