import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMerchant } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { declined, enrolled, good, openAs, sessionOf, statusOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

const readPaidTransactions = (sessionId: string) => app.owner`
  select 1 from hosted_session_attempt a join txn t on t.txn_id = a.txn_id
  where a.session_id = ${sessionId} and t.txn_status = 'SUCCESS'`;

test('stores the data of merchant and payer with the payment', async () => {
  const payer = await openAs(app, merchant, sessionOf({ merchantReference: 'CALLBACK-1', deferred: true }));
  const submitted = await payer.submit(good);
  expect([submitted.status, submitted.body]).toMatchObject([
    200,
    {
      step: 'RESULT',
      transactionState: 'SUCCESS',
      problem: null,
      amount: '25.00',
      maskedCard: '990200******0018',
      returnUrl:
        `https://shop.harbour.example/done?sessionId=${payer.sessionId}&paymentMethodsAcceptingTokens=CARD` +
        '&optionalCardRegistration=false&isGuestPayment=true&shouldShowBackButton=false',
    },
  ]);
  const { body } = await merchant('GET', `/acceptor/rest/transactions/5300001/byRef?merchantRef=CALLBACK-1`);
  expect(body[0]).toMatchObject({
    transaction: {
      type: 'PREAUTH',
      amount: 25,
      merchantDescription: 'Two flat whites',
      commerceType: 'ECOM',
    },
    customer: { merchantRef: 'payer-1', displayName: 'Ada Lovell', ip: '127.0.0.1' },
    paymentMethod: { billingAddress: { line1: '1 Quay' }, card: { cardHolderName: 'A Buyer' } },
    threeDSecure: { status: 'NOT_ENROLLED' },
    sessionId: payer.sessionId,
  });
  const { transactionId } = body[0].transaction;
  const capture = await merchant('POST', `/acceptor/rest/transactions/5300001/${transactionId}/capture`, {});
  expect(capture.body).toMatchObject({ sessionId: payer.sessionId, installationId: 5_300_001 });
});

test('accepts another card after a decline, and pays once', async () => {
  const payer = await openAs(app, merchant);
  expect((await payer.submit(declined)).body).toMatchObject({
    step: 'FORM',
    transactionState: 'FAILED',
    problem: 'declined',
    attemptsLeft: 4,
  });
  expect((await payer.submit(good)).body).toMatchObject({
    step: 'RESULT',
    transactionState: 'SUCCESS',
    attemptedAt: app.clock.now().toISOString(),
  });
  expect((await payer.submit(good)).body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
  expect(await readPaidTransactions(payer.sessionId)).toHaveLength(1);
});

test.each([
  ['14', 'check_card'],
  ['54', 'check_card'],
  ['N7', 'check_card'],
  ['41', 'declined'],
  ['59', 'declined'],
  ['51', 'not_approved'],
  ['94', 'unconfirmed'],
  ['58', 'contact'],
  ['91', 'unavailable'],
  ['1A', 'authentication'],
])('after response %s the payer reads the words of %s', async (code, problem) => {
  const payer = await openAs(app, merchant);
  await payer.submit(declined);
  await app.owner`
    update txn set authoriser_code = ${code}
    where txn_id = (select txn_id from hosted_session where session_id = ${payer.sessionId})`;
  expect((await payer.view()).body).toMatchObject({ step: 'FORM', problem });
});

test.each([
  ['82', 'VISA', null, 'check_card'],
  ['82', 'MASTERCARD', null, 'declined'],
  ['65', 'MASTERCARD', null, 'authentication'],
  ['82', 'MASTERCARD', '01', 'declined'],
  ['51', 'MASTERCARD', '21', 'not_approved'],
])(
  'after response %s of %s with advice %s the payer reads the words of %s',
  async (code, scheme, advice, problem) => {
    const payer = await openAs(app, merchant);
    await payer.submit(declined);
    await app.owner`
    update txn set authoriser_code = ${code}, card_scheme = ${scheme}, advice_code = ${advice}
    where txn_id = (select txn_id from hosted_session where session_id = ${payer.sessionId})`;
    expect((await payer.view()).body).toMatchObject({ step: 'FORM', problem });
  },
);

test.each([
  ['A116', 'declined'],
  ['A136', 'contact'],
  ['X203', 'unavailable'],
  ['E100', 'unavailable'],
  ['X202', 'unconfirmed'],
  ['V106', 'start_again'],
  ['A102', 'contact'],
  ['Z999', 'refused'],
])('after reason %s the payer reads the words of %s', async (reason, problem) => {
  const payer = await openAs(app, merchant);
  await payer.submit(declined);
  const setReason = (code: string) => app.owner`
    update txn set reason_code = ${code}
    where txn_id = (select txn_id from hosted_session where session_id = ${payer.sessionId})`;
  await setReason(reason);
  const { body } = await payer.view();
  // The totals count the payment under its own reason.
  await setReason('D100');
  expect(body).toMatchObject({ step: 'FORM', problem });
});

test('ends after five failed cards', async () => {
  const payer = await openAs(app, merchant);
  for (let attemptsLeft = 4; attemptsLeft >= 1; attemptsLeft -= 1) {
    expect((await payer.submit(declined)).body).toMatchObject({ step: 'FORM', attemptsLeft });
  }
  expect((await payer.submit(declined)).body).toMatchObject({ step: 'RESULT', transactionState: 'FAILED' });
  expect((await payer.submit(good)).body).toMatchObject({ step: 'RESULT', transactionState: 'FAILED' });
  expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'FAILED']);
});

