import { afterAll, beforeAll, expect, test } from 'vitest';
import { grant } from '#features/access/users/test/user-fixtures.ts';
import { apiPermissions, apiPresets } from '#shared/api-permissions.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { rotateByOperator } from '../server/rotate-by-operator.ts';
import { bearer, insertKey, ping } from './key-fixtures.ts';

let app: TestApp;
let admin: Send;
/** Manages keys of Harbour Coffee, and may see and take payments there. */
let developer: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  await grant(
    app,
    'coffee@harbour.example',
    {
      name: 'key-manager',
      permissions: ['P_MANAGE_API_KEYS'],
    },
    1111,
  );
  developer = await actAs(app, 'coffee@harbour.example');
});
afterAll(() => app.stop());

const keys = (organisation: number, subPath = '') => `/proxy/sync/keys/${organisation}${subPath}`;

const content = (more: object = {}) => ({
  name: 'Web shop',
  installationIds: [5300001],
  permissions: [...apiPresets.payments],
  ipRanges: [],
  expiresAt: null,
  ...more,
});

async function createKey(send: Send = admin, more: object = {}, organisation = 1100) {
  const response = await send('POST', keys(organisation), content(more));
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body as { apiId: string; secret: string };
}

const isAccepted = async (secret: string) => (await bearer(app, secret)('GET', ping)).status === 200;

/** createApiKey */
test('creates a key that works at once', async () => {
  const { apiId, secret } = await createKey();
  expect(apiId).toMatch(/^k_[a-z0-9]{10}$/);
  expect(secret).toMatch(/^cs_test_k_/);
  expect(await isAccepted(secret)).toBe(true);
});

/** getApiKey */
test('shows a key without its secret', async () => {
  const { apiId, secret } = await createKey(admin, {
    ipRanges: ['198.51.100.7', '10.1.2.3/8', '::ffff:203.0.113.0/120'],
  });
  const response = await admin('GET', keys(1100, `/${apiId}`));
  expect(response.body).toMatchObject({
    name: 'Web shop',
    status: 'active',
    installations: [{ installationId: 5300001, name: 'Harbour Coffee web', merchantName: 'Harbour Coffee' }],
    ipRanges: ['198.51.100.7', '10.0.0.0/8', '203.0.113.0/24'],
    createdBy: 'Amelia Hart',
    secrets: [{ suffix: secret.slice(-4), endsAt: null, lastUsedAt: null }],
    mayRevoke: true,
    mayChange: true,
  });
  expect(JSON.stringify(response.body)).not.toContain(secret);
});

test('repeats a creation without its secret', async () => {
  const headers = { 'idempotency-key': 'create-once' };
  const first = await admin('POST', keys(1100), content(), headers);
  const repeated = await admin('POST', keys(1100), content(), headers);
  expect(repeated.body).toEqual({ apiId: first.body.apiId, secret: null, version: 1 });
  const changedBody = await admin('POST', keys(1100), content({ name: 'Other' }), headers);
  expect(changedBody.status).toBe(422);
});

test('creates one key for two concurrent requests', async () => {
  const headers = { 'idempotency-key': 'create-concurrently' };
  const responses = await Promise.all([1, 2].map(() => admin('POST', keys(1100), content(), headers)));
  expect(new Set(responses.map(({ body }) => body.apiId)).size).toBe(1);
  expect(responses.filter(({ body }) => body.secret !== null)).toHaveLength(1);
});

test.each([
  ['no installation', { installationIds: [] }],
  ['no permission', { permissions: [] }],
  ['a permission that no key can have', { permissions: ['P_MANAGE_API_KEYS'] }],
  ['an empty name', { name: '  ' }],
  ['an invalid range', { ipRanges: ['198.51.100.0/33'] }],
  ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
  ['an unknown field', { secret: 'mine' }],
])('rejects a key with %s', async (_title, more) => {
  expect((await admin('POST', keys(1100), content(more))).status).toBe(400);
});

test.each([
  ['an installation of another company', { installationIds: [5300006] }],
  ['one installation of two out of scope', { installationIds: [5300001, 5300006] }],
  ['an unknown installation', { installationIds: [999] }],
])('denies %s', async (_title, more) => {
  expect((await admin('POST', keys(1100), content(more))).status).toBe(403);
});

