import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { fieldsWithUse } from '#features/record/fraud-fields/field-catalogue.ts';
import { makeRule, ruleUrl, territoryRule } from './rule-fixtures.ts';

let app: TestApp;
let analyst: Send;
beforeAll(async () => {
  app = await startApp();
  analyst = await actAs(app, 'analyst@harbour.example');
});
afterAll(() => app.stop());

describe('the list of rules', () => {
  beforeAll(async () => {
    for (const [name, action] of [
      ['Alpha', 'Block'],
      ['beta', 'Accept'],
      ['Gamma 50%', 'Block'],
    ] as const) {
      app.clock.advance(60_000);
      await makeRule(analyst, { name, action });
    }
    await analyst('POST', ruleUrl('territoryRule/1100'), territoryRule);
  });

  const list = (query = '', orgId = 1100) =>
    analyst('GET', ruleUrl(`rules?orgId=${orgId}&rulesetIdentifier=default${query}`));
  const names = (response: { body: { rules: { name: string }[] } }) =>
    response.body.rules.map(({ name }) => name);

  test('listRules sorts by the last update, newest first', async () => {
    const all = await list();
    expect(names(all)).toEqual(['Gamma 50%', 'beta', 'Alpha']);
    expect(all.body).toMatchObject({ resultsAvailable: 3, resultsReturned: 3 });
  });

  test('listRules pages, sorts and filters', async () => {
    const paged = await list('&limit=1&startFrom=2&sortField.field=name&sortField.sort=ASC');
    expect(paged.body).toMatchObject({ resultsAvailable: 3, resultsReturned: 1 });
    expect(names(paged)).not.toEqual(names(await list('&limit=1&sortField.field=name&sortField.sort=ASC')));
    expect(names(await list('&ruleSearch.name=ALPH'))).toEqual(['Alpha']);
    expect(names(await list(`&ruleSearch.name=${encodeURIComponent('%')}`))).toEqual(['Gamma 50%']);
    expect(names(await list('&ruleSearch.action=Accept'))).toEqual(['beta']);
    const until = (day: string) => `&ruleSearch.lastUpdatedTime=${day}T23:59:59.999Z`;
    expect(names(await list(until('2026-11-20')))).toHaveLength(3);
    expect(names(await list(until('2026-11-21')))).toEqual([]);
  });

  test.each([
    ['V001', '&ruleSearch.action=TerritoryBlock'],
    ['V001', '&ruleSearch.lastUpdatedTime=yesterday'],
    ['V002', '&sortField.field=merchantIds'],
    ['V002', '&sortField.sort=UP'],
    ['V002', '&limit=1000'],
    ['V002', '&startFrom=-1'],
  ])('responses %s for %s', async (code, query) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { code } });
  });

  test.each([
    ['another company', 1200],
    ['an unknown organisation', 424_242],
  ])('responses V003 for %s', async (_title, orgId) => {
    expect(await list('', orgId)).toMatchObject({ status: 403, body: { code: 'V003' } });
  });

  test('returns V003 without the feature ERE', async () => {
    const meridian = await actAs(app, 'admin@meridian.example');
    expect(await meridian('GET', ruleUrl('rules?orgId=1200'))).toMatchObject({
      status: 403,
      body: { code: 'V003' },
    });
  });

  test('listTerritoryRules has territory rules only', async () => {
    const { body } = await analyst(
      'GET',
      ruleUrl('territoryRules/1100?sortField.field=lastUpdatedTime&sortField.sort=DESC'),
    );
    expect(body).toMatchObject({
      resultsAvailable: 1,
      rules: [{ ruleType: 'territoryRule', name: territoryRule.name }],
    });
    expect((await analyst('GET', ruleUrl('territoryRules/1100?ruleSearch.action=Block'))).body.code).toBe(
      'V001',
    );
  });

  test('getMerchantNames and getInstallationNames return only what the caller may see', async () => {
    const merchants = await analyst('POST', ruleUrl('merchantNames'), [1111, 1211, 5300001]);
    expect(merchants.body).toEqual({ 'Harbour Coffee': 1111 });
    const installations = await analyst('POST', ruleUrl('installationNames'), [5300001, 5300006, 1111]);
    expect(installations.body).toEqual({ 'Harbour Coffee web': 5300001 });
  });

  test('separates two merchants of one name by id', async () => {
    await app.owner`update organisation set name = 'Harbour Coffee' where id = 1112`;
    expect((await analyst('POST', ruleUrl('merchantNames'), [1111, 1112])).body).toEqual({
      'Harbour Coffee': 1111,
      'Harbour Coffee (1112)': 1112,
    });
  });

  test('getRuleScope lists merchants and installations below the organisation', async () => {
    const { body } = await analyst('GET', ruleUrl('org-hierarchy/1120'));
    expect(body).toContainEqual({ type: 'MERCHANT', id: 1121, name: 'Harbour Hotels' });
    expect(body).toContainEqual({
      type: 'INSTALLATION',
      id: 5300004,
      name: 'Harbour Hotels',
      merchantId: 1121,
    });
    expect(body).toHaveLength(4);
  });
});

describe('the catalogue of fields', () => {
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
      body.map((pair: { field1: string; field2: string[] }) => [pair.field1, pair.field2]),
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
});
