import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealAudit } from '#features/record/audit/server/seal-audit.ts';
import { requestMerchantDecision } from '#features/outbound/notifications/server/request-merchant-decision.ts';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { connectionSecrets } from '#integrations/processors/test/adapter-service.ts';
import { openChannel } from '#integrations/processors/http/channel.ts';
import type { WebRequest } from '#integrations/web/web-client.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import * as z from 'zod/mini';
import { Tracer } from '../tracer.ts';

interface Received {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code: number };
}

let collector: Server;
let url = '';
let bodies: string[] = [];
let tracer: Tracer;
let app: TestApp;

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  tracer = new Tracer({ url, sample: 1, version: '1' });
  app = await startApp({ flags: ['--trust-proxy', '1'], services: { tracer } });
});
afterAll(async () => {
  await app.stop();
  await tracer.close();
  collector.close();
});
beforeEach(async () => {
  await tracer.flush();
  bodies = [];
});

async function received(): Promise<Received[]> {
  await tracer.flush();
  return bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: Received[] }[] }[];
    };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

const attributesOf = ({ attributes }: Received) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test("a payment's trace has its statements and the processor, and no data of the payment", async () => {
  const merchant = actAsMerchant(app);
  const body = payment(
    {},
    { card: { ...goodCard, cv2: '739', cardHolderName: 'Canary Holder' } },
    { customer: { merchantRef: 'canary-ref', email: 'canary@customer.example', displayName: 'Canary Name' } },
  );
  expect((await merchant('POST', `${base}/payment?canary=query`, body)).status).toBe(400);
  await tracer.flush();
  expect(bodies.join('')).not.toContain('canary');
  bodies = [];
  const response = await merchant('POST', `${base}/payment`, body);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  const spans = await received();
  const root = spans.find((span) => span.parentSpanId === undefined);
  expect(root).toMatchObject({
    name: expect.stringMatching(/^POST \/acceptor\/rest\/transactions\/:/),
    kind: 2,
  });
  expect(attributesOf(root as Received)).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': '201',
    'countinghouse.request_id': response.headers['x-request-id'],
  });
  const names = spans.map(({ name }) => name);
  for (const name of ['begin', 'commit', 'insert txn', 'processor send']) expect(names).toContain(name);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  for (const span of spans) {
    expect(span.traceId).toBe(root?.traceId);
    if (span !== root) expect(ids).toContain(span.parentSpanId);
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
  }
  const call = spans.find(({ name }) => name === 'processor send') as Received;
  expect(attributesOf(call)).toMatchObject({
    'countinghouse.adapter': 'sandbox',
    'countinghouse.result': 'response',
  });
  const sent = bodies.join('\n');
  for (const canary of [goodCard.pan, '"739"', 'Canary', 'canary', 'cs_test_', 'Basic '])
    expect(sent).not.toContain(canary);
  const recorded = JSON.stringify(
    spans.map(({ name, attributes }) => [
      name,
      attributes.filter(({ key }) => key !== 'countinghouse.request_id'),
    ]),
  );
  expect(recorded).not.toContain(goodCard.pan.slice(-4));
  expect(app.logged()).toContain(`"traceId":"${root?.traceId}"`);
});

const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const forwarded = { 'x-forwarded-for': '203.0.113.5' };

test('continues the trace of a trusted proxy', async () => {
  await app.portal.inject({ url: '/news/feed', headers: { ...forwarded, traceparent: parent } });
  const [root] = (await received()).filter(({ kind }) => kind === 2);
  expect(root).toMatchObject({ traceId: parent.slice(3, 35), parentSpanId: '00f067aa0ba902b7' });
});

test.each([
  ['without a proxy', { traceparent: parent }],
  ['that is not valid', { ...forwarded, traceparent: `${parent}x` }],
  ['of zeros', { ...forwarded, traceparent: '00-00000000000000000000000000000000-00f067aa0ba902b7-01' }],
])('begins a trace of its own for a parent %s', async (_case, headers) => {
  await app.portal.inject({ url: '/news/feed', headers });
  const [root] = (await received()).filter(({ kind }) => kind === 2);
  expect(root).toBeDefined();
  expect(root?.parentSpanId).toBeUndefined();
});

