import { expect, test } from 'vitest';
import { type PolicyForm, policyErrors, toPolicyContent, toPolicyForm } from '../policy-form.ts';
import type { PolicyView } from '../schemas.ts';

const zone = 'Europe/Berlin';
const today = '2026-11-20';

const view = (more: Partial<PolicyView> = {}): PolicyView => ({
  secondFactor: 'REQUIRED',
  requiredFrom: '2026-11-30T23:00:00.000Z',
  requiredFor: ['P_MANAGE_API_KEYS'],
  deviceDays: 30,
  stepUpMinutes: 5,
  stepUpWithPassword: false,
  refundAbove: { amount: '500.00', currency: 'EUR' },
  organisationId: 1100,
  organisationName: 'Harbour Group',
  version: 3,
  mayChange: true,
  ...more,
});
const form = (more: Partial<PolicyForm> = {}): PolicyForm => ({
  ...toPolicyForm(view(), zone, today),
  ...more,
});

test('keeps a policy that was not edited', () => {
  const {
    organisationId: _id,
    organisationName: _name,
    version: _version,
    mayChange: _may,
    ...content
  } = view();
  expect(toPolicyContent(form(), zone)).toEqual(content);
});

test('begins a requirement with its day in the zone of the user', () => {
  expect(form().day).toBe('2026-12-01');
  const later = toPolicyContent(form({ day: '2026-07-01' }), zone);
  expect(later.requiredFrom).toBe('2026-06-30T22:00:00.000Z');
});

test('sends no day where nothing is required', () => {
  const offered = form({ secondFactor: 'OFFERED', requiredFor: [] });
  expect(toPolicyContent(offered, zone).requiredFrom).toBeNull();
});

test('suggests a day in two weeks', () => {
  expect(toPolicyForm(view({ requiredFrom: null }), zone, today)).toMatchObject({
    hasDay: false,
    day: '2026-12-04',
  });
});

test.each([
  ['an amount is missing', { refundAmount: '' }, { refundAmount: 'amount' }],
  ['the day is wrong', {}, { day: 'day' }],
  ['no step-up asks for the amount', { refundAmount: '', stepUpMinutes: '0' }, {}],
  ['refunds are not asked for', { refundAmount: '', isForRefunds: false }, {}],
] as const)('checks the form: %s', (_title, more, errors) => {
  const hasDayError = 'day' in errors;
  expect(policyErrors(form(more), hasDayError)).toEqual(errors);
});

test.each([
  ['JPY', '500', true],
  ['JPY', '500.5', false],
  ['GBP', '500.255', false],
  ['KWD', '500.255', true],
  ['KWD', '500.2555', false],
  ['KWD', '0.000', true],
])('checks the decimals of an amount by its currency: %s %s', (refundCurrency, refundAmount, isValid) => {
  const errors = policyErrors(form({ refundCurrency, refundAmount }), false);
  expect(errors).toEqual(isValid ? {} : { refundAmount: 'amount' });
});
