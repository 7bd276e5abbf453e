import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Permission } from '#shared/permissions.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { insertList, insertValues, findStandardList } from './list-fixtures.ts';

const base = '/proxy/sync/rms/list';
const orgId = 1100;
let app: TestApp;
let user: Send;
let parameter: number;
let block: number;

beforeAll(async () => {
  app = await startApp();
  parameter = await insertList(app);
  block = await findStandardList(app, 'NEGATIVE', 'customerEmail');
  await insertValues(app, parameter, ['a@b']);
  user = await actAs(app, 'support@harbour.example');
});
afterAll(() => app.stop());
beforeEach(() => grant([]));

/** The user holds exactly these permissions, at one organisation and below. */
async function grant(names: readonly Permission[], organisation = orgId): Promise<void> {
  await app.owner.begin(async (sql) => {
    await sql`
      insert into role (role_id, name, description) values ('tested', 'Tested', '') on conflict do nothing`;
    await sql`delete from role_permission where role_id = 'tested'`;
    await sql`insert into role_permission (role_id, permission) select 'tested', unnest(${names as string[]}::text[])`;
    await sql`
      delete from role_grant where user_id = (select user_id from app_user where user_name = 'support@harbour.example')`;
    await sql`
      insert into role_grant (user_id, role_id, organisation_id, cascade)
      select user_id, 'tested', ${organisation}, true from app_user where user_name = 'support@harbour.example'`;
    await sql`update app_user set access_version = access_version + 1`;
  });
}

const all = {
  P_VIEW_FRAUD_PARAMETER_LISTS: true,
  P_EDIT_FRAUD_PARAMETER_LISTS: true,
  P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS: true,
  P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS: true,
  P_VIEW_FRAUD_LIST_ITEMS: true,
  P_EDIT_FRAUD_LIST_ITEMS: true,
} satisfies Partial<Record<Permission, true>>;
type Tested = keyof typeof all;
const names = Object.keys(all) as Tested[];
const json = { 'content-type': 'application/json' };

/** The permissions that allow each request. One of them is enough. */
const requests: [title: string, allowed: Tested[], send: () => ReturnType<Send>][] = [
  [
    'reads a parameter list',
    [
      'P_VIEW_FRAUD_PARAMETER_LISTS',
      'P_EDIT_FRAUD_PARAMETER_LISTS',
      'P_VIEW_FRAUD_LIST_ITEMS',
      'P_EDIT_FRAUD_LIST_ITEMS',
    ],
    () => user('GET', `${base}/id/${parameter}/${orgId}`),
  ],
  [
    'reads a block list',
    [
      'P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS',
      'P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS',
      'P_VIEW_FRAUD_LIST_ITEMS',
      'P_EDIT_FRAUD_LIST_ITEMS',
    ],
    () => user('GET', `${base}/id/${block}/${orgId}`),
  ],
  [
    'searches parameter lists',
    [
      'P_VIEW_FRAUD_PARAMETER_LISTS',
      'P_EDIT_FRAUD_PARAMETER_LISTS',
      'P_VIEW_FRAUD_LIST_ITEMS',
      'P_EDIT_FRAUD_LIST_ITEMS',
    ],
    () => user('GET', `${base}/extended/parameter/${orgId}`),
  ],
  [
    'creates a list',
    ['P_EDIT_FRAUD_PARAMETER_LISTS'],
    () => user('POST', `${base}/${orgId}`, { name: 'A', description: 'B', dataField: 'cardBin' }),
  ],
  [
    'edits a parameter list',
    ['P_EDIT_FRAUD_PARAMETER_LISTS'],
    () => user('PUT', `${base}/${parameter}/UPDATE/${orgId}`, {}),
  ],
  [
    'edits a block list',
    ['P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS'],
    () => user('PUT', `${base}/${block}/UPDATE/${orgId}`, {}),
  ],
  [
    'activates a parameter list',
    ['P_EDIT_FRAUD_PARAMETER_LISTS'],
    () => user('POST', `${base}/${parameter}/activate/${orgId}`, 'true', json),
  ],
  [
    'activates a block list',
    ['P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS'],
    () => user('POST', `${base}/${block}/activate/${orgId}`, 'true', json),
  ],
  [
    'adds values',
    ['P_EDIT_FRAUD_LIST_ITEMS'],
    () => user('POST', `${base}/${block}/listItems`, { orgId, uiListItemModels: [{ value: 'x@y' }] }),
  ],
  [
    'changes values',
    ['P_EDIT_FRAUD_LIST_ITEMS'],
    () => user('PUT', `${base}/listItems`, { orgId, listItems: [{ itemIdentifier: 1, expiryDate: '' }] }),
  ],
  [
    'removes values',
    ['P_EDIT_FRAUD_LIST_ITEMS'],
    () => user('POST', `${base}/${parameter}/listItems/delete`, { orgId, listItemIdentifiers: [1] }),
  ],
  [
    'exports values',
    ['P_VIEW_FRAUD_LIST_ITEMS'],
    () => user('GET', `${base}/${parameter}/listItems/export/${orgId}?format=CSV`),
  ],
  [
    'reads the history of a parameter list',
    ['P_VIEW_FRAUD_PARAMETER_LISTS'],
    () => user('GET', `${base}/audit/${parameter}/${orgId}`),
  ],
  [
    'reads the history of a block list',
    ['P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS'],
    () => user('GET', `${base}/audit/${block}/${orgId}`),
  ],
];

