import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const charge = async (amount: string, card: object = goodCard): Promise<string> => {
  const response = await merchant('POST', `${base}/payment`, payment({ amount }, { card }));
  return response.body.transaction.transactionId as string;
};

test('a payment names those of the same amount with its card within ten minutes, and no others', async () => {
  const tooEarly = await charge('21.14');
  app.clock.advance(10 * 60_000 + 1);
  const first = await charge('21.14');
  app.clock.advance(9 * 60_000);
  const second = await charge('21.14');
  await charge('21.15');
  await charge('21.14', { ...goodCard, pan: '9902000000000018' });
  await charge('21.14', { ...goodCard, cv2: '999', pan: '9900000000000168' });
  const admin = await actAs(app, 'admin@harbour.example');
  const same = async (id: string): Promise<string[]> => {
    const { body } = await admin('GET', `/proxy/sync/tqs/transaction/${id}`);
    return body.samePayments.map(({ transactionId }: { transactionId: string }) => transactionId);
  };
  expect([await same(tooEarly), await same(first), await same(second)]).toEqual([[], [second], [first]]);
});
