import { describe, expect, test } from 'vitest';
import { fieldsWithUse, valueSets } from '#features/record/fraud-fields/field-catalogue.ts';
import {
  customOperators,
  isComparisonPair,
  isLocationPair,
  isMorphingPair,
  simpleOperators,
} from '../conditions/condition-fields.ts';
import { normaliseCondition } from '../conditions/normalise-condition.ts';
import { type ConditionContext, validateCondition } from '../conditions/validate-condition.ts';
import type { Condition, RuleContent } from '../rule.ts';
import { normaliseRule, validateRule } from '../validate-rule.ts';
import { ruleContent, territoryRule } from './rule-fixtures.ts';

const context: ConditionContext = {
  customFields: [
    { descriptiveName: 'tier', dataType: 'string', index: 1, caseSensitiveOption: true },
    { descriptiveName: 'note', dataType: 'longString', index: 1, caseSensitiveOption: false },
    { descriptiveName: 'items', dataType: 'integer', index: 1, caseSensitiveOption: false },
    { descriptiveName: 'small', dataType: 'tinyInteger', index: 1, caseSensitiveOption: false },
    { descriptiveName: 'collect', dataType: 'date', index: 1, caseSensitiveOption: false },
  ],
  valuesOf: (set) =>
    set === 'country'
      ? ['GBR', 'NGA', 'BRA']
      : set === 'currency'
        ? ['GBP']
        : set === 'acquirer'
          ? []
          : valueSets[set],
  dataFieldOf: (listId) => (listId === 7 ? 'customerEmail' : undefined),
};

const base = ruleContent;
const territory = { ...territoryRule, ruleType: 'territoryRule' } as unknown as RuleContent;
const withConditions = (...conditions: object[]) =>
  ({ ...base, joinedConditions: { logicalOperator: 'and', conditions } }) as unknown as RuleContent;
const errors = (rule: object) =>
  validateRule(rule as RuleContent, context).map(({ field, detail }) => `${field} ${detail}`);

test('accepts a complete rule', () => {
  expect(errors(base)).toEqual([]);
  expect(errors(territory)).toEqual([]);
});

describe('saving is refused for', () => {
  test.each([
    ['no merchants', { merchantIds: [] }, 'merchantIds missing'],
    [
      'too many merchants',
      { merchantIds: Array.from({ length: 2001 }, (_, i) => i + 1) },
      'merchantIds too_long',
    ],
    ['no installations', { installationIds: [] }, 'installationIds missing'],
    ['no action', { action: '' }, 'action missing'],
    ['an action of territory rules', { action: 'TerritoryBlock' }, 'action missing'],
    [
      'no conditions',
      { joinedConditions: { logicalOperator: 'and', conditions: [] } },
      'joinedConditions.conditions missing',
    ],
    [
      'no logical operator',
      { joinedConditions: { ...base.joinedConditions, logicalOperator: '' } },
      'joinedConditions.logicalOperator missing',
    ],
    [
      'too many conditions',
      {
        joinedConditions: {
          logicalOperator: 'or',
          conditions: Array(51).fill(base.joinedConditions.conditions[0]),
        },
      },
      'joinedConditions.conditions too_long',
    ],
    [
      'an unknown scope',
      { joinedConditions: { ...base.joinedConditions, scope: 'planet' } },
      'joinedConditions.scope not_allowed',
    ],
    ['an empty name', { name: '  ' }, 'name missing'],
    ['a long name', { name: 'x'.repeat(101) }, 'name too_long'],
    ['a card number as the name', { name: 'card 4111111111111111' }, 'name not_allowed'],
    ['an empty description', { description: '' }, 'description missing'],
    ['a long description', { description: 'x'.repeat(256) }, 'description too_long'],
    ['Defer without a final action', { action: 'Defer' }, 'deferFinalAction missing'],
    [
      'Defer with capture and no wait',
      { action: 'Defer', deferFinalAction: 'capture' },
      'deferWaitPeriod missing',
    ],
    [
      'a wait of eight days',
      { action: 'Defer', deferFinalAction: 'capture', deferWaitPeriod: '8 days' },
      'deferWaitPeriod missing',
    ],
    ['Ignore without an action to test', { action: 'Ignore' }, 'actionToTest missing'],
  ])('a rule with %s', (_title, part, error) => {
    expect(errors({ ...base, ...part })).toEqual([error]);
  });

  const condition = (territory as Extract<RuleContent, { ruleType: 'territoryRule' }>).territoryCondition;
  test.each([
    ['no countries', { territoryCondition: { ...condition, territories: [] } }, 'territories missing'],
    [
      'an unknown country',
      { territoryCondition: { ...condition, territories: ['XXX'] } },
      'territories not_allowed',
    ],
    [
      'no operator',
      { territoryCondition: { ...condition, territoryListOperator: '' } },
      'territoryListOperator missing',
    ],
    [
      'no field',
      { territoryCondition: { ...condition, territoryComparisonType: '' } },
      'territoryComparisonType missing',
    ],
  ])('a territory rule with %s', (_title, part, error) => {
    expect(errors({ ...territory, ...part })).toEqual([`territoryCondition.${error}`]);
  });

  test.each([
    ['Ignore that tests Accept', { action: 'Ignore', actionToTest: 'Accept' }, 'actionToTest missing'],
    [
      'Defer without a wait',
      { action: 'TerritoryDefer', deferFinalAction: 'capture' },
      'deferWaitPeriod missing',
    ],
  ])('a territory rule with %s', (_title, part, error) => {
    expect(errors({ ...territory, ...part })).toEqual([error]);
  });
});

