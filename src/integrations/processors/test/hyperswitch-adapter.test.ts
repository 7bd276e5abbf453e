import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WebRequest, WebResponse } from '../../web/web-client.ts';
import type { ProcessorOperation, SentOperation } from '../adapter.ts';
import { hyperswitchAdapter } from '../hyperswitch/hyperswitch-adapter.ts';
import { failureCode, hyperswitchCurrencies } from '../hyperswitch/hyperswitch-codes.ts';
import { paymentIdOf, refundIdOf } from '../hyperswitch/hyperswitch-ids.ts';

const now = new Date('2026-11-28T10:00:00Z');
const pan = '4111111111111111';
const hashKey = 'hash-key-of-the-profile';
const reference = '10000000001';
const id = paymentIdOf(reference);

let requests: WebRequest[] = [];
let answers: WebResponse[] = [];
let logged = '';

const connect = (settings: Record<string, string> = {}, mode: 'TEST' | 'LIVE' = 'TEST') =>
  hyperswitchAdapter.connect({
    mode,
    settings: { merchantId: 'merchant_1', ...settings },
    secrets: { apiKey: 'snd_secret', hashKey },
    eventUrl: 'https://pay.example/processor/k/events',
    http: {
      send: async (request) => {
        requests.push(request);
        return answers.shift() ?? { kind: 'failed', why: 'timeout', isSent: true };
      },
      open: async () => ({ kind: 'failed', why: 'connection', isSent: false }),
    },
    clock: { now: () => now },
    log: { warn: (facts, message) => (logged += JSON.stringify([facts, message])) },
    events: { find: async () => [] },
    timeoutMs: 5000,
  });

beforeEach(() => {
  requests = [];
  answers = [];
  logged = '';
});

const json = (body: object, status = 200): WebResponse => ({
  kind: 'response',
  status,
  body: JSON.stringify(body),
});
const error = (code: string, status = 400) =>
  json({ error_type: 'invalid_request', message: 'No', code }, status);
const paid = (more: object = {}) =>
  json({
    payment_id: id,
    merchant_id: 'merchant_1',
    status: 'succeeded',
    amount: 2500,
    currency: 'GBP',
    amount_received: 2500,
    ...more,
  });

const operation: ProcessorOperation = {
  reference,
  kind: 'SALE',
  amountMinor: 2500,
  currency: 'GBP',
  source: { card: { pan, expiry: '0330', cv2: '737', holderName: 'A Buyer' } },
  initiator: 'CUSTOMER',
  channel: 'ECOM',
  account: { profileId: 'pro_1' },
};
const sent: SentOperation = { ...operation, sentAt: new Date(now.getTime() - 60_000) };
const followUp = (kind: 'CAPTURE' | 'VOID' | 'REFUND', more: object = {}): SentOperation => ({
  ...sent,
  reference: '10000000002',
  kind,
  related: { reference, gatewayReference: id, kind: 'AUTHORISE' },
  ...more,
});
const asOperation = (one: SentOperation): ProcessorOperation => ({
  ...one,
  initiator: 'MERCHANT',
  channel: 'STORED',
});
const bodyOf = (request: WebRequest | undefined) =>
  JSON.parse(request?.body ?? '{}') as Record<string, unknown>;
const paths = () =>
  requests.map(({ method, url }) => `${method} ${new URL(url).pathname.replaceAll(id, 'ID')}`);

describe('ids', () => {
  test('have 30 characters, and are always the same for a reference', () => {
    const references = ['1', '10000000001', '10000000001-P1', '10000000001-L1', 'kit-1-1', 'x'.repeat(40)];
    for (const one of references) {
      expect(paymentIdOf(one)).toMatch(/^pay_[\da-z]{26}$/);
      expect(refundIdOf(one)).toMatch(/^ref_[\da-z]{26}$/);
      expect(paymentIdOf(one)).toBe(paymentIdOf(one));
    }
    // Fixed: a new version of the product must find the payments of an older one.
    expect(paymentIdOf('10000000001')).toBe('pay_h40zkwalpyakmqo95x2wbds6py');
  });

  test('of a hundred thousand transactions differ', () => {
    const ids = new Set(Array.from({ length: 100_000 }, (_one, index) => paymentIdOf(String(index))));
    expect(ids.size).toBe(100_000);
  });
});

