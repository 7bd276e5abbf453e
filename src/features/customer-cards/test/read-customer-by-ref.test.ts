import { afterAll, beforeAll, expect, test } from 'vitest';
import { reason } from '#features/payments/test/payment-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { customers, registerCard } from './customer-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

test('returns the same as the id', async () => {
  const { id, place } = await registerCard(merchant, 'ann');
  const read = await merchant('GET', `${customers}/byRef?merchantRef=ann`);
  expect([read.status, read.body]).toEqual([200, { id, merchantRef: 'ann', registered: true }]);
  expect((await merchant('GET', place)).body).toEqual(read.body);
});

test('finds a reference with a card number by its masked form', async () => {
  await registerCard(merchant, 'ref 4111111111111111');
  const read = await merchant('GET', `${customers}/byRef?merchantRef=ref%204111111111111111`);
  expect([read.status, read.body.merchantRef]).toEqual([200, 'ref 411111******1111']);
});

test('reports an unknown reference like that of another merchant or company', async () => {
  await registerCard(merchant, 'theirs');
  const meridian = actAsMerchant(app, 'meridian-api');
  const responses = [
    await merchant('GET', `${customers}/byRef?merchantRef=nobody`),
    await merchant('GET', '/acceptor/rest/customers/5300003/byRef?merchantRef=theirs'),
    await meridian('GET', '/acceptor/rest/customers/5300006/byRef?merchantRef=theirs'),
  ];
  for (const { status, body } of responses) {
    expect([status, body.reasonCode]).toEqual([404, 'V117']);
    expect(body).toEqual(responses[0]?.body);
  }
});

test.each(['', '?merchantRef=', '?id=10001'])('rejects byRef%s (V115)', async (query) => {
  const response = await merchant('GET', `${customers}/byRef${query}`);
  expect([response.status, reason(response), response.body.field]).toEqual([400, 'V115', 'merchantRef']);
});