const simple = { type: 'simple', field: 'customerEmail', operator: 'contains', value: 'x' };
const custom = {
  type: 'customField',
  customField: { descriptiveName: 'tier', dataType: 'string', index: 1 },
  operator: 'equalTo',
  value: 'gold',
};
const items = {
  ...custom,
  customField: { descriptiveName: 'items', dataType: 'integer', index: 1 },
  value: '3',
};
const small = { ...custom, customField: { descriptiveName: 'small', dataType: 'tinyInteger', index: 1 } };
const count = base.joinedConditions.conditions[0] as object;
const sum = { ...count, type: 'velocitySum', sumTypeField: 'attemptedSpend', currency: 'gbp', value: 99.5 };
const morphing = {
  type: 'morphing',
  field1: 'customerIpAddress',
  field2: 'customerEmail',
  operator: 'greaterThan',
  value: 3,
  window: '24h',
};
const list = { type: 'list', field: 'customerEmail', operator: 'isIn', listId: 7 };
const geo = {
  type: 'geolocation',
  locationType1: 'issuingCountry',
  operator: 'notEqualTo',
  locationType2: 'ipCountry',
};
const simpleField = (name: string) => ({ type: 'simpleField', name });
const comparison = {
  type: 'fieldComparison',
  firstField: simpleField('cardHolderName'),
  operator: 'equalTo',
  secondField: simpleField('customerName'),
};
const age = { type: 'age', field: 'customerDateOfBirth', operator: 'lessThan', value: '18' };
const since = {
  type: 'generalAge',
  field: 'custom_date_1',
  operator: 'lessThan',
  value: '30',
  precision: 'DAYS',
};

const error = (condition: object) => {
  const found = validateCondition(condition as Condition, context);
  return found && `${found.field} ${found.detail}`;
};

test.each([simple, custom, items, count, sum, morphing, list, geo, comparison, age, since])(
  'accepts the condition %j',
  (condition) => expect(error(condition)).toBeUndefined(),
);

