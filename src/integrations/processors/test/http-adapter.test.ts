import type { AuthenticationFields } from '../three-d-secure.ts';
import { type KeyObject, createSecretKey } from 'node:crypto';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { freshDatabase } from '#testing/start-app.ts';
import type { ProcessorConnection, ProcessorOperation } from '../adapter.ts';
import { decryptCard } from '../http/encrypt-card.ts';
import { httpAdapter } from '../http/http-adapter.ts';
import { readSigningSecret, requestId, signedHeaders } from '../http/sign-message.ts';
import { prepareSandbox } from '../sandbox/prepare-sandbox.ts';
import { sandboxProcessor } from '../sandbox/sandbox-processor.ts';
import { sandboxService } from '../sandbox/sandbox-service.ts';
import { sandboxThreeDSecure } from '../sandbox/sandbox-three-d-secure.ts';
import { connectionSecrets, listen, stopServer } from './adapter-service.ts';

const pan = '9900000000000010';
let sql: Database;
let secrets: Awaited<ReturnType<typeof connectionSecrets>>;
let service: Server;
let connection: ProcessorConnection;
let address = '';
const failures: unknown[] = [];
const arrived: ProcessorOperation[] = [];

beforeAll(async () => {
  sql = openDatabase(await freshDatabase(), { as: 'owner', max: 4 });
  await prepareSandbox(sql);
  secrets = await connectionSecrets();
  const processor = sandboxProcessor({ sql });
  const threeDSecure = sandboxThreeDSecure({
    acsUrl: 'http://localhost/acs',
    sql,
    findEnrolment: processor.findEnrolment,
  });
  service = sandboxService({
    sql,
    connection: {
      ...processor,
      threeDSecure,
      send(operation) {
        arrived.push(operation);
        return processor.send(operation);
      },
    },
    signingSecret: secrets.signingSecret,
    cardKey: secrets.privateKey,
    onError: (error) => failures.push(error),
  });
  address = await listen(service);
  connection = httpAdapter.connect(secrets.connect(address));
  await connection.ready?.();
});
afterAll(async () => {
  await stopServer(service);
  await sql.end();
  expect(failures).toEqual([]);
});

let references = 0;
const sale = (more: Partial<ProcessorOperation> = {}): ProcessorOperation => {
  references += 1;
  return {
    reference: `r${references}`,
    kind: 'SALE',
    amountMinor: 2500,
    currency: 'GBP',
    source: { card: { pan, expiry: '1230', cv2: '123', holderName: 'A. Holder' } },
    initiator: 'CUSTOMER',
    channel: 'ECOM',
    account: { account: 'M1' },
    ...more,
  };
};
const asSent = (operation: ProcessorOperation) => ({ ...operation, sentAt: new Date() });

