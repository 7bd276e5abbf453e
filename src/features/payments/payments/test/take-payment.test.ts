import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { useProcessor } from '#testing/use-processor.ts';
import {
  base,
  closeMerchant,
  declinedCard,
  enrolledCard,
  goodCard,
  paid,
  payment,
  reason,
} from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

const pay = (...fields: Parameters<typeof payment>) =>
  merchant('POST', `${base}/payment`, payment(...fields));

describe('a payment', () => {
  test('is taken, with a nested response and links', async () => {
    const response = await pay({ merchantRef: 'TXN-0001', description: 'Beans' });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      processing: {
        model: 'MANAGE',
        authResponse: { status: 'AUTHORISED', cv2Check: 'MATCHED', statusCode: '00' },
      },
      paymentMethod: {
        registered: false,
        paymentClass: 'CARD',
        card: { cardType: 'MC_DEBIT', maskedPan: '990000******0010', cardHolderName: 'A Buyer', new: true },
      },
      transaction: {
        merchantRef: 'TXN-0001',
        merchantDescription: 'Beans',
        status: 'SUCCESS',
        stage: 'COMPLETE',
        type: 'PAYMENT',
        amount: 25,
        consumerSpend: 25,
        currency: 'GBP',
      },
      outcome: { status: 'SUCCESS', reasonCode: 'S100' },
    });
    const { transactionId } = response.body.transaction;
    expect(transactionId).toMatch(/^[0-9]{11}$/);
    expect(response.body.link.map((link: { rel: string }) => link.rel)).toEqual([
      'self',
      'transaction',
      'refund',
      'repeat',
    ]);
    expect(response.body.paymentMethod.card).not.toHaveProperty('cardToken');
  });

  test.each(['25.00', 25, '25'])('is the same for the amount %j', async (amount) => {
    expect((await pay({ amount })).body.transaction.amount).toBe(25);
  });

  test('is declined by the card with 400 and D100', async () => {
    const response = await pay({}, { card: declinedCard });
    expect(response.status).toBe(400);
    expect(response.body.outcome).toMatchObject({
      status: 'FAILED',
      reasonCode: 'D100',
      advice: { group: 'ISSUER', side: 'ISSUER', retry: 'LATER' },
    });
    const { notBefore } = response.body.outcome.advice;
    expect(Date.parse(notBefore) - Date.parse(response.body.transaction.transactionTime)).toBe(
      24 * 3_600_000,
    );
    expect(response.body.transaction).toMatchObject({ status: 'FAILED', consumerSpend: 0 });
  });

  test.each([
    ['25.51', 400, 'D100'],
    ['25.91', 400, 'X203'],
  ])('of %s returns %d %s', async (amount, status, code) => {
    const response = await pay({ amount });
    expect([response.status, reason(response)]).toEqual([status, code]);
  });

  test('is declined with an advice code, which decides about the retry', async () => {
    const { outcome, transaction } = (await pay({ amount: '25.82' })).body;
    expect(outcome).toMatchObject({ reasonCode: 'D100', adviceCode: '26', advice: { retry: 'LATER' } });
    const waitMs = Date.parse(outcome.advice.notBefore) - Date.parse(transaction.transactionTime);
    expect(waitMs).toBe(48 * 3_600_000);
    const neverRetry = (await pay({ amount: '25.79' })).body.outcome;
    expect(neverRetry).toMatchObject({ adviceCode: '03', advice: { retry: 'NEVER' } });
  });

  test('counts a decline with an unknown response code', async () => {
    const processor = app.sandbox;
    const { state } = app.services;
    const readDeclineCounts = async () =>
      (await state.unknownDeclines.get()).values.map(({ value }) => value);
    useProcessor(app, {
      ...processor,
      send: async (operation) => {
        const result = await processor.send(operation);
        return 'response' in result
          ? { ...result, response: { ...result.response, statusCode: 'ZZ' } }
          : result;
      },
    });
    const before = await readDeclineCounts();
    await pay({ amount: '25.00' });
    expect(await readDeclineCounts()).toEqual(before);
    await pay({ amount: '25.51' });
    useProcessor(app, processor);
    expect(await readDeclineCounts()).toEqual([1]);
  });

  describe('with an advice code of the processor', () => {
    const visaCard = { ...goodCard, pan: '9902000000000018' };
    test.each([
      ['Mastercard', goodCard, '03', '03'],
      ['Visa', visaCard, '03', null],
      ['Mastercard', goodCard, '3', null],
      ['Mastercard', goodCard, '<b>', null],
    ])(
      'of a %s card (%#) keeps it beside the response code if it is valid',
      async (_, card, sent, storedDetails) => {
        const processor = app.sandbox;
        useProcessor(app, {
          ...processor,
          send: async (operation) => {
            const result = await processor.send(operation);
            return 'response' in result
              ? { ...result, response: { ...result.response, adviceCode: sent } }
              : result;
          },
        });
        const response = await pay({ amount: '25.51' }, { card });
        useProcessor(app, processor);
        const rows = await app.owner`
        select authoriser_code, advice_code from txn where txn_id = ${response.body.transaction.transactionId}`;
        expect(rows).toEqual([{ authoriserCode: '51', adviceCode: storedDetails }]);
      },
    );
  });

  test('with an expired card is refused without a request to the processor', async () => {
    const [before] = await app.owner`select count(*)::int as n from sandbox.operation`;
    expect(reason(await pay({}, { card: { ...goodCard, expiryDate: '0120' } }))).toBe('V144');
    expect(reason(await pay({}, { card: { ...goodCard, expiryDate: '1026' } }))).toBe('V144');
    const [after] = await app.owner`select count(*)::int as n from sandbox.operation`;
    expect(after).toEqual(before);
    expect((await pay({}, { card: { ...goodCard, expiryDate: '1126' } })).status).toBe(201);
  });

  test('is refused by validation without leaving a transaction', async () => {
    const [before] = await app.owner`select count(*)::int as n from txn`;
    const response = await pay({ amount: '1.005' });
    expect([response.status, reason(response)]).toEqual([400, 'V131']);
    expect(reason(await pay({ currency: 'JPY', amount: '100' }))).toBe('A102');
    expect(await app.owner`select count(*)::int as n from txn`).toMatchObject([before]);
  });

  test('shows address checks by the trigger values', async () => {
    const billingAddress = { line1: 'matched', postcode: 'AVS000', countryCode: 'GB' };
    const response = await pay({}, { card: goodCard, billingAddress });
    expect(response.body.processing.authResponse).toMatchObject({
      avsAddressCheck: 'FULL_MATCH',
      avsPostcodeCheck: 'NOT_MATCHED',
    });
    expect(response.body.paymentMethod.billingAddress).toMatchObject({ countryCode: 'GBR' });
  });
});

