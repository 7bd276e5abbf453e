import { afterAll, beforeAll, expect, test } from 'vitest';
import { grant } from '#features/access/users/test/user-fixtures.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type Acme, acmeAdapter, at, connect, content } from './acme-adapter.ts';

let app: TestApp;
let acme: Acme;
let admin: Send;
let viewer: Send;
let stranger: Send;
let provider: Send;
beforeAll(async () => {
  acme = acmeAdapter();
  const flags = ['--processor-hosts', '10.0.0.7:8090,router.internal'];
  app = await startApp({ adapters: [acme.adapter], flags });
  acme.sandbox = app.sandbox;
  admin = await actAs(app, 'admin@harbour.example');
  stranger = await actAs(app, 'admin@meridian.example');
  const viewing = { name: 'processor-viewer', permissions: ['P_VIEW_PROCESSORS'] };
  await grant(app, 'support@harbour.example', viewing, 1100);
  viewer = await actAs(app, 'support@harbour.example');
  const managing = { name: 'processor-manager', permissions: ['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS'] };
  await grant(app, 'domain@demo.example', managing, 1000);
  provider = await actAs(app, 'domain@demo.example');
});
afterAll(() => app.stop());

/** listAdapters */
test('lists the adapters with their fields', async () => {
  const { body } = await admin('GET', at(1100, '/adapters'));
  expect(body.adapters.map(({ name }: { name: string }) => name)).toEqual([
    'sandbox',
    'adyen',
    'stripe',
    'hyperswitch',
    'http',
    'acme',
  ]);
  expect(body.adapters[3]).toEqual({
    name: 'hyperswitch',
    settings: [
      { name: 'merchantId', label: 'Merchant ID', kind: 'text', required: true, choices: [], maxLength: 64 },
      {
        name: 'url',
        label: 'API URL of your own router',
        kind: 'https-url',
        required: false,
        choices: [],
        maxLength: 200,
      },
    ],
    accountFields: [
      { name: 'profileId', label: 'Profile ID', kind: 'text', required: false, choices: [], maxLength: 64 },
    ],
    secrets: [
      { name: 'apiKey', label: 'API key', required: true },
      { name: 'hashKey', label: 'Payment response hash key', required: true },
    ],
  });
  expect(body.adapters[5]).toMatchObject({
    settings: [
      { name: 'endpoint', kind: 'https-url', required: true, choices: [], maxLength: 200 },
      { name: 'region', kind: 'choice', required: false, choices: ['eu', 'us'] },
      { name: 'prefix', maxLength: 10 },
    ],
    accountFields: [{ name: 'merchantAccount' }],
    secrets: [
      { name: 'apiKey', required: true },
      { name: 'hmacKey', required: false },
    ],
  });
});

/** createConnection, getConnection */
test('creates a connection as a draft with an event address', async () => {
  const created = await admin('POST', at(1100, '/connections'), content({ name: 'Acme EU' }));
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    adapter: 'acme',
    name: 'Acme EU',
    mode: 'TEST',
    state: 'DRAFT',
    version: 1,
    settings: { endpoint: 'https://api.acme.example' },
    test: null,
    secrets: [
      { field: 'apiKey', required: true, current: null, next: null },
      { field: 'hmacKey', required: false, current: null, next: null },
    ],
    mayChange: true,
  });
  expect(created.body.eventUrl).toMatch(/\/processor\/[\w-]{32}\/events$/);
  const { connectionId } = created.body;
  const stored = await viewer('GET', at(1100, `/connections/${connectionId}`));
  expect(stored.body).toEqual({ ...created.body, mayChange: false });
});

