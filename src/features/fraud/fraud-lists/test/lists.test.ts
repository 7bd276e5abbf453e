import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { readListHistory, insertList, insertValues, findStandardList } from './list-fixtures.ts';

const base = '/proxy/sync/rms/list';
let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const newList = { name: ' Watch emails ', description: 'Emails to watch', dataField: 'customerEmail' };

describe('createList', () => {
  test('creates an active, empty list', async () => {
    const { status, body } = await admin('POST', `${base}/1111`, newList);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Watch emails',
      listType: 'parameterlist',
      active: true,
      hidden: false,
      hotList: false,
      itemCount: 0,
      rulesCount: 0,
      orgId: 1111,
      auditData: { lastAction: 'CREATE' },
    });
    expect(await readListHistory(app, body.listId)).toMatchObject([{ action: 'CREATE' }]);
  });

  test.each([
    ['an empty name', { ...newList, name: '  ' }, 'name'],
    ['an empty description', { ...newList, description: '' }, 'description'],
    ['a description above 255 characters', { ...newList, description: 'x'.repeat(256) }, 'description'],
    ['a field without lists', { ...newList, dataField: 'transactionAmount' }, 'dataField'],
    ['a custom field that the company lacks', { ...newList, dataField: 'custom_string_99' }, 'dataField'],
  ])('rejects %s', async (_title, body, field) => {
    expect(await admin('POST', `${base}/1100`, body)).toMatchObject({ status: 400, body: { field } });
  });

  test("takes a company's custom field", async () => {
    const response = await admin('POST', `${base}/1100`, {
      ...newList,
      name: 'Tiers',
      dataField: 'custom_string_1',
    });
    expect(response).toMatchObject({ status: 200, body: { dataFieldName: 'Loyalty tier' } });
  });

  test('rejects the name of another list of the company, also in letters that look alike', async () => {
    for (const name of ['Watch emails', 'watch EMAILS', 'Wаtch emails'])
      expect(await admin('POST', `${base}/1100`, { ...newList, name }), name).toMatchObject({
        status: 409,
        body: { code: 'LIST_NAME_TAKEN' },
      });
    const other = await insertList(app);
    const rename = (name: string) => admin('PUT', `${base}/${other}/UPDATE/1100`, { name });
    expect((await rename('WATCH emails')).status).toBe(409);
    expect((await rename('Watch others')).status).toBe(200);
    expect((await rename('WATCH others')).status).toBe(200);
  });

  test('rejects the organisation of the provider, which has no company', async () => {
    const domain = await actAs(app, 'domain@demo.example');
    const response = await domain('POST', `${base}/1000`, newList);
    expect([400, 403]).toContain(response.status);
  });
});

describe('editList', () => {
  const changeList = (listId: number, body: object, action = 'UPDATE') =>
    admin('PUT', `${base}/${listId}/${action}/1100`, body);

  test('changes name and description', async () => {
    const listId = await insertList(app);
    const edited = await changeList(listId, { name: 'Fraud 2026', description: 'New' });
    expect(edited).toMatchObject({ status: 200, body: { name: 'Fraud 2026', description: 'New' } });
    expect(await readListHistory(app, listId)).toMatchObject([{ action: 'UPDATE' }]);
  });

  test('writes a change of the hot flag apart', async () => {
    const listId = await insertList(app);
    await changeList(listId, { hotList: true });
    await changeList(listId, { hotList: false });
    const actions = (await readListHistory(app, listId)).map(({ action }) => action);
    expect(actions).toEqual(['HOTLIST_ENABLE', 'HOTLIST_DISABLE']);
  });

  test('an unchanged list has no new history', async () => {
    const listId = await insertList(app);
    await changeList(listId, { name: 'Known fraud' });
    expect(await readListHistory(app, listId)).toEqual([]);
  });

  test('keeps the name of a block list', async () => {
    const listId = await findStandardList(app, 'NEGATIVE', 'customerEmail');
    const edited = await changeList(listId, { name: 'Mine', description: 'Reviewed weekly' });
    expect(edited.body).toMatchObject({ name: 'Block list: email', description: 'Reviewed weekly' });
  });

  test('deletes an inactive list', async () => {
    const listId = await insertList(app, { active: false });
    expect(await changeList(listId, { hidden: true }, 'DELETE')).toMatchObject({
      status: 200,
      body: { hidden: true },
    });
    expect((await admin('GET', `${base}/id/${listId}/1100`)).status).toBe(404);
  });

  test('rejects deleting an active list', async () => {
    const listId = await insertList(app);
    expect(await changeList(listId, {}, 'DELETE')).toMatchObject({
      status: 409,
      body: { code: 'LIST_ACTIVE' },
    });
  });

  test('rejects deleting a block list', async () => {
    const listId = await findStandardList(app, 'NEGATIVE', 'customerEmail');
    expect((await changeList(listId, {}, 'DELETE')).status).toBe(403);
  });
});