describe('a payment', () => {
  test('is created and confirmed at once, under an id that is made from ours', async () => {
    answers = [
      paid({
        connector: 'adyen',
        network_transaction_id: 'NTI1',
        payment_method_data: {
          card: {
            auth_code: '061234',
            payment_checks: {
              cvc_check: 'fail',
              address_line1_check: 'pass',
              address_postal_code_check: 'x',
            },
          },
        },
      }),
    ];
    const result = await connect().send(operation);
    const [request] = requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://sandbox.hyperswitch.io/payments',
      headers: { 'api-key': 'snd_secret' },
      timeoutMs: 5000,
    });
    expect(bodyOf(request)).toMatchObject({
      payment_id: id,
      amount: 2500,
      currency: 'GBP',
      confirm: true,
      capture_method: 'automatic',
      profile_id: 'pro_1',
      payment_channel: 'ecommerce',
      metadata: { reference },
      payment_method_data: {
        card: { card_number: pan, card_exp_month: '03', card_exp_year: '30', card_cvc: '737' },
      },
    });
    expect(result).toEqual({
      kind: 'response',
      response: {
        result: 'APPROVED',
        statusCode: '00',
        message: 'AUTH CODE:061234',
        authCode: '061234',
        acquirerName: 'adyen',
        gatewayReference: id,
        networkTransactionId: 'NTI1',
        addressCheck: 'FULL_MATCH',
        postcodeCheck: 'NOT_CHECKED',
        cv2Check: 'NOT_MATCHED',
      },
    });
  });

  test.each([
    ['TEST', {}, 'https://sandbox.hyperswitch.io/payments'],
    ['LIVE', {}, 'https://api.hyperswitch.io/payments'],
    ['LIVE', { url: 'https://router.example/api/' }, 'https://router.example/api/payments'],
  ] as const)('of %s with %j goes to %s', async (mode, settings, url) => {
    await connect(settings, mode).send(operation);
    expect(requests[0]?.url).toBe(url);
  });

  test('that needs no card afterwards keeps none', async () => {
    await connect().send(operation);
    expect(bodyOf(requests[0])).not.toHaveProperty('setup_future_usage');
  });

  test('keeps its card for its customer', async () => {
    answers = [paid({ customer_id: 'cus_1', payment_method_id: 'pm_1' })];
    const payer = {
      reference: 'Kunde Ä/1',
      email: 'a@example.com',
      ip: '192.0.2.1',
      telephone: '+44 20 7946 0000',
    };
    const result = await connect().send({ ...operation, keepsCard: true, payer });
    const body = bodyOf(requests[0]);
    expect(body).toMatchObject({
      setup_future_usage: 'off_session',
      customer: { id: expect.stringMatching(/^cus_[\da-z]{26}$/) as string, email: 'a@example.com' },
      customer_acceptance: { acceptance_type: 'offline', accepted_at: now.toISOString() },
      billing: { phone: { number: '+44 20 7946 0000' } },
      browser_info: { ip_address: '192.0.2.1' },
    });
    expect(result).toMatchObject({ response: { credential: 'cus_1|pm_1' } });
  });

  test('with a stored card names the category of its agreement', async () => {
    answers = [paid()];
    await connect().send({
      ...operation,
      source: { credential: 'cus_1|pm_1' },
      initiator: 'MERCHANT',
      channel: 'STORED',
      agreement: { type: 'INSTALMENT', first: false },
    });
    expect(bodyOf(requests[0])).toMatchObject({
      customer_id: 'cus_1',
      off_session: true,
      mit_category: 'installment',
      recurring_details: { type: 'payment_method_id', data: 'pm_1' },
    });
  });

  test('of an agreement that began elsewhere has its network transaction id', async () => {
    answers = [paid()];
    await connect().send({
      ...operation,
      initiator: 'MERCHANT',
      channel: 'STORED',
      agreement: { type: 'RECURRING', first: false, networkTransactionId: 'NTI1' },
    });
    expect(bodyOf(requests[0])).toMatchObject({
      mit_category: 'recurring',
      recurring_details: {
        type: 'network_transaction_id_and_card_details',
        data: { card_number: pan, network_transaction_id: 'NTI1' },
      },
    });
  });

  test('brings its proof, which must be whole', async () => {
    const threeDSecure = {
      eci: '05',
      avv: 'AVV=',
      version: '2.2.0',
      dsTransactionId: 'DS1',
      status: 'Y',
    } as const;
    await connect().send({ ...operation, threeDSecure });
    await connect().send({ ...operation, threeDSecure: { ...threeDSecure, avv: undefined } });
    expect(bodyOf(requests[0])).toMatchObject({
      authentication_type: 'three_ds',
      three_ds_data: {
        authentication_cryptogram: { cavv: { authentication_cryptogram: 'AVV=' } },
        ds_trans_id: 'DS1',
        version: '2.2.0',
        eci: '05',
        transaction_status: 'Y',
      },
    });
    expect(bodyOf(requests[1])).not.toHaveProperty('three_ds_data');
    expect(bodyOf(requests[1])).toMatchObject({ authentication_type: 'no_three_ds' });
  });

  test('by telephone names its channel', async () => {
    await connect().send({ ...operation, channel: 'MOTO' });
    expect(bodyOf(requests[0])).toMatchObject({ payment_channel: 'telephone_order' });
  });

  test('of nothing is a verification', async () => {
    await connect().send({ ...operation, kind: 'VERIFY', amountMinor: 0 });
    expect(bodyOf(requests[0])).toMatchObject({
      amount: 0,
      payment_type: 'setup_mandate',
      setup_future_usage: 'off_session',
    });
  });
});