describe('a condition is refused:', () => {
  test.each([
    ['simple without a field', { ...simple, field: '' }, 'field missing'],
    ['simple with an unknown field', { ...simple, field: 'constructor' }, 'field not_allowed'],
    ['simple with a field of lists only', { ...simple, field: 'cardCorrelationId' }, 'field not_allowed'],
    ['simple without an operator', { ...simple, operator: '' }, 'operator missing'],
    [
      'simple with an operator of numbers on text',
      { ...simple, operator: 'lessThan' },
      'operator not_allowed',
    ],
    [
      'a case option that the field lacks',
      { ...simple, field: 'customerTelephone', operator: 'equalToIgnoreCase' },
      'operator not_allowed',
    ],
    [
      'a case option on a missing value',
      { ...simple, operator: 'isNullIgnoreCase', value: '' },
      'operator not_allowed',
    ],
    ['simple without a value', { ...simple, value: '' }, 'value missing'],
    ['a value for an operator that has none', { ...simple, operator: 'isNull' }, 'value invalid'],
    ['an email without an at sign', { ...simple, operator: 'equalTo' }, 'value invalid'],
    ['letters as an amount', { ...simple, field: 'transactionAmount', operator: 'equalTo' }, 'value invalid'],
    [
      'one value of a range',
      { ...simple, field: 'transactionAmount', operator: 'between', value: '1|' },
      'value missing',
    ],
    [
      'three values of a range',
      { ...simple, field: 'transactionAmount', operator: 'between', value: '1|2|3' },
      'value invalid',
    ],
    [
      'a time without minutes',
      { ...simple, field: 'transactionTime', operator: 'timeBetween', value: '22|06:00' },
      'value invalid',
    ],
    [
      'a day that does not exist',
      { ...simple, field: 'customerDateOfBirth', operator: 'equalTo', value: '2026-02-30' },
      'value invalid',
    ],
    [
      'a day without a time zone as an instant',
      { ...simple, field: 'transactionTime', operator: 'lessThan', value: '2026-02-20' },
      'value invalid',
    ],
    [
      'a BIN of seven digits',
      { ...simple, field: 'cardBin', operator: 'startsWith', value: '4111111' },
      'value invalid',
    ],
    [
      'half an IP address for equality',
      { ...simple, field: 'customerIpAddress', operator: 'equalTo', value: '10.0' },
      'value invalid',
    ],
    [
      'an unknown choice',
      { ...simple, field: 'channel', operator: 'equalTo', value: 'FAX' },
      'value invalid',
    ],
    [
      'one unknown choice of several',
      { ...simple, field: 'channel', operator: 'isIn', value: 'WEB,FAX' },
      'value invalid',
    ],
    [
      'a choice named twice',
      { ...simple, field: 'channel', operator: 'isIn', value: 'WEB,WEB' },
      'value invalid',
    ],
    [
      'an unknown custom field',
      { ...custom, customField: { ...custom.customField, index: 2 } },
      'customField not_allowed',
    ],
    [
      'notBetween on a custom number',
      { ...items, operator: 'notBetween', value: '1|2' },
      'operator not_allowed',
    ],
    ['contains on a custom number', { ...items, operator: 'contains' }, 'operator not_allowed'],
    ['a fraction as a whole number', { ...items, value: '1.5' }, 'value invalid'],
    ['a number beyond eight bits', { ...small, value: '128' }, 'value invalid'],
    ['velocity without a key', { ...count, field: '' }, 'field missing'],
    ['velocity with a field that is no key', { ...count, field: 'transactionAmount' }, 'field not_allowed'],
    ['velocity with between', { ...count, operator: 'between' }, 'operator not_allowed'],
    ['velocity without a number', { ...count, value: Number.NaN }, 'value missing'],
    ['velocity with a fraction', { ...count, value: 1.5 }, 'value invalid'],
    ['velocity without a window', { ...count, window: '' }, 'window missing'],
    ['velocity with a window of two hours', { ...count, window: '2h' }, 'window not_allowed'],
    ['a sum without what it adds', { ...sum, sumTypeField: '' }, 'sumTypeField missing'],
    ['a sum without a currency', { ...sum, currency: '' }, 'currency missing'],
    ['a sum in another currency', { ...sum, currency: 'chf' }, 'currency not_allowed'],
    ['morphing with a count of zero', { ...morphing, value: 0 }, 'value too_small'],
    ['morphing without a second field', { ...morphing, field2: '' }, 'field2 missing'],
    [
      'morphing with the same field twice',
      { ...morphing, field2: 'customerIpAddress' },
      'field2 not_allowed',
    ],
    [
      'morphing with a country as the second field',
      { ...morphing, field1: 'customerEmail', field2: 'ipCountryCode' },
      'field2 not_allowed',
    ],
    ['morphing without a window', { ...morphing, window: '' }, 'window missing'],
    ['morphing with a custom number', { ...morphing, field2: 'custom_int_1' }, 'field2 not_allowed'],
    ['a list of another data field', { ...list, field: 'customerTelephone' }, 'listId not_allowed'],
    ['a list that is unknown', { ...list, listId: 8 }, 'listId not_allowed'],
    ['no list', { ...list, listId: 0 }, 'listId missing'],
    [
      'a part of a card',
      { ...list, field: 'cardCorrelationId', operator: 'isInEndingWith' },
      'operator not_allowed',
    ],
    ['geolocation of a country and a city', { ...geo, locationType2: 'ipCity' }, 'locationType2 not_allowed'],
    ['geolocation of one place', { ...geo, locationType2: 'issuingCountry' }, 'locationType2 not_allowed'],
    ['geolocation with less than', { ...geo, operator: 'lessThan' }, 'operator not_allowed'],
    [
      'a comparison of fields that do not belong together',
      { ...comparison, secondField: simpleField('billingCity') },
      'secondField not_allowed',
    ],
    [
      'a comparison with itself',
      { ...comparison, secondField: comparison.firstField },
      'secondField not_allowed',
    ],
    ['an age of another field', { ...age, field: 'transactionTime' }, 'field not_allowed'],
    ['an age of 151 years', { ...age, value: '151' }, 'value invalid'],
    [
      'an age range with the higher number first',
      { ...age, operator: 'between', value: '25|18' },
      'value too_small',
    ],
    ['an age range without a second number', { ...age, operator: 'between', value: '18|' }, 'value missing'],
    ['an age that differs', { ...age, operator: 'notEqualTo' }, 'operator not_allowed'],
    ['a period without a unit', { ...since, precision: '' }, 'precision missing'],
    ['a period since a text', { ...since, field: 'custom_string_1' }, 'field not_allowed'],
  ])('%s', (_title, condition, expected) => expect(error(condition)).toBe(expected));
});