describe('activateList', () => {
  test('deactivates and activates with the same call', async () => {
    const listId = await insertList(app);
    const response = await admin('POST', `${base}/${listId}/activate/1100`, 'false', {
      'content-type': 'application/json',
    });
    expect(response).toMatchObject({ status: 200, body: { active: false } });
    const on = await admin('POST', `${base}/${listId}/activate/1100`, 'true', {
      'content-type': 'application/json',
    });
    expect(on).toMatchObject({ status: 200, body: { active: true } });
    const actions = (await readListHistory(app, listId)).map(({ action }) => action);
    expect(actions).toEqual(['DEACTIVATE', 'ACTIVATE']);
  });
});

describe('searchParameterLists', () => {
  const search = async (query = '') => {
    const { body } = await admin('GET', `${base}/extended/parameter/1111?${query}`);
    return body.data.map(({ name }: { name: string }) => name);
  };

  test('shows lists of the organisation, above it and below it', async () => {
    await insertList(app, { name: 'Of the group', organisationId: 1100 });
    await insertList(app, { name: 'Of the branch', organisationId: 1110 });
    await insertList(app, { name: 'Of the shop', organisationId: 1111 });
    await insertList(app, { name: 'Of a sibling', organisationId: 1112 });
    const names = await search('limit=100');
    expect(names).toEqual(expect.arrayContaining(['Of the group', 'Of the branch', 'Of the shop']));
    expect(names).not.toContain('Of a sibling');
  });

  test('filters by hot list, part of the name and field', async () => {
    await insertList(app, { name: 'Hot 100% BINs', dataField: 'cardBin', hotList: true });
    expect(await search('listSearch.hotList=true')).toEqual(['Hot 100% BINs']);
    expect(await search('listSearch.name=100%25%20b')).toEqual(['Hot 100% BINs']);
    expect(await search('listSearch.fieldType=cardBin')).toEqual(['Hot 100% BINs']);
  });

  test('filters by the day of the last change, given by its end', async () => {
    const day = (until: string) => search(`listSearch.lastUpdatedTime=${until}&listSearch.fieldType=cardBin`);
    expect(await day('2026-11-20T23:59:59.999Z')).toEqual(['Hot 100% BINs']);
    expect(await day('2026-11-21T23:59:59.999Z')).toEqual([]);
  });

  test('sorts and pages', async () => {
    const sorted = await search('sortField.field=name&sortField.sort=ASC&limit=2&startFrom=2');
    const all: string[] = await search('sortField.field=name&sortField.sort=ASC&limit=100');
    expect(sorted).toEqual(all.slice(1, 3));
  });

  test('counts the rules that refer to a list', async () => {
    const listId = await insertList(app, { name: 'Counted' });
    await insertRule('Uses it', [listId], true);
    await insertRule('Off', [listId], false);
    const { body } = await admin('GET', `${base}/id/${listId}/1100`);
    expect(body).toMatchObject({ rulesCount: 2, activeRulesCount: 1 });
  });
});