describe('a status', () => {
  test.each([
    ['succeeded', 'SALE', { response: { result: 'APPROVED' } }],
    ['requires_capture', 'AUTHORISE', { response: { result: 'APPROVED' } }],
    ['partially_captured', 'AUTHORISE', { response: { result: 'APPROVED' } }],
    ['requires_capture', 'SALE', { kind: 'pending' }],
    ['processing', 'SALE', { kind: 'pending' }],
    ['requires_merchant_action', 'SALE', { kind: 'pending' }],
    ['conflicted', 'SALE', { kind: 'pending' }],
    ['a status of next year', 'SALE', { kind: 'pending' }],
    ['cancelled', 'SALE', { response: { result: 'FORBIDDEN' } }],
    ['expired', 'SALE', { response: { result: 'FORBIDDEN' } }],
    ['failed', 'SALE', { response: { result: 'DECLINED', statusCode: '05' } }],
    ['requires_confirmation', 'SALE', { kind: 'unknown' }],
    ['requires_payment_method', 'SALE', { kind: 'unknown' }],
  ] as const)('%s of a %s is read', async (status, kind, expected) => {
    answers = [paid({ status })];
    expect(await connect().lookup({ ...sent, kind })).toMatchObject(expected);
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: `https://sandbox.hyperswitch.io/payments/${id}?force_sync=true`,
    });
  });

  test('of another amount or currency is no result', async () => {
    answers = [paid({ amount: 2501 }), paid({ currency: 'EUR' })];
    expect(await connect().lookup(sent)).toEqual({ kind: 'no-response', why: 'connection' });
    expect(await connect().lookup(sent)).toEqual({ kind: 'no-response', why: 'connection' });
    expect(logged).toContain('another amount');
  });

  test('of a partial approval is released and declined', async () => {
    const partial = paid({ status: 'partially_authorized_and_requires_capture' });
    const cancelled = { kind: 'response', status: 200, body: '' } as const;
    answers = [partial, cancelled, paid({ status: 'cancelled' })];
    expect(await connect().send(operation)).toMatchObject({
      response: { result: 'DECLINED', statusCode: '51' },
    });
    expect(paths()).toEqual(['POST /payments', 'POST /payments/ID/cancel', 'GET /payments/ID']);
  });

  test('of a partial approval stays open until it is released', async () => {
    const partial = () => paid({ status: 'partially_authorized_and_requires_capture' });
    answers = [partial(), { kind: 'response', status: 200, body: '<html>' }, partial()];
    expect(await connect().send(operation)).toEqual({ kind: 'no-response', why: 'connection' });
  });
});

