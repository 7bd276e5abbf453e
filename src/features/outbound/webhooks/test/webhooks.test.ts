import { afterAll, beforeAll, expect, test } from 'vitest';
import { grant } from '#features/access/users/test/user-fixtures.ts';
import { hourMs } from '#server/clock.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { content, createHook, webhooks } from './webhook-fixtures.ts';

let app: TestApp;
let admin: Send;
let viewer: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  await grant(
    app,
    'support@harbour.example',
    { name: 'hook-viewer', permissions: ['P_VIEW_INSTALLATION'] },
    1111,
  );
  viewer = await actAs(app, 'support@harbour.example');
});
afterAll(() => app.stop());

/** createWebhook, getWebhook */
test('creates a webhook and shows it without its secret', async () => {
  const { secret, at } = await createHook(admin, { url: 'https://shop.example/hooks?key=private' });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const stored = await admin('GET', at);
  expect(stored.body).toMatchObject({
    url: 'https://shop.example/hooks?key=private',
    events: ['payment.*', 'refund.*'],
    format: 'REST_JSON',
    status: 'active',
    installations: [{ installationId: 5300001, name: 'Harbour Coffee web', merchantName: 'Harbour Coffee' }],
    createdBy: 'Amelia Hart',
    version: 1,
    mayManage: true,
  });
  expect(JSON.stringify(stored.body)).not.toContain(secret);
});

test('repeats a creation with the same secret', async () => {
  const headers = { 'idempotency-key': 'hook-once' };
  const first = await admin('POST', webhooks(1100), content(), headers);
  const repeated = await admin('POST', webhooks(1100), content(), headers);
  expect([first.status, repeated.status]).toEqual([201, 200]);
  expect(repeated.body).toEqual(first.body);
  expect((await admin('POST', webhooks(1100), content({ format: 'REST_XML' }), headers)).status).toBe(422);
});

test.each([
  ['plain http', { url: 'http://shop.example/hooks' }],
  ['a user name in the address', { url: 'https://me:secret@shop.example/' }],
  ['a card number in the address', { url: 'https://shop.example/4444333322221111' }],
  ['a fragment', { url: 'https://shop.example/#part' }],
  ['a private address', { url: 'https://0x0a000001/hooks' }],
  ['the name of a local machine', { url: 'https://localhost/hooks' }],
  ['an unknown event', { events: ['payment.unknown'] }],
  ['no event', { events: [] }],
  ['no installation', { installationIds: [] }],
  ['an unknown field', { secret: 'mine' }],
])('rejects a webhook with %s', async (_title, more) => {
  expect((await admin('POST', webhooks(1100), content(more))).status).toBe(400);
});

test.each([
  ['of another company', [5300006]],
  ['that do not exist', [999]],
  ['of two companies', [5300001, 5300006]],
])('denies installations %s', async (_title, installationIds) => {
  expect((await admin('POST', webhooks(1100), content({ installationIds }))).status).toBe(403);
});

test('denies an installation that is not below the organisation', async () => {
  expect((await admin('POST', webhooks(1111), content({ installationIds: [5300003] }))).status).toBe(403);
});

/** changeWebhook */
test('changes a webhook once for each version', async () => {
  const { at } = await createHook(admin);
  const next = { ...content({ events: ['*'], format: 'REST_XML', installationIds: [5300002] }), version: 1 };
  const changed = await admin('PUT', at, next);
  expect(changed.body).toMatchObject({ events: ['*'], format: 'REST_XML', version: 2, installationCount: 1 });
  expect(changed.body.installations).toMatchObject([{ installationId: 5300002 }]);
  expect((await admin('PUT', at, next)).status).toBe(409);
});

/** rotateWebhookSecret */
test('rotates the secret with an overlap', async () => {
  const { at, secret } = await createHook(admin);
  const rotated = await admin('POST', `${at}/rotate`, { version: 1, overlapSeconds: 3600 });
  expect(rotated.status).toBe(200);
  expect(rotated.body.secret).not.toBe(secret);
  const until = new Date(app.clock.now().getTime() + hourMs).toISOString();
  expect((await admin('GET', at)).body).toMatchObject({ previousValidUntil: until, version: 2 });
  expect((await admin('POST', `${at}/rotate`, { version: 1, overlapSeconds: 0 })).status).toBe(409);
  expect((await admin('POST', `${at}/rotate`, { version: 2, overlapSeconds: 604_801 })).status).toBe(400);
});

/** pauseWebhook, resumeWebhook */
test('pauses and resumes a webhook repeatably', async () => {
  const { at } = await createHook(admin);
  for (const round of ['first', 'second']) {
    const paused = await admin('POST', `${at}/pause`, {});
    expect(paused.body, round).toMatchObject({ status: 'paused', pausedBy: 'user', version: 2 });
  }
  expect((await admin('POST', `${at}/test`, {})).status).toBe(409);
  expect((await admin('POST', `${at}/resume`, {})).body).toMatchObject({ status: 'active', pausedAt: null });
});

/** deleteWebhook */
test('deletes a webhook permanently', async () => {
  const { at, endpointId } = await createHook(admin, { installationIds: [5300004] });
  expect((await admin('DELETE', at)).status).toBe(204);
  expect((await admin('GET', at)).status).toBe(404);
  expect((await admin('DELETE', at)).status).toBe(404);
  const listed = await admin('GET', webhooks(1121));
  expect(JSON.stringify(listed.body)).not.toContain(endpointId);
});

