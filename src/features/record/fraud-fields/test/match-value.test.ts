import { describe, expect, test } from 'vitest';
import {
  fieldsWithUse,
  findFraudField,
  findSourceNote,
  isDeferrable,
  parseCustomFieldId,
} from '../field-catalogue.ts';
import { matchValue } from '../match-value.ts';

describe('matching values', () => {
  test.each([
    ['customerEmail', ' Ann@Example.COM ', 'ann@example.com'],
    ['customerTelephone', '(0044) 20 7946 0000', '+442079460000'],
    ['customerTelephone', '+44 20 7946 0000', '+442079460000'],
    ['customerTelephone', '---', null],
    ['billingPostcode', 'sw1a 1aa', 'SW1A1AA'],
    ['normalisedAddress', '1, High  Street - London', '1 HIGH STREET LONDON'],
    ['customerIpAddress', '2001:DB8:0:0::1', '2001:db8::1'],
    ['cardCorrelationId', 'aBc+/=', 'aBc+/='],
    ['custom_string_1', 'É', 'é'],
    ['customerName', '   ', null],
  ])('%s "%s" matches as %s', (field, value, expected) => {
    expect(matchValue(field, value)).toBe(expected);
  });

  test('a decomposed letter matches the composed one', () => {
    expect(matchValue('customerName', 'Jose\u0301')).toBe(matchValue('customerName', 'Jos\u00e9'));
  });
});

describe('catalogue', () => {
  test('has every predefined list field', () => {
    const predefined = [
      'countryCode',
      'currencyCode',
      'commerceType',
      'transactionType',
      'cardScheme',
      'cardBrand',
      'acquirer',
      'channel',
      'paymentClass',
      'alternativePaymentMethod',
      'paymentSource',
      'cardUsageType',
      'ipType',
      'ipValues',
      'billingCountryCode',
      'cardIssuerCountryCode',
      'ipCountryCode',
      'cardCategory',
      'shippingCountryCode',
    ];
    const lists = fieldsWithUse('list');
    expect(lists).toEqual(expect.arrayContaining(predefined));
    expect(lists.filter((id) => findFraudField(id)?.values)).toHaveLength(predefined.length);
  });

  test('fields that nothing delivers are known as such', () => {
    const all = [...new Set(['simple', 'list', 'velocity'].flatMap((use) => fieldsWithUse(use as 'simple')))];
    expect(all.filter((id) => findSourceNote(id) === 'no_source').toSorted()).toEqual([
      'alternativePaymentMethod',
      'distanceFromIpToBilling',
      'ipType',
      'ipValues',
      'openProxyRisk',
    ]);
    expect(all.filter((id) => findSourceNote(id) === 'always_card').toSorted()).toEqual(['paymentClass']);
  });

  test('verifications, cash and open banking cannot be deferred', () => {
    expect(isDeferrable('transactionType', 'VERIFY')).toBe(false);
    expect(isDeferrable('transactionType', 'PAYMENT')).toBe(true);
    expect(isDeferrable('paymentClass', 'CASH')).toBe(false);
    expect(isDeferrable('country', 'GBR')).toBe(true);
  });

  test('ids of custom fields have a type and an index', () => {
    expect(parseCustomFieldId('custom_long_string_12')).toEqual({ dataType: 'longString', index: 12 });
    expect(parseCustomFieldId('custom_string_')).toBeUndefined();
    expect(parseCustomFieldId('customerEmail')).toBeUndefined();
  });
});