describe('3-D Secure', () => {
  const challenge = paid({
    status: 'requires_customer_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: 'https://issuer.example/acs' },
  });
  const authenticate = { returnUrl: 'https://pay.example/back', demand: 'CHALLENGE' } as const;

  test('leads to the issuer on our own page', async () => {
    answers = [challenge];
    expect(await connect().send({ ...operation, authenticate })).toEqual({
      kind: 'challenge',
      url: 'https://issuer.example/acs',
    });
    expect(bodyOf(requests[0])).toMatchObject({
      authentication_type: 'three_ds',
      force_3ds_challenge: true,
      return_url: 'https://pay.example/back',
    });
  });

  test('without a page is a decline, and the payment is cancelled', async () => {
    answers = [challenge, { kind: 'response', status: 200, body: '' }, paid({ status: 'cancelled' })];
    expect(await connect().send(operation)).toMatchObject({
      response: { result: 'DECLINED', statusCode: '1A' },
    });
    expect(paths()).toEqual(['POST /payments', 'POST /payments/ID/cancel', 'GET /payments/ID']);
  });

  test('is over after 25 minutes, so that it is cancelled', async () => {
    answers = [challenge, challenge];
    expect((await connect().lookup(sent)).kind).toBe('challenge');
    const old = { ...sent, sentAt: new Date(now.getTime() - 25 * 60_000) };
    expect((await connect().lookup(old)).kind).toBe('unknown');
  });

  test('has its result', async () => {
    const external_authentication_details = {
      status: 'success',
      authentication_flow: 'challenge',
      electronic_commerce_indicator: '05',
      version: '2.2.0',
      ds_transaction_id: 'DS1',
    };
    answers = [paid({ external_authentication_details })];
    expect(await connect().lookup(sent)).toMatchObject({
      response: {
        eci: '05',
        authentication: {
          status: 'AUTHENTICATED',
          version: '2.2.0',
          frictionless: false,
          dsTransactionId: 'DS1',
        },
      },
    });
  });
});

describe('a decline', () => {
  test.each([
    [{ issuerCode: '51', standardisedCode: 'do_not_honor' }, '51', false],
    [{ issuerCode: 'not a code', standardisedCode: 'invalid_cvv' }, 'N7', false],
    [{ standardisedCode: 'issuer_unavailable' }, '91', true],
    [
      { standardisedCode: 'generic_unknown_error', connector: 'stripe', errorCode: 'expired_card' },
      '54',
      false,
    ],
    [{ connector: 'stripe', errorCode: 'processing_error' }, '96', true],
    [{ connector: 'adyen', errorCode: '20' }, '59', false],
    [{ connector: 'worldpay', errorCode: '20' }, '05', false],
    [{}, '05', false],
  ])('with %j is %s', (failure, statusCode, isUnavailable) => {
    expect(failureCode(failure)).toEqual({ statusCode, isUnavailable });
  });

  test('has the advice of the scheme', async () => {
    const error_details = { issuer_details: { code: '05', network_details: { advice_code: '03' } } };
    answers = [paid({ status: 'failed', error_message: 'Do not honour', error_details })];
    expect(await connect().send(operation)).toMatchObject({
      response: { result: 'DECLINED', statusCode: '05', message: 'Do not honour', adviceCode: '03' },
    });
  });
});