test.each([
  [5300004, 'harbour-api', 'JPY', '500', 500, 500],
  [5300004, 'harbour-api', 'JPY', '500.0', 500, 500],
  [5300006, 'meridian-api', 'KWD', '1.234', 1234, 1.234],
])(
  'at %d by %s in %s of %s keeps %d minor units',
  async (installation, api, currency, amount, minor, displayed) => {
    const url = `/acceptor/rest/transactions/${installation}/payment`;
    const response = await actAsMerchant(app, api)('POST', url, payment({ currency, amount }));
    expect(response.body.transaction).toMatchObject({ amount: displayed, currency });
    const [row] = await app.owner`
    select requested_minor, requested_amount::float as shown from txn
    where txn_id = ${response.body.transaction.transactionId}`;
    expect(row).toEqual({ requestedMinor: minor, shown: displayed });
  },
);

describe('deferred', () => {
  test.each([true, 1, 'true'])('%j makes an authorisation', async (deferred) => {
    const response = await pay({ deferred });
    expect(response.body.transaction).toMatchObject({ type: 'PREAUTH', status: 'SUCCESS', deferred: true });
    expect(response.body.link.map((link: { rel: string }) => link.rel)).toEqual([
      'self',
      'transaction',
      'capture',
      'cancel',
      'repeat',
    ]);
  });
});

describe('3-D Secure', () => {
  test('is frictionless for an enrolled card below 30.00', async () => {
    const response = await pay({ amount: '29.99', do3DSecure: true }, { card: enrolledCard });
    expect(response.status).toBe(201);
    expect(response.body.threeDSecure).toMatchObject({
      status: 'AUTHENTICATED',
      eci: '02',
      protocolVersion: '2.2.0',
      version: 2,
    });
  });

  test('suspends with U100 from 30.00, and keeps neither number nor CV2', async () => {
    const response = await pay({ amount: '30.00', do3DSecure: 1 }, { card: enrolledCard });
    expect([response.status, reason(response)]).toEqual([201, 'U100']);
    expect(response.body.transaction).toMatchObject({
      status: 'PENDING',
      stage: 'THREE_D_SECURE',
      consumerSpend: 0,
    });
    expect(response.body.threeDSecure.redirectUrl).toContain('/hosted/sandbox-acs?creq=');
    const id = response.body.transaction.transactionId;
    expect(await app.owner`select 1 from processor_intent where txn_id = ${id}`).toHaveLength(0);
    expect(reason(await merchant('POST', `${base}/${id}/refund`, {}))).toBe('V135');
  });

  test('continues for a card that is not enrolled, and skips 3-D Secure for MOTO', async () => {
    const notEnrolled = await pay({ amount: '30.00', do3DSecure: true });
    expect(notEnrolled.body.threeDSecure).toMatchObject({ status: 'NOT_ENROLLED' });
    const moto = await pay(
      { amount: '30.00', do3DSecure: true, commerceType: 'MOTO' },
      { card: enrolledCard },
    );
    expect(moto.status).toBe(201);
    expect(moto.body).not.toHaveProperty('threeDSecure');
  });
});

