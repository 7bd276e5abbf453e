import { expect, test } from 'vitest';
import { readApprovalsSearch } from '../approvals-search.ts';
import { policyErrors, toPolicyContent, toPolicyForm } from '../policy-form.ts';

const rules = [
  { action: 'refund' as const, from: { amount: '500.00', currency: 'GBP' }, hours: 48 },
  { action: 'grantRole' as const, from: null, hours: 1 },
];

test('sends the policy that it was filled with', () => {
  expect(toPolicyContent(toPolicyForm({ rules, includesKeys: true }))).toEqual({ rules, includesKeys: true });
});

test('sends no rule for an action that is off', () => {
  const form = toPolicyForm({ rules, includesKeys: false });
  const next = { ...form, refund: { ...form.refund, isOn: false } };
  expect(toPolicyContent(next).rules.map(({ action }) => action)).toEqual(['grantRole']);
});

test('sends no amount when every refund needs approval', () => {
  const form = toPolicyForm({ rules, includesKeys: false });
  const next = { ...form, refund: { ...form.refund, hasAmount: false } };
  expect(toPolicyContent(next).rules[0]).toEqual({ action: 'refund', from: null, hours: 48 });
});

test.each([
  ['an empty amount', { amount: '' }, 'amount'],
  ['an amount that is text', { amount: 'many' }, 'amount'],
  ['no hours', { hours: '' }, 'hours'],
  ['zero hours', { hours: '0' }, 'hours'],
  ['more than a week', { hours: '169' }, 'hours'],
  ['half hours', { hours: '1.5' }, 'hours'],
])('reports %s', (_title, part, error) => {
  const form = toPolicyForm({ rules, includesKeys: false });
  expect(policyErrors({ ...form, refund: { ...form.refund, ...part } })).toEqual({ refund: error });
});

test.each([
  ['JPY', '500', true],
  ['JPY', '500.5', false],
  ['GBP', '500.25', true],
  ['GBP', '500.255', false],
  ['KWD', '500.255', true],
  ['KWD', '500.2555', false],
])('checks the decimals of an amount by its currency: %s %s', (currency, amount, isValid) => {
  const form = toPolicyForm({ rules, includesKeys: false });
  const next = { ...form, refund: { ...form.refund, amount, currency } };
  expect(policyErrors(next)).toEqual(isValid ? {} : { refund: 'amount' });
});

test('reports nothing of an action that is off', () => {
  const form = toPolicyForm({ rules: [], includesKeys: false });
  expect(policyErrors({ ...form, payout: { ...form.payout, hours: '' } })).toEqual({});
});

test.each([
  [{}, {}],
  [{ tab: 'waiting' }, {}],
  [{ tab: 'decided' }, { tab: 'decided' }],
])('reads the tab of %j', (raw, search) => {
  expect(readApprovalsSearch(raw)).toEqual(search);
});
