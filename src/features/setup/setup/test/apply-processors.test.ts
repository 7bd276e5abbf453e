import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Acme,
  acmeAdapter,
  everythingStored,
} from '#features/processing/connections/test/acme-adapter.ts';
import { base, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { applyProcessors, parseProcessorsFile } from '../server/apply/apply-processors.ts';
import { ApplyError } from '../server/apply/apply-error.ts';
import { exportCompany } from '../server/export-company.ts';
import { applyTo, environmentOf, variables } from './setup-fixtures.ts';

const canary = 'good-apply-canary-f00d';
let app: TestApp;
let acme: Acme;
let companyKey: Record<string, unknown>;
beforeAll(async () => {
  acme = acmeAdapter();
  app = await startApp({ adapters: [acme.adapter], flags: ['--processor-hosts', '10.0.0.7:8090'] });
  acme.sandbox = app.sandbox;
  variables.ACME_KEY = canary;
  const exported = (await exportOne()) as { company: Record<string, unknown> };
  companyKey = exported.company;
});
afterAll(() => app.stop());

const exportOne = async () =>
  (await exportCompany(app.services.database, 'Harbour Group', { operator: 'Ana', now: app.clock.now() }))
    .file;

const acmeEntry = (more: object = {}) => ({
  key: 'acme',
  name: 'Acme',
  adapter: 'acme',
  mode: 'TEST',
  acquirer: 'Acme Acquiring',
  settings: { endpoint: 'https://api.acme.example' },
  secrets: { apiKey: { env: 'ACME_KEY' } },
  state: 'ACTIVE',
  ...more,
});
const file = (more: object = {}) => ({
  version: 1,
  company: companyKey,
  connections: [acmeEntry()],
  routes: [
    {
      at: companyKey.key,
      routes: [{ connection: 'acme', currencies: ['EUR'] }, { connection: { shared: 'Sandbox' } }],
    },
  ],
  ...more,
});

test('plans connections and routes without a change', async () => {
  const { lines } = await applyTo(app, file(), { isPlanOnly: true });
  expect(lines).toEqual([
    '+ connection acme  acme, TEST, ACTIVE',
    `~ routes ${String(companyKey.key)}  2 added, 0 removed`,
  ]);
  expect(await app.owner`select 1 from processor_connection where adapter = 'acme'`).toEqual([]);
});

test('applies connections and routes, a second time without a change', async () => {
  await applyTo(app, file());
  expect((await applyTo(app, file())).summary).toBe('No changes.');
  const paid = await actAsMerchant(app)('POST', `${base}/payment`, payment({ currency: 'EUR' }));
  expect(paid.status).toBe(201);
  expect(acme.sent).toHaveLength(1);
  expect(acme.connected.at(-1)?.secrets).toEqual({ apiKey: canary });
});

test('changes settings and secrets of an active connection after a test', async () => {
  variables.ACME_KEY = 'wrong-000000000000';
  await expect(applyTo(app, file())).rejects.toThrow(ApplyError);
  variables.ACME_KEY = `${canary}-2`;
  const changed = file({ connections: [acmeEntry({ settings: { endpoint: 'https://new.acme.example' } })] });
  const { lines } = await applyTo(app, changed);
  expect(lines).toEqual([expect.stringContaining('apiKey: another secret')]);
  const [row] = await app.owner<{ state: string; settings: object }[]>`
    select state, settings from processor_connection where adapter = 'acme'`;
  expect(row).toEqual({ state: 'ACTIVE', settings: { endpoint: 'https://new.acme.example' } });
});

test('routes keep their ids when their order changes', async () => {
  const ids = () => app.owner`
    select route_id, currencies from processor_route where organisation_id = 1100 order by position`;
  const before = await ids();
  const routes = [{ connection: { shared: 'Sandbox' } }, { connection: 'acme', currencies: ['EUR'] }];
  await applyTo(app, { version: 1, company: companyKey, routes: [{ at: companyKey.key, routes }] });
  expect(await ids()).toEqual(before.toReversed());
});

test('exports no secret, and the file applies without a change', async () => {
  const exported = await exportOne();
  const text = JSON.stringify(exported);
  expect(text).not.toContain(canary);
  expect(exported).toMatchObject({
    connections: [{ key: 'acme', state: 'ACTIVE', secrets: { apiKey: { env: 'ACME_API_KEY' } } }],
    routes: [
      { routes: [{ connection: { shared: 'Sandbox' } }, { connection: 'acme', currencies: ['EUR'] }] },
    ],
  });
  variables.ACME_API_KEY = `${canary}-2`;
  const { connections, routes } = exported as { connections: object; routes: object };
  const again = await applyTo(app, { version: 1, company: companyKey, connections, routes });
  expect(again.summary).toBe('No changes.');
  expect((await everythingStored(app)) + app.logged()).not.toContain(canary);
});

test.each([
  ['an unknown adapter', { connections: [acmeEntry({ key: 'b', name: 'B', adapter: 'bank' })] }, /adapter/],
  [
    'a secret as text',
    { connections: [acmeEntry({ key: 'b', name: 'B', secrets: { apiKey: 'x' } })] },
    /secrets/,
  ],
  [
    'an unknown setting',
    { connections: [acmeEntry({ key: 'b', name: 'B', settings: { pin: '1' } })] },
    /pin/,
  ],
  ['another mode', { connections: [acmeEntry({ mode: 'LIVE' })] }, /mode/],
  [
    'a route to nothing',
    { routes: [{ at: 'harbour-group', routes: [{ connection: 'none' }] }] },
    /connection/,
  ],
  [
    'a route to an unknown name',
    { routes: [{ at: 'harbour-group', routes: [{ connection: { shared: 'X' } }] }] },
    /connection/,
  ],
])('refuses %s', async (_title, more, place) => {
  await expect(applyTo(app, file(more))).rejects.toThrow(place);
});

test('takes an address at a host of --processor-hosts, and at no other private one', async () => {
  const at = (endpoint: string) => ({
    connections: [acmeEntry({ key: 'p', name: 'P', state: 'DRAFT', settings: { endpoint } })],
    routes: [],
  });
  await expect(applyTo(app, file(at('http://10.0.0.8:8090')), { isPlanOnly: true })).rejects.toThrow(
    /endpoint/,
  );
  const { lines } = await applyTo(app, file(at('http://10.0.0.7:8090')), { isPlanOnly: true });
  expect(lines).toContain('+ connection p  acme, TEST, DRAFT');
});

test("the operator's file creates a connection and the default route", async () => {
  const json = {
    version: 1,
    connections: [
      { key: 'house', name: 'House', adapter: 'sandbox', mode: 'TEST', acquirer: 'House', state: 'ACTIVE' },
    ],
    routes: [{ at: 'operator', routes: [{ connection: 'house' }] }],
  };
  const parsed = parseProcessorsFile(json);
  if ('errors' in parsed) throw parsed.errors[0] as Error;
  const run = () =>
    applyProcessors(app.services.database, environmentOf(app), parsed.file, {
      operator: 'Ana',
      now: app.clock.now(),
      isPlanOnly: false,
    });
  expect((await run()).lines).toEqual([
    '+ connection house  sandbox, TEST, ACTIVE',
    '~ routes operator  1 added, 1 removed',
  ]);
  expect((await run()).summary()).toBe('No changes.');
  const [row] = await app.owner`
    select k.name, k.state from processor_route r join processor_connection k using (connection_id)
    where r.organisation_id is null`;
  expect(row).toEqual({ name: 'House', state: 'ACTIVE' });
});
