import { once } from 'node:events';
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  notificationSecret,
  signedHeaders,
} from '#features/outbound/notifications/server/sign-notification.ts';
import { webhookHeaders, webhookSecret } from '#features/outbound/webhooks/server/webhook-secret.ts';
import { testKeys } from '#testing/template-contents.ts';
import { writeCall } from '../../server/page/code-examples.ts';
import {
  type Interpreter,
  type InterpretedLanguage,
  findMissing,
  interpretedLanguages,
  startInterpreter,
} from './interpreter.ts';

/** 'no response' closes the connection, 'silence' leaves it open. */
type Reply = [status: number, body?: unknown, headers?: Record<string, string>] | 'no response' | 'silence';
interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let server: Server;
let url: string;
let replies: Reply[] = [];
let received: Received[] = [];
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    const reply = replies[Math.min(received.length, replies.length) - 1] ?? 'no response';
    if (reply === 'silence') return;
    if (reply === 'no response') {
      request.socket.destroy();
      return;
    }
    const [status, answer = {}, headers = {}] = reply;
    response.writeHead(status, headers).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  replies = [];
  received = [];
});

const keys = () => received.map(({ headers }) => headers['idempotency-key']);
const payment = {
  transaction: { currency: 'GBP', amount: '1.00', commerceType: 'ECOM' },
  paymentMethod: { cardToken: { token: 'kept' } },
};
const json = JSON.stringify(payment);
const paid = { outcome: { status: 'SUCCESS' }, transaction: { amount: 1.5, transactionId: '10000000001' } };
const refusal = {
  status: 'FAILED',
  reasonCode: 'V402',
  reasonMessage: 'Too much',
  field: 'transaction.amount',
  detail: 'too_large',
};

/** The same calls in each language. */
const calls = {
  python: {
    start: (options: string) =>
      `import json\nclient = Countinghouse("${url}", 42, "a secret", retry_delay=0.001${options})\npayment = json.loads('${json}')`,
    basic: ', api_id="shop"',
    twoRetries: ', retries=2',
    short: ', retries=0, timeout=0.05',
    account: 'client.account()',
    take: 'client.payments.take(payment)',
    takeWithKey: 'client.payments.take(payment, idempotency_key="order-7")',
    refund: 'client.payments.refund("1")',
    refundOnce: 'client.payments.refund("1", retries=0)',
    read: 'client.payments.read(17)',
    readNothing: 'client.payments.read("..")',
    ping: 'client.payments.ping()',
    cancelLink: 'client.links.cancel("a")',
    query: 'client.links.list(reference="a b&c", limit=2)',
    escaped: 'client.customers.read_card("7", "../x")',
    other: 'client.for_installation(43).sessions.list_skins()',
    pages: '[one["id"] for one in client.notifications.list_all_events(type="link.paid")]',
    unsafe: 'Countinghouse("http://gateway.example", 1, "x")',
    allowed: 'Countinghouse("http://gateway.example", 1, "x", allow_http=True) is not None',
    userAgent: /^countinghouse-client-python\/0\.1\.0$/,
    error: 'CountinghouseError',
    callerError: 'ValueError',
    errorFields: [
      'reason_code',
      'reason_message',
      'field',
      'detail',
      'request_id',
      'idempotency_key',
      'retry_after',
    ],
  },
  php: {
    start: (options: string) =>
      `$client = new Countinghouse('${url}', 42, 'a secret', retryDelay: 0.001${options});\n$payment = json_decode('${json}', true);`,
    basic: ", apiId: 'shop'",
    twoRetries: ', retries: 2',
    short: ', retries: 0, timeout: 0.05',
    account: '$client->account()',
    take: '$client->payments->take($payment)',
    takeWithKey: "$client->payments->take($payment, idempotencyKey: 'order-7')",
    refund: "$client->payments->refund('1')",
    refundOnce: "$client->payments->refund('1', retries: 0)",
    read: '$client->payments->read(17)',
    readNothing: "$client->payments->read('..')",
    ping: '$client->payments->ping()',
    cancelLink: "$client->links->cancel('a')",
    query: "$client->links->list(reference: 'a b&c', limit: 2)",
    escaped: "$client->customers->readCard('7', '../x')",
    other: '$client->forInstallation(43)->sessions->listSkins()',
    pages:
      "array_column(iterator_to_array($client->notifications->listAllEvents(type: 'link.paid'), false), 'id')",
    unsafe: "new Countinghouse('http://gateway.example', 1, 'x')",
    allowed: "new Countinghouse('http://gateway.example', 1, 'x', allowHttp: true) instanceof Countinghouse",
    userAgent: /^countinghouse-client-php\/0\.1\.0$/,
    error: 'CountinghouseException',
    callerError: 'InvalidArgumentException',
    errorFields: [
      'reasonCode',
      'reasonMessage',
      'field',
      'detail',
      'requestId',
      'idempotencyKey',
      'retryAfter',
    ],
  },
} as const satisfies Record<InterpretedLanguage, object>;

