import { afterAll, beforeAll, expect, test } from 'vitest';
import { payment, reason } from '#features/payments/test/payment-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { good, hosted, openAs, sessionOf, statusOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await merchant('POST', '/acceptor/rest/transactions/5300001/payment', payment({}, { card: good }));
});
afterAll(() => app.stop());

const { cv2: _none, ...card } = good;
const stranger = { ...card, pan: '9901000000000019' };

test.each([
  [false, 'PAYOUT'],
  [true, 'PAYOUT_INITIALIZE'],
])('pays out to the payee’s card; deferred %j creates a %s', async (deferred, type) => {
  const payee = await openAs(app, merchant, sessionOf({ deferred }), 'payouts');
  expect((await payee.view()).body).toMatchObject({ kind: 'payouts', asks: { cv2: false, address: false } });
  const done = await payee.submit(card);
  expect(done.body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
  expect(await statusOf(merchant, payee)).toEqual(['TERMINATED', 'SUCCESS']);
  const [txn] = await app.owner`select txn_type from txn where txn_id = ${done.body.transactionId}`;
  expect(txn).toEqual({ txnType: type });
});

test('lets a payee with a new card try another one', async () => {
  const payee = await openAs(app, merchant, sessionOf(), 'payouts');
  const refused = (await payee.submit(stranger)).body;
  expect(refused).toMatchObject({ step: 'FORM', problem: 'contact', attemptsLeft: 4 });
  const [txn] = await app.owner`select reason_code as code from txn where txn_id = ${refused.transactionId}`;
  expect(txn).toEqual({ code: 'A138' });
  expect((await payee.submit(card)).body).toMatchObject({ transactionState: 'SUCCESS' });
});

test('pays a new card if the session allows it', async () => {
  const features = { newAccountPayoutEnabled: true };
  for (const deferred of [false, true]) {
    const payee = await openAs(app, merchant, sessionOf({ deferred }, {}, { features }), 'payouts');
    const done = (await payee.submit(stranger)).body;
    expect(done).toMatchObject({ transactionState: 'SUCCESS' });
    const complete = `/acceptor/rest/transactions/5300001/${done.transactionId}/capture`;
    if (deferred) expect(reason(await merchant('POST', complete, {}))).toBe('S100');
  }
});

test('does not let a payee enter the amount', async () => {
  const body = sessionOf({ money: { currency: 'GBP', amount: {} } });
  expect((await merchant('POST', `${hosted}/payouts`, body)).body.reasonCode).toBe('V129');
});
