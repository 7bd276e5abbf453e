import fc from 'fast-check';
import SCIMMY from 'scimmy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Send } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { providerOf, createScimUser } from './scim-fixtures.ts';

let app: TestApp;
let send: Send;
let allUsers: User[];

interface User {
  id: string;
  userName: string;
  externalId?: string;
  displayName: string;
  name: { givenName: string; familyName: string };
  emails: { value: string; type: string; primary: boolean }[];
  active: boolean;
}

const userData = [
  { userName: 'ana.reis@harbour.example', externalId: 'E1', name: { givenName: 'Ana', familyName: 'Reis' } },
  {
    userName: 'Bo@Harbour.example',
    externalId: 'e1',
    name: { givenName: 'Bo', familyName: 'Lane' },
    active: false,
  },
  {
    userName: 'cy_10@harbour.example',
    externalId: undefined,
    name: { givenName: 'Cy', familyName: "O'Neil" },
  },
  {
    userName: 'dee@harbour.example',
    displayName: '100% Dee',
    emails: [{ value: 'D@mail.example', type: 'work' }],
  },
  { userName: 'émile@harbour.example', externalId: 'é', name: { givenName: 'Émile', familyName: 'Ana' } },
];

beforeAll(async () => {
  app = await startApp();
  send = await providerOf(app);
  for (const { userName, ...more } of userData) await createScimUser(send, userName, more);
  allUsers = (await send('GET', '/scim/v2/Users')).body.Resources;
});
afterAll(() => app.stop());

const list = (filter: string) => send('GET', `/scim/v2/Users?filter=${encodeURIComponent(filter)}`);

/** An attribute of the resource, and how RFC 7643 compares it. */
const attributes: Readonly<
  Record<string, { read: (user: User) => string | boolean | undefined; isExact?: boolean }>
> = {
  userName: { read: (user) => user.userName },
  externalId: { read: (user) => user.externalId, isExact: true },
  displayName: { read: (user) => user.displayName },
  'name.givenName': { read: (user) => user.name.givenName },
  'name.familyName': { read: (user) => user.name.familyName },
  'emails.value': { read: (user) => user.emails[0]?.value },
  id: { read: (user) => user.id },
  active: { read: (user) => user.active },
};

type Node =
  | { op: 'eq' | 'ne' | 'co' | 'sw' | 'ew'; attribute: string; value: string | boolean }
  | { op: 'pr'; attribute: string }
  | { op: 'not'; child: Node }
  | { op: 'and' | 'or'; children: Node[] };

/** The filter in memory, on the resources as the API shows them. */
function matchesFilter(node: Node, user: User): boolean {
  if (node.op === 'not') return !matchesFilter(node.child, user);
  if ('children' in node)
    return node.op === 'and'
      ? node.children.every((child) => matchesFilter(child, user))
      : node.children.some((child) => matchesFilter(child, user));
  const { read: readAttribute, isExact = false } = attributes[node.attribute] ?? { read: () => undefined };
  const foldCase = (value: string | boolean | undefined) =>
    typeof value === 'string' && !isExact ? value.toLowerCase() : value;
  const stored = foldCase(readAttribute(user));
  if (node.op === 'pr') return stored !== undefined;
  const searched = foldCase(node.value);
  if (node.op === 'eq') return stored === searched;
  if (node.op === 'ne') return stored !== searched;
  if (typeof stored !== 'string' || typeof searched !== 'string') return false;
  if (node.op === 'co') return stored.includes(searched);
  return node.op === 'sw' ? stored.startsWith(searched) : stored.endsWith(searched);
}

function toFilterText(node: Node): string {
  if (node.op === 'not') return `not (${toFilterText(node.child)})`;
  if ('children' in node) return `(${node.children.map(toFilterText).join(` ${node.op} `)})`;
  return node.op === 'pr'
    ? `${node.attribute} pr`
    : `${node.attribute} ${node.op} ${JSON.stringify(node.value)}`;
}