describe('the sandbox over the protocol', () => {
  test('offers what the sandbox offers, once its capabilities are read', async () => {
    const fresh = httpAdapter.connect(secrets.connect(address));
    expect(fresh.capabilities).toEqual({ operations: {}, currencies: {} });
    expect(fresh.threeDSecure).toBeUndefined();
    await fresh.ready?.();
    expect(fresh.capabilities.currencies).toBe('ISO');
    expect(fresh.capabilities.operations.PAYOUT).toBe('reference');
    expect(fresh.threeDSecure).toBeDefined();
  });

  test('takes a sale, finds it again and repeats its answer', async () => {
    const operation = sale();
    const sent = await connection.send(operation);
    expect(sent).toMatchObject({ kind: 'response', response: { result: 'APPROVED', cv2Check: 'MATCHED' } });
    expect(await connection.lookup(asSent(operation))).toEqual(sent);
    expect(await connection.invalidate(asSent(operation))).toEqual(sent);
    const repeated = await Promise.all([1, 2, 3, 4].map(() => connection.send(operation)));
    for (const one of repeated) expect(one).toEqual(sent);
  });

  test('gives no answer to the same reference with another body', async () => {
    const operation = sale();
    await connection.send(operation);
    expect(await connection.send({ ...operation, amountMinor: 2501 })).toEqual({
      kind: 'no-response',
      why: 'connection',
    });
    expect(secrets.logged.at(-1)).toContain('different');
  });

  test('forbids what has not arrived', async () => {
    const operation = sale();
    expect(await connection.lookup(asSent(operation))).toEqual({ kind: 'unknown' });
    expect(await connection.invalidate(asSent(operation))).toEqual({ kind: 'forbidden' });
    expect(await connection.send(operation)).toMatchObject({ response: { result: 'FORBIDDEN' } });
    expect(await connection.lookup(asSent(operation))).toMatchObject({ response: { result: 'FORBIDDEN' } });
  });

  test('sends the exemption that a merchant requests, and none that is not requested', async () => {
    const requested = sale({ exemption: 'LOW_VALUE' });
    expect(await connection.send(requested)).toMatchObject({ response: { result: 'APPROVED' } });
    expect(arrived.at(-1)).toMatchObject({ reference: requested.reference, exemption: 'LOW_VALUE' });
    await connection.send(sale());
    expect(arrived.at(-1)).not.toHaveProperty('exemption');
    // An exemption that the protocol does not have is refused by the service.
    const before = arrived.length;
    const unknown = await connection.send(sale({ exemption: 'NONE' as 'LOW_VALUE' }));
    expect([unknown, arrived.length]).toEqual([{ kind: 'not-sent', why: 'unavailable' }, before]);
  });

  test('has a pending refund', async () => {
    const original = sale();
    await connection.send(original);
    const refund = sale({
      kind: 'REFUND',
      amountMinor: 577,
      source: undefined,
      related: { reference: original.reference, gatewayReference: 'g1' },
    });
    expect(await connection.send(refund)).toEqual({ kind: 'pending' });
    expect(await connection.lookup(asSent(refund))).toEqual({ kind: 'pending' });
  });

  test('opens a session at Apple, and has the gateway for Google', async () => {
    const page = {
      merchantId: 'merchant.example.coffee',
      displayName: 'Harbour Coffee'.repeat(6),
      domain: 'pay.example.com',
      account: { account: 'M1' },
    };
    const opened = await connection.applePay?.open(page);
    if (opened?.kind !== 'opened') throw new Error(opened?.kind);
    expect(JSON.parse(opened.session)).toMatchObject({
      merchantIdentifier: 'merchant.example.coffee',
      domainName: 'pay.example.com',
    });
    expect(connection.googlePay?.({})).toEqual({ gateway: 'sandbox', gatewayMerchantId: 'sandbox' });
    // Nothing that could be an address with a path, and no merchant without a name.
    const wrong = await connection.applePay?.open({ ...page, domain: 'pay.example.com/x' });
    expect(wrong).toEqual({ kind: 'not-sent', why: 'unavailable' });
    expect(httpAdapter.connect(secrets.connect(address)).applePay).toBeUndefined();
  });

  test('keeps a card, charges it with its code once, and forgets it', async () => {
    const kept = await connection.tokenize?.({ pan, expiry: '1230' }, { reference: 'c1', account: {} });
    if (kept?.kind !== 'kept') throw new Error(kept?.kind);
    const source = { credential: kept.credential, cv2: '999' };
    expect(await connection.send(sale({ source }))).toMatchObject({ response: { cv2Check: 'NOT_MATCHED' } });
    expect(await connection.forget?.(kept.credential)).toEqual({ kind: 'forgotten' });
    expect(await connection.send(sale({ source }))).toMatchObject({ response: { statusCode: '14' } });
  });

  test('authenticates a card holder', async () => {
    const request = {
      reference: 'a1',
      scheme: 'VISA',
      lastFour: '5159',
      amountMinor: 3033,
      currency: 'GBP',
      merchantName: 'Harbour',
      account: {},
      channel: 'ECOM' as const,
      source: { pan: '9900000000005159', expiry: '1230' },
    };
    const challenged = await connection.threeDSecure?.begin(request);
    expect(challenged).toMatchObject({ kind: 'challenge', form: { acsUrl: 'http://localhost/acs' } });
    if (challenged?.kind !== 'challenge') throw new Error('no challenge');
    const ended = { reference: 'a1', scheme: 'VISA', fields: challenged.fields, response: { cres: 'x' } };
    expect(await connection.threeDSecure?.complete(ended)).toEqual({ kind: 'invalid' });
    const [row] = await sql<{ challenge: string }[]>`select challenge from sandbox.challenge`;
    await sql`update sandbox.challenge set outcome = 'Y'`;
    const message = JSON.stringify({ acsTransID: row?.challenge, transStatus: 'Y' });
    const response = { cres: Buffer.from(message).toString('base64url') };
    expect(await connection.threeDSecure?.complete({ ...ended, response })).toMatchObject({
      kind: 'done',
      fields: { status: 'AUTHENTICATED', eci: '05' },
    });
  });

  test('identifies a browser, and repeats what followed', async () => {
    const begun = await connection.threeDSecure?.begin({
      reference: 'a2',
      scheme: 'MASTERCARD',
      lastFour: '7114',
      amountMinor: 1000,
      currency: 'GBP',
      merchantName: 'Harbour',
      account: { account: 'x' },
      channel: 'ECOM',
      source: { pan: '9900000000007114', expiry: '1230', holderName: 'A. Holder' },
      fingerprintUrl: 'https://gateway.example/method',
    });
    if (begun?.kind !== 'fingerprint') throw new Error('no fingerprint');
    expect(begun.form.methodUrl).toBe('http://localhost/acs/method');
    const { fields, state } = begun;
    const ended = { reference: 'a2', scheme: 'MASTERCARD', fields, state, completed: 'Y' as const };
    const first = await connection.threeDSecure?.continue(ended);
    expect(first).toMatchObject({ kind: 'proceed', fields: { status: 'AUTHENTICATED', eci: '02' } });
    expect(await connection.threeDSecure?.continue({ ...ended, completed: 'N' })).toEqual(first);
    expect(await connection.threeDSecure?.continue({ ...ended, state: 'forged' })).toEqual({
      kind: 'invalid',
    });
    expect(await connection.threeDSecure?.continue({ ...ended, reference: 'a1' })).toEqual({
      kind: 'invalid',
    });
    const [row] = await sql<{ request: object }[]>`
      select request from sandbox.fingerprint where reference = 'a2'`;
    expect(JSON.stringify(row)).not.toContain('9900000000007114');
  });

  test('passes its connection test', async () => {
    const checks = await connection.check();
    expect(checks.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(checks.map(({ name }) => name)).toContain('currencies');
  });

  test('refuses a request with the signature of another path', async () => {
    const key = readSigningSecret(secrets.signingSecret) as KeyObject;
    const headers = (path: string) => signedHeaders(key, requestId('GET', path), '', new Date());
    const get = async (signed: string, path: string) =>
      (await fetch(`${address}${path}`, { headers: headers(signed) })).status;
    expect(await get('/v1/capabilities', '/v1/capabilities')).toBe(200);
    expect(await get('/v1/capabilities', '/v1/operations/r1')).toBe(401);
  });

  test('signs nothing for a caller without the secret', async () => {
    const headers = { 'webhook-id': 'evt_1.1.{}', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' };
    const refused = await fetch(`${address}/v1/capabilities`, { headers });
    expect([refused.status, refused.headers.get('webhook-signature')]).toEqual([401, null]);
  });

  test('refuses a request that is older than five minutes', async () => {
    const old = httpAdapter.connect(
      secrets.connect(address, { clock: { now: () => new Date(Date.now() - 301_000) } }),
    );
    expect(await old.lookup(asSent(sale()))).toEqual({ kind: 'no-response', why: 'connection' });
    expect(await old.check()).toContainEqual(expect.objectContaining({ name: 'clock', result: 'failed' }));
  });
});

/** A service that answers as the test decides, signed unless it decides otherwise. */
describe('an answer of the adapter', () => {
  interface Reply {
    status: number;
    body: string;
    headers?: Record<string, string>;
    key?: KeyObject;
    id?: string;
    at?: Date;
  }
  let server: Server;
  let lying: ProcessorConnection;
  let reply: (body: string) => Reply | 'cut';
  const requests: { url: string; headers: Record<string, string>; body: string }[] = [];
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      const headers = request.headers as Record<string, string>;
      requests.push({ url: request.url ?? '', headers, body });
      const next = reply(body);
      if (next === 'cut') return request.socket.destroy();
      const key = next.key ?? (readSigningSecret(secrets.signingSecret) as KeyObject);
      const id = next.id ?? headers['webhook-id'] ?? '';
      const signed = next.headers ?? signedHeaders(key, id, next.body, next.at ?? new Date());
      return response.writeHead(next.status, signed).end(next.body);
    });
    lying = httpAdapter.connect(secrets.connect(await listen(server)));
  });
  afterAll(() => stopServer(server));
  beforeEach(() => {
    requests.length = 0;
    secrets.logged.length = 0;
  });

  const approved = {
    result: 'APPROVED',
    statusCode: '00',
    message: 'OK',
    gatewayReference: 'g',
    addressCheck: 'NOT_CHECKED',
    postcodeCheck: 'NOT_CHECKED',
    cv2Check: 'NOT_CHECKED',
  };
  const final = (more: object = {}, response: object = {}) => ({
    kind: 'response',
    reference: 'same',
    amountMinor: 2500,
    currency: 'GBP',
    response: { ...approved, ...response },
    ...more,
  });
  const operation = () => sale({ reference: 'same' });
  const answerWith = (status: number, body: unknown, more: Partial<Reply> = {}) => {
    reply = () => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body), ...more });
  };
  const noResponse = { kind: 'no-response', why: 'connection' };

  test('counts when it is right', async () => {
    answerWith(200, final());
    expect(await lying.send(operation())).toMatchObject({ response: { result: 'APPROVED' } });
    expect(secrets.logged).toEqual([]);
  });

  test.each<[string, number, unknown]>([
    ['an unknown result', 200, final({}, { result: 'MAYBE' })],
    ['a float', 200, final({ amountMinor: 2500.5 })],
    ['an amount as text', 200, final({ amountMinor: '2500' })],
    ['an amount beyond 2^53', 200, JSON.stringify(final()).replace('2500', '9007199254740993')],
    ['another amount', 200, final({ amountMinor: 25 })],
    ['another currency', 200, final({ currency: 'JPY' })],
    ['another reference', 200, final({ reference: 'other' })],
    ['a missing field', 200, final({}, { gatewayReference: undefined })],
    ['an unknown field', 200, final({}, { partialAmount: 5 })],
    ['a NUL in a text', 200, final({}, { message: 'a\u0000b' })],
    ['half of a surrogate pair', 200, final({}, { message: '\ud800' })],
    ['a date that does not exist in form', 200, final({}, { settlementDate: '20261101' })],
    ['the status of another kind', 202, final()],
    ['no JSON', 200, '<html>ok</html>'],
    ['cut JSON', 200, JSON.stringify(final()).slice(0, -4)],
    ['nothing', 200, ''],
    ['null', 200, 'null'],
    ['an unknown status', 500, { kind: 'error' }],
    ['a reference in progress', 409, { kind: 'in-progress' }],
    ['another body', 422, { kind: 'different' }],
    ['a refusal with the wrong status', 200, { kind: 'not-sent', why: 'busy' }],
    ['unknown, of a sale', 404, { kind: 'unknown', reference: 'same' }],
    ['the card number in a field', 200, final({}, { authCode: pan })],
  ])('with %s does not count', async (_name, status, body) => {
    answerWith(status, body);
    expect(await lying.send(operation())).toEqual(noResponse);
    expect(secrets.logged.join()).not.toContain(pan);
    expect(secrets.logged).toHaveLength(1);
  });

  test.each<[string, Partial<Reply>]>([
    ['without a signature', { headers: {} }],
    ['with the signature of another key', { key: createSecretKey(Buffer.alloc(32, 1)) }],
    ['with the id of another request', { id: 'req_other' }],
    ['of six minutes ago', { at: new Date(Date.now() - 360_000) }],
  ])('%s does not count', async (_name, more) => {
    for (const [status, body] of [
      [200, final()],
      [404, { kind: 'unknown', reference: 'same' }],
      [503, { kind: 'not-sent', why: 'unavailable' }],
    ] as const) {
      answerWith(status, body, more);
      expect(await lying.send(operation())).toEqual(noResponse);
      expect(await lying.lookup(asSent(operation()))).toEqual(noResponse);
    }
  });

  test('has its card numbers masked in the message', async () => {
    answerWith(200, final({}, { message: 'CARD 4929 0000 0000 6 OK' }));
    const sent = await lying.send(operation());
    expect(JSON.stringify(sent)).not.toContain('4929 0000 0000 6');
    expect(sent.kind).toBe('response');
  });

  test.each<[number, object, object]>([
    [429, { kind: 'not-sent', why: 'busy' }, { kind: 'not-sent', why: 'busy' }],
    [503, { kind: 'not-sent', why: 'credentials' }, { kind: 'not-sent', why: 'credentials' }],
    [400, { kind: 'invalid' }, { kind: 'not-sent', why: 'unavailable' }],
  ])('of %d was without effect, if it is signed', async (status, body, expected) => {
    answerWith(status, body);
    expect(await lying.send(operation())).toEqual(expected);
    // What was sent before may have arrived, whatever becomes of the look-up.
    expect(await lying.lookup(asSent(operation()))).toEqual(noResponse);
    expect(await lying.invalidate(asSent(operation()))).toEqual(noResponse);
  });

  test('is missing when the connection is cut', async () => {
    reply = () => 'cut';
    expect(await lying.send(operation())).toEqual(noResponse);
  });

  test('is never needed where nothing has left us', async () => {
    const closed = httpAdapter.connect(secrets.connect('http://127.0.0.1:1'));
    expect(await closed.send(operation())).toEqual({ kind: 'not-sent', why: 'connection' });
    expect(await closed.lookup(asSent(operation()))).toEqual(noResponse);
    const settings = { url: 'ftp://adapter.example', cardKey: '{}' };
    const wrong = httpAdapter.connect({ ...secrets.connect(''), settings });
    expect(await wrong.send(operation())).toEqual({ kind: 'not-sent', why: 'credentials' });
    expect(await wrong.check()).toMatchObject([{ result: 'failed' }]);
    expect(requests).toEqual([]);
  });

  test('that is unreadable makes an authentication unavailable', async () => {
    const facts = { ...operation(), source: { pan, expiry: '1230' }, channel: 'ECOM' as const };
    const request = { scheme: 'VISA', lastFour: '1', merchantName: 'M', ...facts };
    for (const body of ['<html>', JSON.stringify({ kind: 'proceed', reference: 'other', fields: {} })]) {
      answerWith(200, {
        protocol: 1,
        contract: 2,
        name: 'x',
        mode: 'TEST',
        operations: [],
        currencies: 'ISO',
        threeDSecure: true,
      });
      await lying.ready?.();
      answerWith(200, body);
      expect(await lying.threeDSecure?.begin(request)).toMatchObject({
        kind: 'proceed',
        fields: { status: 'UNAVAILABLE' },
      });
    }
  });

  test('that is unreadable decides no later step of an authentication', async () => {
    const fields: AuthenticationFields = {
      enrolmentStatus: 'ENROLLED',
      status: 'NOT_ATTEMPTED',
      version: '2.2.0',
      versionsAttempted: [],
    };
    const step = { reference: 'a1', scheme: 'VISA', fields };
    const authenticated = { ...fields, status: 'AUTHENTICATED' };
    for (const body of [
      '<html>',
      JSON.stringify({ kind: 'proceed', reference: 'other', fields: authenticated }),
      JSON.stringify({ kind: 'done', reference: 'other', fields: authenticated }),
      JSON.stringify({ kind: 'proceed', reference: 'a1', fields: { ...authenticated, status: 'YES' } }),
      JSON.stringify({ kind: 'fingerprint', reference: 'a1', fields, form: {}, state: 'x' }),
    ]) {
      answerWith(200, body);
      expect(await lying.threeDSecure?.continue({ ...step, state: 's', completed: 'Y' })).toEqual({
        kind: 'no-response',
      });
      expect(await lying.threeDSecure?.complete({ ...step, response: { cres: 'x' } })).toEqual({
        kind: 'no-response',
      });
    }
  });

  test('never gets a card number or code outside its JWE', async () => {
    answerWith(200, final());
    await lying.send(operation());
    answerWith(200, { kind: 'kept', credential: 'c' });
    await lying.tokenize?.({ pan, expiry: '1230', cv2: '7391' }, { reference: 'c', account: {} });
    answerWith(200, final());
    await lying.send({ ...operation(), source: { credential: 'c', cv2: '7391' } });
    // With the fields of the whole operation, as a caller may spread it.
    await lying.lookup(asSent(operation()));
    await lying.invalidate(asSent(operation()));
    expect(requests).toHaveLength(5);
    for (const { url, headers, body } of requests) {
      const all = url + JSON.stringify(headers) + body;
      for (const secret of [pan, '7391', '"123"', 'A. Holder']) expect(all).not.toContain(secret);
    }
    const jwe = JSON.parse(requests[1]?.body ?? '').card;
    expect(decryptCard(jwe, secrets.privateKey)).toEqual({ pan, expiry: '1230', cv2: '7391' });
  });

  test('is signed as a library of Standard Webhooks signs', async () => {
    answerWith(200, final());
    await lying.send(operation());
    const [sent] = requests;
    const webhook = new Webhook(secrets.signingSecret);
    expect(() => webhook.verify(sent?.body ?? '', sent?.headers ?? {})).not.toThrow();
    expect(() => webhook.verify(`${sent?.body} `, sent?.headers ?? {})).toThrow(/signature/);
  });

  test('cannot be made up: random bodies never approve', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.constantFrom(200, 202, 404, 409, 422, 429, 500, 503),
        async (body, status) => {
          answerWith(status, body);
          expect((await lying.send(operation())).kind).toBe('no-response');
        },
      ),
      { numRuns: 30 },
    );
  });

  describe('to a call for capabilities', () => {
    const capabilities = {
      protocol: 1,
      contract: 2,
      name: 'Host',
      mode: 'TEST',
      operations: ['SALE'],
      currencies: { GBP: 2, ISK: 2, XYZ: 2, JPY: 0 },
      threeDSecure: false,
    };
    const withGoogle = { ...capabilities, wallets: ['GOOGLE-PAY'] };
    const read = async () => {
      const { connect } = secrets;
      const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
      const fresh = httpAdapter.connect(connect(url));
      await fresh.ready?.();
      return fresh;
    };

    test('offers no currency with other digits than ours', async () => {
      answerWith(200, capabilities);
      const fresh = await read();
      expect(fresh.capabilities).toEqual({
        operations: { SALE: 'reference' },
        currencies: { GBP: 2, JPY: 0 },
      });
      expect(await fresh.check()).toContainEqual({
        name: 'currencies',
        result: 'failed',
        detail: 'Not offered, for other digits than ISO 4217: ISK (2 digits), XYZ (2 digits)',
      });
    });

    test('takes the account of the installation where no other is named for Google', async () => {
      answerWith(200, { ...withGoogle, googlePay: { gateway: 'example' } });
      const { googlePay } = await read();
      expect(googlePay?.({ account: 'M1' })).toEqual({ gateway: 'example', gatewayMerchantId: 'M1' });
      expect(googlePay?.({})).toBeUndefined();
    });

    test('opens no session at Apple that is of another domain or no object', async () => {
      answerWith(200, { ...capabilities, wallets: ['APPLE-PAY'], applePay: true });
      const { applePay } = await read();
      const page = { merchantId: 'm', displayName: 'M', domain: 'pay.example.com', account: {} };
      const opened = { kind: 'opened', domain: page.domain, session: '{"signature":"s"}' };
      answerWith(200, opened);
      expect(await applePay?.open(page)).toEqual({ kind: 'opened', session: '{"signature":"s"}' });
      for (const wrong of [
        { domain: 'other.example.com' },
        { session: '[]' },
        { session: 'x' },
        { more: 1 },
      ]) {
        answerWith(200, { ...opened, ...wrong });
        expect(await applePay?.open(page)).toEqual(noResponse);
      }
      answerWith(200, { kind: 'refused', domain: page.domain, message: 'not registered' });
      expect(await applePay?.open(page)).toEqual({ kind: 'refused', message: 'not registered' });
    });

    test.each([
      ['of another mode', { ...capabilities, mode: 'LIVE' }],
      ['of another version', { ...capabilities, protocol: 2 }],
      ['with an unknown operation', { ...capabilities, operations: ['TRANSFER'] }],
      ['with Apple Pay on pages without its tokens', { ...capabilities, applePay: true }],
      ['with a gateway for Google that is no name', { ...withGoogle, googlePay: { gateway: 'a b' } }],
      ['with more of Google', { ...withGoogle, googlePay: { gateway: 'example', publicKey: 'x' } }],
    ])('%s offers nothing', async (_name, body) => {
      answerWith(200, body);
      const fresh = await read();
      expect(fresh.capabilities.operations).toEqual({});
      expect((await fresh.check()).some(({ result }) => result === 'failed')).toBe(true);
      // A failure is waited for once, not by every payment.
      const before = requests.length;
      await fresh.ready?.();
      expect(requests.length).toBe(before);
    });
  });
});