test('leaves out a request whose caller has left it out', async () => {
  await app.portal.inject({
    url: '/news/feed',
    headers: { ...forwarded, traceparent: parent.replace(/01$/, '00') },
  });
  expect(await received()).toEqual([]);
});

test('records the share of --otlp-sample', async () => {
  const draws = [0.09, 0.1, 0.5];
  const sampled = new Tracer({ url, sample: 0.1, version: '1', random: () => draws.shift() ?? 1 });
  for (let n = 0; n < 3; n += 1)
    expect(await sampled.trace({ name: `draw ${n}` }, undefined, async () => n)).toBe(n);
  await sampled.close();
  expect((await received()).map(({ name }) => name)).toEqual(['draw 0']);
});

test('traces the statements of a job', async () => {
  await tracer.trace({ name: `job ${sealAudit.name}` }, undefined, () => sealAudit.run(app.services));
  const spans = await received();
  const root = spans.find(({ name }) => name === 'job seal-audit');
  expect(root?.parentSpanId).toBeUndefined();
  expect(spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId).length).toBeGreaterThan(0);
});

test('traces a callback without its address or its contents', async () => {
  const requests: WebRequest[] = [];
  const webClient = {
    send: async (request: WebRequest) => {
      requests.push(request);
      return {
        kind: 'response',
        status: 200,
        body: '{"callbackResponse":{"preAuthCallbackResponse":{"action":"PROCEED"}}}',
      } as const;
    },
  };
  const target = { url: 'https://canary.example/?key=canary', format: 'REST_JSON' } as const;
  const reply = await tracer.trace({ name: 'payment' }, undefined, () =>
    requestMerchantDecision(
      { ...app.services, webClient },
      {
        name: 'preAuthCallback',
        txnId: 1,
        installationId: 5300001,
        secret: { version: 0, previousUntil: null, keyGeneration: 1, previousGeneration: 1 },
        target,
        contents: { customer: 'canary' },
      },
    ),
  );
  expect(reply.action).toBe('PROCEED');
  const call = (await received()).find(({ name }) => name === 'callback preAuthCallback');
  expect(attributesOf(call as Received)).toEqual({ 'http.response.status_code': '200' });
  expect(bodies.join('')).not.toContain('canary');
  expect(requests[0]?.headers).not.toHaveProperty('traceparent');
});

test('marks a span as failed without the message of the error', async () => {
  const failing = tracer.trace({ name: 'failing' }, undefined, async () => {
    throw new Error('canary message');
  });
  await expect(failing).rejects.toThrow('canary message');
  expect((await received()).map(({ status }) => status)).toEqual([{ code: 2 }]);
  expect(bodies.join('')).not.toContain('canary');
});

test('drops and counts spans that a dead collector does not take', async () => {
  const changes: boolean[] = [];
  const dead = new Tracer({
    url: 'http://127.0.0.1:1',
    sample: 1,
    version: '1',
    onChange: (isReachable) => changes.push(isReachable),
  });
  for (let n = 0; n < 6000; n += 1)
    expect(await dead.trace({ name: 'work' }, undefined, async () => n)).toBe(n);
  while (dead.dropped + dead.sent < 6000) await dead.flush();
  expect(dead).toMatchObject({ sent: 0, dropped: 6000 });
  expect(changes).toEqual([false]);
  await dead.close();
});

test('sends its position to a service of the adapter protocol', async () => {
  const requests: WebRequest[] = [];
  const send = async (request: WebRequest) => {
    requests.push(request);
    return { kind: 'failed', why: 'connection', isSent: false } as const;
  };
  const { connect } = await connectionSecrets();
  const channel = openChannel(connect('https://adapter.example', { http: { send, open: send } }));
  const call = () => channel.call('GET', '/capabilities', z.object({ kind: z.string() }));
  await call();
  await tracer.trace({ name: 'payment' }, undefined, call);
  const [root] = await received();
  expect(requests.map(({ headers }) => headers?.traceparent)).toEqual([
    undefined,
    `00-${root?.traceId}-${root?.spanId}-01`,
  ]);
});
