import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findJsonFault } from '#server/http/read-body.ts';
import { type Send, actAs, actAsMerchant, signedIn, signedOutClient } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
beforeAll(async () => {
  app = await startApp({ flags: ['--trust-proxy', '1'] });
  merchant = actAsMerchant(app);
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

test('shows an error page for an undecodable address', async () => {
  const response = await app.portal.inject({ url: '/setup/%E0%A4%A', headers: { accept: 'text/html' } });
  expect([response.statusCode, response.headers.location]).toEqual([302, '/error?errorCode=404']);
  expect(response.headers['content-security-policy']).toContain("default-src 'none'");
});

test('returns a problem for a request to an undecodable address', async () => {
  const call = await app.portal.inject({ url: '/proxy/%E0%A4%A', headers: { accept: 'application/json' } });
  expect([call.statusCode, call.json().httpStatus, call.json().message]).toEqual([400, 400, 'body']);
  const merchant = await app.gateway.inject({ url: '/acceptor/%E0%A4%A', headers: { accept: 'text/html' } });
  expect(merchant.statusCode).toBe(400);
});

describe('JSON bodies', () => {
  test('counts brackets outside strings only', () => {
    expect(findJsonFault('{"a":"[[[[\\"[[["}', 1)).toBeUndefined();
    expect(findJsonFault('[[],[],{"a":[]}]', 2)).toEqual({ kind: 'depth' });
  });

  test('rejects deeper nesting than any endpoint needs', async () => {
    const payload = '['.repeat(30_000) + ']'.repeat(30_000);
    const headers = { 'content-type': 'application/json' };
    const response = await app.portal.inject({ method: 'POST', url: '/auth/login', payload, headers });
    expect([response.statusCode, response.json().message]).toEqual([400, 'body']);
  });

  test('accepts at most 64 kB without a session', async () => {
    const { send } = signedOutClient(app);
    await send('GET', '/initiation');
    const response = await send('POST', '/auth/login', { username: 'a'.repeat(70_000), password: 'b' });
    expect(response.status).toBe(413);
  });

  test('delivers the 413 also to a client that sends everything first and then closes', async () => {
    const origin = await app.gateway.listen({ port: 0, host: '127.0.0.1' });
    const body = Buffer.alloc(8 * 1024 * 1024, ' ');
    const head = [
      'POST /acceptor/rest/transactions/5300001/payment HTTP/1.1',
      `Host: ${new URL(origin).host}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    for (let round = 0; round < 10; round += 1) {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1');
      const response = text(socket);
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(body);
      expect((await response).slice(0, 12)).toBe('HTTP/1.1 413');
    }
  });

  test('treats an empty JSON body as none', async () => {
    const url = '/acceptor/rest/transactions/5300001/99999999999/cancel';
    const response = await app.gateway.inject({
      method: 'POST',
      url,
      headers: { ...basic('harbour-api:harbour-api-key-demo'), 'content-type': 'application/json' },
    });
    expect(response.statusCode).toBe(404);
  });

  test('replaces a lone surrogate', async () => {
    const session = await merchant('POST', '/hosted/rest/sessions/5300001/payments', {
      session: { returnUrl: { url: 'https://shop.harbour.example/done' } },
      transaction: { money: { currency: 'GBP', amount: { fixed: '1.00' } }, description: 'x\ud83d' },
    });
    expect(session.status).toBe(201);
    const link = await merchant('POST', '/smartlink/links/5300001/payment', {
      transaction: {
        money: { currency: 'GBP', amount: { fixed: '1.00' } },
        description: 'x\ud83d',
        merchantReference: 'HALF',
        commerceType: 'ECOM',
      },
    });
    expect(link.status).toBe(201);
  });
});

describe('a NUL character is rejected', () => {
  test.each([
    '/acceptor/rest/transactions/5300001/byRef?merchantRef=a%00b',
    '/acceptor/rest/customers/5300001/byRef?merchantRef=a%00b',
    '/acceptor/rest/customers/5300001/a%00b/paymentMethods/MT_%00',
    '/hosted/rest/sessions/5300001/a%00b/status',
  ])('in %s', async (url) => {
    expect(await merchant('GET', url)).toMatchObject({ status: 400, body: { reasonCode: 'V100' } });
  });

  test.each([
    '/proxy/sync/audit/1000/events?offset=0&pageSize=25&actor=%00',
    '/proxy/sync/auditHistory/transaction/%00',
  ])('in %s', async (url) => {
    expect((await admin('GET', url)).status).toBe(400);
  });

  test('in a payment, before the processor is called', async () => {
    const customFields = { fieldState: [{ name: 'loyalty_tier', value: 'a\u0000', transient: false }] };
    const response = await merchant('POST', '/acceptor/rest/transactions/5300001/payment', {
      transaction: { currency: 'GBP', amount: '12.50', merchantRef: 'NUL', commerceType: 'ECOM' },
      paymentMethod: { card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123' } },
      customFields,
    });
    expect([response.status, response.body.reasonCode]).toEqual([400, 'V100']);
    const stored = await app.owner`select 1 from txn where merch_ref = 'NUL'`;
    expect(stored).toHaveLength(0);
  });

  test('in a request, but not in the address of a page', async () => {
    const page = await app.portal.inject({ url: '/password/x?a=%00', headers: { accept: 'text/html' } });
    expect(page.statusCode).not.toBe(400);
  });

  test('in an API id', async () => {
    const headers = basic('a\0b:c');
    const url = '/acceptor/rest/transactions/5300001/99999999999';
    expect((await app.gateway.inject({ url, headers })).statusCode).toBe(401);
  });
});

describe('addresses', () => {
  test('reads only the entry of X-Forwarded-For that our proxy appended', async () => {
    const { send } = signedOutClient(app);
    await send('GET', '/initiation');
    const responses = [];
    for (let index = 0; index < 31; index += 1) {
      const login = { username: `unknown-${index}@harbour.example`, password: 'wrong' };
      const headers = { 'x-forwarded-for': `9.9.9.${index}, 198.51.100.7` };
      responses.push((await send('POST', '/auth/login', login, headers)).status);
    }
    expect(responses.filter((status) => status === 401)).toHaveLength(30);
    expect(responses.at(-1)).toBe(429);
  });

  test('rejects another site that resolves to the portal', async () => {
    for (const url of ['/config', '/debug/mail', '/login']) {
      const response = await app.portal.inject({ url, headers: { host: 'evil.example' } });
      expect(response.statusCode).toBe(421);
    }
    expect((await app.portal.inject({ url: '/config', headers: { host: '127.0.0.1:9' } })).statusCode).toBe(
      200,
    );
  });
});

describe('the reason of a rejection on the merchant API', () => {
  const payment = (transaction: object) => ({
    transaction: { currency: 'GBP', amount: '12.50', merchantRef: 'R', commerceType: 'ECOM', ...transaction },
    paymentMethod: { card: { pan: '9902000000000018', expiryDate: '1229', cv2: '123' } },
  });
  const search = (body: object) => ({ startFrom: 1, limit: 10, fields: [{ field: 'txn_id' }], ...body });
  const pay = '/acceptor/rest/transactions/5300001/payment';
  const find = '/reporting/transactions/search';

  test.each([
    [pay, payment({ deferred: 'maybe' }), 'transaction.deferred', 'wrong_type'],
    [pay, payment({ merchantRef: 'a'.repeat(256) }), 'transaction.merchantRef', 'too_long'],
    [pay, [], '', 'wrong_type'],
    [find, search({ limit: 1001 }), 'limit', 'too_large'],
    [find, search({ fields: [] }), 'fields', 'too_short'],
    [find, search({ what: 1 }), 'what', 'unknown_field'],
    [find, search({ startFrom: undefined }), 'startFrom', 'missing'],
    [find, search({ orgIds: [2_147_483_648] }), 'orgIds.0', 'too_large'],
  ])('%s %j names %s: %s', async (url, body, field, detail) => {
    const response = await merchant('POST', url, body);
    const named = field === '' ? {} : { field, detail };
    expect(response.body).toEqual({
      status: 'FAILED',
      reasonCode: 'V100',
      reasonMessage: field === '' ? 'The request is not valid' : `The request is not valid: ${field}`,
      ...named,
    });
  });

  test('distinguishes an unknown path and a wrong method', async () => {
    const unknown = await merchant('GET', '/acceptor/rest/nothing');
    expect([unknown.status, unknown.body.reasonMessage]).toEqual([
      404,
      'The merchant API has no such address',
    ]);
    const wrongMethod = await merchant('PUT', pay);
    expect([wrongMethod.status, wrongMethod.headers.allow, wrongMethod.body.reasonCode]).toEqual([
      405,
      'POST',
      'V100',
    ]);
  });

  test('returns V100 for a body of another type', async () => {
    for (const type of ['text/xml', 'text/plain']) {
      const headers = { ...basic('harbour-api:harbour-api-key-demo'), 'content-type': type };
      const other = await app.gateway.inject({ method: 'POST', url: pay, headers, payload: '<a/>' });
      expect([other.statusCode, other.json().reasonCode]).toEqual([415, 'V100']);
    }
  });

  test('names a body that is not JSON', async () => {
    const headers = { ...basic('harbour-api:harbour-api-key-demo'), 'content-type': 'application/json' };
    const broken = await app.gateway.inject({ method: 'POST', url: pay, headers, payload: '{"a":' });
    expect([broken.statusCode, broken.json()]).toEqual([
      400,
      { status: 'FAILED', reasonCode: 'V100', reasonMessage: 'The body is not valid JSON' },
    ]);
  });
});

test('answers wrong keys of an API id with 429 after twenty from an address', async () => {
  const url = '/acceptor/rest/transactions/ping';
  const call = async (credentials: string) =>
    (await app.gateway.inject({ url, headers: basic(credentials) })).statusCode;
  for (let index = 0; index < 20; index += 1) expect(await call(`harbour-api:wrong-${index}`)).toBe(401);
  expect(await call('harbour-api:wrong')).toBe(429);
  expect(await call('harbour-api:harbour-api-key-demo')).toBe(200);
  expect(await call('meridian-api:meridian-api-key-demo')).toBe(200);
  app.clock.advance(61_000);
  expect(await call('harbour-api:wrong')).toBe(401);
});

test("rejects a visitor's anti-forgery value in a session", async () => {
  const { send, cookies } = await signedIn(app, 'admin@harbour.example');
  const signedOut = signedOutClient(app);
  await signedOut.send('GET', '/initiation');
  const sessionValue = cookies.get('XSRF-TOKEN') ?? '';
  cookies.set('XSRF-TOKEN', signedOut.cookies.get('XSRF-TOKEN') ?? '');
  const refused = await send('POST', '/session/touch', {});
  expect([refused.status, refused.body.code]).toEqual([403, 'ANTI_FORGERY']);
  await send('GET', '/initiation');
  expect(cookies.get('XSRF-TOKEN')).not.toBe(sessionValue);
  expect((await send('POST', '/session/touch', {})).status).toBe(204);
});

test('closes a slow request within thirty seconds', async () => {
  const server = app.portal.server;
  expect(server.requestTimeout + 2500).toBeLessThan(30_000);
  expect(server.headersTimeout).toBeLessThanOrEqual(server.requestTimeout);
  // Node checks for them at this interval only.
  expect(Reflect.get(server, 'connectionsCheckingInterval')).toBe(2500);
});

const basic = (credentials: string) => ({
  authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
});
