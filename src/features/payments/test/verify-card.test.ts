import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, declinedCard, expectBooksToBalance, goodCard, payment, reason } from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await app.stop();
});

const verify = (...parts: Parameters<typeof payment>) =>
  merchant('POST', `${base}/verify`, payment(...parts));

test.each([undefined, 0, '0.00', '1.00'])(
  'verifies a card with the amount %j and moves nothing',
  async (amount) => {
    const customer = { merchantRef: 'verified', registered: true };
    const response = await verify({ amount }, { card: goodCard }, { customer });
    expect(response.status).toBe(201);
    expect(response.body.transaction).toMatchObject({ type: 'VERIFY', status: 'SUCCESS', amount: 0 });
    expect(response.body.paymentMethod.card.cardToken).toMatch(/^MT_/);
    const id = response.body.transaction.transactionId;
    expect(await app.owner`select 1 from ledger_entry where txn_id = ${id}`).toHaveLength(0);
  },
);

test('declines a card, and names the part of the request that is not valid', async () => {
  expect(reason(await verify({}, { card: declinedCard }))).toBe('D100');
  expect(reason(await verify({}, { card: { ...goodCard, pan: '4444' } }))).toBe('V303');
});

test('stores the start date of a card until a request removes it', async () => {
  const customer = { merchantRef: 'starts', registered: true };
  const shownAfter = async (more: object) => {
    app.clock.advance(120_000);
    const card = { ...goodCard, ...more };
    const response = await merchant('POST', `${base}/payment`, payment({}, { card }, { customer }));
    return response.body.paymentMethod.card.validDate;
  };
  expect(await shownAfter({ startDate: '0125', issueNumber: '2' })).toBe('0125');
  expect(await shownAfter({})).toBe('0125');
  expect(await shownAfter({ startDate: '0225' })).toBe('0225');
  expect(await shownAfter({ clearStart: true })).toBeUndefined();
  const [kept] = await app.owner`
    select issue_number as issue, valid_date as start from card_token where registered and masked_pan like '990000%0010'
    order by created_at desc limit 1`;
  expect(kept).toEqual({ issue: '2', start: null });
});