describe('an answer', () => {
  test.each([
    ['401', error('IR_01', 401), { kind: 'not-sent', why: 'credentials' }],
    ['403', error('IR_22', 403), { kind: 'not-sent', why: 'credentials' }],
    ['429', json({}, 429), { kind: 'not-sent', why: 'busy' }],
    ['422 of a locked payment', error('HE_00', 422), { kind: 'no-response', why: 'connection' }],
    ['500', error('HE_00', 500), { kind: 'no-response', why: 'connection' }],
    ['501', error('IR_00', 501), { kind: 'no-response', why: 'connection' }],
    ['HTML', { kind: 'response', status: 200, body: '<html>' }, { kind: 'no-response', why: 'connection' }],
    [
      'no connection',
      { kind: 'failed', why: 'connection', isSent: false },
      { kind: 'not-sent', why: 'connection' },
    ],
    ['silence', { kind: 'failed', why: 'timeout', isSent: true }, { kind: 'no-response', why: 'timeout' }],
    ['a private address', { kind: 'refused', why: 'address' }, { kind: 'not-sent', why: 'address' }],
  ] as const)('%s is no result', async (_what, answer, expected) => {
    answers = [answer];
    expect(await connect().send(operation)).toEqual(expected);
  });

  test('that refuses the request is a decline, once the payment is not there', async () => {
    answers = [error('IR_39'), error('HE_02', 404)];
    expect(await connect().send(operation)).toMatchObject({
      response: { result: 'DECLINED', statusCode: '30', message: 'IR_39 No' },
    });
  });

  test('that refuses the request, and a look-up without an answer, leave the result open', async () => {
    answers = [error('IR_39'), json({}, 503)];
    expect((await connect().send(operation)).kind).toBe('no-response');
  });

  test('that names a duplicate is the result of what came first', async () => {
    answers = [error('HE_01'), paid()];
    expect(await connect().send(operation)).toMatchObject({ response: { result: 'APPROVED' } });
  });

  test('in the form of the router’s code is read', async () => {
    const wrapped = { error: { type: 'duplicate_request', message: 'No', code: 'HE_01' } };
    answers = [json(wrapped, 400), paid({ status: 'cancelled' })];
    expect(await connect().send(operation)).toMatchObject({ response: { result: 'FORBIDDEN' } });
  });
});

describe('an unknown payment', () => {
  test.each([
    ['a proxy', { kind: 'response', status: 404, body: '<html>Not found</html>' } as const],
    ['another address', error('IR_02', 404)],
    ['another object', error('HE_04', 404)],
  ])('is not missing because of a 404 of %s', async (_what, answer) => {
    answers = [answer];
    expect(await connect().lookup(sent)).toEqual({ kind: 'no-response', why: 'connection' });
  });

  test('is forbidden by taking its id and cancelling it', async () => {
    answers = [
      paid({ status: 'requires_payment_method' }),
      { kind: 'response', status: 200, body: '' },
      paid({ status: 'cancelled' }),
    ];
    expect(await connect().invalidate(sent)).toEqual({ kind: 'forbidden' });
    expect(paths()).toEqual(['POST /payments', 'POST /payments/ID/cancel', 'GET /payments/ID']);
    const body = bodyOf(requests[0]);
    expect(body).toMatchObject({ payment_id: id, confirm: false, amount: 2500, profile_id: 'pro_1' });
    expect(JSON.stringify(requests)).not.toContain(pan);
  });

  test('that has arrived meanwhile counts', async () => {
    answers = [error('HE_01'), paid()];
    expect(await connect().invalidate(sent)).toMatchObject({ response: { result: 'APPROVED' } });
  });

  test('that was not confirmed is cancelled', async () => {
    answers = [
      error('HE_01'),
      paid({ status: 'requires_confirmation' }),
      { kind: 'response', status: 200, body: '' },
      paid({ status: 'cancelled' }),
    ];
    expect(await connect().invalidate(sent)).toEqual({ kind: 'forbidden' });
  });

  test.each([
    ['its id', [json({}, 503)]],
    ['its id, refused', [error('IR_06')]],
    ['its cancellation', [paid({ status: 'requires_payment_method' }), json({}, 503)]],
    [
      'the look-up after its cancellation',
      [paid({ status: 'requires_payment_method' }), error('IR_16'), json({}, 503)],
    ],
    [
      'its cancellation, without effect',
      [
        paid({ status: 'requires_payment_method' }),
        error('IR_16'),
        paid({ status: 'requires_confirmation' }),
      ],
    ],
  ])('stays unknown without an answer to %s', async (_what, given) => {
    answers = given;
    expect((await connect().invalidate(sent)).kind).toBe('no-response');
  });
});

