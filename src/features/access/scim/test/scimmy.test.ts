import SCIMMY from 'scimmy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Send } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { patch, providerOf, createScimUser, createScimGroup, userSchema } from './scim-fixtures.ts';

/** scimmy, an implementation by others, reads our resources and applies the same operations. */
let app: TestApp;
let send: Send;
beforeAll(async () => {
  app = await startApp();
  send = await providerOf(app);
});
afterAll(() => app.stop());

type Json = Record<string, unknown>;
const toPlainJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
/** The attributes that both sides store. */
const compared = ({ meta: _meta, groups: _groups, schemas: _schemas, ...comparable }: Json): Json =>
  comparable;
const asUser = (resource: object) => new SCIMMY.Schemas.User(resource as never, 'out');
const asGroup = (resource: object) => new SCIMMY.Schemas.Group(resource as never, 'out');

describe('documents', () => {
  test('getScimConfig is a ServiceProviderConfig', async () => {
    const { body } = await send('GET', '/scim/v2/ServiceProviderConfig');
    const parsed = toPlainJson(new SCIMMY.Schemas.ServiceProviderConfig(body));
    expect(parsed).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: true },
      etag: { supported: true },
      changePassword: { supported: false },
    });
  });

  test('listScimResourceTypes and getScimResourceType are ResourceTypes', async () => {
    const { body } = await send('GET', '/scim/v2/ResourceTypes');
    expect(body.totalResults).toBe(2);
    for (const type of body.Resources) {
      expect(toPlainJson(new SCIMMY.Schemas.ResourceType(type))).toMatchObject({
        name: type.name,
        schema: type.schema,
      });
      expect((await send('GET', `/scim/v2/ResourceTypes/${type.id}`)).body).toEqual(type);
    }
  });

  test.each([
    ['User', SCIMMY.Schemas.User],
    ['Group', SCIMMY.Schemas.Group],
  ])('listScimSchemas and getScimSchema describe %s as RFC 7643 does', async (name, schema) => {
    const { body } = await send('GET', '/scim/v2/Schemas');
    const ownSchema = body.Resources.find((schema: Json) => schema.name === name);
    expect((await send('GET', `/scim/v2/Schemas/${ownSchema.id}`)).body).toEqual(ownSchema);
    const standard = toPlainJson(schema.definition.describe('/Schemas')) as {
      id: string;
      attributes: Json[];
    };
    expect(ownSchema.id).toBe(standard.id);
    compareAttributes(ownSchema.attributes, standard.attributes);
  });

  test('describe every attribute that a user has', async () => {
    const { body } = await send('GET', `/scim/v2/Schemas/${userSchema}`);
    const user = await createScimUser(send, 'described@harbour.example', {
      locale: 'en-GB',
      timezone: 'Europe/London',
    });
    const names = new Set(body.attributes.map((attribute: Json) => attribute.name));
    const commonAttributes = ['schemas', 'id', 'externalId', 'meta'];
    expect(Object.keys(user).filter((key) => !names.has(key) && !commonAttributes.includes(key))).toEqual([]);
    expect([...names].filter((key) => !(String(key) in user))).toEqual([]);
  });

  test('an unknown one is 404', async () => {
    for (const path of ['Schemas/urn:nothing', 'ResourceTypes/Device'])
      expect((await send('GET', `/scim/v2/${path}`)).body.status).toBe('404');
  });
});

function compareAttributes(ownAttributes: Json[], standard: Json[]): void {
  for (const attribute of ownAttributes) {
    const standardAttribute = standard.find(({ name }) => name === attribute.name);
    expect(standardAttribute, String(attribute.name)).toBeDefined();
    expect([attribute.type, attribute.multiValued], String(attribute.name)).toEqual([
      standardAttribute?.type,
      standardAttribute?.multiValued,
    ]);
    if (attribute.subAttributes)
      compareAttributes(
        attribute.subAttributes as Json[],
        (standardAttribute?.subAttributes ?? []) as Json[],
      );
  }
}

