import { expect, test } from 'vitest';
import { countryList, findCountry } from '../countries.ts';

test('lists the 249 countries of ISO 3166-1', () => {
  expect(countryList()).toHaveLength(249);
});

test('finds a country by either code in any case', () => {
  expect(findCountry('gb')?.alpha3).toBe('GBR');
  expect(findCountry('GBR')?.alpha2).toBe('GB');
  expect(findCountry('ZZ')).toBeUndefined();
  expect(findCountry('United Kingdom')).toBeUndefined();
});
