import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createTranslator, type Texts } from '#web/translate/translator.ts';
import { fraudFields } from '#features/record/fraud-fields/field-catalogue.ts';
import { isMorphingFirst, isMorphingPair, isVelocityField } from '../conditions/condition-fields.ts';
import type { Condition } from '../rule.ts';
import {
  type SentenceRule,
  type SentenceLabels,
  conditionText,
  plainSentence,
  ruleSentence,
} from '../sentence.ts';
import { utcToZone, zoneToUtc } from '../web/zone-time.ts';

const languages = ['en', 'de', 'es', 'fr', 'pl', 'cy'] as const;

function labelsIn(language: (typeof languages)[number]): SentenceLabels {
  const file = `src/app/web/public/locales/${language}.json`;
  const { t } = createTranslator([{ language, texts: JSON.parse(readFileSync(file, 'utf8')) as Texts }]);
  return {
    t,
    locale: language === 'en' ? 'en-GB' : language,
    listName: (id) => (id === 7 ? 'Known fraud' : undefined),
    country: (code) => ({ BRA: 'Brazil', NGA: 'Nigeria', JPN: 'Japan', CHN: 'China' })[code] ?? code,
    continents: new Map([['AS', ['JPN', 'CHN']]]),
    customName: (id) => (id === 'custom_date_1' ? 'collect_on' : undefined),
    day: (day) => day,
    instant: (at) => at,
    time: (time) => time,
    zone: 'London',
  };
}
const en = labelsIn('en');

const onList: Condition = { type: 'list', field: 'customerEmail', operator: 'isIn', listId: 7 };
const velocity: Condition = {
  type: 'velocityCount',
  field: 'paymentAccountCorrelationId',
  operator: 'greaterThan',
  value: 5,
  window: '1h',
};
const rule = (action: string, conditions: Condition[], more: object = {}): SentenceRule => ({
  ruleType: 'rule',
  action,
  joinedConditions: { logicalOperator: 'and', conditions },
  ...more,
});

test('joins conditions into one sentence', () => {
  expect(plainSentence(rule('Block', [onList, velocity]), en)).toBe(
    'Block when the customer’s email is on “Known fraud” and more than 5 attempts in 1 hour use the same card or account.',
  );
});

test('lists the conditions above three', () => {
  const { text, items } = ruleSentence(rule('Block', [onList, velocity, onList, velocity]), en);
  expect(text).toBe('Block when all of these are true.');
  expect(items).toHaveLength(4);
});

const simple = (field: string, operator: string, value: string): Condition => ({
  type: 'simple',
  field,
  operator,
  value,
});

test.each([
  [
    'Accept when the amount is less than 20.',
    rule('Accept', [simple('transactionAmount', 'lessThan', '20')]),
  ],
  [
    'Defer when the customer’s email is missing, then capture after 2 days.',
    rule('Defer', [simple('customerEmail', 'isNull', '')], {
      deferFinalAction: 'capture',
      deferWaitPeriod: '2 days',
    }),
  ],
  [
    'Defer when the customer’s email is missing, then decline after 7 days.',
    rule('Defer', [simple('customerEmail', 'isNull', '')], {
      deferFinalAction: 'decline',
      deferWaitPeriod: '7 days',
    }),
  ],
  [
    'Test only: would block when the channel is Web or Mobile.',
    rule('Ignore', [simple('channel', 'isIn', 'WEB,MOBILE')], { actionToTest: 'Block' }),
  ],
])('%s', (text, rule) => expect(plainSentence(rule, en)).toBe(text));