describe('the API key of another merchant account', () => {
  const theirs = (status: string) => paid({ merchant_id: 'merchant_2', status });

  test('makes no payment forbidden: there every id is free', async () => {
    answers = [theirs('requires_payment_method')];
    expect(await connect().invalidate(sent)).toEqual({ kind: 'no-response', why: 'connection' });
    expect(paths()).toEqual(['POST /payments']);
    expect(logged).toContain('another merchant account');
  });

  test('finds no result', async () => {
    answers = [theirs('succeeded'), theirs('succeeded')];
    expect((await connect().lookup(sent)).kind).toBe('no-response');
    expect((await connect().lookup(followUp('CAPTURE'))).kind).toBe('no-response');
  });

  test('refuses no refund: there the payment is missing', async () => {
    answers = [error('HE_02', 404), error('HE_02', 404)];
    const old = followUp('REFUND', { sentAt: new Date(now.getTime() - 3_600_000) });
    expect(await connect().invalidate(old)).toEqual({ kind: 'no-response', why: 'connection' });
  });
});

describe('a follow-up', () => {
  test('captures the amount', async () => {
    answers = [paid()];
    expect(await connect().send(asOperation(followUp('CAPTURE')))).toMatchObject({
      response: { result: 'APPROVED', gatewayReference: id },
    });
    expect(paths()).toEqual(['POST /payments/ID/capture']);
    expect(bodyOf(requests[0])).toEqual({ amount_to_capture: 2500 });
  });

  test('does not take a capture of another amount for its own', async () => {
    answers = [error('IR_14'), paid({ amount_received: 1000, status: 'partially_captured' })];
    expect(await connect().send(asOperation(followUp('CAPTURE')))).toMatchObject({
      response: { result: 'DECLINED' },
    });
  });

  test('of a capture that was made before is its result', async () => {
    answers = [error('IR_14'), paid()];
    expect(await connect().send(asOperation(followUp('CAPTURE')))).toMatchObject({
      response: { result: 'APPROVED' },
    });
  });

  test('releases an authorisation', async () => {
    answers = [{ kind: 'response', status: 200, body: '' }, paid({ status: 'cancelled' })];
    expect(await connect().send(asOperation(followUp('VOID')))).toMatchObject({
      response: { result: 'APPROVED' },
    });
    expect(paths()).toEqual(['POST /payments/ID/cancel', 'GET /payments/ID']);
  });

  test('releases a captured payment by a refund', async () => {
    const refund_id = refundIdOf('10000000002');
    answers = [json({ refund_id, amount: 2500, currency: 'GBP', status: 'succeeded' })];
    const related = { reference, gatewayReference: id, kind: 'SALE' };
    expect(await connect().send(asOperation(followUp('VOID', { related })))).toMatchObject({
      response: { result: 'APPROVED', gatewayReference: refund_id },
    });
    expect(bodyOf(requests[0])).toMatchObject({
      payment_id: id,
      refund_id,
      amount: 2500,
      refund_type: 'instant',
      metadata: { reference: '10000000002' },
    });
  });

  test.each([
    ['succeeded', { response: { result: 'APPROVED' } }],
    ['pending', { kind: 'pending' }],
    ['review', { kind: 'pending' }],
    ['failed', { response: { result: 'DECLINED', statusCode: '57' } }],
  ])('refunds, with the status %s', async (status, expected) => {
    answers = [json({ refund_id: 'ref_1', amount: 2500, currency: 'GBP', status })];
    expect(await connect().send(asOperation(followUp('REFUND')))).toMatchObject(expected);
  });

  test('refused for the amount is looked up: its id may be taken', async () => {
    answers = [
      error('IR_13'),
      json({ refund_id: 'ref_1', amount: 2500, currency: 'GBP', status: 'succeeded' }),
    ];
    expect(await connect().send(asOperation(followUp('REFUND')))).toMatchObject({
      response: { result: 'APPROVED' },
    });
  });

  test('refused when it is repeated stays open until its original cannot arrive any more', async () => {
    const refusal = () => [error('IR_13'), error('HE_02', 404)];
    answers = refusal();
    expect(await connect().invalidate(followUp('REFUND'))).toEqual({ kind: 'pending' });
    answers = refusal();
    const old = followUp('REFUND', { sentAt: new Date(now.getTime() - 16 * 60_000) });
    expect(await connect().invalidate(old)).toMatchObject({
      response: { result: 'DECLINED', statusCode: '30' },
    });
  });
});

