import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { grant } from '#features/access/users/test/user-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Acme, acmeAdapter, at, connect, route } from './acme-adapter.ts';

let app: TestApp;
let acme: Acme;
let admin: Send;
let merchant: Send;
let connectionId: number;
beforeAll(async () => {
  acme = acmeAdapter();
  app = await startApp({ adapters: [acme.adapter] });
  acme.sandbox = app.sandbox;
  admin = await actAs(app, 'admin@harbour.example');
  merchant = actAsMerchant(app);
  ({ connectionId } = await connect(admin, { name: 'Acme' }));
});
beforeEach(async () => {
  await app.owner`delete from processor_route where organisation_id is not null`;
  acme.sent.length = 0;
});
afterAll(() => app.stop());

const create = (content: object, orgId = 1100) => admin('POST', at(orgId, '/routes'), content);

/** createRoute, listRoutes */
test('lists own routes before inherited ones', async () => {
  await create(route(1, { currencies: ['GBP'], schemes: ['VISA'] }));
  const created = await create(
    route(connectionId, { currencies: ['EUR'], minAmount: '10.00', maxAmount: '500' }),
    1111,
  );
  expect(created.status).toBe(201);
  const [own, company, operator] = created.body.groups;
  expect(own).toMatchObject({
    organisationId: 1111,
    organisationName: 'Harbour Coffee',
    routes: [
      {
        connectionName: 'Acme',
        currencies: ['EUR'],
        minAmount: '10.00',
        maxAmount: '500.00',
        share: 100,
        version: 1,
      },
    ],
  });
  expect(company).toMatchObject({
    organisationId: 1100,
    routes: [{ schemes: ['VISA'], connectionName: 'Sandbox' }],
  });
  expect(operator).toMatchObject({
    organisationId: null,
    organisationName: null,
    routes: [{ connectionName: 'Sandbox' }],
  });
  expect(created.body.choices.map(({ name }: { name: string }) => name)).toEqual(['Sandbox', 'Acme']);
  const inherited = await admin('GET', at(1100, '/routes'));
  expect(inherited.body.groups).toHaveLength(2);
});

test.each([
  ['a connection that does not exist', { connectionId: 99_999 }, 'connectionId', 'not_allowed'],
  ['no currency of the standard', { currencies: ['EURO'] }, 'currencies.0', 'invalid'],
  ['an ended currency', { currencies: ['DEM'] }, 'currencies.0', 'invalid'],
  ['an unknown scheme', { schemes: ['VISA', 'PAYPAL'] }, 'schemes.1', 'not_allowed'],
  ['an unknown kind', { kinds: ['REFUND'] }, 'kinds.0', 'not_allowed'],
  ['an unknown channel', { channels: ['WEB'] }, 'channels.0', 'not_allowed'],
  ['an amount without a currency', { minAmount: '1.00' }, 'currencies', 'not_allowed'],
  [
    'an amount of two currencies',
    { currencies: ['EUR', 'GBP'], maxAmount: '1.00' },
    'currencies',
    'not_allowed',
  ],
  [
    'a minimum above the maximum',
    { currencies: ['EUR'], minAmount: '2.00', maxAmount: '1.99' },
    'maxAmount',
    'too_small',
  ],
  ['an amount that is no number', { currencies: ['EUR'], minAmount: 'ten' }, 'minAmount', 'invalid'],
  ['too many decimals', { currencies: ['JPY'], minAmount: '1.50' }, 'minAmount', 'invalid'],
  ['a negative amount', { currencies: ['EUR'], minAmount: '-1' }, 'minAmount', 'invalid'],
  ['a share of nothing', { share: 0 }, 'share', 'too_small'],
  ['more than all', { share: 101 }, 'share', 'too_large'],
  ['half a percent', { share: 0.5 }, 'share', 'wrong_type'],
  ['an unknown field', { country: 'GB' }, 'country', 'unknown_field'],
])('rejects a route with %s', async (_title, more, field, detail) => {
  const { status, body } = await create(route(connectionId, more));
  expect([status, body.field, body.detail]).toEqual([400, field, detail]);
});

