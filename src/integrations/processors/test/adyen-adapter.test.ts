import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WebRequest, WebResponse } from '../../web/web-client.ts';
import type { ProcessorEvent, ProcessorOperation, SentOperation } from '../adapter.ts';
import { simulatedAppleToken, simulatedGoogleToken } from '#testing/simulators/wallet-tokens.ts';
import { adyenAdapter } from '../adyen/adyen-adapter.ts';

const hmacKey = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
const now = new Date('2026-11-28T10:00:00Z');
const pan = '4111111111111111';
const account = { merchantAccount: 'HarbourECOM' };

let requests: WebRequest[] = [];
let respond: (request: WebRequest) => WebResponse;
let stored: ProcessorEvent[] = [];
let logged = '';

const noFiles = async () => ({ kind: 'failed', why: 'connection', isSent: false }) as const;

const connect = () =>
  adyenAdapter().connect({
    mode: 'TEST',
    settings: {},
    secrets: { apiKey: 'AQE-secret', hmacKey, webhookUser: 'user', webhookPassword: 'word' },
    eventUrl: 'https://pay.example/processor/k/events',
    http: {
      send: async (request) => {
        requests.push(request);
        return respond(request);
      },
      open: noFiles,
    },
    clock: { now: () => now },
    log: { warn: (facts, message) => (logged += JSON.stringify([facts, message])) },
    events: {
      find: async (reference) =>
        stored.filter((event) => 'reference' in event && event.reference === reference),
    },
    timeoutMs: 5000,
  });

beforeEach(() => {
  requests = [];
  stored = [];
  logged = '';
});

const json = (body: object, status = 200): WebResponse => ({
  kind: 'response',
  status,
  body: JSON.stringify(body),
});
const operation: ProcessorOperation = {
  reference: '10000000001',
  kind: 'SALE',
  amountMinor: 2500,
  currency: 'GBP',
  source: { card: { pan, expiry: '0330', cv2: '737', holderName: 'A Buyer' } },
  initiator: 'CUSTOMER',
  channel: 'ECOM',
  account,
};
const sent: SentOperation = { ...operation, sentAt: new Date(now.getTime() - 60_000) };
const bodyOf = (request: WebRequest | undefined) =>
  JSON.parse(request?.body ?? '{}') as Record<string, unknown>;