describe('a registered card', () => {
  const customer = { merchantRef: 'cust-1', registered: true, displayName: 'Ann' };
  test('has a token that pays again, the same for the same customer', async () => {
    const first = await pay({}, { card: goodCard }, { customer });
    const { cardToken, cardFingerprint } = first.body.paymentMethod.card;
    expect(cardToken).toMatch(/^MT_[\w-]{22}$/);
    expect(cardFingerprint).toMatch(/^[\w+/]{27}=$/);
    app.clock.advance(1000);
    const second = await pay({ amount: 3 }, { cardToken: { token: cardToken, cv2: '123' } }, { customer });
    expect(second.body.transaction).toMatchObject({ status: 'SUCCESS', amount: 3 });
    const thirdPayment = await pay({ amount: 4 }, { card: goodCard }, { customer });
    expect(thirdPayment.body.paymentMethod.card).toMatchObject({ cardToken, new: false });
    const otherPayment = await pay(
      { amount: 4 },
      { card: goodCard },
      { customer: { ...customer, merchantRef: 'cust-2' } },
    );
    expect(otherPayment.body.paymentMethod.card.cardToken).not.toBe(cardToken);
    expect(otherPayment.body.paymentMethod.card.cardFingerprint).toBe(cardFingerprint);
  });

  test('is refused when unknown, or another customer’s', async () => {
    expect(reason(await pay({}, { cardToken: { token: 'MT_nothing' } }))).toBe('A109');
    const first = await pay({}, { card: goodCard }, { customer });
    const { cardToken: token } = first.body.paymentMethod.card;
    const newCustomer = { merchantRef: 'stranger' };
    expect(reason(await pay({}, { cardToken: { token } }, { customer: newCustomer }))).toBe('A109');
    expect(reason(await pay({}, { card: goodCard }, { customer: { id: '999999' } }))).toBe('A108');
  });

  test('pays from the portal, where a card number is refused', async () => {
    const first = await pay({}, { card: goodCard }, { customer });
    const { cardToken: token } = first.body.paymentMethod.card;
    const clerk = await actAs(app, 'coffee@harbour.example');
    const url = '/proxy/sync/ta/transactions/5300001/payment';
    const body = payment(
      { commerceType: 'MOTO' },
      { cardToken: { token } },
      { customer: { merchantRef: 'cust-1' } },
    );
    expect((await clerk('POST', url, body)).status).toBe(201);
    const refused = await clerk('POST', url, payment());
    expect([refused.status, reason(refused)]).toEqual([400, 'V104']);
    const support = await actAs(app, 'support@harbour.example');
    expect((await support('POST', url, body)).status).toBe(403);
  });
});

describe('a duplicate within a minute', () => {
  test('is refused with A126, and allowed later or with another reference', async () => {
    await paid(merchant, { merchantRef: 'dup-1' });
    const duplicate = await pay({ merchantRef: 'dup-1' });
    expect([duplicate.status, reason(duplicate)]).toEqual([400, 'A126']);
    await paid(merchant, { merchantRef: 'dup-2' });
    app.clock.advance(60_000);
    await paid(merchant, { merchantRef: 'dup-1' });
  });

  test('is not one after a failed attempt, nor without a reference', async () => {
    expect(reason(await pay({ merchantRef: 'dup-3', amount: '1.51' }))).toBe('D100');
    expect(reason(await pay({ merchantRef: 'dup-3', amount: '1.51' }))).toBe('D100');
    await paid(merchant);
    await paid(merchant);
  });

  test('accepts exactly one of twenty at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => pay({ merchantRef: 'dup-4' })));
    expect(responses.map(reason).sort()).toEqual([...Array<string>(19).fill('A126'), 'S100']);
  });
});

describe('access', () => {
  test('needs credentials, and separates merchants', async () => {
    const unauthenticated = await actAsMerchant(app, 'harbour-api', 'wrong')(
      'POST',
      `${base}/payment`,
      payment(),
    );
    expect([unauthenticated.status, unauthenticated.body.status]).toEqual([401, 'FAILED']);
    const meridian = actAsMerchant(app, 'meridian-api');
    expect((await meridian('POST', `${base}/payment`, payment())).status).toBe(403);
    const id = await paid(merchant);
    const foreign = await meridian('GET', `/acceptor/rest/transactions/5300006/${id}`);
    expect([foreign.status, foreign.body.reasonCode]).toEqual([404, 'A400']);
  });
});