const texts = Object.keys(attributes).filter((name) => name !== 'active');
const values = fc.constantFrom(
  'ana',
  'Ana',
  'ANA.REIS@harbour.example',
  'bo@harbour.example',
  'E1',
  'e1',
  'é',
  'É',
  'émile',
  '%',
  '_',
  'harbour',
  '@',
  'D@MAIL.example',
  'Dee',
  "O'Neil",
  'nothing',
  "' or 1=1 --",
  '100% Dee',
  '.example',
);
const leaf: fc.Arbitrary<Node> = fc.oneof(
  fc.record({
    op: fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew'),
    attribute: fc.constantFrom(...texts),
    value: values,
  }),
  fc.record({ op: fc.constantFrom('eq', 'ne'), attribute: fc.constant('active'), value: fc.boolean() }),
  fc.record({ op: fc.constant('pr'), attribute: fc.constantFrom(...Object.keys(attributes)) }),
);
const tree: fc.Arbitrary<Node> = fc.letrec<{ node: Node }>((recurse) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({ op: fc.constant('not'), child: recurse('node') }),
    fc.record({
      op: fc.constantFrom('and', 'or'),
      children: fc.array(recurse('node'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).node;

test('a filter finds the users that it finds in memory', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (node) => {
      const response = await list(toFilterText(node));
      const expected = allUsers.filter((user) => matchesFilter(node, user)).map(({ userName }) => userName);
      expect(response.status, toFilterText(node)).toBe(200);
      expect(
        response.body.Resources.map(({ userName }: User) => userName),
        toFilterText(node),
      ).toEqual(expected);
      expect(response.body.totalResults).toBe(expected.length);
    }),
    { numRuns: 150, seed: 20_261_123 },
  );
});

test.each([
  'userName eq "dee@harbour.example"',
  'active eq false',
  'userName co "harbour" and active eq true',
  'externalId pr',
  'name.familyName sw "Re"',
  'emails[type eq "work" and value co "mail"]',
])('%s finds what scimmy finds', async (filter) => {
  const scimmyUsers = new SCIMMY.Types.Filter(filter).match(allUsers) as User[];
  const response = await list(filter);
  expect(response.body.Resources.map(({ id }: User) => id)).toEqual(scimmyUsers.map(({ id }) => id));
});

test.each([
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "dee@harbour.example"', 1],
  ['USERNAME EQ "dee@harbour.example"', 1],
  ['active eq "False"', 1],
  ['meta.created gt "2000-01-01T00:00:00Z"', userData.length],
  ['meta.lastModified lt "2000-01-01T00:00:00Z"', 0],
  ['externalId eq null', 1],
])('%s finds %i', async (filter, count) => {
  expect((await list(filter)).body.totalResults).toBe(count);
});

describe('a filter is refused with invalidFilter', () => {
  test.each([
    'userName',
    'userName eq',
    'userName gt "a"',
    'password eq "x"',
    'nothing eq "x"',
    'active eq "maybe"',
    'userName eq 5',
    'meta.created gt "yesterday"',
    'emails[emails[value eq "x"]]',
    '(userName eq "a"',
    `userName eq "${'x'.repeat(1000)}"`,
    Array.from({ length: 31 }, () => 'active eq true').join(' or '),
    `${'not ('.repeat(11)}active eq true${')'.repeat(11)}`,
  ])('%s', async (filter) => {
    const response = await list(filter);
    expect([response.status, response.body.scimType]).toEqual([400, 'invalidFilter']);
  });

  test('before an open quotation with line breaks costs time', async () => {
    const response = await list(`userName eq "${'\n'.repeat(60)}`);
    expect([response.status, response.body.scimType]).toEqual([400, 'invalidFilter']);
  });
});

describe('a page', () => {
  const page = async (query: string) => (await send('GET', `/scim/v2/Users?${query}`)).body;

  test('begins at 1 and has at most 200 users', async () => {
    expect(await page('startIndex=-3&count=100000')).toMatchObject({
      startIndex: 1,
      itemsPerPage: userData.length,
    });
    expect(await page('count=-1')).toMatchObject({
      totalResults: userData.length,
      itemsPerPage: 0,
      Resources: [],
    });
    expect(await page('startIndex=4&count=9')).toMatchObject({ startIndex: 4, itemsPerPage: 2 });
    expect((await page('startIndex=99')).Resources).toEqual([]);
    expect(await page('count=ten')).toMatchObject({ status: '400', scimType: 'invalidValue' });
  });

  test('is sorted as requested', async () => {
    const names = async (query: string) =>
      (await page(query)).Resources.map(({ userName }: User) => userName);
    const ascending = await names('sortBy=userName');
    expect(await names('sortBy=username&sortOrder=descending')).toEqual(ascending.toReversed());
    expect(ascending[0]).toBe('ana.reis@harbour.example');
    expect(await page('sortBy=password')).toMatchObject({ scimType: 'invalidPath' });
  });

  test('refuses a repeated parameter', async () => {
    expect(await page('count=1&count=2')).toMatchObject({ status: '400', scimType: 'invalidSyntax' });
  });
});