describe('a payment', () => {
  test('is sent with our reference as the idempotency key, and captured after an hour', async () => {
    respond = () =>
      json({ pspReference: 'PSP1', resultCode: 'Authorised', additionalData: { authCode: '061234' } });
    const result = await connect().send(operation);
    const [request] = requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://checkout-test.adyen.com/v72/payments',
      headers: { 'x-api-key': 'AQE-secret', 'idempotency-key': '10000000001' },
    });
    expect(bodyOf(request)).toMatchObject({
      merchantAccount: 'HarbourECOM',
      reference: '10000000001',
      amount: { value: 2500, currency: 'GBP' },
      paymentMethod: {
        type: 'scheme',
        number: pan,
        expiryMonth: '03',
        expiryYear: '2030',
        cvc: '737',
        holderName: 'A Buyer',
      },
      shopperInteraction: 'Ecommerce',
      captureDelayHours: 1,
    });
    expect(result).toMatchObject({
      kind: 'response',
      response: { result: 'APPROVED', statusCode: '00', authCode: '061234', gatewayReference: 'PSP1' },
    });
  });

  test.each([
    [true, { directoryResponse: 'C', authenticationResponse: 'Y' }],
    [false, { directoryResponse: 'Y' }],
  ])('has the proof of its authentication, challenged: %s', async (challenged, responses) => {
    respond = () => json({ resultCode: 'Authorised' });
    const proof = { eci: '05', avv: 'AAECAw==', version: '2.2.0', dsTransactionId: 'ds-1' };
    await connect().send({ ...operation, threeDSecure: { ...proof, status: 'Y', challenged } });
    expect(bodyOf(requests[0]).mpiData).toEqual({
      eci: '05',
      cavv: 'AAECAw==',
      threeDSVersion: '2.2.0',
      dsTransID: 'ds-1',
      ...responses,
    });
  });

  test('by Apple Pay has the encrypted part of its token in base64, by Google Pay the token as it is', async () => {
    respond = () =>
      json({
        resultCode: 'Authorised',
        paymentMethod: { type: 'applepay', brand: 'visa' },
        additionalData: { cardSummary: '1111', expiryDate: '3/2030', paymentMethodVariant: 'visa_applepay' },
      });
    const token = simulatedAppleToken('visa');
    const result = await connect().send({ ...operation, source: { wallet: { kind: 'APPLE-PAY', token } } });
    const { type, applePayToken } = bodyOf(requests[0]).paymentMethod as Record<string, string>;
    expect(type).toBe('applepay');
    expect(JSON.parse(Buffer.from(applePayToken ?? '', 'base64').toString())).toEqual(
      JSON.parse(token).paymentData,
    );
    expect(bodyOf(requests[0])).toMatchObject({ shopperInteraction: 'Ecommerce' });
    expect(result).toMatchObject({
      response: { result: 'APPROVED', card: { scheme: 'VISA', lastFour: '1111', expiry: '0330' } },
    });
    const google = simulatedGoogleToken('visa');
    await connect().send({ ...operation, source: { wallet: { kind: 'GOOGLE-PAY', token: google } } });
    expect(bodyOf(requests[1]).paymentMethod).toEqual({ type: 'googlepay', googlePayToken: google });
    expect(logged).toBe('');
  });

  test('by telephone is Moto, of a stored card ContAuth with its shopper and token', async () => {
    respond = () => json({ resultCode: 'Authorised' });
    await connect().send({ ...operation, channel: 'MOTO' });
    await connect().send({
      ...operation,
      channel: 'STORED',
      initiator: 'MERCHANT',
      source: { credential: 'shopper-8|TOKEN1' },
      agreement: { type: 'RECURRING', first: false },
    });
    expect(bodyOf(requests[0]).shopperInteraction).toBe('Moto');
    expect(bodyOf(requests[1])).toMatchObject({
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'Subscription',
      shopperReference: 'shopper-8',
      paymentMethod: { storedPaymentMethodId: 'TOKEN1' },
    });
  });

  test.each([
    ['CLP', 2500, 250_000],
    ['ISK', 2500, 250_000],
    ['CVE', 250_000, 2500],
    ['JPY', 2500, 2500],
    ['KWD', 25_000, 25_000],
  ])('in %s has the digits that Adyen has', async (currency, amountMinor, value) => {
    respond = () => json({ resultCode: 'Authorised' });
    await connect().send({ ...operation, currency, amountMinor });
    expect(bodyOf(requests[0]).amount).toEqual({ value, currency });
  });

  test.each([
    [{ refusalReasonCode: '12' }, { statusCode: '51' }],
    [{ refusalReasonCode: '6' }, { statusCode: '54' }],
    [{ refusalReasonCode: '38' }, { statusCode: '1A' }],
    [{ refusalReasonCode: '38', paymentMethod: { brand: 'mc' } }, { statusCode: '65' }],
    [{ refusalReasonCode: '29', paymentMethod: { brand: 'mc' } }, { statusCode: '61' }],
    [{ refusalReasonCode: '999' }, { statusCode: 'A999' }],
    [
      { refusalReasonCode: '2', additionalData: { refusalReasonRaw: '05 : Do not honor' } },
      { statusCode: '05' },
    ],
    [
      { refusalReasonCode: '2', additionalData: { merchantAdviceCode: '03 : Do not try again' } },
      { adviceCode: '03' },
    ],
  ])('that is refused has the code of its reason: %j', async (more, expected) => {
    respond = () => json({ resultCode: 'Refused', ...more });
    expect(await connect().send(operation)).toMatchObject({ response: { result: 'DECLINED', ...expected } });
  });

  test('has the results of its checks and the reference of the scheme', async () => {
    respond = () =>
      json({
        resultCode: 'Authorised',
        additionalData: {
          cvcResult: '1 Matches',
          avsResult: '6 Postal code matches',
          networkTxReference: 'MCC1',
          eci: '05',
        },
      });
    expect(await connect().send(operation)).toMatchObject({
      response: {
        cv2Check: 'MATCHED',
        addressCheck: 'NOT_MATCHED',
        postcodeCheck: 'FULL_MATCH',
        networkTransactionId: 'MCC1',
        eci: '05',
      },
    });
  });

  test('that has an error is unreachable, and cancelled as a precaution', async () => {
    respond = () => json({ resultCode: 'Error', refusalReasonCode: '9' });
    expect(await connect().send(operation)).toMatchObject({
      response: { result: 'UNREACHABLE', statusCode: '91' },
    });
    expect(requests.map(({ url }) => url.slice(35))).toEqual(['/payments', '/cancels']);
  });

  test('that is approved in part is released and declined', async () => {
    respond = ({ url }) =>
      url.endsWith('/payments')
        ? json({ resultCode: 'PartiallyAuthorised', pspReference: 'PSP9' })
        : json({ status: 'received', pspReference: 'PSP10' }, 201);
    expect(await connect().send(operation)).toMatchObject({
      response: { result: 'DECLINED', statusCode: '51' },
    });
    expect(requests[1]?.url).toContain('/payments/PSP9/cancels');
  });

  test.each<[string, WebResponse, object]>([
    [
      'no connection',
      { kind: 'failed', why: 'connection', isSent: false },
      { kind: 'not-sent', why: 'connection' },
    ],
    ['a broken connection', { kind: 'failed', why: 'connection', isSent: true }, { kind: 'no-response' }],
    ['a time-out', { kind: 'failed', why: 'timeout', isSent: true }, { kind: 'no-response', why: 'timeout' }],
    ['401', json({ errorCode: '000' }, 401), { kind: 'not-sent', why: 'credentials' }],
    ['403', json({ errorCode: '010' }, 403), { kind: 'not-sent', why: 'credentials' }],
    ['429', json({}, 429), { kind: 'not-sent', why: 'busy' }],
    [
      'a transient error',
      { kind: 'response', status: 500, body: '', headers: { 'transient-error': 'true' } },
      { kind: 'not-sent', why: 'busy' },
    ],
    ['500', json({}, 500), { kind: 'no-response' }],
    ['HTML', { kind: 'response', status: 200, body: '<html>' }, { kind: 'no-response' }],
    ['cut JSON', { kind: 'response', status: 200, body: '{"resultCode":"Auth' }, { kind: 'no-response' }],
    ['an unknown result code', json({ resultCode: 'Maybe' }), { kind: 'no-response' }],
    ['the same key in progress', json({ errorCode: '704' }, 422), { kind: 'no-response' }],
    [
      'a refused request',
      json({ errorCode: '101', message: 'Invalid card number' }, 422),
      { response: { result: 'DECLINED', statusCode: '30' } },
    ],
    ['Received', json({ resultCode: 'Received' }), { kind: 'pending' }],
  ])('with %s is not guessed', async (_name, response, expected) => {
    respond = () => response;
    expect(await connect().send(operation)).toMatchObject(expected);
    expect(logged).not.toContain(pan);
  });
});