describe.each(requests)('%s', (_title, allowed, send) => {
  test.each(names)('with %s only', async (name) => {
    await grant([name]);
    const { status } = await send();
    if (allowed.includes(name)) expect(status).toBe(200);
    else expect([403, 404]).toContain(status);
  });
});

test('getLinkedRules needs a permission of rules', async () => {
  const send = () => user('GET', `${base}/${parameter}/linkedRules/${orgId}`);
  await grant(['P_VIEW_FRAUD_PARAMETER_LISTS']);
  expect((await send()).status).toBe(403);
  await grant(['P_VIEW_FRAUD_PARAMETER_LISTS', 'P_VIEW_FRAUD_RULES']);
  expect((await send()).status).toBe(200);
});

describe('auto-add', () => {
  const url = `/proxy/sync/rms/autoAddToBlacklistsConfig`;
  const config = { sourceTypes: ['card'], targetTypes: ['email'], active: true, expiry: null };

  test('getAutoAdd needs the permission to view it', async () => {
    await grant(['P_EDIT_AUTO_ADD_TO_BLACKLIST_CONFIG']);
    expect((await user('GET', `${url}/${orgId}`)).status).toBe(403);
    await grant(['P_VIEW_AUTO_ADD_TO_BLACKLIST_CONFIG']);
    expect((await user('GET', `${url}/${orgId}`)).status).toBe(200);
  });

  test('saveAutoAdd needs the permission to edit it', async () => {
    await grant(['P_VIEW_AUTO_ADD_TO_BLACKLIST_CONFIG']);
    expect((await user('PUT', `${url}/edit/${orgId}`, config)).status).toBe(403);
    await grant(['P_EDIT_AUTO_ADD_TO_BLACKLIST_CONFIG']);
    expect((await user('PUT', `${url}/edit/${orgId}`, config)).status).toBe(200);
  });

  test('the permission counts at the company', async () => {
    await grant(['P_VIEW_AUTO_ADD_TO_BLACKLIST_CONFIG', 'P_EDIT_AUTO_ADD_TO_BLACKLIST_CONFIG'], 1111);
    expect((await user('GET', `${url}/1111`)).status).toBe(403);
    expect((await user('PUT', `${url}/edit/1111`, config)).status).toBe(403);
  });
});

describe('a permission at a merchant only', () => {
  beforeEach(() => grant(names, 1111));

  test('shows no list of the company', async () => {
    expect((await user('GET', `${base}/id/${parameter}/1111`)).status).toBe(404);
    expect((await user('GET', `${base}/extended/blacklist/1111`)).body.data).toEqual([]);
  });

  test('shows a list of the merchant', async () => {
    const ownList = await insertList(app, { organisationId: 1111 });
    expect((await user('GET', `${base}/id/${ownList}/1111`)).status).toBe(200);
  });

  test('a list of another merchant is as unknown as a missing one', async () => {
    const otherList = await insertList(app, { organisationId: 1112 });
    const foreign = await user('GET', `${base}/id/${otherList}/1111`);
    const missing = await user('GET', `${base}/id/999999/1111`);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found', message: 'not_found' } });
    expect(missing).toMatchObject({ status: 404, body: { code: 'not_found', message: 'not_found' } });
  });

  test("another company's list is as unknown as a missing one", async () => {
    const meridian = await findStandardList(app, 'NEGATIVE', 'customerEmail', 1200);
    expect((await user('GET', `${base}/id/${meridian}/1111`)).status).toBe(404);
  });
});

test.each([
  ['V002', 'sortField.sort=UP'],
  ['V002', 'limit=-1'],
  ['V001', 'listSearch.unknown=1'],
])('the grid of lists is refused with %s for %s', async (code, query) => {
  const admin = await actAs(app, 'admin@harbour.example');
  const { status, body } = await admin('GET', `/proxy/sync/rms/list/extended/parameter/1100?${query}`);
  expect([status, body.code]).toEqual([400, code]);
});

test('without the feature ERE values are added from a transaction only', async () => {
  await grant(names);
  const create = { name: 'Mini', description: 'B', dataField: 'cardBin' };
  const requests = {
    createList: () => user('POST', `${base}/${orgId}`, create),
    addListItems: () =>
      user('POST', `${base}/${block}/listItems`, { orgId, uiListItemModels: [{ value: 'x@mini.example' }] }),
    uploadListItems: () => user('POST', `${base}/${block}/listItems/uploadItems/${orgId}`, {}),
    exportListItems: () => user('GET', `${base}/${block}/listItems/export/${orgId}?format=CSV`),
    exportListHistory: () => user('GET', `${base}/audit/${block}/export/${orgId}?format=CSV`),
    addListItem: () =>
      user('POST', `${base}/${block}/listItem`, {
        orgId,
        value: 'y@mini.example',
        source: 'Import 10000000001',
      }),
    getList: () => user('GET', `${base}/id/${block}/${orgId}`),
  };
  const send = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(requests).map(async ([name, request]) => [name, (await request()).status] as const),
      ),
    );
  const closed = {
    createList: 403,
    addListItems: 403,
    uploadListItems: 403,
    exportListItems: 403,
    exportListHistory: 403,
  };
  expect(Object.values(await send())).not.toContain(403);
  await app.owner`delete from organisation_feature where feature = 'ERE'`;
  expect(await send()).toMatchObject({ ...closed, getList: 200 });
  expect((await requests.addListItem()).status).not.toBe(403);
});