describe('events', () => {
  const refundOf = (more: object = {}) => ({
    refund_id: refundIdOf('10000000002'),
    amount: 1000,
    currency: 'JPY',
    status: 'succeeded',
    metadata: { reference: '10000000002' },
    ...more,
  });
  const read = (event: object | string, key = hashKey) => {
    const body = Buffer.from(typeof event === 'string' ? event : JSON.stringify(event));
    const signature = createHmac('sha512', key).update(body).digest('hex');
    return connect().readEvents?.({ headers: { 'x-webhook-signature-512': signature }, body });
  };
  const webhook = (type: string, object: object, event_type = 'x') => ({
    merchant_id: 'merchant_1',
    event_id: 'evt_1',
    event_type,
    timestamp: '2026-11-28T10:00:00.000Z',
    content: { type, object },
  });

  test('of a refund is its result', () => {
    expect(read(webhook('refund_details', refundOf()))).toMatchObject([
      {
        kind: 'result',
        eventId: 'evt_1',
        reference: '10000000002',
        amountMinor: 1000,
        currency: 'JPY',
        response: { result: 'APPROVED' },
      },
    ]);
  });

  test('of a refund that fails is a correction', () => {
    expect(
      read(webhook('refund_details', refundOf({ status: 'failed', error_message: 'Closed' }))),
    ).toMatchObject([{ kind: 'correction', reference: '10000000002', reason: 'Closed' }]);
  });

  test.each([
    ['a refund of the control center', 'refund_details', refundOf({ refund_id: 'ref_other' })],
    ['a refund that is not final', 'refund_details', refundOf({ status: 'review' })],
    ['a payment', 'payment_details', { payment_id: id, status: 'succeeded', metadata: { reference } }],
    ['an unknown dispute', 'dispute_details', { dispute_id: 'd' }],
  ])('of %s settles nothing', (_what, type, object) => {
    expect(read(webhook(type, object))).toMatchObject([{ kind: 'other', eventId: 'evt_1' }]);
  });

  test.each([
    ['another key', webhook('refund_details', refundOf()), 'another'],
    ['no JSON', 'no json', hashKey],
    ['no event', {}, hashKey],
    ['another account', { ...webhook('refund_details', refundOf()), merchant_id: 'merchant_2' }, hashKey],
    ['no id', { ...webhook('refund_details', refundOf()), event_id: '' }, hashKey],
  ])('with %s are rejected', (_what, event, key) => {
    expect(read(event, key)).toBe('rejected');
  });

  test('are rejected without a signature, a whole one, or a key', () => {
    const body = Buffer.from(JSON.stringify(webhook('refund_details', refundOf())));
    const half = createHmac('sha512', hashKey).update(body).digest('hex').slice(0, 64);
    const unsigned = createHmac('sha512', '').update(body).digest('hex');
    const readWith = (headers: Record<string, string>) => connect().readEvents?.({ headers, body });
    expect(readWith({})).toBe('rejected');
    expect(readWith({ 'x-webhook-signature-512': half })).toBe('rejected');
    expect(readWith({ 'x-webhook-signature-512': unsigned })).toBe('rejected');
  });
});

