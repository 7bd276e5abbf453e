import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, letApprove } from '#features/access/approvals/test/approval-fixtures.ts';
import { grant } from '#features/access/users/test/user-fixtures.ts';
import { unseal } from '#server/auth/seal.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testKeys } from '#testing/template-contents.ts';
import { secretContext } from '../server/open-processors.ts';
import { type Acme, acmeAdapter, at, connect, content, everythingStored, route } from './acme-adapter.ts';

const canary = 'good-canary-f00dfeed-secret';
let app: TestApp;
let acme: Acme;
let admin: Send;
let stranger: Send;
beforeAll(async () => {
  acme = acmeAdapter();
  app = await startApp({ adapters: [acme.adapter] });
  acme.sandbox = app.sandbox;
  admin = await actAs(app, 'admin@harbour.example');
  stranger = await actAs(app, 'admin@meridian.example');
});
afterAll(() => app.stop());

test("another company's connection is hidden from every endpoint", async () => {
  const { connectionId, version } = await connect(admin);
  const created = await admin('POST', at(1100, '/routes'), route(connectionId));
  const { routeId } = created.body.groups[0].routes[0];
  const calls: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', more: string, body?: object][] = [
    ['GET', `/connections/${connectionId}`],
    ['PUT', `/connections/${connectionId}`, { name: 'x', acquirer: 'x', settings: {}, version }],
    ['PUT', `/connections/${connectionId}/secrets/apiKey`, { secret: 'good-other' }],
    ['POST', `/connections/${connectionId}/test`, {}],
    ['POST', `/connections/${connectionId}/activate`, { version }],
    ['POST', `/connections/${connectionId}/drain`, { version }],
    ['POST', `/connections/${connectionId}/close`, { version }],
    ['GET', `/connections/${connectionId}/accounts`],
    ['PUT', `/connections/${connectionId}/accounts/5300006`, { settings: { merchantAccount: 'x' } }],
    ['DELETE', `/connections/${connectionId}/accounts/5300006`],
    ['PUT', `/routes/${routeId}`, { ...route(1), version: 1 }],
    ['DELETE', `/routes/${routeId}`],
  ];
  for (const [method, more, body] of calls) {
    const outside = await stranger(method, at(1100, more), body);
    const inside = await stranger(method, at(1200, more), body);
    expect([outside.status, inside.status], `${method} ${more}`).toEqual([403, 404]);
  }
  for (const [method, more, body] of [
    ['GET', '/adapters'],
    ['GET', '/connections'],
    ['POST', '/connections', content()],
    ['GET', '/routes'],
    ['POST', '/routes', route(1)],
    ['PUT', '/routes/order', { routeIds: [] }],
  ] as const)
    expect((await stranger(method, at(1100, more), body)).status, `${method} ${more}`).toBe(403);
  const asked = { currency: 'EUR', scheme: 'VISA', kind: 'SALE', channel: 'ECOM', amount: '1' };
  const explain = '/proxy/sync/processors/installations/5300001/route';
  expect((await stranger('POST', explain, asked)).status).toBe(403);
  const forged = await stranger('POST', at(1200, '/routes'), route(connectionId));
  expect([forged.status, forged.body.field, forged.body.detail]).toEqual([
    400,
    'connectionId',
    'not_allowed',
  ]);
  expect((await admin('GET', at(1100, `/connections/${connectionId}`))).body).toMatchObject({
    version,
    state: 'ACTIVE',
  });
});

test("the operator's connection is not opened in the portal", async () => {
  expect((await admin('GET', at(1100, '/connections/1'))).status).toBe(404);
  const managing = { name: 'processor-manager', permissions: ['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS'] };
  await grant(app, 'domain@demo.example', managing, 1000);
  const provider = await actAs(app, 'domain@demo.example');
  expect((await provider('POST', at(1000, '/connections/1/close'), { version: 1 })).status).toBe(404);
});

test('viewing gives no change', async () => {
  const { url, connectionId, version } = await connect(admin);
  const viewing = { name: 'processor-viewer', permissions: ['P_VIEW_PROCESSORS'] };
  await grant(app, 'support@harbour.example', viewing, 1100);
  const viewer = await actAs(app, 'support@harbour.example');
  expect((await viewer('GET', url)).status).toBe(200);
  expect((await viewer('GET', at(1100, '/routes'))).body.mayChange).toBe(false);
  for (const [method, target, body] of [
    ['PUT', `${url}/secrets/apiKey`, { secret: 'x' }],
    ['POST', `${url}/test`, {}],
    ['POST', `${url}/drain`, { version }],
    ['POST', at(1100, '/routes'), route(connectionId)],
  ] as const)
    expect((await viewer(method, target, body)).status, target).toBe(403);
});

