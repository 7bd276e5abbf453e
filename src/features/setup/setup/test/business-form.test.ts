import { expect, test } from 'vitest';
import { businessErrors, currencyOf, newBusinessForm, toBusiness } from '../business-form.ts';

test.each([
  ['Europe/London', 'en-US', 'GB', 'GBP'],
  ['Europe/Warsaw', 'en-GB', 'PL', 'PLN'],
  ['Asia/Tokyo', 'ja', 'JP', 'JPY'],
  // The machine's zone belongs to no country.
  ['UTC', 'de', 'DE', 'EUR'],
])('suggests country and currency in %s with %s', (zone, language, country, currency) => {
  expect(newBusinessForm(zone, language)).toEqual({ country, currency, mcc: '' });
});

test('suggests the euro for Bulgaria, whose lev has ended', () => {
  expect(currencyOf('BG')).toBe('EUR');
});

test('suggests no currency for a country without one', () => {
  expect(currencyOf('AQ')).toBe('');
});

test.each([
  ['US', 'America/Chicago', 'America/Chicago'],
  ['GB', 'America/Chicago', 'Europe/London'],
  ['AQ', 'Europe/Paris', 'Antarctica/Casey'],
])('takes the time zone of %s on a machine in %s', (country, zone, expected) => {
  expect(toBusiness({ country, currency: 'USD', mcc: '5812' }, zone).timeZone).toBe(expected);
});

test('names each missing field', () => {
  expect(businessErrors({ country: '', currency: '', mcc: '' })).toEqual({
    country: 'setup.required.country',
    currency: 'setup.required.currency',
    mcc: 'setup.required.category',
  });
  expect(businessErrors({ country: 'GB', currency: 'GBP', mcc: '5462' })).toEqual({});
});