describe('a modification', () => {
  const related = { reference: '10000000001', gatewayReference: 'PSP1', kind: 'AUTHORISE' } as const;
  test.each([
    ['CAPTURE', '/payments/PSP1/captures'],
    ['REFUND', '/payments/PSP1/refunds'],
    ['VOID', '/payments/PSP1/cancels'],
  ] as const)('%s waits for its event, and repeats the same request', async (kind, path) => {
    respond = () => json({ status: 'received', pspReference: 'PSP2' }, 201);
    const one = { ...operation, kind, related, source: undefined, reference: '10000000002' };
    expect(await connect().send(one)).toEqual({ kind: 'pending' });
    expect(await connect().invalidate({ ...one, sentAt: sent.sentAt })).toEqual({ kind: 'pending' });
    expect(requests[1]).toEqual(requests[0]);
    expect(requests[0]?.url.endsWith(path)).toBe(true);
  });

  test('is not repeated once Adyen may have forgotten its key', async () => {
    const old = {
      ...sent,
      kind: 'REFUND',
      related,
      sentAt: new Date(now.getTime() - 7 * 86_400_000),
    } as const;
    expect(await connect().invalidate(old)).toEqual({ kind: 'pending' });
    expect(requests).toEqual([]);
  });

  test('that releases a payment is a reversal', async () => {
    respond = () => json({ status: 'received', pspReference: 'PSP2' }, 201);
    await connect().send({ ...operation, kind: 'VOID', related: { ...related, kind: 'SALE' } });
    expect(requests[0]?.url.endsWith('/payments/PSP1/reversals')).toBe(true);
  });
});

describe('an unknown payment', () => {
  const invalidation = (success: boolean): ProcessorEvent => ({
    eventId: 'e1',
    kind: 'invalidation',
    reference: sent.reference,
    success,
  });

  test('is cancelled by our reference; its event decides', async () => {
    respond = () => json({ status: 'received', pspReference: 'PSP3', paymentReference: sent.reference }, 201);
    expect(await connect().lookup(sent)).toEqual({ kind: 'unknown' });
    expect(await connect().invalidate(sent)).toEqual({ kind: 'requested' });
    expect(bodyOf(requests[0])).toMatchObject({
      paymentReference: sent.reference,
      merchantAccount: 'HarbourECOM',
    });
    stored = [invalidation(true)];
    expect(await connect().lookup(sent)).toMatchObject({ response: { result: 'FORBIDDEN' } });
  });

  test('that the cancellation did not find is failed only after a quarter of an hour, and watched', async () => {
    stored = [invalidation(false)];
    expect(await connect().invalidate(sent)).toEqual({ kind: 'requested' });
    const old = { ...sent, sentAt: new Date(now.getTime() - 16 * 60_000) };
    expect(await connect().invalidate(old)).toEqual({ kind: 'forbidden', watched: true });
    expect(requests).toEqual([]);
  });
});

