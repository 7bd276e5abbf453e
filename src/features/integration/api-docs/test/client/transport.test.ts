import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type ClientOptions,
  Countinghouse,
  CountinghouseError,
} from '../../../../../../clients/node/src/countinghouse.ts';
import { readRetryAfter } from '../../../../../../clients/node/src/error.ts';

interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}
type Reply = [status: number, body?: unknown, headers?: Record<string, string>] | 'no response';

/** A client whose gateway gives these replies, the last one for ever. */
function createClient(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const client = new Countinghouse({
    baseUrl: 'https://gateway.example',
    installationId: 42,
    secret: 'a secret',
    retryDelayMs: 1,
    fetch: async (url, init) => {
      sent.push({ url: String(url), ...(init as Omit<Sent, 'url'>) });
      const reply = replies[Math.min(sent.length, replies.length) - 1] ?? 'no response';
      if (reply === 'no response') throw new TypeError('fetch failed');
      const [status, body = {}, headers = {}] = reply;
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
    },
    ...options,
  });
  return { client, sent };
}
const payment = {
  transaction: { currency: 'GBP', amount: '1.00', commerceType: 'ECOM' },
  paymentMethod: { cardToken: { token: 'kept' } },
};
const keysOf = (sent: readonly Sent[]) => sent.map(({ headers }) => headers['idempotency-key']);
const catchFailure = async (call: Promise<unknown>): Promise<CountinghouseError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CountinghouseError)) throw new Error(`no CountinghouseError: ${String(error)}`);
  return error;
};
afterEach(() => vi.useRealTimers());

describe('a request', () => {
  test('has Basic with an API id, Bearer without', async () => {
    const basic = createClient([[200]], { apiId: 'shop' });
    await basic.client.account();
    expect(basic.sent[0]?.headers['authorization']).toBe('Basic c2hvcDphIHNlY3JldA==');
    const bearer = createClient([[200]]);
    await bearer.client.account();
    expect(bearer.sent[0]?.headers['authorization']).toBe('Bearer a secret');
  });

  test('takes an empty body for a ping only, and a page of a proxy for neither', async () => {
    const empty = async () => new Response('');
    const page = async () => new Response('<html></html>');
    const of = (send: typeof fetch) =>
      new Countinghouse({
        baseUrl: 'https://gateway.example',
        installationId: 42,
        secret: 'x',
        fetch: send,
        retries: 0,
      });
    expect(await of(empty).payments.ping()).toBeUndefined();
    await expect(of(empty).account()).rejects.toBeInstanceOf(CountinghouseError);
    await expect(of(page).payments.ping()).rejects.toBeInstanceOf(CountinghouseError);
  });

  test('fills and escapes path and query', async () => {
    const { client, sent } = createClient([[200, { items: [], nextCursor: null }]], {
      baseUrl: 'https://pay.example/gateway/',
    });
    await client.links.list({ reference: 'a b&c', limit: 2, cursor: undefined });
    await client.customers.readCard('7', '../x');
    expect(sent.map(({ url }) => url)).toEqual([
      'https://pay.example/gateway/smartlink/links/42?reference=a+b%26c&limit=2',
      'https://pay.example/gateway/acceptor/rest/customers/42/7/paymentMethods/..%2Fx',
    ]);
  });

  test.each(['', '.', '..'])('is not sent with %j as an id', async (id) => {
    const { client, sent } = createClient([[200]]);
    await expect(client.payments.read(id)).rejects.toThrow('transactionId is missing');
    expect(sent).toEqual([]);
  });

  test('is for the chosen installation', async () => {
    const { client, sent } = createClient([[200]]);
    await client.forInstallation(43).sessions.listSkins();
    expect(sent[0]?.url).toBe('https://gateway.example/acceptor/rest/skins/43');
  });

  test('never carries the secret over http to another machine', () => {
    const options = { installationId: 1, secret: 'x' };
    expect(() => new Countinghouse({ ...options, baseUrl: 'http://gateway.example' })).toThrow('use https');
    expect(() => new Countinghouse({ ...options, baseUrl: 'ftp://localhost' })).toThrow('use https');
    for (const baseUrl of ['http://localhost:8081', 'http://127.0.0.1', 'http://[::1]:1'])
      expect(new Countinghouse({ ...options, baseUrl })).toBeInstanceOf(Countinghouse);
    const baseUrl = 'http://gateway.internal';
    expect(new Countinghouse({ ...options, baseUrl, isHttpAllowed: true })).toBeInstanceOf(Countinghouse);
  });

  test('has a new Idempotency-Key for each call that takes one', async () => {
    const { client, sent } = createClient([[201]]);
    await client.payments.take(payment);
    await client.payments.take(payment);
    await client.payments.take(payment, { idempotencyKey: 'order-7' });
    await client.payments.read('1');
    const [first, second, explicit, none] = keysOf(sent);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).not.toBe(first);
    expect([explicit, none]).toEqual(['order-7', undefined]);
  });
});

