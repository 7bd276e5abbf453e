import { afterAll, beforeAll, expect, test } from 'vitest';
import { good } from '#features/hosted-sessions/test/session-fixtures.ts';
import { payment } from '#features/payments/test/payment-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { linkOf, payerOf } from './link-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  await merchant('POST', '/acceptor/rest/transactions/5300001/payment', payment({}, { card: good }));
});
afterAll(() => app.stop());

const create = (body: object) => merchant('POST', '/smartlink/links/5300001/payout', body);

test('opens a page where a payee enters a card once', async () => {
  const { body } = await create(linkOf({}, { merchantReference: 'OUT-1' }));
  const { link } = body.smartLinkResponseDetail;
  const payee = await payerOf(app, { code: link.slice(-11) });
  expect((await payee.view()).body).toMatchObject({ kind: 'payouts', amount: '25.00' });
  expect((await payee.submit(good)).body).toMatchObject({ transactionState: 'SUCCESS' });
  const read = await merchant('GET', '/acceptor/rest/transactions/5300001/byRef?merchantRef=OUT-1');
  expect(read.body[0].transaction).toMatchObject({ type: 'PAYOUT', amount: 25 });
});

test('requires an amount', async () => {
  const { status, body } = await create(linkOf({}, { money: { currency: 'GBP', amount: {} } }));
  expect([status, body.reasonCode]).toEqual([400, 'V129']);
});