describe('resources', () => {
  test('a user is a User', async () => {
    const user = await createScimUser(send, 'valid@harbour.example', {
      timezone: 'Europe/London',
      locale: 'en-GB',
    });
    expect(compared(toPlainJson(asUser(user)))).toEqual(compared(user));
  });

  test('a group is a Group', async () => {
    const user = await createScimUser(send, 'inside@harbour.example');
    const group = await createScimGroup(send, 'Valid', [user.id]);
    expect(compared(toPlainJson(asGroup(group)))).toEqual(compared(group));
  });

  test('a list is a ListResponse, an empty one too', async () => {
    for (const path of ['Users', 'Users?filter=userName eq "unknown"', 'Groups?count=0']) {
      const { body } = await send('GET', `/scim/v2/${encodeURI(path)}`);
      expect(toPlainJson(new SCIMMY.Messages.ListResponse(body))).toEqual(body);
    }
  });

  test('a refusal is an Error', async () => {
    const { body } = await send('GET', `/scim/v2/Users?filter=${encodeURIComponent('userName gt "a"')}`);
    // scimmy throws the error that it reads.
    expect(() => new SCIMMY.Messages.ErrorResponse(body as never)).toThrow(
      expect.objectContaining({ status: '400', scimType: 'invalidFilter', message: body.detail }) as Error,
    );
  });
});

describe('operations on a user have the result of scimmy', () => {
  const cases: [title: string, ...operations: object[]][] = [
    ['replace a name', { op: 'replace', path: 'name.givenName', value: 'Bea' }],
    ['replace without a path', { op: 'replace', value: { active: false, displayName: 'Off' } }],
    ['add a display name', { op: 'add', path: 'displayName', value: 'Added' }],
    ['remove a time zone', { op: 'remove', path: 'timezone' }],
    ['capital letters', { op: 'Replace', path: 'active', value: false }],
    [
      'replace the work address',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'w@harbour.example' },
    ],
    [
      'replace parts of a name',
      { op: 'replace', path: 'name', value: { givenName: 'Cy', familyName: 'Doe', formatted: 'Cy Doe' } },
    ],
    [
      'several in order',
      { op: 'add', path: 'displayName', value: 'First' },
      { op: 'replace', path: 'displayName', value: 'Second' },
      { op: 'replace', path: 'active', value: false },
      { op: 'replace', path: 'active', value: true },
    ],
  ];
  test.each(cases)('%s', async (title, ...operations) => {
    const name = `${title.replaceAll(' ', '-')}@harbour.example`;
    const user = await createScimUser(send, name, { displayName: 'Shown', timezone: 'Europe/London' });
    const request = patch(...operations);
    const scimmyUser = await new SCIMMY.Messages.PatchOp(request as never).apply(asUser(user) as never);
    const { body } = await send('PATCH', `/scim/v2/Users/${user.id}`, request);
    // The formatted name follows from the others with us.
    const { name: expectedName, ...expected } = compared(toPlainJson(scimmyUser)) as { name: Json };
    const { name: actualName, ...actual } = compared(body) as { name: Json };
    expect(actual).toEqual(expected);
    expect([actualName.givenName, actualName.familyName]).toEqual([
      expectedName.givenName,
      expectedName.familyName,
    ]);
  });
});

describe('operations on a group have the result of scimmy', () => {
  const cases: [title: string, (ids: string[]) => object[]][] = [
    ['add', ([, , third]) => [{ op: 'add', path: 'members', value: [{ value: third }] }]],
    ['remove one', ([first]) => [{ op: 'remove', path: `members[value eq "${first}"]` }]],
    ['remove all', () => [{ op: 'remove', path: 'members' }]],
    [
      'replace',
      ([, second, third]) => [
        { op: 'replace', path: 'members', value: [{ value: second }, { value: third }] },
      ],
    ],
    ['rename', () => [{ op: 'replace', value: { displayName: 'Renamed by scimmy' } }]],
    [
      'add and remove',
      ([first, , third]) => [
        { op: 'add', path: 'members', value: [{ value: third }] },
        { op: 'remove', path: `members[value eq "${first}"]` },
      ],
    ],
  ];
  test.each(cases)('%s', async (title, operations) => {
    const ids: string[] = [];
    for (const number of [1, 2, 3])
      ids.push((await createScimUser(send, `${title.replaceAll(' ', '-')}-${number}@harbour.example`)).id);
    const group = await createScimGroup(send, `Group ${title}`, ids.slice(0, 2));
    const request = patch(...operations(ids));
    const scimmyGroup = toPlainJson(
      await new SCIMMY.Messages.PatchOp(request as never).apply(asGroup(group) as never),
    );
    const { body } = await send('PATCH', `/scim/v2/Groups/${group.id}`, request);
    const membersOf = (group: Json) =>
      ((group.members ?? []) as { value: string }[]).map(({ value }) => value).sort();
    expect([body.displayName, membersOf(body)]).toEqual([scimmyGroup.displayName, membersOf(scimmyGroup)]);
  });
});