/** changeRoute, deleteRoute */
test('changes a route once for each version', async () => {
  const created = await create(route(connectionId, { currencies: ['EUR'] }));
  const { routeId } = created.body.groups[0].routes[0];
  const url = at(1100, `/routes/${routeId}`);
  const changed = await admin('PUT', url, {
    ...route(1, { currencies: ['EUR', 'EUR', 'GBP'], share: 30 }),
    version: 1,
  });
  expect(changed.body.groups[0].routes).toMatchObject([
    { connectionId: 1, currencies: ['EUR', 'GBP'], share: 30, version: 2 },
  ]);
  expect((await admin('PUT', url, { ...route(1), version: 1 })).body.code).toBe('ROUTES_CHANGED');
  expect((await admin('DELETE', url)).status).toBe(204);
  expect((await admin('DELETE', url)).status).toBe(404);
});

test('a route is changed by its organisation only', async () => {
  const created = await create(route(connectionId), 1111);
  const { routeId } = created.body.groups[0].routes[0];
  expect((await admin('PUT', at(1100, `/routes/${routeId}`), { ...route(1), version: 1 })).status).toBe(404);
  expect((await admin('DELETE', at(1112, `/routes/${routeId}`))).status).toBe(404);
});

/** orderRoutes */
test('puts routes into another order', async () => {
  for (const currency of ['EUR', 'GBP', 'USD']) await create(route(connectionId, { currencies: [currency] }));
  const ids = (await admin('GET', at(1100, '/routes'))).body.groups[0].routes.map(
    ({ routeId }: { routeId: number }) => routeId,
  );
  const reversed = ids.toReversed();
  const ordered = await admin('PUT', at(1100, '/routes/order'), { routeIds: reversed });
  expect(
    ordered.body.groups[0].routes.map(({ currencies }: { currencies: string[] }) => currencies[0]),
  ).toEqual(['USD', 'GBP', 'EUR']);
  for (const routeIds of [ids.slice(1), [...ids, 1], [ids[0], ids[0], ids[1]]])
    expect((await admin('PUT', at(1100, '/routes/order'), { routeIds })).body.code).toBe('ROUTES_CHANGED');
});

test('a payment takes the first route that fits', async () => {
  await create(route(connectionId, { currencies: ['EUR'] }));
  const account = { merchantAccount: 'HarbourECOM' };
  await admin('PUT', at(1100, `/connections/${connectionId}/accounts/5300001`), { settings: account });
  const inEuro = await merchant('POST', `${base}/payment`, payment({ currency: 'EUR' }));
  const inPounds = await merchant('POST', `${base}/payment`, payment());
  expect([inEuro.status, inPounds.status]).toEqual([201, 201]);
  expect(acme.sent).toEqual([{ kind: 'SALE', account }]);
  const rows = await app.owner`
    select ccy_code, connection_id from txn where txn_id = any (${[inEuro, inPounds].map(({ body }) => body.transaction.transactionId)}::bigint[])
    order by 1`;
  expect(rows).toEqual([
    { ccyCode: 'EUR', connectionId },
    { ccyCode: 'GBP', connectionId: 1 },
  ]);
});

test("a transaction's details show where it went and why", async () => {
  const created = await create(route(connectionId, { currencies: ['EUR'] }));
  const { routeId } = created.body.groups[0].routes[0];
  const { body } = await merchant('POST', `${base}/payment`, payment({ currency: 'EUR' }));
  const { transactionId } = body.transaction;
  const read = async (id: string) =>
    (await admin('GET', `/proxy/sync/tqs/transaction/${id}`)).body.connection;
  expect(await read(transactionId)).toMatchObject({
    connectionId,
    name: 'Acme',
    mode: 'TEST',
    why: 'RULE',
    route: { routeId, currencies: ['EUR'] },
  });
  await admin('DELETE', at(1100, `/routes/${routeId}`));
  expect(await read(transactionId)).toMatchObject({ why: 'RULE', route: null });
  const refund = await merchant('POST', `${base}/${transactionId}/refund`, {
    transaction: { amount: '1.00', currency: 'EUR' },
  });
  expect(await read(refund.body.transaction.transactionId)).toMatchObject({ connectionId, why: 'ORIGINAL' });
});

