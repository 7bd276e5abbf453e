import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organisationFilter } from '#shared/organisation-filter.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { sortAttributes } from '../users-search.ts';
import { grant, userManager } from './user-fixtures.ts';

let app: TestApp;
let admin: Send;
const url = '/proxy/async/SCIM/Users/.search';
const search = (send: Send, organisationId: number, more: object = {}) =>
  send('POST', url, { filter: organisationFilter(organisationId), ...more });
// oxlint-disable-next-line typescript/no-explicit-any
const names = (body: any): string[] => body.Resources.map((one: { userName: string }) => one.userName);

beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

test('lists the users at and below the organisation only', async () => {
  const { status, body } = await search(admin, 1100);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 7,
    startIndex: 1,
    itemsPerPage: 7,
  });
  expect(names(body)).toEqual([...names(body)].sort());
  expect(names(body)).toContain('coffee@harbour.example');
  expect(body.Resources[0]).toMatchObject({ firstName: 'Amelia', lastName: 'Hart', active: true });
  expect(JSON.stringify(body)).not.toMatch(/Meridian|demo\.example|password_hash/);
  expect(names((await search(admin, 1111)).body)).toEqual(['coffee@harbour.example']);
  expect(names((await search(admin, 1112)).body)).toEqual([]);
});

test('shows domain users to domain users', async () => {
  const domain = await actAs(app, 'domain@demo.example');
  expect(names((await search(domain, 1000)).body)).toEqual(['domain@demo.example']);
  expect((await search(domain, 1100)).body.totalResults).toBe(0);
});

test('limits a permission that does not cascade to its organisation', async () => {
  await grant(app, 'coffee@harbour.example', userManager, 1110, false);
  const keeper = await actAs(app, 'coffee@harbour.example');
  await app.owner`update app_user set organisation_id = 1110 where user_name = 'support@harbour.example'`;
  expect(names((await search(keeper, 1110)).body)).toEqual(['support@harbour.example']);
  await app.owner`update app_user set organisation_id = 1100 where user_name = 'support@harbour.example'`;
});

describe('filters', () => {
  test.each([
    ['coffee', ['coffee@harbour.example']],
    ['COFFEE@', ['coffee@harbour.example']],
    ['melia har', ['admin@harbour.example']],
    ['%', []],
    ['_', []],
    ["'; select", []],
  ])('find a part of the name or email: %j', async (text, expected) => {
    const { status, body } = await search(admin, 1100, { text });
    expect(status).toBe(200);
    expect(names(body)).toEqual(expected);
    expect(body.totalResults).toBe(expected.length);
  });

  test('find no users of another organisation', async () => {
    expect(names((await search(admin, 1112, { text: 'coffee' })).body)).toEqual([]);
  });

  test('find users by status, an expired lock excluded', async () => {
    const setLock = (lock: Date | null, reason: string | null) => app.owner`
      update app_user set locked_reason = ${reason}, locked_until = ${lock}
      where user_name = 'coffee@harbour.example'`;
    const found = async (status: string) => names((await search(admin, 1111, { status })).body);
    expect(await found('active')).toEqual(['coffee@harbour.example']);
    await setLock(null, 'LOCKED_BY_ADMIN');
    expect([await found('active'), await found('locked')]).toEqual([[], ['coffee@harbour.example']]);
    await setLock(new Date('2000-01-01'), 'LOGIN_FAILURES');
    expect([await found('locked'), await found('inactive')]).toEqual([[], []]);
    expect(await found('active')).toEqual(['coffee@harbour.example']);
    await setLock(null, null);
  });

  test('reject an empty text or an unknown status', async () => {
    expect((await search(admin, 1100, { text: '' })).status).toBe(400);
    expect((await search(admin, 1100, { status: 'any' })).status).toBe(400);
  });
});

describe('with 1,500 users', () => {
  beforeAll(async () => {
    await app.owner`
      insert into app_user (user_id, organisation_id, user_name, user_name_key, given_name, family_name,
                            active, password_hash, locked_reason, last_logon_at, created_at)
      select gen_random_uuid(), (array[1100, 1111, 1112, 1121])[1 + n % 4], 'u' || n || '@h.example',
             'u' || n || '@h.example', 'Given' || n % 97, 'Family' || n % 89, n % 10 <> 0,
             case when n % 5 = 0 then null else 'x' end,
             case when n % 50 = 0 then 'LOCKED_BY_ADMIN' end,
             case when n % 3 = 0 then null else timestamptz '2026-01-01' + n * interval '1 minute' end,
             timestamptz '2026-01-01' + n % 100 * interval '1 day'
      from generate_series(1, 1500) n`;
  });

  test.each(sortAttributes)('pages by %s through every user once, in both directions', async (sortBy) => {
    for (const sortOrder of ['ascending', 'descending']) {
      const seen: string[] = [];
      for (let startIndex = 1; startIndex < 1507; startIndex += 100) {
        const { body } = await search(admin, 1100, { startIndex, count: 100, sortBy, sortOrder });
        expect(body.totalResults).toBe(1507);
        seen.push(...names(body));
      }
      expect(seen.length).toBe(1507);
      expect(new Set(seen).size).toBe(1507);
    }
  });

  test('returns the rest on the last page and nothing after it', async () => {
    const last = await search(admin, 1100, { startIndex: 1501, count: 25 });
    expect(last.body).toMatchObject({ totalResults: 1507, itemsPerPage: 7, startIndex: 1501 });
    expect((await search(admin, 1100, { startIndex: 1526, count: 25 })).body.Resources).toEqual([]);
  });

  test('sorts users without a sign-in last', async () => {
    const query = { sortBy: 'extraInfo.lastLogon', sortOrder: 'descending', count: 100 };
    const { body } = await search(admin, 1100, query);
    const times = body.Resources.map((one: { extraInfo: { lastLogon: string } }) => one.extraInfo.lastLogon);
    expect(times).not.toContain(null);
    expect(times).toEqual([...times].sort().reverse());
  });
});

test.each([
  ['no filter', {}],
  ['another filter', { filter: 'userName sw "a"' }],
  ['two filters', { filter: `${organisationFilter(1100)} or userName pr` }],
])('rejects %s as an organisation', async (_name, body) => {
  expect((await admin('POST', url, body)).status).toBe(403);
});

test.each([
  ['an unknown sort', { sortBy: 'password' }],
  ['page 0', { startIndex: 0 }],
  ['too many', { count: 101 }],
  ['an unknown field', { attributes: ['password'] }],
])('rejects %s', async (_name, more) => {
  expect((await search(admin, 1100, more)).status).toBe(400);
});
