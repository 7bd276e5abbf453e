import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { payment, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { hosted, sessionOf, good, openAs, statusOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

describe('createPaymentSession', () => {
  test('returns the session and the URL of its page', async () => {
    const response = await merchant('POST', `${hosted}/payments`, sessionOf());
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      status: 'SUCCESS',
      sessionId: expect.stringMatching(/^[\w-]{32}$/),
      redirectUrl: expect.stringMatching(
        new RegExp(`^http://localhost:8081/hosted/[0-9a-f-]{36}/begin/${response.body.sessionId}$`),
      ),
    });
  });

  test('opens a session for the terminal that returns to the portal', async () => {
    const clerk = await actAs(app, 'coffee@harbour.example');
    const schedule = { frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 } };
    const body = sessionOf(
      {
        commerceType: 'MOTO',
        channel: 'VIRTUAL_TERMINAL',
        money: { currency: 'GBP', amount: { fixed: 4.5 } },
      },
      { returnUrl: { url: 'http://localhost:8080/virtual-terminal/transaction-redirect' }, skin: undefined },
      { features: { paymentMethods: ['card'], showResultsPage: false }, schedule },
    );
    const response = await clerk('POST', '/proxy/sync/hf/sessions/5300001/payments', body);
    expect([response.status, Object.keys(response.body).sort()]).toEqual([
      201,
      ['redirectUrl', 'sessionId', 'status'],
    ]);
    const stored = await app.owner`select created_via, request -> 'schedule' as schedule from hosted_session
      where session_id = ${response.body.sessionId}`;
    expect(stored).toEqual([{ createdVia: 'portal', schedule }]);
    // A merchant may not send its payers to the portal.
    const fromMerchant = await merchant('POST', `${hosted}/payments`, {
      ...body,
      session: { returnUrl: { url: 'https://portal.example/x' } },
    });
    expect(fromMerchant.body.reasonCode).toBe('exception.config.url.not.valid');
  });

  const refused: [string, string, object][] = [
    ['exception.config.noReturnUrl', 'session.returnUrl.url', sessionOf({}, { returnUrl: undefined })],
    ['exception.config.noReturnUrl', 'session.returnUrl.url', sessionOf({}, { returnUrl: [] })],
    [
      'exception.config.url.not.valid',
      'session.returnUrl.url',
      sessionOf({}, { returnUrl: { url: 'https://evil.example/' } }),
    ],
    [
      'exception.config.url.not.valid',
      'session.returnUrl.url',
      sessionOf({}, { returnUrl: { url: 'javascript:alert(1)' } }),
    ],
    [
      'exception.config.url.not.valid',
      'session.returnUrl.url',
      sessionOf({}, { returnUrl: { url: 'https://shop.harbour.example@evil.example/' } }),
    ],
    [
      'exception.config.url.not.valid',
      'session.returnUrl.url',
      sessionOf({}, { returnUrl: { url: 'http://shop.harbour.example/' } }),
    ],
    [
      'exception.config.url.not.valid',
      'session.cancelUrl.url',
      sessionOf({}, { cancelUrl: { url: '//evil.example' } }),
    ],
    ['exception.skin.lookup', 'session.skin', sessionOf({}, { skin: '77' })],
    ['exception.skin.request', 'session.skin', sessionOf({}, { skin: '<b>' })],
    [
      'exception.invalid.email',
      'customer.details.emailAddress',
      sessionOf({}, {}, { customer: { details: { emailAddress: 'unknown' } } }),
    ],
    [
      'exception.payout.noValidCards',
      'features.paymentMethods',
      sessionOf({}, {}, { features: { paymentMethods: ['PAYPAL'] } }),
    ],
    ['V126', 'transaction.money.currency', sessionOf({ money: { amount: { fixed: 1 } } })],
    ['V127', 'transaction.money.currency', sessionOf({ money: { currency: 'ZZZ', amount: { fixed: 1 } } })],
    ['V129', 'transaction.money.amount.fixed', sessionOf({ money: { currency: 'GBP' } })],
    [
      'V130',
      'transaction.money.amount.fixed',
      sessionOf({ money: { currency: 'GBP', amount: { fixed: -1 } } }),
    ],
    [
      'V131',
      'transaction.money.amount.fixed',
      sessionOf({ money: { currency: 'GBP', amount: { fixed: '1.001' } } }),
    ],
    [
      'V100',
      'transaction.money.amount.fixed',
      sessionOf({ money: { currency: 'GBP', amount: { fixed: 0 } } }),
    ],
    ['V100', 'transaction.commerceType', sessionOf({ commerceType: 'SMOKE' })],
    [
      'V155',
      'customer.details.address.countryCode',
      sessionOf({}, {}, { customer: { details: { address: { line1: 'x', countryCode: 'QQ' } } } }),
    ],
    [
      'V125',
      'session.preAuthCallback.url',
      sessionOf({}, { preAuthCallback: { url: 'http://shop.example/ask' } }),
    ],
    [
      'V118',
      'customFields.fieldState.0.name',
      sessionOf({}, {}, { customFields: { fieldState: [{ value: 'x' }] } }),
    ],
    [
      'A124',
      'customFields.fieldState.0.value',
      sessionOf({}, {}, { customFields: { fieldState: [{ name: 'basket_items', value: 'many' }] } }),
    ],
    [
      'V129',
      'transaction.money.amount.fixed',
      sessionOf({ money: { currency: 'GBP', amount: { fixed: '' } } }),
    ],
    [
      'V100',
      'transaction.money.amount.max',
      sessionOf({ money: { currency: 'GBP', amount: { fixed: 1, max: 2 } } }),
    ],
    [
      'V100',
      'transaction.money.amount.max',
      sessionOf({ money: { currency: 'GBP', amount: { min: 3, max: 2 } } }),
    ],
    [
      'V100',
      'transaction.money.amount.max',
      sessionOf({ money: { currency: 'GBP', amount: { max: '1000000.01' } } }),
    ],
    [
      'V131',
      'transaction.money.amount.min',
      sessionOf({ money: { currency: 'GBP', amount: { min: '1.001' } } }),
    ],
    ['A102', 'transaction.money.currency', sessionOf({ money: { currency: 'USD', amount: { fixed: 1 } } })],
    [
      'V152',
      'order.shippingAddress.city',
      sessionOf({}, {}, { order: { shippingAddress: { line1: 'Quay 1', city: 'x'.repeat(300) } } }),
    ],
    [
      'V152',
      'order.shippingAddress.region',
      sessionOf({}, {}, { order: { shippingAddress: { region: 'x'.repeat(300) } } }),
    ],
    [
      'V152',
      'customer.details.address.line1',
      sessionOf({}, {}, { customer: { details: { address: { line1: 'x'.repeat(300) } } } }),
    ],
  ];

  test.each(refused)('rejects with %s for %s', async (code, field, body) => {
    const response = await merchant('POST', `${hosted}/payments`, body);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({
      status: 'FAILED',
      reasonCode: code,
      reasonMessage: expect.stringMatching(new RegExp(`\\w: ${field.replaceAll('.', '[.]')}$`)),
      field,
      detail: expect.stringMatching(/^[a-z_]+$/),
    });
  });

  test('lets the customer enter the amount for {} and for PHP’s []', async () => {
    for (const amount of [{}, []]) {
      const response = await merchant(
        'POST',
        `${hosted}/payments`,
        sessionOf({ money: { currency: 'GBP', amount } }),
      );
      expect(response.status).toBe(201);
    }
  });

  test('stores no card number typed into a text', async () => {
    const pan = '4929000000006';
    const body = sessionOf(
      { description: `card ${pan}` },
      {},
      { customFields: { fieldState: [{ name: pan, value: pan }] } },
    );
    const { sessionId } = (await merchant('POST', `${hosted}/payments`, body)).body;
    const [row] =
      await app.owner`select request::text as stored from hosted_session where session_id = ${sessionId}`;
    expect(row?.stored).not.toContain(pan);
    expect(row?.stored).toContain('492900***0006');
  });

  test('rejects a card number in the reference, and leaves another number as it is', async () => {
    const refused = await merchant(
      'POST',
      `${hosted}/payments`,
      sessionOf({ merchantReference: '4929000000006' }),
    );
    expect([refused.status, refused.body.field]).toEqual([400, 'transaction.merchantReference']);
    const merchantReference = 'ORDER-1732747200001';
    const { sessionId } = (await merchant('POST', `${hosted}/payments`, sessionOf({ merchantReference })))
      .body;
    const [row] = await app.owner`
      select request #>> '{transaction,merchantReference}' as stored from hosted_session where session_id = ${sessionId}`;
    expect(row?.stored).toBe(merchantReference);
  });

  test('writes an audit event', async () => {
    const { sessionId } = (await merchant('POST', `${hosted}/payments`, sessionOf())).body;
    expect(await app.owner`select actor, outcome from audit_event where object_id = ${sessionId}`).toEqual([
      { actor: 'harbour-api', outcome: 'allowed' },
    ]);
  });
});

