import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { loadActiveRules, loadRuleSetVersion } from '../server/db/rules.ts';
import { blockRule, insertList, makeRule, ruleUrl, territoryRule } from './rule-fixtures.ts';

let app: TestApp;
let analyst: Send;
let coffee: Send;
let meridian: Send;
beforeAll(async () => {
  app = await startApp();
  analyst = await actAs(app, 'analyst@harbour.example');
  meridian = await actAs(app, 'admin@meridian.example');
  await app.owner`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    select user_id, 'fraud-analyst', 1111, true from app_user where user_name = 'coffee@harbour.example'`;
  coffee = await actAs(app, 'coffee@harbour.example');
});
afterAll(() => app.stop());

const setVersion = () => inTenant(app.services.database, [1100], (sql) => loadRuleSetVersion(sql, 1100));
const active = (merchantId = 1111) =>
  inTenant(app.services.database, [1100], (sql) => loadActiveRules(sql, 1100, merchantId));
const updateRule = (id: number, action: string, body: object, org = 1100) =>
  analyst('PUT', ruleUrl(`rule/${id}/${action}/${org}`), { ...blockRule, ...body });

test('createRule stores an active rule that the engine loads', async () => {
  const before = await setVersion();
  const created = await analyst('POST', ruleUrl('rule/1100'), {
    ...blockRule,
    name: ' Trimmed ',
    active: true,
  });
  expect(created).toMatchObject({
    status: 200,
    body: {
      name: 'Trimmed',
      ruleType: 'rule',
      active: true,
      hidden: false,
      version: 1,
      mayEdit: true,
      orgId: 1100,
    },
  });
  expect(await setVersion()).toBe(before + 1);
  expect(await active()).toContainEqual({
    ruleId: created.body.ruleId,
    version: 1,
    ...blockRule,
    name: 'Trimmed',
    ruleType: 'rule',
    description: undefined,
  });
  expect(await active(1112)).toEqual([]);
  const [event] = await app.owner`select after, object_id from audit_event where act = 'createRule'`;
  expect(event).toMatchObject({ objectId: String(created.body.ruleId), after: { name: 'Trimmed' } });
});

test('an inactive rule does not concern the engine', async () => {
  const before = await setVersion();
  const id = await makeRule(analyst, { active: false });
  expect(await updateRule(id, 'UPDATE', { name: 'Still inactive', version: 1 })).toMatchObject({
    status: 200,
    body: { active: false, version: 2 },
  });
  expect(await setVersion()).toBe(before);
});