test.each([
  ['an unknown adapter', { adapter: 'bank' }, 'adapter', 'not_allowed'],
  ['a path as adapter', { adapter: './own.mjs' }, 'adapter', 'not_allowed'],
  ['the name of a property of objects', { adapter: '__proto__' }, 'adapter', 'not_allowed'],
  [
    'an unknown setting',
    { settings: { endpoint: 'https://a.example', pin: '1' } },
    'settings.pin',
    'unknown_field',
  ],
  ['no required setting', { settings: {} }, 'settings.endpoint', 'missing'],
  ['a blank required setting', { settings: { endpoint: ' ' } }, 'settings.endpoint', 'missing'],
  ['plain http', { settings: { endpoint: 'http://a.example' } }, 'settings.endpoint', 'invalid'],
  ['a private address', { settings: { endpoint: 'https://10.0.0.1' } }, 'settings.endpoint', 'invalid'],
  ['a local name', { settings: { endpoint: 'https://localhost' } }, 'settings.endpoint', 'invalid'],
  [
    'a user in the address',
    { settings: { endpoint: 'https://a:b@a.example' } },
    'settings.endpoint',
    'invalid',
  ],
  ['no address', { settings: { endpoint: 'acme' } }, 'settings.endpoint', 'invalid'],
  [
    'a router at the address of cloud metadata',
    { adapter: 'hyperswitch', settings: { merchantId: 'm', url: 'https://169.254.169.254/' } },
    'settings.url',
    'invalid',
  ],
  [
    'a value outside of a choice',
    { settings: { endpoint: 'https://a.example', region: 'as' } },
    'settings.region',
    'not_allowed',
  ],
  [
    'a long value',
    { settings: { endpoint: 'https://a.example', prefix: 'x'.repeat(11) } },
    'settings.prefix',
    'too_long',
  ],
  ['another mode', { mode: 'PROD' }, 'mode', 'not_allowed'],
  ['a live sandbox', { adapter: 'sandbox', settings: {}, mode: 'LIVE' }, 'mode', 'not_allowed'],
  ['no name', { name: ' ' }, 'name', 'too_short'],
  ['a company of a company', { companyIds: [1200] }, 'companyIds', 'not_allowed'],
])('rejects a connection with %s', async (_title, more, field, detail) => {
  const { status, body } = await admin('POST', at(1100, '/connections'), content(more));
  expect([status, body.field, body.detail]).toEqual([400, field, detail]);
});

test.each([
  ['acme', 'endpoint', 'http://10.0.0.7:8090', 201],
  ['acme', 'endpoint', 'https://10.0.0.7:8090/v1', 201],
  ['acme', 'endpoint', 'http://router.internal', 201],
  ['acme', 'endpoint', 'http://10.0.0.7:8091', 400],
  ['acme', 'endpoint', 'http://10.0.0.7', 400],
  ['acme', 'endpoint', 'http://router.internal.example', 400],
  ['hyperswitch', 'url', 'http://router.internal', 201],
  ['http', 'url', 'http://10.0.0.7:8090', 201],
  ['http', 'url', 'http://10.0.0.8:8090', 400],
  ['http', 'url', 'adapter', 400],
])(
  'hosts of --processor-hosts alone are private: %s with the %s %s: %d',
  async (adapter, field, url, expected) => {
    const others = { acme: {}, hyperswitch: { merchantId: 'm' }, http: { cardKey: '{}' } }[adapter];
    const settings = { ...others, [field]: url };
    const { status, body } = await admin('POST', at(1100, '/connections'), content({ adapter, settings }));
    expect(status).toBe(expected);
    if (expected === 400) expect([body.field, body.detail]).toEqual([`settings.${field}`, 'invalid']);
  },
);

test('rejects a name that the owner uses already', async () => {
  const { name } = content();
  expect((await admin('POST', at(1100, '/connections'), content({ name }))).status).toBe(201);
  const again = await admin('POST', at(1100, '/connections'), content({ name: name.toUpperCase() }));
  expect([again.status, again.body.code, again.body.field]).toEqual([409, 'NAME_TAKEN', 'name']);
  expect((await stranger('POST', at(1200, '/connections'), content({ name }))).status).toBe(201);
});

test('a merchant owns no connection', async () => {
  expect((await admin('POST', at(1111, '/connections'), content())).status).toBe(404);
});

/** setConnectionSecret, testConnection */
test('uses a secret after the next test that passes', async () => {
  const { url, connectionId } = await connect(admin, { state: 'DRAFT' });
  const set = await admin('PUT', `${url}/secrets/apiKey`, { secret: ' wrong-key-000000001 ' });
  expect(set.body.secrets[0]).toMatchObject({
    current: null,
    next: { lastFour: '0001', setBy: 'Amelia Hart' },
  });
  const failed = await admin('POST', `${url}/test`, {});
  expect(failed.body).toMatchObject({
    state: 'DRAFT',
    test: { hasPassed: false, checks: [{ result: 'failed', detail: 'The key ••• is refused.' }, {}] },
  });
  expect(failed.body.secrets[0]).toMatchObject({ current: null, next: { lastFour: '0001' } });
  await admin('PUT', `${url}/secrets/apiKey`, { secret: 'good-key-000000002' });
  const passed = await admin('POST', `${url}/test`, {});
  expect(passed.body).toMatchObject({ state: 'TESTED', test: { hasPassed: true } });
  expect(passed.body.test.checks[1]).toMatchObject({ name: 'events', result: 'not-testable' });
  expect(passed.body.secrets[0]).toMatchObject({ current: { lastFour: '0002' }, next: null });
  expect(acme.connected.at(-1)).toMatchObject({ secrets: { apiKey: 'good-key-000000002' }, mode: 'TEST' });
  const rows =
    await app.owner`select slot, version from processor_secret where connection_id = ${connectionId}`;
  expect(rows).toEqual([{ slot: 'CURRENT', version: 2 }]);
});