test('pays once for concurrent and repeated submissions', async () => {
  for (let round = 0; round < 5; round += 1) {
    // Different cards, so that only the session prevents a second payment.
    const payer = await openAs(app, merchant);
    const cards = [good, { ...good, pan: '4444333322221111' }, { ...good, pan: '9903000000000017' }];
    const submission = `same-press-${round}-0000000`;
    const responses = await Promise.all([
      ...cards.map((card) => payer.submit(card)),
      payer.submit(good, { submission }),
      payer.submit(good, { submission }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await readPaidTransactions(payer.sessionId)).toHaveLength(1);
    expect((await payer.view()).body.transactionState).toBe('SUCCESS');
  }
});

test('pays once even without the lock, by the attempt’s unique key', async () => {
  const payer = await openAs(app, merchant);
  await payer.submit(declined);
  const second = { companyId: 1100, sessionId: payer.sessionId, attempt: 2, at: app.clock.now() };
  await app.owner`insert into hosted_session_attempt ${app.owner({ ...second, txnId: 1 })}`;
  await expect(
    app.owner`insert into hosted_session_attempt ${app.owner({ ...second, txnId: 2 })}`,
  ).rejects.toMatchObject({ code: '23505' });
});

test.each([
  ['pan', { ...good, pan: '9902000000000019' }],
  ['pan', { ...good, pan: '' }],
  ['brand', { ...good, pan: '1234567890123452' }],
  ['expiry', { ...good, expiryDate: '1330' }],
  ['cv2', { ...good, cv2: '1' }],
  ['cv2', { ...good, cv2: '' }],
])('reports an invalid %s without an attempt', async (problem, card) => {
  const payer = await openAs(app, merchant);
  expect((await payer.submit(card)).body).toMatchObject({ step: 'FORM', problem, attemptsLeft: 5 });
  expect(await statusOf(merchant, payer)).toEqual(['CREATED', 'NOT_SUBMITTED']);
});

test('takes the payer’s amount only if the merchant left it open', async () => {
  const open = await openAs(app, merchant, sessionOf({ money: { currency: 'GBP', amount: {} } }));
  expect((await open.view()).body).toMatchObject({ amount: null });
  expect((await open.submit(good, { amount: '7.005' })).body).toMatchObject({
    step: 'FORM',
    problem: 'amount',
  });
  expect((await open.submit(good, { amount: '7.5' })).body).toMatchObject({ amount: '7.50', step: 'RESULT' });
  const fixed = await openAs(app, merchant);
  expect((await fixed.submit(good, { amount: '0.01' })).body).toMatchObject({ amount: '25.00' });
});

test('requests a missing billing address and sends it', async () => {
  const payer = await openAs(
    app,
    merchant,
    sessionOf({ merchantReference: 'ADDRESS-1' }, {}, { customer: undefined }),
  );
  const { asks, countries } = (await payer.view()).body;
  expect([asks.address, countries.length]).toEqual(['POSTCODE', 249]);
  await payer.submit(good, {
    address: { line1: 'matched', city: 'Bath', postcode: 'AVS111', countryCode: 'GB' },
  });
  const { body } = await merchant('GET', '/acceptor/rest/transactions/5300001/byRef?merchantRef=ADDRESS-1');
  expect(body[0].processing.authResponse).toMatchObject({
    avsAddressCheck: 'FULL_MATCH',
    avsPostcodeCheck: 'FULL_MATCH',
  });
});

test('starts 3-D Secure for an enrolled card', async () => {
  const payer = await openAs(
    app,
    merchant,
    sessionOf({ money: { currency: 'GBP', amount: { fixed: '40.00' } } }),
  );
  expect((await payer.submit(enrolled)).body).toMatchObject({
    step: 'CHALLENGE',
    transactionState: 'PENDING',
  });
  // A terminal user cannot authenticate for the card holder.
  const moto = await openAs(app, merchant, sessionOf({ commerceType: 'MOTO' }));
  expect((await moto.submit(enrolled)).body).toMatchObject({ step: 'RESULT' });
});

test('limits failed cards across sessions', async () => {
  const card = { ...good, cv2: '1' };
  let status = 200;
  for (let attempts = 0; attempts < 45 && status === 200; attempts += 1) {
    status = (await (await openAs(app, merchant)).submit(card)).status;
  }
  expect(status).toBe(429);
  app.clock.advance(10 * 60_000);
  expect((await (await openAs(app, merchant)).submit(good)).status).toBe(200);
});

test('ends the session if the merchant’s callback cancels', async () => {
  const { webClient } = app.services;
  let action: string | undefined = 'CANCEL';
  app.services.webClient = {
    send: async () => {
      if (action === undefined) return { kind: 'failed', why: 'timeout', isSent: true };
      const body = JSON.stringify({ callbackResponse: { preAuthCallbackResponse: { action } } });
      return { kind: 'response', status: 200, body };
    },
  };
  const callbacks = { preAuthCallback: { url: 'https://shop.example/ask', format: 'REST_JSON' } };
  const cancelled = await openAs(app, merchant, sessionOf({}, callbacks));
  expect((await cancelled.submit(good)).body).toMatchObject({
    step: 'CLOSED',
    transactionState: 'CANCELLED',
  });
  expect(await statusOf(merchant, cancelled)).toEqual(['TERMINATED', 'CANCELLED']);
  action = undefined;
  const silent = await openAs(app, merchant, sessionOf({}, callbacks));
  expect((await silent.submit(good)).body).toMatchObject({ step: 'FORM', problem: 'contact' });
  action = 'PROCEED';
  expect((await silent.submit(good)).body.transactionState).toBe('SUCCESS');
  app.services.webClient = webClient;
});

test('enforces the merchant’s bounds', async () => {
  const amount = { min: '5.00', max: 100 };
  const payer = await openAs(app, merchant, sessionOf({ money: { currency: 'GBP', amount } }));
  expect((await payer.view()).body).toMatchObject({ minAmount: '5.00', maxAmount: '100.00' });
  for (const chosenAmount of ['4.99', '100.01'])
    expect((await payer.submit(good, { amount: chosenAmount })).body).toMatchObject({
      step: 'FORM',
      problem: 'amount',
    });
  expect((await payer.submit(good, { amount: '5.00' })).body.transactionState).toBe('SUCCESS');
});

test('accepts at most a million without bounds', async () => {
  const payer = await openAs(app, merchant, sessionOf({ money: { currency: 'GBP', amount: {} } }));
  const { body } = await payer.submit(good, { amount: '1000000.01' });
  expect(body).toMatchObject({ problem: 'amount', minAmount: null, maxAmount: null });
});

test('rejects an expired card', async () => {
  const payer = await openAs(app, merchant, sessionOf());
  expect((await payer.submit({ ...good, expiryDate: '1026' })).body.problem).toBe('expiry');
});