test('denies an installation that is not below the organisation', async () => {
  expect((await admin('POST', keys(1111), content({ installationIds: [5300003] }))).status).toBe(403);
});

test('denies keys to users without the permission', async () => {
  const viewer = await actAs(app, 'support@harbour.example');
  const { apiId } = await createKey();
  for (const [method, url, body] of [
    ['GET', keys(1100), undefined],
    ['GET', keys(1100, '/choices'), undefined],
    ['GET', keys(1100, `/${apiId}`), undefined],
    ['POST', keys(1100), content()],
    ['PUT', keys(1100, `/${apiId}`), { ...content(), version: 1 }],
    ['POST', keys(1100, `/${apiId}/rotate`), { overlapSeconds: 0 }],
    ['POST', keys(1100, `/${apiId}/revoke`), {}],
  ] as const) {
    expect((await viewer(method, url, body)).status, url).toBe(403);
  }
});

test('hides a key of another company', async () => {
  const { apiId } = await createKey();
  const otherTenant = await actAs(app, 'admin@meridian.example');
  expect((await otherTenant('GET', keys(1200, `/${apiId}`))).status).toBe(404);
  expect((await otherTenant('POST', keys(1200, `/${apiId}/revoke`), {})).status).toBe(404);
});

/** getApiKeyChoices */
test('offers installations with the permissions that the caller holds there', async () => {
  const response = await developer('GET', keys(1111, '/choices'));
  expect(response.body.map(({ installationId }: { installationId: number }) => installationId)).toEqual([
    5300002, 5300001,
  ]);
  expect(response.body[0].permissions).not.toContain('P_CREATE_SMART_LINK');
  expect(response.body[0].permissions).toContain('P_REFUND_TRANSACTION');
});

test('denies a permission that the creator lacks', async () => {
  const body = content({ permissions: [...apiPresets.links] });
  expect((await developer('POST', keys(1111), body)).status).toBe(403);
  await createKey(developer, {}, 1111);
});

test('denies changing or rotating a key with more permissions than the caller', async () => {
  const { apiId, secret } = await createKey(admin, { permissions: [...apiPermissions] });
  const keyUrl = keys(1111, `/${apiId}`);
  expect((await developer('GET', keyUrl)).body).toMatchObject({ mayChange: false, mayRevoke: true });
  expect((await developer('PUT', keyUrl, { ...content(), version: 1 })).status).toBe(403);
  expect((await developer('POST', `${keyUrl}/rotate`, { overlapSeconds: 0 })).status).toBe(403);
  expect(await isAccepted(secret)).toBe(true);
});

test('denies changes of a key with an installation out of scope', async () => {
  const { apiId } = await createKey(admin, { installationIds: [5300001, 5300003] });
  const keyUrl = keys(1111, `/${apiId}`);
  const response = await developer('GET', keyUrl);
  expect(response.body.installations).toHaveLength(1);
  expect(response.body).toMatchObject({ installationCount: 2, mayChange: false, mayRevoke: false });
  expect((await developer('POST', `${keyUrl}/revoke`, {})).status).toBe(403);
});

/** changeApiKey */
test('changes permissions and installations at once', async () => {
  const { apiId, secret } = await createKey();
  const body = { ...content({ installationIds: [5300003], name: 'Books' }), version: 1 };
  const changed = await admin('PUT', keys(1100, `/${apiId}`), body);
  expect(changed.body).toMatchObject({ name: 'Books', version: 2, installationCount: 1 });
  const merchant = bearer(app, secret);
  expect((await merchant('GET', '/acceptor/rest/transactions/5300001/byRef?merchantRef=x')).status).toBe(403);
  expect((await merchant('GET', '/acceptor/rest/transactions/5300003/byRef?merchantRef=x')).status).toBe(404);
});

test('rejects a change of another version', async () => {
  const { apiId } = await createKey();
  const refused = await admin('PUT', keys(1100, `/${apiId}`), { ...content(), version: 7 });
  expect([refused.status, refused.body.message]).toEqual([409, 'version_conflict']);
});