describe('the connection test', () => {
  const results = async () =>
    Object.fromEntries((await connect().check()).map(({ name, result }) => [name, result]));

  const page = (merchantId?: string) => ({
    size: merchantId ? 1 : 0,
    data: merchantId ? [{ merchant_id: merchantId }] : [],
  });

  test.each([
    ['no payment yet', json([page()]), 'not-testable'],
    ['a payment of the account', json([page('merchant_1')]), 'passed'],
    ['a payment, in the form of the router’s code', json(page('merchant_1')), 'passed'],
    ['a payment of another account', json([page('merchant_2')]), 'failed'],
    ['no answer', json({}, 500), 'not-testable'],
  ] as const)('recognises a missing payment, and the account by %s', async (_what, answer, account) => {
    answers = [error('HE_02', 404), answer];
    expect(await results()).toEqual({
      connection: 'passed',
      credentials: 'passed',
      account,
      events: 'not-testable',
    });
  });

  test.each([
    ['a wrong key', error('IR_01', 401), 'credentials'],
    ['another service', error('IR_02', 404), 'connection'],
    ['a proxy', { kind: 'response', status: 404, body: '<html>' } as const, 'connection'],
  ])('fails for %s', async (_what, answer, name) => {
    answers = [answer];
    expect(await results()).toMatchObject({ [name]: 'failed' });
  });
});

test('forgets a card, also one that is not there', async () => {
  const html = { kind: 'response', status: 200, body: '<html>' } as const;
  answers = [json({ payment_method_id: 'pm_1', deleted: true }), error('HE_02', 404), html];
  expect(await connect().forget?.('cus_1|pm_1')).toEqual({ kind: 'forgotten' });
  expect(requests[0]).toMatchObject({
    method: 'DELETE',
    url: 'https://sandbox.hyperswitch.io/payment_methods/pm_1',
  });
  expect(await connect().forget?.('cus_1|pm_1')).toEqual({ kind: 'forgotten' });
  expect((await connect().forget?.('cus_1|pm_1'))?.kind).toBe('no-response');
});

test('offers no currency whose digits are not certain', () => {
  const { currencies } = connect().capabilities;
  expect(currencies).toBe(hyperswitchCurrencies);
  expect(hyperswitchCurrencies).toMatchObject({ GBP: 2, JPY: 0, KWD: 3, ISK: 2, MGA: 0 });
  for (const code of ['CLF', 'IQD', 'IRR', 'LYD', 'XAU'])
    expect(hyperswitchCurrencies).not.toHaveProperty(code);
});

test('logs neither a card nor a key', async () => {
  answers = [{ kind: 'response', status: 500, body: `${pan} snd_secret` }];
  await connect().send(operation);
  expect(logged).toContain('cannot be read');
  expect(logged).not.toMatch(/4111111111111111|snd_secret/);
});
