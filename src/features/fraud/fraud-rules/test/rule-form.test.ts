import { expect, test } from 'vitest';
import {
  blankCondition,
  hasCaseOption,
  withAgeOperator,
  withField,
  withFirstLocation,
  withOperator,
} from '../conditions/condition-draft.ts';
import type { Condition } from '../rule.ts';
import {
  blankForm,
  copyForm,
  toRuleForm,
  buildRuleContent,
  withAction,
  withConditions,
  withFinalAction,
} from '../rule-form.ts';
import { scopeNodes, scopeOfChoice, scopeToChoice } from '../web/editor/rule-fields.tsx';
import { pendingEdits, territoriesOfChoice, territoryNodes } from '../web/territory-card.tsx';
import { ruleContent } from './rule-fixtures.ts';

type Simple = Extract<Condition, { type: 'simple' }>;
const simple = (part: Partial<Simple>): Simple => ({
  type: 'simple',
  field: '',
  operator: '',
  value: '',
  ...part,
});
const cash = simple({ field: 'paymentClass', operator: 'equalTo', value: 'CASH' });

test('a form reads back the rule that it was made from', () => {
  expect(buildRuleContent(toRuleForm(ruleContent, true))).toEqual(ruleContent);
});

test('another action drops the options of the one before', () => {
  const form = { ...blankForm('rule'), action: 'Ignore', actionToTest: 'Block' as const };
  expect(withAction(form, 'Defer')).toMatchObject({ action: 'Defer', actionToTest: undefined });
});

test('a Defer that declines waits 7 days', () => {
  expect(withFinalAction(blankForm('rule'), 'decline').deferWaitPeriod).toBe('7 days');
  expect(withFinalAction(blankForm('rule'), 'capture').deferWaitPeriod).toBeUndefined();
});

test('conditions that rule out Defer clear the action', () => {
  const form = withFinalAction({ ...blankForm('rule'), action: 'Defer' }, 'capture');
  const after = withConditions(form, { conditions: [cash] });
  expect(after).toMatchObject({ isDeferDropped: true, form: { action: '', deferFinalAction: undefined } });
  const block = withConditions({ ...form, action: 'Block' }, { conditions: [cash] });
  expect(block).toMatchObject({ isDeferDropped: false, form: { action: 'Block' } });
});

test('a copy is inactive with a prefix of limited length', () => {
  const form = { ...blankForm('rule'), name: 'x'.repeat(100), description: 'y' };
  const copy = copyForm(form, 'Copy of ');
  expect(copy).toMatchObject({ active: false, description: 'Copy of y' });
  expect(copy.name).toHaveLength(100);
});

test('another field clears operator and value', () => {
  expect(withField(cash, { field: 'channel' })).toEqual(simple({ field: 'channel' }));
});

test('another operator clears the value when its kind changes', () => {
  const amount = simple({ field: 'transactionAmount', operator: 'lessThan', value: '5' });
  expect(withOperator(amount, 'greaterThan').value).toBe('5');
  expect(withOperator(amount, 'between').value).toBe('');
  expect(withOperator(amount, 'isNull').value).toBe('');
  expect(withOperator(cash, 'isIn').value).toBe('');
  const email = simple({ field: 'customerEmail', operator: 'containsIgnoreCase', value: 'x' });
  expect(withOperator(email, 'startsWith')).toMatchObject({ operator: 'startsWithIgnoreCase', value: 'x' });
  expect(withOperator(email, 'isNull').operator).toBe('isNull');
  expect(withOperator(email, 'equalTo').value).toBe('');
});

test('the case option hides without a value', () => {
  const email = simple({ field: 'customerEmail', operator: 'contains' });
  expect(hasCaseOption(email, true)).toBe(true);
  expect(hasCaseOption(email, false)).toBe(false);
  expect(hasCaseOption({ ...email, operator: 'isNotNull' }, true)).toBe(false);
});

test('another first place clears operator and second place', () => {
  expect(withFirstLocation('ipCity')).toEqual({
    type: 'geolocation',
    locationType1: 'ipCity',
    operator: '',
    locationType2: '',
  });
});

test('an age keeps its number unless a range begins', () => {
  const age = { ...blankCondition('age'), operator: 'lessThan', value: '18' } as Extract<
    Condition,
    { type: 'age' }
  >;
  expect(withAgeOperator(age, 'equalTo').value).toBe('18');
  expect(withAgeOperator(age, 'between').value).toBe('');
});

const entries = [
  { type: 'MERCHANT', id: 1, name: 'Coffee' },
  { type: 'INSTALLATION', id: 11, name: 'Web', merchantId: 1 },
  { type: 'INSTALLATION', id: 12, name: 'Phone', merchantId: 1 },
  { type: 'MERCHANT', id: 2, name: 'Empty' },
] as const;

test('a ticked installation brings its merchant', () => {
  expect(scopeNodes(entries)).toContainEqual({ id: 'i11', label: 'Web', parentId: 'm1' });
  const nothing = { merchantIds: [], installationIds: [] };
  const checked = new Set(['i11', 'm2']);
  expect(scopeOfChoice(entries, checked, nothing)).toEqual({ merchantIds: [1, 2], installationIds: [11] });
});

test('keeps the part of a scope that the user does not see', () => {
  const before = { merchantIds: [1, 9], installationIds: [12, 99] };
  expect([...scopeToChoice(before, entries)]).toContain('i12');
  const after = scopeOfChoice(entries, new Set(['i11']), before);
  expect(after).toEqual({ merchantIds: [1, 9], installationIds: [11, 99] });
});

const countries = [
  { value: 'JPN', displayName: 'Japan', continent: 'AS' },
  { value: 'BRA', displayName: 'Brazil', continent: 'SA' },
];

test('continents are options with their countries below', () => {
  const nodes = territoryNodes(countries, { country: (code) => code, continent: (code) => `All of ${code}` });
  expect(nodes.map(({ id }) => id)).toEqual(['all-AS', 'all-SA', 'BRA', 'JPN']);
  expect(nodes.at(-1)).toMatchObject({ parentId: 'all-AS' });
  expect(territoriesOfChoice(countries, new Set(['BRA', 'JPN', 'all-AS']))).toEqual(['BRA', 'JPN']);
});

test('edits are pending against the saved countries', () => {
  expect(pendingEdits(['BRA', 'JPN'], ['JPN', 'NGA'])).toEqual({ added: ['NGA'], removed: ['BRA'] });
});