/** rotateApiKey */
test('keeps the previous secret during the overlap', async () => {
  const { apiId, secret } = await createKey();
  const rotated = await admin('POST', keys(1100, `/${apiId}/rotate`), { overlapSeconds: 3600 });
  expect(await isAccepted(secret)).toBe(true);
  expect(await isAccepted(rotated.body.secret)).toBe(true);
  const response = await admin('GET', keys(1100, `/${apiId}`));
  expect(response.body.secrets.map(({ endsAt }: { endsAt: string | null }) => endsAt !== null)).toEqual([
    false,
    true,
  ]);
  await app.owner`
    update api_secret set ends_at = now() - interval '1 second' where api_id = ${apiId} and ends_at is not null`;
  expect(await isAccepted(secret)).toBe(false);
  expect(await isAccepted(rotated.body.secret)).toBe(true);
});

test('ends the previous secret of a leaked key at once', async () => {
  const { apiId, secret } = await createKey();
  const rotated = await admin('POST', keys(1100, `/${apiId}/rotate`), { overlapSeconds: 0 });
  expect([await isAccepted(secret), await isAccepted(rotated.body.secret)]).toEqual([false, true]);
});

test('has at most two working secrets', async () => {
  const { apiId, secret } = await createKey();
  const rotate = async () =>
    (await admin('POST', keys(1100, `/${apiId}/rotate`), { overlapSeconds: 3600 })).body.secret as string;
  const [second, third] = [await rotate(), await rotate()];
  expect([await isAccepted(secret), await isAccepted(second), await isAccepted(third)]).toEqual([
    false,
    true,
    true,
  ]);
});

test('repeats a rotation without another secret', async () => {
  const { apiId } = await createKey();
  const headers = { 'idempotency-key': 'rotate-once' };
  const url = keys(1100, `/${apiId}/rotate`);
  const first = await admin('POST', url, { overlapSeconds: 3600 }, headers);
  expect((await admin('POST', url, { overlapSeconds: 3600 }, headers)).body.secret).toBeNull();
  expect((await admin('POST', url, { overlapSeconds: 0 }, headers)).status).toBe(422);
  expect(await isAccepted(first.body.secret)).toBe(true);
});

test('rotates a key of an older installation', async () => {
  const rotated = await admin('POST', keys(1100, '/harbour-api/rotate'), { overlapSeconds: 604_800 });
  expect(await isAccepted(rotated.body.secret)).toBe(true);
});

test('rotates a key for the operator', async () => {
  const { apiId, secret } = await createKey();
  const { database, keys: secretKeys } = app.services;
  const rotation = { apiId, overlapSeconds: 0, operator: 'Ana', now: new Date() };
  const rotated = await rotateByOperator(database, secretKeys, rotation);
  expect([await isAccepted(secret), await isAccepted(rotated ?? '')]).toEqual([false, true]);
  const [line] = await app.owner<{ actor: string; companyId: number }[]>`
    select actor, company_id from audit_event where object_id = ${apiId} and act = 'rotateApiKey'`;
  expect(line).toEqual({ actor: 'operator: Ana', companyId: 1100 });
  const unknown = { ...rotation, apiId: 'k_unknown' };
  expect(await rotateByOperator(database, secretKeys, unknown)).toBeUndefined();
});

/** revokeApiKey */
test('revokes every secret of a key at once', async () => {
  const { apiId, secret } = await createKey();
  const keyUrl = keys(1100, `/${apiId}`);
  const rotated = await admin('POST', `${keyUrl}/rotate`, { overlapSeconds: 604_800 });
  const revoked = await admin('POST', `${keyUrl}/revoke`, {});
  expect(revoked.body).toMatchObject({ status: 'revoked', secrets: [], mayChange: false });
  expect([await isAccepted(secret), await isAccepted(rotated.body.secret)]).toEqual([false, false]);
  expect((await admin('POST', `${keyUrl}/rotate`, { overlapSeconds: 0 })).status).toBe(409);
  expect((await admin('POST', `${keyUrl}/revoke`, {})).status).toBe(200);
});