describe('an event of the adapter', () => {
  const events = { events: [{ kind: 'other', eventId: 'e1', name: 'fee', at: '2026-11-20T10:00:00Z' }] };
  const raw = (body: string, key = readSigningSecret(secrets.signingSecret) as KeyObject) => ({
    headers: signedHeaders(key, 'evt_1', body, new Date()),
    body: Buffer.from(body),
  });

  test('is read when it is signed', () => {
    expect(connection.readEvents?.(raw(JSON.stringify(events)))).toEqual([
      { kind: 'other', eventId: 'e1', name: 'fee', at: '2026-11-20T10:00:00Z' },
    ]);
  });

  test('has its card numbers masked', () => {
    const response = {
      result: 'APPROVED',
      statusCode: '00',
      message: `card ${pan}`,
      gatewayReference: 'g',
      addressCheck: 'NOT_CHECKED',
      postcodeCheck: 'NOT_CHECKED',
      cv2Check: 'NOT_CHECKED',
    };
    const result = {
      kind: 'result',
      eventId: 'e',
      reference: 'r',
      amountMinor: 1,
      currency: 'GBP',
      response,
    };
    const read = connection.readEvents?.(raw(JSON.stringify({ events: [result] })));
    expect(read).toMatchObject([{ reference: 'r', amountMinor: 1 }]);
    expect(JSON.stringify(read)).not.toContain(pan);
  });

  test('is rejected when it is forged, changed or malformed', () => {
    const body = JSON.stringify(events);
    expect(connection.readEvents?.(raw(body, createSecretKey(Buffer.alloc(32))))).toBe('rejected');
    expect(connection.readEvents?.({ ...raw(body), body: Buffer.from(`${body} `) })).toBe('rejected');
    expect(connection.readEvents?.(raw('{"events":[{"kind":"result"}]}'))).toBe('rejected');
  });
});

