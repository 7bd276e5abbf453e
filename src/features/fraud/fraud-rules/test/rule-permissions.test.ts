import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { blockRule, insertList, makeRule, ruleUrl, territoryRule, withdraw } from './rule-fixtures.ts';

let app: TestApp;
let analyst: Send;
let permissions: Record<string, string>[];
let features: Record<string, string>[];
beforeAll(async () => {
  app = await startApp();
  permissions = await app.owner`select * from role_permission`;
  features = await app.owner`select * from organisation_feature`;
  analyst = await actAs(app, 'analyst@harbour.example');
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.owner`insert into role_permission ${app.owner(permissions)} on conflict do nothing`;
  await app.owner`insert into organisation_feature ${app.owner(features)} on conflict do nothing`;
  await app.owner`update app_user set access_version = access_version + 1`;
});

const morphing = {
  type: 'morphing',
  field1: 'customerIpAddress',
  field2: 'customerEmail',
  operator: 'greaterThan',
  value: 3,
  window: '24h',
};
const age = { type: 'age', field: 'customerDateOfBirth', operator: 'lessThan', value: '18' };
const since = {
  type: 'generalAge',
  field: 'custom_date_1',
  operator: 'lessThan',
  value: '2',
  precision: 'DAYS',
};
const withCondition = (condition: object) => ({
  joinedConditions: { logicalOperator: 'and', conditions: [condition] },
});
const updateRule = (id: number, body: object, action = 'UPDATE') =>
  analyst('PUT', ruleUrl(`rule/${id}/${action}/1100`), { ...blockRule, version: 1, ...body });

test('without the edit permission a rule can be read and not changed', async () => {
  const id = await makeRule(analyst);
  await withdraw(app, 'P_EDIT_FRAUD_RULES');
  expect((await analyst('GET', ruleUrl(`rule/${id}/1100`))).body.mayEdit).toBe(false);
  expect((await analyst('GET', ruleUrl('rules?orgId=1100'))).status).toBe(200);
  expect((await analyst('POST', ruleUrl('rule/1100'), blockRule)).status).toBe(403);
  for (const action of ['UPDATE', 'ACTIVATE', 'DEACTIVATE'])
    expect((await updateRule(id, {}, action)).status).toBe(403);
  // The permission for territories admits the request, and the rule is unknown to it.
  expect((await analyst('DELETE', ruleUrl(`rule/${id}/1100`))).body.code).toBe('not_found');
});

test('without a rule permission rules are unknown', async () => {
  const id = await makeRule(analyst);
  await withdraw(app, 'P_EDIT_FRAUD_RULES', 'P_VIEW_FRAUD_RULES');
  expect((await analyst('GET', ruleUrl('rules?orgId=1100'))).status).toBe(403);
  expect((await analyst('GET', ruleUrl(`rule/${id}/1100`))).body.code).toBe('not_found');
  expect((await analyst('GET', ruleUrl(`rule/${id}/1100/versions`))).body.code).toBe('not_found');
  expect((await analyst('GET', ruleUrl('schema/1100/simpleFieldData'))).status).toBe(403);
});

test('without a territory permission territory rules are unknown', async () => {
  const { body } = await analyst('POST', ruleUrl('territoryRule/1100'), territoryRule);
  await withdraw(app, 'P_EDIT_TERRITORY_MANAGEMENT_RULES');
  expect((await analyst('GET', ruleUrl(`rule/${body.ruleId}/1100`))).body.mayEdit).toBe(false);
  expect((await analyst('POST', ruleUrl('territoryRule/1100'), territoryRule)).status).toBe(403);
  expect((await analyst('DELETE', ruleUrl(`rule/${body.ruleId}/1100`))).body.code).toBe('not_found');
  await withdraw(app, 'P_VIEW_TERRITORY_MANAGEMENT_RULES');
  expect((await analyst('GET', ruleUrl('territoryRules/1100'))).status).toBe(403);
  expect((await analyst('GET', ruleUrl('schema/countriesWithContinents'))).status).toBe(403);
  expect((await analyst('GET', ruleUrl(`rule/${body.ruleId}/1100`))).body.code).toBe('not_found');
});

describe('a condition that needs a permission', () => {
  test.each([
    ['morphing', 'P_FRAUD_RULES_MORPHING_CONDITION', morphing],
    ['age', 'P_FRAUD_RULES_AGE_CONDITION', age],
    ['generalAge', 'P_FRAUD_RULES_AGE_CONDITION', since],
  ])('%s can be kept but not added', async (_type, permission, condition) => {
    const id = await makeRule(analyst, withCondition(condition));
    await withdraw(app, permission);
    expect((await updateRule(id, { name: 'Renamed', ...withCondition(condition) })).status).toBe(200);
    expect(
      (await analyst('POST', ruleUrl('rule/1100'), { ...blockRule, ...withCondition(condition) })).status,
    ).toBe(403);
    const changed = { ...condition, operator: 'equalTo' };
    expect((await updateRule(id, { version: 2, ...withCondition(changed) })).status).toBe(403);
  });

  test('a list can be kept but not added', async () => {
    const listId = await insertList(app);
    const condition = { type: 'list', field: 'customerEmail', operator: 'isIn', listId };
    const id = await makeRule(analyst, withCondition(condition));
    await withdraw(app, 'P_EDIT_FRAUD_PARAMETER_LISTS');
    expect((await updateRule(id, { name: 'Renamed', ...withCondition(condition) })).status).toBe(200);
    expect(
      (await updateRule(id, { version: 2, ...withCondition({ ...condition, operator: 'isNotIn' }) })).status,
    ).toBe(403);
  });
});

test('the scope of counts needs the feature', async () => {
  const scoped = { joinedConditions: { ...blockRule.joinedConditions, scope: 'merchant' } };
  const id = await makeRule(analyst, scoped);
  await app.owner`delete from organisation_feature where feature = 'CUSTOM_RULE_AGGREGATE_SCOPE'`;
  expect((await updateRule(id, { name: 'Renamed', ...scoped })).status).toBe(200);
  expect(await analyst('POST', ruleUrl('rule/1100'), { ...blockRule, ...scoped })).toMatchObject({
    status: 400,
    body: { field: 'joinedConditions.scope' },
  });
});

test('an installation of another merchant than those of the rule is refused', async () => {
  const foreign = await analyst('POST', ruleUrl('rule/1100'), {
    ...blockRule,
    merchantIds: [1112],
    installationIds: [5300001],
  });
  expect(foreign).toMatchObject({ status: 400, body: { field: 'installationIds', detail: 'not_allowed' } });
  const both = { ...blockRule, merchantIds: [1111, 1112], installationIds: [5300001] };
  expect((await analyst('POST', ruleUrl('rule/1100'), both)).status).toBe(200);
});

test('rules need the feature ERE, territory rules do not', async () => {
  const id = await makeRule(analyst);
  await app.owner`delete from organisation_feature where feature = 'ERE'`;
  expect((await analyst('POST', ruleUrl('rule/1100'), blockRule)).status).toBe(403);
  expect((await updateRule(id, {})).status).toBe(403);
  for (const address of [`rule/${id}/1100`, `rule/${id}/1100/versions`])
    expect((await analyst('GET', ruleUrl(address))).status, address).toBe(403);
  expect((await analyst('DELETE', ruleUrl(`rule/${id}/1100`))).status).toBe(403);
  expect((await analyst('GET', ruleUrl('territoryRules/1100'))).status).toBe(200);
});
