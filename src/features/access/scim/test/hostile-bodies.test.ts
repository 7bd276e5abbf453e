import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Send } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { providerOf, createScimUser, createScimGroup } from './scim-fixtures.ts';

let app: TestApp;
let send: Send;
let user: string;
let group: string;
beforeAll(async () => {
  app = await startApp();
  send = await providerOf(app);
  user = (await createScimUser(send, 'hostile@harbour.example')).id;
  group = (await createScimGroup(send, 'Hostile', [user])).id;
});
afterAll(() => app.stop());

const names = fc.constantFrom(
  'userName',
  'USERNAME',
  'name',
  'name.givenName',
  'displayName',
  'externalId',
  'active',
  'emails',
  'locale',
  'emails[type eq "work"].value',
  'emails[',
  'emails[value co "x"]',
  'members',
  'members[value eq "x"]',
  'members.value',
  'id',
  'meta',
  'groups',
  'schemas',
  'password',
  'urn:ietf:params:scim:schemas:core:2.0:User',
  'urn:ietf:params:scim:schemas:core:2.0:User:userName',
  'constructor',
  'toString',
  '__proto__',
  '',
  ' ',
  '[',
  '.',
  ':',
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    'False',
    '',
    ' ',
    'a@harbour.example',
    '\ud83d',
    '4111111111111111',
    0,
    1e21,
    [],
    {},
  ),
  fc.constantFrom<unknown>([null], [[]], [{ value: null }], { value: {} }, [{ value: 'x', type: 7 }], {
    givenName: [],
  }),
  fc.constant('x'.repeat(5000)),
  fc.jsonValue({ maxDepth: 3 }),
);
const resource = fc.dictionary(names, value, { maxKeys: 6 });
const operation = fc.record(
  {
    op: fc.constantFrom<unknown>('add', 'Replace', 'REMOVE', 'copy', null, 3),
    path: fc.oneof(names, fc.constantFrom<unknown>(null, 3, {}, 'members[value eq "a" or value eq "b"]')),
    value: fc.oneof(value, resource),
  },
  { requiredKeys: ['op'] },
);
const patchBody = fc.record({
  schemas: fc.constant(['urn:ietf:params:scim:api:messages:2.0:PatchOp']),
  Operations: fc.oneof(
    { weight: 8, arbitrary: fc.array(operation, { maxLength: 4 }) },
    { weight: 1, arbitrary: value },
  ),
});

test('responds to no body with 5xx, and refuses each in the form of RFC 7644', async () => {
  const call = fc.oneof(
    fc.tuple(fc.constant('POST' as const), fc.constantFrom('Users', 'Groups'), resource),
    fc.tuple(fc.constant('PUT' as const), fc.constantFrom('Users/user', 'Groups/group'), resource),
    fc.tuple(fc.constant('PATCH' as const), fc.constantFrom('Users/user', 'Groups/group'), patchBody),
  );
  await fc.assert(
    fc.asyncProperty(call, async ([method, path, body]) => {
      const url = `/scim/v2/${path.replace('/user', `/${user}`).replace('/group', `/${group}`)}`;
      const response = await send(method, url, JSON.stringify(body));
      expect(response.status, JSON.stringify([method, path, body, response.body])).toBeLessThan(500);
      if (response.status >= 400)
        expect(response.body).toMatchObject({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: String(response.status),
          detail: expect.any(String),
        });
    }),
    { numRuns: 600, seed: 20_261_123 },
  );
});

test('keeps at most a hundred refusals of a company', async () => {
  for (let count = 0; count < 120; count += 1) {
    const id = `6b1b36cb-1111-4000-8000-${String(count).padStart(12, '0')}`;
    await send('DELETE', `/scim/v2/Users/${id}`);
  }
  const [row] = await app.owner`select count(*)::integer as count from scim_refusal`;
  expect(row).toEqual({ count: 100 });
});

test.each([
  ['text/plain', '{}', 415],
  ['application/xml', '<a/>', 415],
  ['application/scim+json', '[]', 400],
  ['application/json', '{"a":', 400],
  ['application/scim+json', `{"userName":"${'x'.repeat(1_100_000)}"}`, 413],
  ['application/scim+json', `${'['.repeat(40)}${']'.repeat(40)}`, 400],
])('responds to a body of type %s in the form of RFC 7644', async (type, body, status) => {
  const response = await send('POST', '/scim/v2/Users', body, { 'content-type': type });
  expect([response.status, response.body.status]).toEqual([status, String(status)]);
  expect(response.headers['content-type']).toContain('application/scim+json');
});

test('an unknown path is 404 in the form of RFC 7644', async () => {
  const response = await send('GET', '/scim/v2/Users/x/y');
  expect(response.status).toBe(404);
});
