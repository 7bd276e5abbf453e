import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTranslator, type Texts } from '#web/translate/translator.ts';
import { ruleDifferences } from '../rule-difference.ts';
import type { Condition, RuleContent } from '../rule.ts';
import type { SentenceLabels } from '../sentence.ts';
import { ruleContent, territoryRule } from './rule-fixtures.ts';

const { t } = createTranslator([
  { language: 'en', texts: JSON.parse(readFileSync('src/app/web/public/locales/en.json', 'utf8')) as Texts },
]);
const labels: SentenceLabels = {
  t,
  locale: 'en-GB',
  listName: () => undefined,
  country: (code) => code,
  continents: new Map(),
  customName: () => undefined,
  day: (day) => day,
  instant: (at) => at,
  time: (time) => time,
  zone: 'UTC',
};

const [count] = ruleContent.joinedConditions.conditions;
const withConditions = (...conditions: readonly (Condition | undefined)[]): RuleContent =>
  ({
    ...ruleContent,
    joinedConditions: { ...ruleContent.joinedConditions, conditions },
  }) as RuleContent;
const texts = (before: RuleContent, after: RuleContent) =>
  ruleDifferences(before, after, labels).map(({ kind, text }) => `${kind}: ${text}`);

test('two equal rules have no differences', () => {
  expect(texts(ruleContent, { ...ruleContent })).toEqual([]);
});

test('a changed number removes one condition and adds another', () => {
  expect(texts(ruleContent, withConditions({ ...count, value: 3 } as Condition))).toEqual([
    'removed: more than 5 attempts in 1 hour use the same card or account',
    'added: more than 3 attempts in 1 hour use the same card or account',
  ]);
});

test('a repeated condition counts each time', () => {
  expect(texts(withConditions(count, count), withConditions(count))).toEqual([
    'removed: more than 5 attempts in 1 hour use the same card or account',
  ]);
});

test('names text, operator, scope and action', () => {
  const after: RuleContent = {
    ...ruleContent,
    name: 'New name',
    action: 'Defer',
    deferFinalAction: 'capture',
    deferWaitPeriod: '2 days',
    joinedConditions: { ...ruleContent.joinedConditions, logicalOperator: 'or', scope: 'merchant' },
  };
  expect(texts(ruleContent, after)).toEqual([
    'changed: Name: Card velocity → New name',
    'changed: When: All conditions are true → Any condition is true',
    'changed: Counted per: Company → Merchant',
    'changed: Action: Block → Defer, Capture, 2 days',
  ]);
});

test('counts merchants and installations', () => {
  const after = { ...ruleContent, merchantIds: [1112, 1121], installationIds: [5300001, 5300003] };
  expect(texts(ruleContent, after)).toEqual([
    'removed: 1 merchant',
    'added: 2 merchants',
    'added: 1 installation',
  ]);
});

test('compares territories as sentences', () => {
  const before = { ...territoryRule, ruleType: 'territoryRule' } as unknown as RuleContent;
  const after = {
    ...before,
    territoryCondition: { ...territoryRule.territoryCondition, territories: ['NGA'] },
  } as unknown as RuleContent;
  expect(texts(before, after)).toEqual([
    'removed: When the issuer country is BRA or NGA.',
    'added: When the issuer country is NGA.',
  ]);
});