async function insertRule(name: string, listIds: number[], active: boolean, organisationId = 1100) {
  const now = app.clock.now();
  await app.owner`
    insert into fraud_rule ${app.owner([
      {
        companyId: 1100,
        organisationId,
        ruleType: 'rule',
        name,
        description: name,
        action: 'Block',
        active,
        merchantIds: [1111],
        installationIds: [5300001],
        definition: app.owner.json({}),
        listIds,
        createdBy: 'x',
        createdAt: now,
        lastUpdatedBy: 'x',
        lastUpdatedAt: now,
        lastAction: 'CREATE',
      },
    ])}`;
}

test('getList returns 404 for a missing list', async () => {
  expect((await admin('GET', `${base}/id/999999/1100`)).status).toBe(404);
});

test('getLinkedRules names the rules of a list, active ones first', async () => {
  const listId = await insertList(app);
  await insertRule('Active rule', [listId], true);
  await insertRule('Another rule', [listId + 100_000], true);
  await insertRule('Inactive rule', [listId], false);
  const { body } = await admin('GET', `${base}/${listId}/linkedRules/1100`);
  expect(body).toMatchObject([
    { name: 'Active rule', active: true, ruleType: 'rule' },
    { name: 'Inactive rule', active: false },
  ]);
});

test('getBlockLists and getAllowLists have six lists each', async () => {
  for (const kind of ['blacklist', 'whitelist']) {
    expect((await admin('GET', `${base}/${kind}/1100`)).body).toHaveLength(6);
    const { body } = await admin('GET', `${base}/extended/${kind}/1111`);
    expect(body).toMatchObject({ resultsAvailable: 6 });
    expect(body.data[0]).toMatchObject({ listType: kind === 'blacklist' ? 'negativeList' : 'positiveList' });
  }
});

test('getExtendedBlockLists and getExtendedAllowLists count values', async () => {
  const listId = await findStandardList(app, 'NEGATIVE', 'customerEmail');
  await insertValues(app, listId, ['eve@example.com']);
  const { body } = await admin('GET', `${base}/extended/blacklist/1100`);
  expect(body.data.find((list: { listId: number }) => list.listId === listId)).toMatchObject({
    itemCount: 1,
  });
});

test('getParameterLists has names for choices', async () => {
  const listId = await insertList(app, { name: 'For a condition' });
  const { body } = await admin('GET', `${base}/parameter/1100`);
  expect(body).toContainEqual({ listId, name: 'For a condition', dataField: 'customerEmail', active: true });
});

test('getListDataFields has the catalogue and custom fields of text', async () => {
  const { body } = await admin('GET', `${base}/dataFields/1100`);
  expect(body).toEqual(
    expect.arrayContaining([
      { dataField: 'customerEmail' },
      { dataField: 'custom_string_1', displayName: 'Loyalty tier' },
    ]),
  );
  expect(body).not.toContainEqual(expect.objectContaining({ dataField: 'custom_int_1' }));
});

test('a list names how many of its values have expired', async () => {
  const listId = await insertList(app);
  const today = app.clock.now().toISOString().slice(0, 10) as `${number}-${number}-${number}`;
  await insertValues(app, listId, [
    'never@x.example',
    { value: 'today@x.example', expiryDate: today },
    { value: 'old@x.example', expiryDate: '2026-01-01' },
  ]);
  const { body } = await admin('GET', `${base}/id/${listId}/1100`);
  expect(body).toMatchObject({ itemCount: 3, expiredCount: 1 });
  const { data } = (await admin('GET', `${base}/extended/parameter/1100`)).body;
  expect(data.find((list: { listId: number }) => list.listId === listId)).toMatchObject({ expiredCount: 1 });
  // What was read can be sent back.
  expect((await admin('PUT', `${base}/${listId}/UPDATE/1100`, { ...body, name: 'Sent back' })).status).toBe(
    200,
  );
});
