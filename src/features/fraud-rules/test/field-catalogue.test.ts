import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldsWithUse } from '#features/fraud-fields/field-catalogue.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { ruleUrl } from './rule-fixtures.ts';

let app: TestApp;
let analyst: Send;
beforeAll(async () => {
  app = await startApp();
  analyst = await actAs(app, 'analyst@harbour.example');
});
afterAll(() => app.stop());

test('getSimpleFields has every field of simple conditions with its values', async () => {
  const { body } = await analyst('GET', ruleUrl('schema/1100/simpleFieldData'));
  expect(body.fields.map(({ fieldName }: { fieldName: string }) => fieldName)).toEqual(
    fieldsWithUse('simple'),
  );
  expect(body.fields).toContainEqual({
    fieldName: 'customerEmail',
    fieldType: 'Email',
    category: 'CUSTOMER',
    operators: [
      'equalTo',
      'notEqualTo',
      'contains',
      'doesNotContain',
      'startsWith',
      'endsWith',
      'isNull',
      'isNotNull',
    ],
    caseSensitiveOption: true,
  });
  expect(body.valueSets.paymentClass).toContainEqual({
    value: 'CASH',
    displayName: 'CASH',
    deferrable: false,
  });
  expect(body.valueSets.country).toContainEqual({
    value: 'GBR',
    displayName: 'United Kingdom',
    deferrable: true,
  });
  expect(body.valueSets.acquirer).toHaveLength(1);
});

test('getListFields has the custom texts of the company', async () => {
  const { body } = await analyst('GET', ruleUrl('schema/1100/listFieldData'));
  expect(body).toContainEqual({
    fieldName: 'custom_string_1',
    displayName: 'loyalty_tier',
    operators: ['isIn', 'isNotIn', 'isInPartiallyMatching', 'isInStartingWith', 'isInEndingWith'],
  });
  expect(body).toContainEqual({ fieldName: 'cardCorrelationId', operators: ['isIn', 'isNotIn'] });
});

test('getVelocityFields and getMorphingFields have keys and pairs', async () => {
  const velocity = await analyst('GET', ruleUrl('schema/1100/fields/velocity'));
  expect(velocity.body).toMatchObject({
    currencies: ['gbp', 'eur', 'usd'],
    sumTypeFields: ['attemptedSpend', 'payouts'],
  });
  expect(velocity.body.windows).toHaveLength(15);
  const { body } = await analyst('GET', ruleUrl('schema/1100/fields/morphing'));
  const pairs = new Map<string, string[]>(
    body.map((one: { field1: string; field2: string[] }) => [one.field1, one.field2]),
  );
  expect(pairs.get('customerIpAddress')).toContain('customerEmail');
  expect(pairs.get('customerIpAddress')).not.toContain('ipCity');
  for (const second of pairs.values()) expect(second).not.toContain('ipCountryCode');
});

test('getCountriesWithContinents has 249 countries of seven continents', async () => {
  const { body } = await analyst('GET', ruleUrl('schema/countriesWithContinents'));
  expect(body.countries).toHaveLength(249);
  expect(body.countries).toContainEqual({ value: 'JPN', displayName: 'Japan', continent: 'AS' });
  expect(body.continents).toEqual(['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA']);
});