test('audits every change without the secret', async () => {
  const { apiId, secret } = await createKey();
  const keyUrl = keys(1100, `/${apiId}`);
  await admin('PUT', keyUrl, { ...content({ name: 'Renamed' }), version: 1 });
  const rotated = await admin('POST', `${keyUrl}/rotate`, { overlapSeconds: 0 });
  await admin('POST', `${keyUrl}/revoke`, {});
  const lines = await app.owner<{ act: string; before: object | null; after: object | null }[]>`
    select act, before, after from audit_event where object_id = ${apiId} order by seq`;
  expect(lines.map(({ act }) => act)).toEqual([
    'createApiKey',
    'changeApiKey',
    'rotateApiKey',
    'revokeApiKey',
  ]);
  expect(lines[1]).toMatchObject({ before: { name: 'Web shop' }, after: { name: 'Renamed' } });
  const text = JSON.stringify(lines);
  expect(text).not.toContain(secret.slice(-20));
  expect(text).not.toContain(rotated.body.secret.slice(-20));
});

/** listApiKeys */
test('lists keys by name, revoked ones last', async () => {
  const names = ['Zebra', 'apple', 'Mango'];
  for (const name of names) await createKey(admin, { name: `list-${name}`, installationIds: [5300004] });
  const revokedKey = await createKey(admin, { name: 'list-aaa', installationIds: [5300004] });
  await admin('POST', keys(1100, `/${revokedKey.apiId}/revoke`), {});
  const response = await admin('GET', keys(1121, '?text=LIST-'));
  expect(response.body.total).toBe(4);
  expect(response.body.items.map(({ name }: { name: string }) => name)).toEqual([
    'list-apple',
    'list-Mango',
    'list-Zebra',
    'list-aaa',
  ]);
  const page = await admin('GET', keys(1121, '?text=list-&offset=2&pageSize=1'));
  expect(page.body.items).toMatchObject([{ name: 'list-Zebra', status: 'active', installationCount: 1 }]);
});

test('lists an expired key as expired', async () => {
  const { apiId } = await insertKey(app, ['P_NEW_PAYMENT'], 5300005);
  await app.owner`update api_credential set expires_at = now() - interval '1 day' where api_id = ${apiId}`;
  const response = await admin('GET', keys(1122, `?text=${apiId}`));
  expect(response.body.items).toMatchObject([{ apiId, status: 'expired' }]);
});

test('lists only keys with an installation in scope', async () => {
  await createKey(admin, { name: 'only-books', installationIds: [5300003] });
  expect((await developer('GET', keys(1111, '?text=only-books'))).body.total).toBe(0);
  expect((await developer('GET', keys(1100))).status).toBe(403);
});

test('shows keys to auditors without letting them change any', async () => {
  await grant(app, 'support@harbour.example', { name: 'key-auditor', permissions: ['P_VIEW_AUDIT'] }, 1112);
  const auditor = await actAs(app, 'support@harbour.example');
  const { apiId } = await createKey(admin, { installationIds: [5300003] });
  expect((await auditor('GET', keys(1112, `/${apiId}`))).body).toMatchObject({
    mayRevoke: false,
    mayChange: false,
  });
  expect((await auditor('POST', keys(1112, `/${apiId}/revoke`), {})).status).toBe(403);
});

test('gives the standard roles their permission', async () => {
  const roles = await app.owner<{ roleId: string }[]>`
    select role_id from role_permission where permission = 'P_MANAGE_API_KEYS' and role_id <> 'key-manager'
    order by 1`;
  expect(roles.map(({ roleId }) => roleId)).toEqual(['administrator', 'developer']);
});

test('getAccount returns the permissions and installations of the key', async () => {
  const { apiId, secret } = await createKey(admin, {
    name: 'account-key',
    permissions: ['P_NEW_PAYMENT'],
    installationIds: [5300001],
  });
  const response = await actAsMerchant(app, apiId, secret)('GET', '/acceptor/rest/account');
  expect([response.status, response.body]).toEqual([
    200,
    {
      apiId,
      name: 'account-key',
      company: 'Harbour Group',
      permissions: ['P_NEW_PAYMENT'],
      installations: [
        { installationId: 5300001, name: 'Harbour Coffee web', merchantName: 'Harbour Coffee' },
      ],
      expiresAt: null,
      testMode: true,
    },
  ]);
  expect((await actAsMerchant(app, apiId, 'wrong')('GET', '/acceptor/rest/account')).status).toBe(401);
});