test('a test without a required secret fails with its name', async () => {
  const { url } = await connect(admin, { state: 'DRAFT' });
  const { body } = await admin('POST', `${url}/test`, {});
  expect(body.test).toMatchObject({ hasPassed: false, checks: [{ detail: 'API key is missing.' }] });
});

test('a failed test makes a tested connection a draft', async () => {
  const { url } = await connect(admin, { state: 'TESTED' });
  await admin('PUT', `${url}/secrets/apiKey`, { secret: 'wrong-key-000000001' });
  expect((await admin('POST', `${url}/test`, {})).body.state).toBe('DRAFT');
});

test('a failed test of a new secret leaves payments with the current one', async () => {
  const { url } = await connect(admin);
  await admin('PUT', `${url}/secrets/apiKey`, { secret: 'wrong-key-000000001' });
  const { body } = await admin('POST', `${url}/test`, {});
  expect(body).toMatchObject({ state: 'ACTIVE', test: { hasPassed: false } });
  expect(body.secrets[0]).toMatchObject({ current: { lastFour: '6789' }, next: { lastFour: '0001' } });
});

test('an adapter that throws fails the test', async () => {
  const { url } = await connect(admin, { state: 'DRAFT' });
  await admin('PUT', `${url}/secrets/apiKey`, { secret: 'good-key-000000003' });
  acme.check = (secrets) => Promise.reject(new Error(`thrown with ${secrets.apiKey}`));
  const { body } = await admin('POST', `${url}/test`, {}).finally(() => (acme.check = undefined));
  expect(body.test).toMatchObject({ hasPassed: false, checks: [{ name: 'connection', result: 'failed' }] });
  expect(JSON.stringify(body) + app.logged()).not.toContain('good-key-000000003');
});

test.each([
  ['an unknown field', 'pin', 'x'],
  ['a setting', 'endpoint', 'https://a.example'],
  ['a blank value', 'apiKey', '   '],
])('rejects a secret for %s', async (_title, field, secret) => {
  const { url } = await connect(admin, { state: 'DRAFT' });
  expect((await admin('PUT', `${url}/secrets/${field}`, { secret })).status).toBe(400);
});

/** activateConnection, drainConnection, closeConnection */
test('moves a connection through its states', async () => {
  const { url, version } = await connect(admin, { state: 'TESTED' });
  const step = async (name: string, from: number) =>
    (await admin('POST', `${url}/${name}`, { version: from })).body;
  expect((await step('drain', version)).code).toBe('CONNECTION_STATE');
  const active = await step('activate', version);
  expect(active.state).toBe('ACTIVE');
  expect((await step('close', active.version)).code).toBe('CONNECTION_STATE');
  const draining = await step('drain', active.version);
  expect(draining.state).toBe('DRAINING');
  const again = await step('activate', draining.version);
  expect(again.state).toBe('ACTIVE');
  const last = await step('drain', again.version);
  const closed = await step('close', last.version);
  expect(closed).toMatchObject({ state: 'CLOSED', mayChange: false });
  expect(closed.secrets).toMatchObject([{ current: null }, { current: null }]);
  expect((await step('activate', closed.version)).code).toBe('CONNECTION_STATE');
  expect((await admin('POST', `${url}/test`, {})).body.code).toBe('CONNECTION_CLOSED');
});

test('a draft cannot be activated', async () => {
  const { url } = await connect(admin, { state: 'DRAFT' });
  const refused = await admin('POST', `${url}/activate`, { version: 1 });
  expect([refused.status, refused.body.code]).toEqual([409, 'CONNECTION_STATE']);
});