test('a secret appears in no response, row, log line or error', async () => {
  const { url, version } = await connect(admin, { state: 'DRAFT' });
  const responses: unknown[] = [];
  const send: Send = async (...request) => {
    const response = await admin(...request);
    responses.push(response);
    return response;
  };
  acme.check = (secrets) =>
    Promise.resolve([
      {
        name: secrets.apiKey ?? '',
        result: 'passed',
        detail: `used ${secrets.apiKey} twice: ${secrets.apiKey}`,
      },
    ]);
  await send('PUT', `${url}/secrets/apiKey`, { secret: canary });
  await send('PUT', `${url}/secrets/apiKey`, { secret: canary, more: canary });
  await send('PUT', `${url}/secrets/pin`, { secret: canary });
  await send('POST', `${url}/test`, {});
  acme.connected.at(-1)?.log.warn({ header: canary, error: { text: canary } }, `wrong ${canary}`);
  await send('GET', url);
  await send('POST', `${url}/activate`, { version });
  acme.check = (secrets) => Promise.reject(new Error(secrets.apiKey));
  await send('POST', `${url}/test`, {});
  acme.check = undefined;
  await send('GET', at(1100, '/connections'));
  await send('GET', '/proxy/sync/audit/1100/events?pageSize=100');
  const stored = await everythingStored(app);
  expect(stored).toContain('setConnectionSecret');
  const hex = Buffer.from(canary).toString('hex');
  for (const text of [JSON.stringify(responses), stored, app.logged()])
    expect([text.includes(canary), text.includes(hex)]).toEqual([false, false]);
});

test('a sealed secret opens for its connection, field and version only', async () => {
  const { connectionId } = await connect(admin);
  const other = await connect(admin);
  const [row] = await app.owner<{ sealed: Buffer; version: number }[]>`
    select sealed, version from processor_secret where connection_id = ${connectionId}`;
  if (!row) throw new Error('no secret');
  const own = { connectionId, field: 'apiKey', version: row.version };
  const open = (context: typeof own) =>
    unseal(testKeys.processorSecret, row.sealed, secretContext(context)).toString();
  expect(open(own)).toBe('good-key-0123456789');
  for (const moved of [
    { connectionId: other.connectionId },
    { field: 'hmacKey' },
    { version: row.version + 1 },
  ])
    expect(() => open({ ...own, ...moved })).toThrow();
});

test('nothing that a user enters loads code', async () => {
  const before = app.services.adapters.size;
  for (const adapter of [
    './own.mjs',
    'file:///tmp/own.mjs',
    'data:text/javascript,',
    'node:fs',
    'constructor',
    '',
  ]) {
    const refused = await admin('POST', at(1100, '/connections'), content({ adapter }));
    expect([refused.status, refused.body.field], adapter).toEqual([400, 'adapter']);
  }
  expect(app.services.adapters.size).toBe(before);
});

test('every change is audited with before and after', async () => {
  const { connectionId, version, url } = await connect(admin, { name: 'Audited' });
  await admin('PUT', url, {
    name: 'Audited 2',
    acquirer: 'A',
    settings: { endpoint: 'https://api.acme.example' },
    version,
  });
  const rows = await app.owner`
    select act, before, after from audit_event
    where object_kind = 'connection' and object_id = ${String(connectionId)} order by seq`;
  expect(rows.map(({ act }) => act)).toEqual([
    'createConnection',
    'setConnectionSecret',
    'testConnection',
    'activateConnection',
    'changeConnection',
  ]);
  expect(rows[1]).toMatchObject({ before: { field: 'apiKey', lastFour: null }, after: { lastFour: '6789' } });
  expect(rows[3]).toMatchObject({ before: { state: 'TESTED' }, after: { state: 'ACTIVE' } });
  expect(rows[4]).toMatchObject({ before: { name: 'Audited' }, after: { name: 'Audited 2' } });
});

test('an approval policy holds changes for a second person', async () => {
  const { url, version, connectionId } = await connect(admin, { state: 'TESTED' });
  const rule = { action: 'changeProcessors', from: null, hours: 24 };
  const policy = await admin('GET', '/proxy/sync/approvals/1100/policy');
  const saved = await admin('PUT', '/proxy/sync/approvals/1100/policy', {
    rules: [rule],
    includesKeys: false,
    version: policy.body.version ?? 0,
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const held: string[] = [];
  for (const [method, target, body] of [
    ['POST', `${url}/activate`, { version }],
    ['PUT', `${url}/secrets/apiKey`, { secret: canary }],
    ['POST', at(1100, '/routes'), route(connectionId)],
  ] as const) {
    const waiting = await admin(method, target, body);
    expect([waiting.status, waiting.body.status], target).toEqual([202, 'PENDING_APPROVAL']);
    held.push(waiting.body.approvalId);
  }
  expect((await admin('GET', url)).body).toMatchObject({ state: 'TESTED', version });
  expect(await everythingStored(app)).not.toContain(canary);
  await letApprove(app, 'analyst@harbour.example');
  const approver = await actAs(app, 'analyst@harbour.example');
  for (const id of held)
    expect((await decide(approver, id, 'approve')).body, id).toMatchObject({ state: 'SUCCEEDED' });
  const after = await admin('GET', url);
  expect(after.body).toMatchObject({
    state: 'ACTIVE',
    secrets: [{ next: { lastFour: canary.slice(-4) } }, {}],
  });
  expect(JSON.stringify((await admin('GET', at(1100, '/routes'))).body)).toContain(
    `"connectionId":${connectionId}`,
  );
  expect((await everythingStored(app)) + app.logged()).not.toContain(canary);
});
