import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant, signedOutClient } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { findUserId } from '#features/access/users/test/user-fixtures.ts';

let app: TestApp;
let admin: Send;
let support: Send;
let adminId: string;
beforeAll(async () => {
  app = await startApp();
  await insertTransaction(app.owner, { txnId: 10_000_000_001 });
  admin = await actAs(app, 'admin@harbour.example');
  support = await actAs(app, 'support@harbour.example');
  adminId = await findUserId(app, 'admin@harbour.example');
});
afterAll(() => app.stop());
beforeEach(async () => {
  // Every test starts with new rate limits and an empty audit.
  app.clock.advance(minuteMs);
  await admin('POST', '/session/touch', {});
  await support('POST', '/session/touch', {});
  await admin('GET', '/proxy/sync/tqs/transaction/99999999998');
  await app.owner`truncate audit_event`;
});

const readLines = () => app.owner`
  select company_id as company, organisation_id as organisation, actor_kind as kind, actor, ip,
         user_agent as agent, act, object_kind, object_id, outcome, refused,
         request_id
  from audit_event order by seq`;

describe('rejections', () => {
  test('records caller, address, object and request id for an unknown id', async () => {
    const response = await admin('GET', '/proxy/sync/tqs/transaction/99999999999', undefined, {
      'user-agent': 'Probe/1.0',
    });
    expect(await readLines()).toEqual([
      {
        company: 1100,
        organisation: 1100,
        kind: 'user',
        actor: adminId,
        ip: '127.0.0.1',
        agent: 'Probe/1.0',
        act: 'getTransaction',
        objectKind: 'transaction',
        objectId: '99999999999',
        outcome: 'refused: NOT_FOUND',
        refused: true,
        requestId: response.body.requestId,
      },
    ]);
  });

  test("records another company's organisation for the caller's company", async () => {
    await admin('GET', '/proxy/sync/cm/orgUnit/1211/features');
    expect(await readLines()).toMatchObject([
      {
        company: 1100,
        organisation: 1100,
        objectKind: 'organisation',
        objectId: '1211',
        outcome: 'refused: FORBIDDEN',
      },
    ]);
  });

  test('records a missing permission', async () => {
    await support('POST', '/proxy/sync/ta/transactions/5300001/10000000001/refund', {});
    expect(await readLines()).toMatchObject([
      { act: 'refundTransaction', objectId: '10000000001', outcome: 'refused: FORBIDDEN' },
    ]);
  });

  test('records a change without the anti-forgery value', async () => {
    await admin('POST', '/session/touch', {}, { 'x-xsrf-token': 'made.up' });
    expect(await readLines()).toMatchObject([
      { act: 'touchSession', actor: adminId, outcome: 'refused: ANTI_FORGERY' },
    ]);
  });

  test('records the API id of a wrong key, never the key', async () => {
    await actAsMerchant(app, 'harbour-api', 'wrong-key-canary')('GET', '/acceptor/rest/transactions/ping');
    await actAsMerchant(app, 'no-such-api', 'wrong-key-canary')('GET', '/acceptor/rest/transactions/ping');
    expect(await readLines()).toMatchObject([
      {
        company: 1100,
        kind: 'anonymous',
        actor: 'unknown',
        objectKind: 'apiCredential',
        objectId: 'harbour-api',
      },
      { company: null, kind: 'anonymous', actor: 'unknown', objectKind: null, objectId: null },
    ]);
  });

  test('records nothing without a session or for another version', async () => {
    await signedOutClient(app).send('GET', '/me');
    await actAsMerchant(app)('GET', '/acceptor/rest/transactions/ping', undefined, { authorization: '' });
    await admin('GET', '/me', undefined, { 'x-product-version': '0.0.0' });
    expect(await readLines()).toEqual([]);
  });

  test('records a throttled or malformed sign-in', async () => {
    const { send } = signedOutClient(app);
    await send('GET', '/initiation');
    await send('POST', '/auth/login', { username: 'x@y.example' });
    expect(await readLines()).toMatchObject([
      { act: 'login', kind: 'anonymous', outcome: 'refused: INVALID_REQUEST' },
    ]);
  });
});

describe('allowed requests', () => {
  test('records one line for a change, none for reads and keep-alive', async () => {
    await admin('GET', '/me');
    await admin('POST', '/session/touch', {});
    await admin('GET', '/proxy/sync/tqs/transaction/10000000001');
    expect(await readLines()).toEqual([]);
    const leaving = await actAs(app, 'coffee@harbour.example');
    await leaving('DELETE', '/auth/logout');
    expect((await readLines()).map(({ act, outcome }) => `${act} ${outcome}`)).toEqual([
      'login allowed',
      'logout allowed',
    ]);
  });

  test('records one line for a payment, with its installation', async () => {
    const response = await actAsMerchant(app)('POST', '/acceptor/rest/transactions/5300001/payment', {
      transaction: { currency: 'GBP', amount: '12.50', merchantRef: 'A-1', commerceType: 'ECOM' },
      paymentMethod: { card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123' } },
    });
    expect(response.status).toBe(201);
    expect(await readLines()).toMatchObject([
      {
        company: 1100,
        organisation: 5_300_001,
        kind: 'api',
        actor: 'harbour-api',
        act: 'payment',
        outcome: 'SUBMITTED',
        refused: false,
      },
    ]);
  });
});

test('summarises a flood of rejections in a bounded number of lines', async () => {
  for (let n = 0; n < 200; n += 1)
    await actAsMerchant(app, 'harbour-api', `guess-${n}`)('GET', '/acceptor/rest/transactions/ping');
  expect((await readLines()).length).toBe(10);
  app.clock.advance(minuteMs);
  await actAsMerchant(app, 'harbour-api', 'guess')('GET', '/acceptor/rest/transactions/ping');
  expect((await readLines()).slice(10).map(({ act, outcome }) => `${act} ${outcome}`)).toEqual([
    'furtherRequests refused: 190 more',
    'pingPayments refused: UNAUTHENTICATED',
  ]);
});

test('records the user id of the path for any caller', async () => {
  const id = await findUserId(app, 'admin@meridian.example');
  await admin('GET', `/proxy/sync/SCIM/Users/${id}`);
  expect(await readLines()).toMatchObject([
    { act: 'getUser', objectKind: 'user', objectId: id, refused: true },
  ]);
});