test('changes a state once for each version', async () => {
  const { url, version } = await connect(admin);
  expect((await admin('POST', `${url}/drain`, { version: version - 1 })).body.code).toBe(
    'CONNECTION_CHANGED',
  );
  const both = await Promise.all([1, 2].map(() => admin('POST', `${url}/drain`, { version })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

/** changeConnection */
test('changed settings need a new test', async () => {
  const { url, version } = await connect(admin, { state: 'TESTED' });
  const change = {
    name: 'Acme changed',
    acquirer: 'Acme',
    settings: { endpoint: 'https://new.acme.example' },
  };
  const changed = await admin('PUT', url, { ...change, version });
  expect(changed.body).toMatchObject({ state: 'DRAFT', name: 'Acme changed', settings: change.settings });
  expect((await admin('PUT', url, { ...change, version })).body.code).toBe('CONNECTION_CHANGED');
});

test('a new name keeps a connection tested', async () => {
  const { url, version } = await connect(admin, { state: 'TESTED' });
  const same = { name: 'Acme renamed', acquirer: 'Acme', settings: { endpoint: 'https://api.acme.example' } };
  expect((await admin('PUT', url, { ...same, version })).body).toMatchObject({ state: 'TESTED' });
});

test('settings of an active connection must pass its test', async () => {
  const { url, version } = await connect(admin);
  const change = {
    name: 'Acme moved',
    acquirer: 'Acme',
    settings: { endpoint: 'https://moved.acme.example' },
  };
  acme.check = () => Promise.resolve([{ name: 'connection', result: 'failed', detail: 'No route to host.' }]);
  const refused = await admin('PUT', url, { ...change, version }).finally(() => (acme.check = undefined));
  expect([refused.status, refused.body.code]).toEqual([409, 'CONNECTION_TEST_FAILED']);
  expect((await admin('GET', url)).body).toMatchObject({
    version,
    settings: { endpoint: 'https://api.acme.example' },
  });
  expect((await admin('PUT', url, { ...change, version })).body).toMatchObject({
    state: 'ACTIVE',
    settings: change.settings,
  });
});

/** listAccounts, saveAccount, removeAccount */
test('stores the account of an installation', async () => {
  const { url, connectionId } = await connect(admin);
  const accounts = (await admin('GET', `${url}/accounts`)).body.accounts;
  expect(accounts.length).toBeGreaterThan(3);
  expect(accounts[0]).toMatchObject({ settings: {}, isSet: false });
  const saved = await admin('PUT', `${url}/accounts/5300001`, {
    settings: { merchantAccount: 'HarbourECOM' },
  });
  expect(saved.body.accounts).toContainEqual(
    expect.objectContaining({
      installationId: 5300001,
      isSet: true,
      settings: { merchantAccount: 'HarbourECOM' },
    }),
  );
  const missing = await admin('PUT', `${url}/accounts/5300001`, { settings: {} });
  expect([missing.status, missing.body.field]).toEqual([400, 'settings.merchantAccount']);
  const [stored] =
    await app.owner`select settings from processor_account where connection_id = ${connectionId}`;
  expect(stored).toEqual({ settings: { merchantAccount: 'HarbourECOM' } });
  expect((await admin('DELETE', `${url}/accounts/5300001`)).status).toBe(204);
  expect((await admin('DELETE', `${url}/accounts/5300001`)).status).toBe(404);
});

test('an installation of another company has no account', async () => {
  const { url } = await connect(admin);
  const settings = { merchantAccount: 'Theirs' };
  const { status } = await admin('PUT', `${url}/accounts/5300006`, { settings });
  expect([403, 404]).toContain(status);
});

/** listConnections */
test('lists connections with their state, mode and health', async () => {
  const { connectionId } = await connect(admin, { name: 'Acme listed' });
  await app.owner`
    insert into processor_breaker (connection_id, opened_at, probe_at, wait_seconds, reason)
    values (${connectionId}, now(), now(), 15, 'no connection could be made')`;
  const { body } = await viewer('GET', at(1100, '/connections'));
  expect(body).toMatchObject({ isOwner: true, mayChange: false });
  expect(body.connections[0]).toMatchObject({
    name: 'Sandbox',
    organisationId: null,
    mayView: false,
    routes: 1,
  });
  expect(body.connections).toContainEqual(
    expect.objectContaining({
      name: 'Acme listed',
      state: 'ACTIVE',
      mode: 'TEST',
      hasPassed: true,
      downReason: 'no connection could be made',
      isLoaded: true,
      mayView: true,
    }),
  );
});

test("a provider's connection is lent to the companies that it names", async () => {
  const { connectionId, url } = await connect(provider, {
    orgId: 1000,
    name: 'Provider Acme',
    companyIds: [1100],
  });
  const names = async (send: Send, orgId: number) =>
    (await send('GET', at(orgId, '/connections'))).body.connections.map(({ name }: { name: string }) => name);
  expect(await names(admin, 1100)).toContain('Provider Acme');
  expect(await names(stranger, 1200)).not.toContain('Provider Acme');
  expect((await admin('GET', at(1100, `/connections/${connectionId}`))).status).toBe(404);
  expect((await admin('GET', url)).status).toBe(403);
  const view = await provider('GET', url);
  expect(view.body).toMatchObject({ isProvider: true, companies: [{ id: 1100, name: 'Harbour Group' }] });
  expect(view.body.companyChoices.map(({ id }: { id: number }) => id)).toEqual(
    expect.arrayContaining([1100, 1200]),
  );
});