/** listWebhooks */
test('lists the webhooks of visible installations', async () => {
  const { endpointId } = await createHook(admin, {
    url: 'https://shop.example/list?key=private',
    installationIds: [5300001],
  });
  await createHook(admin, { url: 'https://shop.example/hidden', installationIds: [5300003] });
  const listed = await viewer('GET', webhooks(1111, '?pageSize=100'));
  const ownHook = listed.body.items.find((item: { endpointId: string }) => item.endpointId === endpointId);
  expect(ownHook).toMatchObject({ url: 'https://shop.example/list', status: 'active', installationCount: 1 });
  expect(JSON.stringify(listed.body)).not.toContain('hidden');
  expect(listed.body.total).toBe(listed.body.items.length);
});

test('finds webhooks by a part of their address, not of its query', async () => {
  const url = 'https://shop.example/Found/By-Part?key=secret-part';
  await createHook(admin, { url, installationIds: [5300001] });
  await createHook(admin, { url: 'https://shop.example/other', installationIds: [5300001] });
  const found = async (text: string) => (await admin('GET', webhooks(1111, `?text=${text}`))).body;
  expect(await found('found%2Fby')).toMatchObject({ total: 1, items: [{ url: url.split('?')[0] }] });
  expect(await found('secret-part')).toEqual({ total: 0, items: [] });
  expect(await found('100%25')).toEqual({ total: 0, items: [] });
});

/** getWebhookChoices */
test('offers the installations that the caller may choose', async () => {
  const offered = await admin('GET', webhooks(1111, '/choices'));
  expect(offered.body).toContainEqual({
    installationId: 5300001,
    name: 'Harbour Coffee web',
    merchantName: 'Harbour Coffee',
  });
  expect((await viewer('GET', webhooks(1111, '/choices'))).status).toBe(403);
});

test('shows a webhook to viewers without its query and without changes', async () => {
  const { at } = await createHook(admin, { url: 'https://shop.example/v?key=private' }, 1111);
  expect((await viewer('GET', at)).body).toMatchObject({ url: 'https://shop.example/v', mayManage: false });
  for (const [method, rest, body] of [
    ['PUT', '', { ...content(), version: 1 }],
    ['DELETE', '', undefined],
    ['POST', '/pause', {}],
    ['POST', '/resume', {}],
    ['POST', '/rotate', { version: 1, overlapSeconds: 0 }],
    ['POST', '/test', {}],
    ['POST', '/resend', { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', status: 'all' }],
  ] as const) {
    expect((await viewer(method, `${at}${rest}`, body)).status, rest).toBe(403);
  }
});

test('denies changes to managers of only some of its installations', async () => {
  const role = { name: 'hook-manager', permissions: ['P_MANAGE_WEBHOOKS'] };
  await grant(app, 'coffee@harbour.example', role, 1111);
  const coffee = await actAs(app, 'coffee@harbour.example');
  const { endpointId } = await createHook(admin, { installationIds: [5300001, 5300003] });
  const hookUrl = webhooks(1111, `/${endpointId}`);
  expect((await coffee('GET', hookUrl)).body).toMatchObject({ mayManage: false, installationCount: 2 });
  expect((await coffee('POST', `${hookUrl}/pause`, {})).status).toBe(403);
  const ownHook = await createHook(coffee, {}, 1111);
  const wider = { ...content({ installationIds: [5300001, 5300003] }), version: 1 };
  expect((await coffee('PUT', ownHook.at, wider)).status).toBe(403);
});

test('hides webhooks of other companies', async () => {
  const { endpointId } = await createHook(admin);
  const other = await actAs(app, 'admin@meridian.example');
  expect((await other('GET', webhooks(1200, `/${endpointId}`))).status).toBe(404);
  expect((await admin('GET', webhooks(1100, '/wh_unknown'))).status).toBe(404);
});

test('limits the webhooks of a company', async () => {
  await app.owner`
    insert into webhook_endpoint (company_id, endpoint_id, url, events, format, state, created_at)
    select 1100, 'filler-' || n, 'https://shop.example', '{*}', 'REST_JSON', 'active', now() from generate_series(1, 50) n`;
  expect((await admin('POST', webhooks(1100), content())).status).toBe(409);
  await app.owner`delete from webhook_endpoint where endpoint_id like 'filler-%'`;
});

test('audits changes without secret and query', async () => {
  const { at, endpointId, secret } = await createHook(admin, { url: 'https://shop.example/a?key=private' });
  await admin('PUT', at, { ...content({ url: 'https://shop.example/b?key=private' }), version: 1 });
  const rotated = await admin('POST', `${at}/rotate`, { version: 2, overlapSeconds: 0 });
  await admin('DELETE', at);
  const lines = await app.owner<{ act: string; before: object | null; after: object | null }[]>`
    select act, before, after from audit_event where object_id = ${endpointId} order by seq`;
  expect(lines.map(({ act }) => act)).toEqual([
    'createWebhook',
    'changeWebhook',
    'rotateWebhookSecret',
    'deleteWebhook',
  ]);
  expect(lines[1]).toMatchObject({
    before: { url: 'https://shop.example/a' },
    after: { url: 'https://shop.example/b' },
  });
  const text = JSON.stringify(lines);
  for (const hidden of ['private', secret.slice(6), rotated.body.secret.slice(6)])
    expect(text).not.toContain(hidden);
});

test('gives the standard roles their permission', async () => {
  const roles = await app.owner<{ roleId: string }[]>`
    select role_id from role_permission where permission = 'P_MANAGE_WEBHOOKS' and role_id <> 'hook-manager' order by 1`;
  expect(roles.map(({ roleId }) => roleId)).toEqual(['administrator', 'developer']);
});
