import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { insertKey } from '#features/access/api-keys/test/key-fixtures.ts';
import {
  acmeAdapter,
  at,
  connect,
  content,
  route,
} from '#features/processing/connections/test/acme-adapter.ts';
import { base, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { exportCompany } from '#features/setup/setup/server/export-company.ts';
import { applyProcessors, parseProcessorsFile } from '#features/setup/setup/server/apply/apply-processors.ts';
import { applyTo, environmentOf, variables } from '#features/setup/setup/test/setup-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { url } from './test-clock-fixtures.ts';

let app: TestApp;
let admin: Send;
let provider: Send;
beforeAll(async () => {
  const acme = acmeAdapter();
  app = await startApp({ adapters: [acme.adapter] });
  acme.sandbox = app.sandbox;
  variables.ACME_KEY = 'good-apply-key-0123';
  admin = await actAs(app, 'admin@harbour.example');
  provider = await actAs(app, 'domain@demo.example');
});
afterEach(async () => {
  await app.owner`delete from test_clock`;
  await app.owner`delete from processor_route where connection_id <> 1`;
  await app.owner`delete from processor_secret`;
  await app.owner`delete from processor_connection where connection_id <> 1`;
  await app.owner`update api_credential set active = false, revoked_at = now() where mode = 'LIVE' and active`;
});
afterAll(() => app.stop());

const setClock = () => admin('POST', `${url()}/move`, { days: 1 });
const hasClock = async () => (await app.owner`select 1 from test_clock`).length > 0;

describe('a company has no clock', () => {
  const expectRefused = async (name: string) => {
    const refused = await setClock();
    expect(refused).toMatchObject({ status: 409, body: { code: 'TEST_CLOCK_LIVE', subject: name } });
    expect(await hasClock()).toBe(false);
    const { live } = (await admin('GET', url())).body;
    expect(live.map((one: { name: string }) => one.name)).toContain(name);
  };

  test('with a live connection of its own', async () => {
    await connect(admin, { name: 'Harbour live', mode: 'LIVE', state: 'DRAFT' });
    await expectRefused('Harbour live');
  });

  test('with a route of the operator to a live connection', async () => {
    await app.owner`
      insert into processor_connection (adapter, name, mode, acquirer, state, event_key, created_at, updated_at)
      values ('acme', 'Operator live', 'LIVE', 'Acme', 'ACTIVE', 'key-operator', now(), now())`;
    expect((await setClock()).status).toBe(200);
    await app.owner`delete from test_clock`;
    await app.owner`
      insert into processor_route (organisation_id, position, connection_id, created_at)
      select null, 90, connection_id, now() from processor_connection where name = 'Operator live'`;
    await expectRefused('Operator live');
  });

  test('with an active live key', async () => {
    await insertKey(app, ['P_NEW_PAYMENT'], 5300001, 'LIVE');
    await expectRefused('Test');
  });

  test('with a payment at a live connection that is closed now', async () => {
    await actAsMerchant(app)('POST', `${base}/payment`, payment());
    const { connectionId } = await connect(admin, { name: 'Old live', mode: 'LIVE', state: 'DRAFT' });
    await app.owner`update processor_connection set state = 'CLOSED' where connection_id = ${connectionId}`;
    const [paid] = await app.owner<{ id: number }[]>`
      update txn set connection_id = ${connectionId}
      where txn_id = (select min(txn_id) from txn where company_id = 1100) returning txn_id as id`;
    await expectRefused('Old live');
    await app.owner`update txn set connection_id = null where txn_id = ${paid?.id ?? 0}`;
  });
});

describe('while a clock is set', () => {
  const refusal = { status: 409, body: { code: 'TEST_CLOCK_SET', subject: 'Harbour Group' } };

  test('a live connection cannot be created', async () => {
    await setClock();
    const refused = await admin('POST', at(1100, '/connections'), content({ mode: 'LIVE' }));
    expect(refused).toMatchObject(refusal);
    expect((await admin('POST', at(1100, '/connections'), content())).status).toBe(201);
  });

  test('a provider cannot route it to a live connection', async () => {
    const { connectionId } = await connect(provider, { orgId: 1000, name: 'Shared live', mode: 'LIVE' });
    await setClock();
    expect(await provider('POST', at(1000, '/routes'), route(connectionId))).toMatchObject(refusal);
  });

  test('a live key cannot be created', async () => {
    await setClock();
    const key = {
      name: 'Shop',
      installationIds: [5300001],
      permissions: ['P_NEW_PAYMENT'],
      ipRanges: [],
      expiresAt: null,
    };
    expect(await admin('POST', '/proxy/sync/keys/1100', { ...key, mode: 'LIVE' })).toMatchObject(refusal);
    expect((await admin('POST', '/proxy/sync/keys/1100', key)).status).toBe(201);
  });

  test('the apply file adds no live connection', async () => {
    const exported = await exportCompany(app.services.database, 'Harbour Group', {
      operator: 'Ana',
      now: app.clock.now(),
    });
    await setClock();
    const file = {
      version: 1,
      company: (exported.file as { company: object }).company,
      connections: [
        {
          key: 'acme',
          name: 'Acme',
          adapter: 'acme',
          mode: 'LIVE',
          acquirer: 'Acme Acquiring',
          settings: { endpoint: 'https://api.acme.example' },
          secrets: { apiKey: { env: 'ACME_KEY' } },
          state: 'ACTIVE',
        },
      ],
    };
    await expect(applyTo(app, file)).rejects.toThrow(/a company that it would reach has a test clock/);
  });

  test('the operator adds no default route to a live connection', async () => {
    await setClock();
    const parsed = parseProcessorsFile({
      version: 1,
      connections: [
        {
          key: 'acme',
          name: 'Acme of the operator',
          adapter: 'acme',
          mode: 'LIVE',
          acquirer: 'Acme Acquiring',
          settings: { endpoint: 'https://api.acme.example' },
          secrets: { apiKey: { env: 'ACME_KEY' } },
          state: 'ACTIVE',
        },
      ],
      routes: [{ at: 'operator', routes: [{ connection: 'acme' }] }],
    });
    if ('errors' in parsed) throw parsed.errors[0] as Error;
    const applied = applyProcessors(app.services.database, environmentOf(app), parsed.file, {
      operator: 'Ana',
      now: app.clock.now(),
      isPlanOnly: false,
      isPruning: false,
    } as Parameters<typeof applyProcessors>[3]);
    await expect(applied).rejects.toThrow(/a company that it would reach has a test clock/);
  });

  test.each([1, 2, 3, 4, 5])(
    'of a clock and a live connection at the same time one is refused (%i)',
    async () => {
      const [clock, connection] = await Promise.all([
        setClock(),
        admin('POST', at(1100, '/connections'), content({ mode: 'LIVE' })),
      ]);
      expect([clock.status, connection.status].toSorted()).toEqual(
        clock.status === 200 ? [200, 409] : [201, 409],
      );
    },
  );
});

/** getCompanyClock, moveCompanyClock, endCompanyClock */
describe('the merchant API', () => {
  const apiUrl = '/acceptor/rest/testClock/5300001';

  test('moves and ends the clock with a test key', async () => {
    const merchant = actAsMerchant(app);
    expect((await merchant('GET', apiUrl)).body).toMatchObject({ state: 'REAL' });
    const moved = await merchant('POST', `${apiUrl}/move`, { days: 2 });
    expect(moved).toMatchObject({ status: 200, body: { state: 'MOVING' } });
    expect((await merchant('DELETE', apiUrl)).body).toMatchObject({ state: 'ENDING' });
    const again = await merchant('POST', `${apiUrl}/move`, { days: 2 });
    expect(again).toMatchObject({ status: 409, body: { reasonMessage: 'The test clock is ending' } });
  });

  test('names the live connection', async () => {
    await connect(admin, { name: 'Harbour live', mode: 'LIVE', state: 'DRAFT' });
    const refused = await actAsMerchant(app)('POST', `${apiUrl}/move`, { days: 2 });
    expect(refused.status).toBe(409);
    expect(refused.body.reasonMessage).toContain('Harbour live');
  });

  test('refuses a key of some installations', async () => {
    const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT'], 5300001);
    const one = actAsMerchant(app, apiId, secret);
    expect((await one('GET', apiUrl)).status).toBe(200);
    expect((await one('POST', `${apiUrl}/move`, { days: 2 })).status).toBe(403);
    expect((await one('DELETE', apiUrl)).status).toBe(403);
  });

  test('refuses a live key', async () => {
    const { apiId, secret } = await insertKey(app, ['P_NEW_PAYMENT'], 5300001, 'LIVE');
    const live = actAsMerchant(app, apiId, secret);
    for (const response of [
      await live('GET', apiUrl),
      await live('POST', `${apiUrl}/move`, { days: 2 }),
      await live('DELETE', apiUrl),
    ])
      expect(response).toMatchObject({ status: 403, body: { reasonCode: 'V103' } });
  });
});