describe('createCardSession', () => {
  test('registers a card whose token pays later', async () => {
    const body = sessionOf({ money: undefined });
    const payer = await openAs(app, merchant, body, 'cards');
    expect((await payer.view()).body).toMatchObject({ kind: 'cards', amount: null, asks: { cv2: true } });
    const submitted = await payer.submit(good);
    expect(submitted.body).toMatchObject({
      step: 'RESULT',
      transactionState: 'SUCCESS',
      maskedCard: '990200******0018',
    });
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
    const read = await merchant('GET', `/acceptor/rest/transactions/5300001/${submitted.body.transactionId}`);
    expect(read.body.transaction).toMatchObject({ type: 'VERIFY', amount: 0 });
    const token = read.body.paymentMethod.card.cardToken;
    expect(token).toMatch(/^MT_/);
    const paid = await merchant('POST', '/acceptor/rest/transactions/5300001/payment', {
      transaction: { currency: 'GBP', amount: 3, commerceType: 'ECOM' },
      paymentMethod: { cardToken: { token } },
    });
    expect(paid.body.outcome.reasonCode).toBe('S100');
  });
});

describe('createPayoutSession', () => {
  beforeAll(async () => {
    await merchant('POST', '/acceptor/rest/transactions/5300001/payment', payment({}, { card: good }));
  });

  const { cv2: _none, ...card } = good;
  const otherCard = { ...card, pan: '9901000000000019' };

  test.each([
    [false, 'PAYOUT'],
    [true, 'PAYOUT_INITIALIZE'],
  ])('pays out to the payee’s card; deferred %j creates a %s', async (deferred, type) => {
    const payee = await openAs(app, merchant, sessionOf({ deferred }), 'payouts');
    expect((await payee.view()).body).toMatchObject({
      kind: 'payouts',
      asks: { cv2: false, address: 'NONE' },
    });
    const submitted = await payee.submit(card);
    expect(submitted.body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
    expect(await statusOf(merchant, payee)).toEqual(['TERMINATED', 'SUCCESS']);
    const [txn] = await app.owner`select txn_type from txn where txn_id = ${submitted.body.transactionId}`;
    expect(txn).toEqual({ txnType: type });
  });

  test('lets a payee with a new card try another one', async () => {
    const payee = await openAs(app, merchant, sessionOf(), 'payouts');
    const refused = (await payee.submit(otherCard)).body;
    expect(refused).toMatchObject({ step: 'FORM', problem: 'contact', attemptsLeft: 4 });
    const [txn] =
      await app.owner`select reason_code as code from txn where txn_id = ${refused.transactionId}`;
    expect(txn).toEqual({ code: 'A138' });
    expect((await payee.submit(card)).body).toMatchObject({ transactionState: 'SUCCESS' });
  });

  test('pays a new card if the session allows it', async () => {
    const features = { newAccountPayoutEnabled: true };
    for (const deferred of [false, true]) {
      const payee = await openAs(app, merchant, sessionOf({ deferred }, {}, { features }), 'payouts');
      const submitted = (await payee.submit(otherCard)).body;
      expect(submitted).toMatchObject({ transactionState: 'SUCCESS' });
      const complete = `/acceptor/rest/transactions/5300001/${submitted.transactionId}/capture`;
      if (deferred) expect(reason(await merchant('POST', complete, {}))).toBe('S100');
    }
  });

  test('does not let a payee enter the amount', async () => {
    const body = sessionOf({ money: { currency: 'GBP', amount: {} } });
    expect((await merchant('POST', `${hosted}/payouts`, body)).body.reasonCode).toBe('V129');
  });
});