describe('events', () => {
  const item = (more: object = {}) => ({
    eventCode: 'AUTHORISATION',
    success: 'true',
    pspReference: 'PSP1',
    merchantAccountCode: 'HarbourECOM',
    merchantReference: '10000000001',
    amount: { value: 2500, currency: 'GBP' },
    eventDate: '2026-11-28T10:00:00+01:00',
    ...more,
  });
  type Item = ReturnType<typeof item> & { originalReference?: string };
  const sign = (one: Item) => {
    const text = [
      one.pspReference,
      one.originalReference ?? '',
      one.merchantAccountCode,
      one.merchantReference,
      one.amount.value,
      one.amount.currency,
      one.eventCode,
      one.success,
    ].join(':');
    return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(text).digest('base64');
  };
  const authorization = `Basic ${Buffer.from('user:word').toString('base64')}`;
  const read = (
    items: Item[],
    { changed = {}, headers = { authorization } as Record<string, string> } = {},
  ) =>
    connect().readEvents?.({
      headers,
      body: Buffer.from(
        JSON.stringify({
          live: 'false',
          notificationItems: items.map((one) => ({
            NotificationRequestItem: { ...one, additionalData: { hmacSignature: sign(one) }, ...changed },
          })),
        }),
      ),
    });

  test('with a signature are read', () => {
    expect(read([item()])).toMatchObject([
      {
        kind: 'result',
        eventId: 'AUTHORISATION:PSP1:true',
        reference: '10000000001',
        amountMinor: 2500,
        currency: 'GBP',
        response: { result: 'APPROVED', gatewayReference: 'PSP1' },
      },
    ]);
    expect(read([item({ eventCode: 'TECHNICAL_CANCEL', success: 'false' })])).toMatchObject([
      { kind: 'invalidation', success: false },
    ]);
    expect(read([item({ eventCode: 'REFUND_FAILED', reason: 'Closed' })])).toMatchObject([
      { kind: 'correction', reason: 'Closed' },
    ]);
    expect(read([item({ eventCode: 'NEW_KIND' })])).toMatchObject([{ kind: 'other', name: 'NEW_KIND' }]);
  });

  test.each([
    ['amount', { amount: { value: 1, currency: 'GBP' } }],
    ['result', { success: 'false' }],
    ['reference', { merchantReference: '10000000009' }],
    ['account', { merchantAccountCode: 'Other' }],
    ['signature', { additionalData: { hmacSignature: 'AAAA' } }],
  ])('with a changed %s are rejected', (_name, changed) => {
    expect(read([item()], { changed })).toBe('rejected');
  });

  test('without the password, or with one forged item among others, are rejected', () => {
    expect(read([item()], { headers: {} })).toBe('rejected');
    expect(
      connect().readEvents?.({ headers: { authorization }, body: Buffer.from('{"notificationItems":[{}]}') }),
    ).toBe('rejected');
    expect(connect().readEvents?.({ headers: { authorization }, body: Buffer.from('<xml/>') })).toBe(
      'rejected',
    );
  });

  test('with an amount beyond what a number holds are kept and not settled', () => {
    expect(read([item({ amount: { value: 2 ** 60, currency: 'GBP' } })])).toMatchObject([{ kind: 'other' }]);
    expect(read([item({ amount: { value: 25, currency: 'ISK' } })])).toMatchObject([{ kind: 'other' }]);
  });
});

describe('the connection test', () => {
  test.each([
    [json({ brands: [] }), ['passed', 'passed', 'passed', 'not-testable']],
    [json({}, 401), ['passed', 'failed', 'not-testable']],
    [
      json({ errorCode: '901', message: 'Invalid Merchant Account' }, 422),
      ['passed', 'failed', 'not-testable'],
    ],
    [{ kind: 'failed', why: 'connection', isSent: false } as WebResponse, ['failed', 'not-testable']],
  ])('moves no money and names what passed', async (response, results) => {
    respond = () => response;
    const checks = await connect().check(account);
    expect(checks.map(({ result }) => result)).toEqual(results);
    expect(requests.map(({ url }) => url.slice(35))).toEqual(['/cardDetails']);
  });
});

test('the live address has the company’s prefix', async () => {
  respond = () => json({ resultCode: 'Authorised' });
  const connection = adyenAdapter().connect({
    mode: 'LIVE',
    settings: { livePrefix: '1797a841fbb37ca7-Harbour' },
    secrets: {},
    eventUrl: 'https://pay.example/e',
    http: { send: async (request) => (requests.push(request), respond(request)), open: noFiles },
    clock: { now: () => now },
    log: { warn: () => {} },
    events: { find: async () => [] },
    timeoutMs: 1000,
  });
  await connection.send(operation);
  expect(requests[0]?.url).toBe(
    'https://1797a841fbb37ca7-Harbour-checkout-live.adyenpayments.com/checkout/v72/payments',
  );
});