test('a connection with a live authorisation is not closed', async () => {
  const { connectionId: own, url, version } = await connect(admin);
  await create(route(own, { currencies: ['EUR'] }));
  const held = await merchant('POST', `${base}/payment`, payment({ currency: 'EUR', deferred: true }));
  expect(held.status).toBe(201);
  const draining = (await admin('POST', `${url}/drain`, { version })).body;
  expect(draining).toMatchObject({ liveHolds: 1, openIntents: 0 });
  const close = () => admin('POST', `${url}/close`, { version: draining.version });
  expect((await close()).body).toMatchObject({ code: 'CONNECTION_LIVE_HOLDS', count: 1 });
  const { transactionId } = held.body.transaction;
  expect((await merchant('POST', `${base}/${transactionId}/cancel`, {})).status).toBe(201);
  await app.owner`
    update processor_intent set state = 'PENDING' where txn_id = ${transactionId}`;
  expect((await close()).body).toMatchObject({ code: 'CONNECTION_OPEN_INTENTS', count: 1 });
  await app.owner`update processor_intent set state = 'DONE' where txn_id = ${transactionId}`;
  expect((await close()).body.state).toBe('CLOSED');
});

/** explainRoute */
test('explains which route a payment takes, and why others do not', async () => {
  await create(route(connectionId, { currencies: ['EUR'], schemes: ['AMEX'], minAmount: '100' }), 1111);
  await create(route(connectionId, { currencies: ['EUR'], share: 30 }));
  const ask = async (more: object = {}) =>
    (
      await admin('POST', '/proxy/sync/processors/installations/5300001/route', {
        currency: 'EUR',
        scheme: 'VISA',
        kind: 'SALE',
        channel: 'ECOM',
        amount: '25.00',
        ...more,
      })
    ).body;
  const found = await ask();
  expect(found.steps).toMatchObject([
    { organisationName: 'Harbour Coffee', connectionName: 'Acme', misfits: ['scheme', 'amount'] },
    { organisationName: 'Harbour Group', share: 30, misfits: [] },
    { organisationId: null, connectionName: 'Sandbox', misfits: [] },
  ]);
  expect(found.chosen).toEqual([
    { routeId: found.steps[1].routeId, percent: 30 },
    { routeId: found.steps[2].routeId, percent: 70 },
  ]);
  expect(await ask({ scheme: 'AMEX', amount: '100.00' })).toMatchObject({
    chosen: [{ percent: 100 }],
    code: null,
  });
  const live = await ask({ mode: 'LIVE' });
  expect(live).toMatchObject({ chosen: [], code: 'X201' });
  expect(live.steps[2].misfits).toEqual(['mode']);
  const wrong = { currency: 'EUR', scheme: 'VISA', kind: 'SALE', channel: 'ECOM', amount: '1.005' };
  const refused = await admin('POST', '/proxy/sync/processors/installations/5300001/route', wrong);
  expect([refused.status, refused.body.field]).toEqual([400, 'amount']);
});

test('explains a connection that is down and one without the currency', async () => {
  await create(route(connectionId, { currencies: ['EUR'] }));
  await app.owner`
    insert into processor_breaker (connection_id, opened_at, probe_at, wait_seconds, reason)
    values (${connectionId}, now(), now(), 15, 'test')`;
  const body = { currency: 'EUR', scheme: 'VISA', kind: 'SALE', channel: 'ECOM', amount: '25.00' };
  const ask = async (more: object) =>
    (await admin('POST', '/proxy/sync/processors/installations/5300001/route', { ...body, ...more })).body;
  const down = await ask({});
  expect(down.steps[0].misfits).toEqual(['down']);
  expect(down.chosen).toEqual([{ routeId: down.steps[1].routeId, percent: 100 }]);
  await app.owner`delete from processor_breaker`;
  await app.owner`update processor_route set currencies = '{EUR}' where organisation_id is null`;
  const other = await ask({ currency: 'GBP' }).finally(
    () => app.owner`update processor_route set currencies = '{}' where organisation_id is null`,
  );
  expect(other).toMatchObject({ chosen: [], code: 'A102' });
});

test('a company uses a connection of its provider that names it', async () => {
  const managing = { name: 'processor-manager', permissions: ['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS'] };
  await grant(app, 'domain@demo.example', managing, 1000);
  const provider = await actAs(app, 'domain@demo.example');
  const lent = await connect(provider, { orgId: 1000, companyIds: [1100] });
  const stranger = await actAs(app, 'admin@meridian.example');
  expect((await create(route(lent.connectionId))).status).toBe(201);
  const refused = await stranger('POST', at(1200, '/routes'), route(lent.connectionId));
  expect([refused.status, refused.body.field]).toEqual([400, 'connectionId']);
  const { name, acquirer, settings, version } = (await provider('GET', lent.url)).body;
  const without = await provider('PUT', lent.url, { name, acquirer, settings, companyIds: [], version });
  expect([without.status, without.body.code, without.body.count]).toEqual([409, 'CONNECTION_NAMED', 1]);
});