describe('a failed request', () => {
  test('is repeated with the same key and body', async () => {
    const { client, sent } = createClient([
      'no response',
      [503],
      [429],
      [201, { outcome: { status: 'SUCCESS' } }],
    ]);
    expect(await client.payments.take(payment)).toEqual({ outcome: { status: 'SUCCESS' } });
    expect(sent).toHaveLength(4);
    expect(new Set(keysOf(sent)).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  test.each([500, 502, 503, 504])('of the gateway or a proxy is repeated after %i', async (status) => {
    const { client, sent } = createClient([
      [status, '<h1>Bad gateway</h1>'],
      [201, { outcome: {} }],
    ]);
    expect(await client.payments.take(payment)).toEqual({ outcome: {} });
    expect(new Set(keysOf(sent)).size).toBe(1);
    expect(sent).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 409, 422])('is not repeated after %i', async (status) => {
    const { client, sent } = createClient([[status, { reasonCode: 'X1' }]]);
    expect(await catchFailure(client.payments.take(payment))).toMatchObject({ status, reasonCode: 'X1' });
    expect(sent).toHaveLength(1);
  });

  test('is not repeated without a key, unless it only reads', async () => {
    const { client, sent } = createClient([[503]], { retries: 2 });
    await catchFailure(client.links.cancel('a'));
    await catchFailure(client.sessions.invalidate('a'));
    expect(sent).toHaveLength(2);
    await catchFailure(client.payments.read('1'));
    expect(sent).toHaveLength(5);
  });

  test('ends after the last attempt with its key', async () => {
    const { client, sent } = createClient(['no response'], { retries: 2 });
    const error = await catchFailure(client.payments.refund('1'));
    expect(sent).toHaveLength(3);
    expect([error.status, error.idempotencyKey]).toEqual([undefined, keysOf(sent)[0]]);
    expect(error.cause).toBeInstanceOf(TypeError);
    expect((await catchFailure(client.payments.refund('1', {}, { retries: 0 }))).status).toBeUndefined();
    expect(sent).toHaveLength(4);
  });

  test('is repeated after Retry-After', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { client, sent } = createClient([[429, {}, { 'retry-after': '2' }], [201]]);
    const paid = client.payments.take(payment);
    await vi.advanceTimersByTimeAsync(1999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await paid;
    expect(sent).toHaveLength(2);
  });

  test('is not repeated when Retry-After is longer than the limit', async () => {
    const { client, sent } = createClient([[429, {}, { 'retry-after': '3600' }]]);
    expect((await catchFailure(client.payments.take(payment))).retryAfterMs).toBe(3_600_000);
    expect(sent).toHaveLength(1);
  });

  test('is not repeated after the caller has ended the call', async () => {
    const { client, sent } = createClient([[503, {}, { 'retry-after': '20' }]]);
    const controller = new AbortController();
    const failed = catchFailure(client.payments.take(payment, { signal: controller.signal }));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    controller.abort();
    expect((await failed).status).toBe(503);
    expect(sent).toHaveLength(1);
  });

  test('ends after its time limit', async () => {
    const { client } = createClient([], {
      retries: 0,
      timeoutMs: 20,
      fetch: (_url, init) =>
        new Promise((_done, fail) =>
          init?.signal?.addEventListener('abort', () => fail(init.signal?.reason as Error)),
        ),
    });
    const error = await catchFailure(client.payments.take(payment));
    expect([error.status, (error.cause as Error).name]).toEqual([undefined, 'TimeoutError']);
  });

  test('has the reason of a refusal', async () => {
    const refusal = {
      status: 'FAILED',
      reasonCode: 'V402',
      reasonMessage: 'Too much',
      field: 'a.b',
      detail: 'too_large',
    };
    const { client } = createClient([[400, refusal, { 'x-request-id': 'r-1' }]]);
    const error = await catchFailure(client.payments.refund('1'));
    expect(error).toMatchObject({
      reasonCode: 'V402',
      field: 'a.b',
      detail: 'too_large',
      requestId: 'r-1',
      body: refusal,
    });
    expect(error.message).toBe('V402 (400): Too much');
  });

  test('can have status 200, with a page of something in between', async () => {
    const { client, sent } = createClient([[200, '<h1>Sign in to the network</h1>']]);
    const error = await catchFailure(client.payments.take(payment));
    expect(error.message).toBe('HTTP (200): the response is not of the merchant API');
    expect([sent.length, error.idempotencyKey]).toEqual([1, keysOf(sent)[0]]);
  });

  test('has the text of a response that is not JSON', async () => {
    const { client } = createClient([[502, '<h1>Bad gateway</h1>']]);
    const error = await catchFailure(client.payments.ping());
    expect([error.reasonCode, error.body]).toEqual([undefined, '<h1>Bad gateway</h1>']);
  });
});

test('Retry-After can be a date', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  expect(readRetryAfter('Fri, 20 Nov 2026 10:00:05 GMT', now)).toBe(5000);
  expect(readRetryAfter('Fri, 20 Nov 2026 09:00:00 GMT', now)).toBe(0);
  expect(readRetryAfter('soon', now)).toBeUndefined();
  expect(readRetryAfter(null, now)).toBeUndefined();
});

test('a list is loaded page after page', async () => {
  const { client, sent } = createClient([
    [200, { items: [{ id: 'a' }, { id: 'b' }], nextCursor: 'next' }],
    [200, { items: [{ id: 'c' }], nextCursor: null }],
  ]);
  const ids: string[] = [];
  for await (const { id } of client.notifications.listAllEvents({ type: 'link.paid' })) ids.push(id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    '?type=link.paid',
    '?type=link.paid&cursor=next',
  ]);
});