describe('changeRule', () => {
  let id: number;
  beforeEach(async () => {
    id = await makeRule(analyst, { active: true });
  });

  test('audits the effect that was shown before an activation', async () => {
    const confirmed = { days: 30, accepted: 1240, wouldChangeAccepted: 112 };
    expect((await updateRule(id, 'UPDATE', { name: 'Wider', version: 1, confirmed })).status).toBe(200);
    await updateRule(id, 'DEACTIVATE', { version: 2 });
    expect((await updateRule(id, 'ACTIVATE', { version: 3, confirmed })).status).toBe(200);
    const events = await app.owner<{ detail: object }[]>`
      select detail from audit_event where act = 'changeRule' and object_id = ${String(id)} order by seq`;
    expect(events.map(({ detail }) => detail)).toMatchObject([
      { action: 'UPDATE', confirmed },
      { action: 'DEACTIVATE' },
      { action: 'ACTIVATE', confirmed },
    ]);
    // The confirmation is not stored as a part of the rule.
    expect(await active()).not.toContainEqual(expect.objectContaining({ confirmed }));
  });

  test('raises the version of the active rules with each change', async () => {
    const before = await setVersion();
    expect((await updateRule(id, 'UPDATE', { name: 'Renamed', version: 1 })).body.version).toBe(2);
    expect((await updateRule(id, 'DEACTIVATE', { version: 2 })).body).toMatchObject({
      active: false,
      name: 'Renamed',
    });
    expect((await updateRule(id, 'ACTIVATE', { version: 3 })).body).toMatchObject({
      active: true,
      version: 4,
    });
    expect(await setVersion()).toBe(before + 3);
  });

  test('rejects a version that is not the current one', async () => {
    await updateRule(id, 'UPDATE', { version: 1 });
    expect(await updateRule(id, 'UPDATE', { name: 'Late', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'RULE_CHANGED' },
    });
    expect((await analyst('GET', ruleUrl(`rule/${id}/1100`))).body.name).toBe(blockRule.name);
  });

  test('accepts one of two concurrent changes', async () => {
    const results = await Promise.all([
      updateRule(id, 'UPDATE', { name: 'One', version: 1 }),
      updateRule(id, 'UPDATE', { name: 'Two', version: 1 }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('rejects an unknown action', async () => {
    expect((await updateRule(id, 'DELETE', { version: 1 })).status).toBe(400);
    expect((await updateRule(id, 'PAUSE', { version: 1 })).status).toBe(400);
  });

  test('names the field with the error', async () => {
    const conditions = [{ type: 'simple', field: 'customerEmail', operator: 'equalTo', value: 'no-address' }];
    expect(
      await updateRule(id, 'UPDATE', {
        version: 1,
        joinedConditions: { logicalOperator: 'and', conditions },
      }),
    ).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', field: 'joinedConditions.conditions.0.value', detail: 'invalid' },
    });
  });

  test('returns validation_defer_error for cash', async () => {
    const conditions = [{ type: 'simple', field: 'paymentClass', operator: 'equalTo', value: 'CASH' }];
    const defer = { action: 'Defer', deferFinalAction: 'capture', deferWaitPeriod: '2 days' };
    const body = { ...defer, version: 1, joinedConditions: { logicalOperator: 'and', conditions } };
    expect(await updateRule(id, 'UPDATE', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_defer_error' },
    });
  });
});

test('deleteRule deletes inactive rules only', async () => {
  const id = await makeRule(analyst, { active: true });
  expect(await analyst('DELETE', ruleUrl(`rule/${id}/1100`))).toMatchObject({
    status: 409,
    body: { code: 'general_error' },
  });
  await updateRule(id, 'DEACTIVATE', { version: 1 });
  expect((await analyst('DELETE', ruleUrl(`rule/${id}/1100`))).status).toBe(204);
  expect((await analyst('GET', ruleUrl(`rule/${id}/1100`))).body).toMatchObject({
    hidden: true,
    mayEdit: false,
    ruleAuditData: { lastAction: 'DELETE', lastUpdatedBy: 'Noor Rahman' },
  });
  expect(await updateRule(id, 'ACTIVATE', { version: 3 })).toMatchObject({
    status: 409,
    body: { code: 'general_error' },
  });
});

test('getRuleVersions lists every change, and getRule shows an old one as historic', async () => {
  const id = await makeRule(analyst, { active: true });
  await updateRule(id, 'UPDATE', { name: 'Second', version: 1 });
  await updateRule(id, 'DEACTIVATE', { version: 2 });
  const { body } = await analyst('GET', ruleUrl(`rule/${id}/1100/versions`));
  expect(
    body.versions.map((version: { action: string; version: number }) => [version.version, version.action]),
  ).toEqual([
    [3, 'DEACTIVATE'],
    [2, 'UPDATE'],
    [1, 'CREATE'],
  ]);
  expect(body.versions[1]).toMatchObject({ savedBy: 'Noor Rahman', active: true, rule: { name: 'Second' } });
  expect((await analyst('GET', ruleUrl(`rule/${id}/1100?version=1`))).body).toMatchObject({
    name: blockRule.name,
    hidden: true,
    mayEdit: false,
    ruleAuditData: { lastAction: 'UPDATE' },
  });
  expect((await analyst('GET', ruleUrl(`rule/${id}/1100?version=9`))).body.code).toBe('not_found');
  expect((await analyst('GET', ruleUrl(`rule/${id}/1100/versions?before=2`))).body.versions).toHaveLength(1);
});

/** The company's block list of emails. */
async function findBlockListId(): Promise<number> {
  const [row] = await app.owner<{ listId: number }[]>`
    select list_id from fraud_list where company_id = 1100 and kind = 'NEGATIVE' and data_field = 'customerEmail'`;
  if (!row) throw new Error('Harbour Group has no block list of emails');
  return row.listId;
}

describe('scope', () => {
  const create = (part: object, send = analyst, org = 1100) =>
    send('POST', ruleUrl(`rule/${org}`), { ...blockRule, ...part });

  test.each([
    ['a merchant of another company', { merchantIds: [1211] }, 'merchantIds'],
    ['an installation as a merchant', { merchantIds: [5300001] }, 'merchantIds'],
    ['an installation of another company', { installationIds: [5300006] }, 'installationIds'],
  ])('refuses %s', async (_title, part, field) => {
    expect(await create(part)).toMatchObject({ status: 400, body: { field, detail: 'not_allowed' } });
  });

  test('refuses a merchant beside the organisation of the rule', async () => {
    expect(await create({}, analyst, 1112)).toMatchObject({ status: 400, body: { field: 'merchantIds' } });
  });

  test('a rule above is hidden from a user without the permission there', async () => {
    const id = await makeRule(analyst);
    expect((await analyst('GET', ruleUrl(`rule/${id}/1111`))).status).toBe(200);
    for (const unknown of [id, 987_654])
      expect(await coffee('GET', ruleUrl(`rule/${unknown}/1111`))).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
  });

  test('a rule below is shown, and a rule beside is not', async () => {
    const created = await create({}, coffee, 1111);
    expect(created.body.orgId).toBe(1111);
    const id = created.body.ruleId as number;
    expect((await analyst('GET', ruleUrl(`rule/${id}/1100`))).status).toBe(200);
    expect((await analyst('GET', ruleUrl(`rule/${id}/1112`))).body.code).toBe('not_found');
    expect((await meridian('GET', ruleUrl(`rule/${id}/1200`))).body.code).toBe('not_found');
  });

  test('refuses lists that the rule cannot refer to', async () => {
    const withList = (listId: number) => ({
      joinedConditions: {
        logicalOperator: 'and',
        conditions: [{ type: 'list', field: 'customerEmail', operator: 'isIn', listId }],
      },
    });
    const ownList = await insertList(app);
    const created = await create(withList(ownList));
    expect(created.body.lists).toEqual([
      { listId: ownList, name: 'Known fraud', active: true, hidden: false },
    ]);
    const otherLists = await Promise.all([
      insertList(app, { companyId: 1200 }),
      findBlockListId(),
      insertList(app, { dataField: 'customerTelephone' }),
    ]);
    for (const listId of otherLists)
      expect(await create(withList(listId))).toMatchObject({
        status: 400,
        body: { field: 'joinedConditions.conditions.0.listId' },
      });
    const beside = await insertList(app, { organisationId: 1112 });
    expect((await create(withList(beside), coffee, 1111)).status).toBe(400);
  });

  test('rejects unknown keys', async () => {
    expect((await create({ riskLevel: 3 })).status).toBe(400);
    const conditions = [{ ...blockRule.joinedConditions.conditions[0], currency: 'gbp' }];
    expect((await create({ joinedConditions: { logicalOperator: 'and', conditions } })).status).toBe(400);
  });
});

describe('territory rules', () => {
  const url = (path: string) => ruleUrl(`territoryRule/${path}`);

  test('createTerritoryRule and changeTerritoryRule store what the engine loads', async () => {
    const created = await analyst('POST', url('1100'), territoryRule);
    expect(created).toMatchObject({ status: 200, body: { ruleType: 'territoryRule', active: true } });
    const id = created.body.ruleId as number;
    expect(created.body.territoryCondition.territories).toEqual(['BRA', 'NGA']);
    expect((await active(1121)).map(({ ruleId }) => ruleId)).toContain(id);
    const change = (action: string, version: number, part: object = {}) =>
      analyst('PUT', url(`${id}/${action}/1100`), { ...territoryRule, ...part, version });
    expect((await change('UPDATE', 1, { action: 'Ignore', actionToTest: 'Block' })).body).toMatchObject({
      version: 2,
      actionToTest: 'Block',
    });
    expect((await change('DELETE', 2)).body.code).toBe('general_error');
    await change('DEACTIVATE', 2);
    expect((await change('DELETE', 3)).body).toMatchObject({
      hidden: true,
      ruleAuditData: { lastAction: 'DELETE' },
    });
  });

  test('rejects an unknown country and an action of rules', async () => {
    const condition = { ...territoryRule.territoryCondition, territories: ['XXX'] };
    expect(
      await analyst('POST', url('1100'), { ...territoryRule, territoryCondition: condition }),
    ).toMatchObject({
      status: 400,
      body: { field: 'territoryCondition.territories' },
    });
    expect((await analyst('POST', url('1100'), { ...territoryRule, action: 'Block' })).status).toBe(400);
  });

  test('are not changed through the endpoints of rules', async () => {
    const { body } = await analyst('POST', url('1100'), territoryRule);
    expect((await updateRule(body.ruleId, 'UPDATE', { version: 1 })).body.code).toBe('not_found');
  });
});

describe('the body of the specification', () => {
  test('a rule as it was read can be sent back', async () => {
    const id = await makeRule(analyst);
    const { body: read } = await analyst('GET', ruleUrl(`rule/${id}/1100`));
    const saved = await analyst('PUT', ruleUrl(`rule/${id}/UPDATE/1100`), { ...read, name: 'Sent back' });
    expect([saved.status, saved.body.name, saved.body.hidden]).toEqual([200, 'Sent back', false]);
    expect((await analyst('GET', ruleUrl(`rule/${id}/1100`))).body).not.toHaveProperty('mayEdit', false);
  });

  test('a missing version is not checked', async () => {
    const id = await makeRule(analyst);
    const { version: _version, ...read } = (await analyst('GET', ruleUrl(`rule/${id}/1100`))).body;
    expect((await analyst('PUT', ruleUrl(`rule/${id}/UPDATE/1100`), { ...read, name: 'Free' })).status).toBe(
      200,
    );
  });

  test('isNull needs no value, and an age no field', async () => {
    const conditions = [
      { type: 'simple', field: 'customerEmail', operator: 'isNull' },
      { type: 'age', operator: 'lessThan', value: '18' },
    ];
    const id = await makeRule(analyst, { joinedConditions: { logicalOperator: 'and', conditions } });
    const { body } = await analyst('GET', ruleUrl(`rule/${id}/1100`));
    expect(body.joinedConditions.conditions[1].field).toBe('customerDateOfBirth');
  });

  test('another member is still refused', async () => {
    const refused = await analyst('POST', ruleUrl('rule/1100'), { ...blockRule, hiden: false });
    expect(refused).toMatchObject({ status: 400, body: { field: 'hiden', detail: 'unknown_field' } });
  });
});