describe('the key for cards', () => {
  const smallOrder = { kty: 'OKP', crv: 'X25519', x: Buffer.alloc(32).toString('base64url') };
  test.each([
    ['no point of its curve', { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' }],
    ['of small order', smallOrder],
  ])('that is %s sends nothing', async (_, key) => {
    const settings = { url: address, cardKey: JSON.stringify(key) };
    const wrong = httpAdapter.connect({ ...secrets.connect(''), settings });
    expect(await wrong.send(sale())).toEqual({ kind: 'not-sent', why: 'credentials' });
    expect(await wrong.check()).toMatchObject([{ name: 'account', result: 'failed' }]);
  });
});

describe('disputes over the protocol', () => {
  const account = { account: 'M1' };
  const open = async () => {
    const { reference } = await sendSale(2588);
    return { dispute: `sandbox-${reference}`, account };
  };
  const sendSale = async (amountMinor: number) => {
    const operation = sale({ amountMinor });
    await connection.send(operation);
    return operation;
  };
  const request = (key: string) => ({ key, sentAt: new Date(), isRepeated: false });
  const receipt = {
    item: 'receipt',
    name: 'receipt.pdf',
    contentType: 'application/pdf',
    body: Buffer.alloc(200_000, 'x'),
  };

  test('have the form of the processor', async () => {
    const form = await connection.disputes?.evidence(await open());
    expect(form).toMatchObject({ kind: 'form', form: { fileTypes: expect.arrayContaining(['image/png']) } });
  });

  test('are answered once, with files', async () => {
    const named = await open();
    const evidence = { reason: '', texts: { uncategorized_text: 'Delivered' }, files: [receipt] };
    const submit = (key: string) => connection.disputes?.submit(named, request(key), evidence);
    expect(await submit('key-1')).toEqual({ kind: 'done' });
    expect(await submit('key-1')).toEqual({ kind: 'done' });
    expect(await connection.disputes?.accept(named, request('key-2'))).toEqual({
      kind: 'refused',
      message: 'It was answered before',
    });
  });
});