test.each<[string, Condition]>([
  [
    'the customer’s email contains “x” (in any letter case)',
    simple('customerEmail', 'containsIgnoreCase', 'x'),
  ],
  ['the channel is none of Web and Mobile', simple('channel', 'isNotIn', 'WEB,MOBILE')],
  ['the issuer country is one of 6 countries', simple('cardIssuerCountryCode', 'isIn', 'A,B,C,D,E,F')],
  ['the amount is less than 5 or more than 1,000', simple('transactionAmount', 'notBetween', '5|1000')],
  [
    'the payment time is between 22:00 and 06:00 (London)',
    simple('transactionTime', 'timeBetween', '22:00|06:00'),
  ],
  [
    'the customer’s date of birth is before 2000-01-01',
    simple('customerDateOfBirth', 'lessThan', '2000-01-01'),
  ],
  [
    'GBP attempts in 24 hours that use the same IP address add up to at least 500.00 GBP',
    {
      type: 'velocitySum',
      field: 'customerIpAddress',
      sumTypeField: 'attemptedSpend',
      currency: 'gbp',
      operator: 'greaterThanOrEqualTo',
      value: 500,
      window: '24h',
    },
  ],
  [
    'more than 3 different emails appear in 24 hours with the same IP address',
    {
      type: 'morphing',
      field1: 'customerIpAddress',
      field2: 'customerEmail',
      operator: 'greaterThan',
      value: 3,
      window: '24h',
    },
  ],
  [
    'the issuer country and the IP country don’t match',
    {
      type: 'geolocation',
      locationType1: 'issuingCountry',
      operator: 'notEqualTo',
      locationType2: 'ipCountry',
    },
  ],
  [
    'the customer is younger than 18',
    { type: 'age', field: 'customerDateOfBirth', operator: 'lessThan', value: '18' },
  ],
  [
    'the field “collect_on” is from 2 to 30 days ago',
    { type: 'generalAge', field: 'custom_date_1', operator: 'between', value: '2|30', precision: 'DAYS' },
  ],
  ['the customer’s email is on “a deleted list”', { ...onList, listId: 8 } as Condition],
  [
    'at least 1 attempt in 1 hour uses the same card or account',
    { ...velocity, operator: 'greaterThanOrEqualTo', value: 1 } as Condition,
  ],
])('%s', (text, condition) => expect(conditionText(condition, en)).toBe(text));

test('names whole continents in a territory rule', () => {
  const territory = (territories: string[]): SentenceRule => ({
    ruleType: 'territoryRule',
    action: 'TerritoryBlock',
    territoryCondition: {
      type: 'territory',
      territoryComparisonType: 'cardIssuerCountryCode',
      territoryListOperator: 'isIn',
      territories,
    },
  });
  expect(plainSentence(territory(['NGA', 'JPN', 'BRA', 'CHN']), en)).toBe(
    'Block when the issuer country is Brazil, Nigeria or anywhere in Asia.',
  );
  expect(plainSentence(territory(['JPN', 'NGA']), en)).toBe(
    'Block when the issuer country is Japan or Nigeria.',
  );
});

describe.each(languages)('in %s', (language) => {
  const labels = labelsIn(language);
  const isTranslated = (text: string) => !/\b(?:risk|rules)\.|\{\{/.test(text);

  test('every field has its phrases', () => {
    const ids = Object.keys(fraudFields);
    for (const id of ids) {
      const phrases = [`risk.field.${id}`, `risk.subject.${id}`];
      if (isVelocityField(id) || isMorphingFirst(id)) phrases.push(`risk.object.${id}`);
      if (ids.some((first) => isMorphingPair(first, id))) phrases.push(`risk.distinct.${id}`);
      for (const key of phrases) expect(labels.t(key)).not.toBe(key);
    }
  });

  test('a rule is a whole sentence', () => {
    const text = plainSentence(rule('Block', [onList, velocity]), labels);
    expect(text).toContain('Known fraud');
    expect(text).toMatch(/5 /);
    expect(isTranslated(text)).toBe(true);
  });
});

test('counts agree with their number in Polish', () => {
  const pl = labelsIn('pl');
  const count = (value: number) => conditionText({ ...velocity, value } as Condition, pl);
  expect(count(1)).toContain('1 próba w ciągu 1 godziny używa');
  expect(count(3)).toContain('3 próby w ciągu 1 godziny używają');
  expect(count(5)).toContain('5 prób w ciągu 1 godziny używa ');
});

test('converts times of day between the zone and UTC', () => {
  const winter = new Date('2026-01-10T12:00:00Z');
  const summer = new Date('2026-07-10T12:00:00Z');
  expect(utcToZone('22:30', 'Europe/Berlin', winter)).toBe('23:30');
  expect(utcToZone('22:30', 'Europe/Berlin', summer)).toBe('00:30');
  expect(zoneToUtc('00:30', 'Europe/Berlin', summer)).toBe('22:30');
  expect(zoneToUtc('', 'Europe/Berlin', summer)).toBe('');
});