test('refuses values with a card number', () => {
  expect(errors(withConditions({ ...simple, value: '4111111111111111' }))).toEqual([
    'joinedConditions.conditions.0.value not_allowed',
  ]);
});

test('names the condition with the error', () => {
  expect(errors(withConditions(simple, { ...simple, value: '' }))).toEqual([
    'joinedConditions.conditions.1.value missing',
  ]);
});

test('has operators for every field of simple conditions', () => {
  for (const field of fieldsWithUse('simple')) expect(simpleOperators(field)).toContain('isNull');
  expect(simpleOperators('transactionTime')).toContain('timeNotBetween');
  expect(simpleOperators('cardBin')).toEqual(['equalTo', 'notEqualTo', 'startsWith', 'isNull', 'isNotNull']);
  expect(customOperators('date')).toEqual([
    'equalTo',
    'notEqualTo',
    'lessThan',
    'lessThanOrEqualTo',
    'greaterThan',
    'greaterThanOrEqualTo',
    'between',
    'isNull',
    'isNotNull',
  ]);
});

test('offers pairs that do not follow from each other', () => {
  expect(isMorphingPair('customerIpAddress', 'ipCity')).toBe(false);
  expect(isMorphingPair('ipCity', 'customerIpAddress')).toBe(false);
  expect(isMorphingPair('paymentAccountCorrelationId', 'customerEmail')).toBe(false);
  expect(isMorphingPair('paymentAccountCorrelationId', 'customerIpAddress')).toBe(true);
  expect(isMorphingPair('customerEmail', 'custom_string_1')).toBe(true);
  expect(isLocationPair('transactionIpCity', 'ipCity')).toBe(false);
  expect(isLocationPair('ipCity', 'billingCity')).toBe(true);
  const tier = { type: 'customField', descriptiveName: 'tier', dataType: 'string', index: 1 } as const;
  const field = { type: 'simpleField', name: 'customerName' } as const;
  expect(isComparisonPair(tier, field)).toBe(true);
  expect(isComparisonPair(tier, { ...tier, dataType: 'longString', descriptiveName: 'note' })).toBe(true);
  expect(isComparisonPair(tier, { ...tier, dataType: 'date', descriptiveName: 'day' })).toBe(false);
});

test('saves values in one form', () => {
  const saved = (condition: object) => normaliseCondition(condition as Condition);
  const amount = { ...simple, field: 'transactionAmount', operator: 'between', value: '20|3' };
  expect(saved(amount)).toMatchObject({ category: 'PAYMENT', value: '3|20' });
  const night = { ...simple, field: 'transactionTime', operator: 'timeBetween', value: '22:00|06:00' };
  expect(saved(night)).toMatchObject({ value: '22:00|06:00' });
  expect(
    saved({ ...simple, field: 'billingPostcode', operator: 'equalTo', value: 'sw1a 1aa' }),
  ).toMatchObject({
    value: 'SW1A1AA',
  });
  const instant = { ...simple, field: 'transactionTime', operator: 'equalTo', value: '2026-11-22T10:00:00Z' };
  expect(saved(instant)).toMatchObject({ precision: 'MINUTES' });
  expect(saved({ ...age, operator: 'between', value: '25|18' })).toMatchObject({ value: '18|25' });
});

test('keeps only the options of the action', () => {
  const rule = {
    ...base,
    action: 'Defer',
    deferFinalAction: 'decline',
    deferWaitPeriod: '2 days',
    actionToTest: 'Block',
  };
  expect(normaliseRule(rule as RuleContent)).toMatchObject({ deferWaitPeriod: '7 days' });
  expect(normaliseRule(rule as RuleContent)).not.toHaveProperty('actionToTest');
  expect(normaliseRule({ ...rule, action: 'Block' } as RuleContent)).not.toHaveProperty('deferFinalAction');
});