describe.each(interpretedLanguages.map((language) => ({ language, missing: findMissing(language) })))(
  'the client for $language',
  ({ language, missing }) => {
    describe.skipIf(missing !== undefined)(`${missing ?? 'against a gateway of its own'}`, () => {
      testClient(language);
    });
  },
);

function testClient(language: InterpretedLanguage): void {
  const call = calls[language];
  let interpreter: Interpreter;
  beforeAll(() => {
    interpreter = startInterpreter(language);
  });
  afterAll(() => interpreter.stop());
  const start = async (options = ''): Promise<void> => {
    expect((await interpreter.run(call.start(options))).error).toBeUndefined();
  };
  /** The value of a call that must succeed. */
  const get = async (code: string): Promise<unknown> => {
    const { value, error } = await interpreter.run('', code);
    expect(error, code).toBeUndefined();
    return value;
  };
  const fail = async (code: string, type: string = call.error) => {
    const { error } = await interpreter.run('', code);
    expect(error?.type, `${code}: ${error?.message}`).toBe(type);
    const [reasonCode, reasonMessage, field, detail, requestId, idempotencyKey, retryAfter] =
      call.errorFields.map((name) => error?.[name] ?? undefined);
    const status = error?.['status'];
    const message = error?.message;
    return {
      status,
      message,
      reasonCode,
      reasonMessage,
      field,
      detail,
      requestId,
      idempotencyKey,
      retryAfter,
    };
  };

  test('authenticates with Basic or Bearer and names its version', async () => {
    replies = [[200]];
    await start(call.basic);
    await get(call.account);
    await start();
    await get(call.account);
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      'Basic c2hvcDphIHNlY3JldA==',
      'Bearer a secret',
    ]);
    expect(received[0]?.headers['user-agent']).toMatch(call.userAgent);
  });

  test('sends the body, and returns the response with its numbers', async () => {
    replies = [[201, paid]];
    await start();
    expect(await get(call.take)).toEqual(paid);
    const [{ method, url: path, body, headers }] = received as [Received];
    expect([method, path]).toEqual(['POST', '/acceptor/rest/transactions/42/payment']);
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body)).toEqual(payment);
    await get(call.refund);
    expect(received[1]?.body).toBe('{}');
  });

  test('sends what an example shows, whatever its texts contain', async () => {
    replies = [[201, paid]];
    await start();
    const odd = {
      text: `it's "5" \\ £ $x {y}\n#`,
      flags: [true, false, null],
      numbers: [1, 2.5, []],
      'a-b': {},
    };
    const body = { transaction: { ...odd, nested: odd } };
    const example = { operation: 'takePayment', path: [], query: {}, body, idempotencyKey: "order-'7'" };
    const { error } = await interpreter.run(writeCall(example, language));
    expect(error).toBeUndefined();
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(body);
    expect(keys()).toEqual(["order-'7'"]);
  });

  test('fills and escapes path and query', async () => {
    replies = [[200, { items: [], nextCursor: null }]];
    await start();
    for (const code of [call.query, call.escaped, call.read, call.other]) await get(code);
    expect(received.map((one) => one.url)).toEqual([
      '/smartlink/links/42?limit=2&reference=a+b%26c',
      '/acceptor/rest/customers/42/7/paymentMethods/..%2Fx',
      '/acceptor/rest/transactions/42/17',
      '/acceptor/rest/skins/43',
    ]);
    received = [];
    expect((await fail(call.readNothing, call.callerError)).message).toContain('transactionId is missing');
    expect(received).toEqual([]);
  });

  test('never sends the secret over http to another machine, or along a redirect', async () => {
    expect((await fail(call.unsafe, call.callerError)).message).toContain('use https');
    expect(await get(call.allowed)).toBe(true);
    replies = [[302, '', { location: `${url}/elsewhere` }]];
    await start();
    expect((await fail(call.account)).status).toBe(302);
    expect(received).toHaveLength(1);
  });

  test('gives each call a key of its own, and repeats it with the same key and body after a lost answer', async () => {
    replies = ['no response', [503], [429], [502, '<h1>Bad gateway</h1>'], [201, paid]];
    await start(', retries=4'.replace('=', language === 'php' ? ': ' : '='));
    expect(await get(call.take)).toEqual(paid);
    expect(received).toHaveLength(5);
    expect(new Set(keys()).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    await get(call.take);
    await get(call.takeWithKey);
    await get(call.account);
    const [first, ...others] = keys().slice(4);
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(others[0]).not.toBe(first);
    expect(others.slice(1)).toEqual(['order-7', undefined]);
  });

  test('repeats reads, and nothing else without a key', async () => {
    replies = [[503]];
    await start(call.twoRetries);
    await fail(call.read);
    expect(received).toHaveLength(3);
    await fail(call.cancelLink);
    expect(received).toHaveLength(4);
  });

  test('ends after its last attempt, with the key', async () => {
    replies = ['no response'];
    await start(call.twoRetries);
    const error = await fail(call.refund);
    expect(received).toHaveLength(3);
    expect([error.status ?? undefined, error.idempotencyKey]).toEqual([undefined, keys()[0]]);
    expect(error.message).toContain('No response to POST /acceptor/rest/transactions/42/1/refund');
    await fail(call.refundOnce);
    expect(received).toHaveLength(4);
  });

  test('waits as long as Retry-After asks, unless that is too long', async () => {
    replies = [
      [429, {}, { 'retry-after': '0' }],
      [201, paid],
    ];
    await start();
    expect(await get(call.take)).toEqual(paid);
    received = [];
    replies = [[429, {}, { 'retry-after': '3600' }]];
    expect((await fail(call.take)).retryAfter).toBe(3600);
    expect(received).toHaveLength(1);
  });

  test('ends a call after its time limit', async () => {
    replies = ['silence'];
    await start(call.short);
    const { status, message } = await fail(call.account);
    expect([status ?? undefined, received.length]).toEqual([undefined, 1]);
    expect(message).toMatch(/timed out/i);
  });

  test('reports a refusal with code, field and request id, and does not repeat it', async () => {
    replies = [[400, refusal, { 'x-request-id': 'r-1' }]];
    await start();
    expect(await fail(call.refund)).toEqual({
      status: 400,
      message: 'V402 (400): Too much',
      reasonCode: 'V402',
      reasonMessage: 'Too much',
      field: 'transaction.amount',
      detail: 'too_large',
      requestId: 'r-1',
      idempotencyKey: keys()[0],
      retryAfter: undefined,
    });
    expect(received).toHaveLength(1);
    replies = [[400, { outcome: { status: 'FAILED', reasonCode: 'D100', reasonMessage: 'Declined' } }]];
    expect((await fail(call.take)).message).toBe('D100 (400): Declined');
  });

  test('takes an empty body for a ping only, and a page of a proxy for neither', async () => {
    replies = [[200, '']];
    await start();
    await get(call.ping);
    expect((await fail(call.account)).message).toBe('HTTP (200): the response is not of the merchant API');
    replies = [[200, '<h1>Sign in to the network</h1>']];
    expect((await fail(call.ping)).status).toBe(200);
    expect((await fail(call.take)).status).toBe(200);
  });

  test('loads a list page after page', async () => {
    replies = [
      [200, { items: [{ id: 'a' }, { id: 'b' }], nextCursor: 'next' }],
      [200, { items: [{ id: 'c' }], nextCursor: null }],
    ];
    await start();
    expect(await get(call.pages)).toEqual(['a', 'b', 'c']);
    expect(received.map((one) => new URL(one.url, url).search)).toEqual([
      '?type=link.paid',
      expect.stringMatching(/^\?(?=.*type=link\.paid)(?=.*cursor=next)/),
    ]);
  });

  describe('verifies', () => {
    const now = new Date('2026-11-20T10:00:00Z');
    const body = JSON.stringify({ id: 'e-1', type: 'test', data: { name: 'Zoë' } });
    const generations = { keyGeneration: 1, previousGeneration: 1 };
    const endpoint = { endpointId: 'wh_1', eventId: 'e-1', version: 3, ...generations };
    const signed = webhookHeaders(testKeys, { ...endpoint, previousUntil: null }, body, now);
    const secret = webhookSecret(testKeys, 'wh_1', { version: 3, keyGeneration: 1 });
    const previous = webhookSecret(testKeys, 'wh_1', { version: 2, keyGeneration: 1 });
    const select = (pattern: RegExp, all: Record<string, string> = signed) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => pattern.test(name)));
    const seconds = now.getTime() / 1000;

    /** 'genuine', or the reason against it. */
    const verify = async (
      method: 'webhook' | 'notification',
      [payload, headers, key]: [string, object, string | string[]],
      at = seconds,
    ): Promise<unknown> => {
      const data = Buffer.from(JSON.stringify({ payload, headers, key })).toString('base64');
      const phpMethod = method === 'webhook' ? 'verify' : 'verifyNotification';
      const [code, result] =
        language === 'python'
          ? [
              `import base64\nsent = json.loads(base64.b64decode("${data}"))`,
              `verify_${method}(sent["payload"], sent["headers"], sent["key"], now=${at})`,
            ]
          : [
              `$sent = json_decode(base64_decode('${data}'), true);`,
              `Webhooks::${phpMethod}($sent['payload'], $sent['headers'], $sent['key'], now: ${at})`,
            ];
      const { value, error } = await interpreter.run(code, result);
      if (error === undefined) {
        expect(value).toEqual(JSON.parse(payload));
        return 'genuine';
      }
      return error['reason'] ?? `${error.type}: ${error.message}`;
    };
    const check = (payload: string, headers: object, key: string | string[] = secret, at = seconds) =>
      verify('webhook', [payload, headers, key], at);
    beforeAll(() => start());

    test.each([
      ['Standard Webhooks', select(/^webhook-/)],
      ['notifications', select(/^x-countinghouse-/)],
    ] as const)('the signature of %s, and refuses forged and old ones', async (_name, headers) => {
      expect(await check(body, headers)).toBe('genuine');
      expect(await check(`${body} `, headers)).toBe('signature');
      expect(await check(body, headers, previous)).toBe('signature');
      const times = [300, 301, -300, -301];
      expect(
        await Promise.all(times.map((offset) => check(body, headers, secret, seconds + offset))),
      ).toEqual(['genuine', 'timestamp', 'genuine', 'timestamp']);
      for (const name of Object.keys(headers).filter((one) => one !== 'x-countinghouse-notification')) {
        const { [name]: _left, ...incomplete } = headers as Record<string, string>;
        expect(await check(body, incomplete), name).toBe('header');
        expect(await check(body, { ...headers, [name]: '' }), name).toMatch(/^(?:timestamp|signature)$/);
      }
      const upperCased = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
      );
      expect(await check(body, upperCased)).toBe('genuine');
    });

    test('either signature of a rotation, with several secrets', async () => {
      const later = new Date('2026-11-20T11:00:00Z');
      const doubly = select(
        /^webhook-/,
        webhookHeaders(testKeys, { ...endpoint, previousUntil: later }, body, now),
      );
      expect(await check(body, doubly, previous)).toBe('genuine');
      expect(await check(body, doubly, ['whsec_b3RoZXI=', previous])).toBe('genuine');
      expect(await check(body, doubly, 'whsec_b3RoZXI=')).toBe('signature');
      expect(await check(body, doubly, '')).toBe(`${call.callerError}: A secret is needed`);
    });

    test('a notification with the secret of the installation', async () => {
      const rotation = { version: 0, previousUntil: null, ...generations };
      const sent = signedHeaders(testKeys, 5_300_001, rotation, body, now);
      const secretOf = (installation: number) =>
        notificationSecret(testKeys, installation, { version: 0, keyGeneration: 1 });
      expect(await verify('notification', [body, sent, secretOf(5_300_001)])).toBe('genuine');
      expect(await verify('notification', [body, sent, secretOf(5_300_002)])).toBe('signature');
    });

    test('a body that is JSON', async () => {
      const sent = webhookHeaders(testKeys, { ...endpoint, previousUntil: null }, '<event/>', now);
      expect(await check('<event/>', sent)).toBe('body');
    });
  });
}
