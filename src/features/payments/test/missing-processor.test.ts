import { afterAll, expect, test } from 'vitest';
import { missingProcessor } from '#integrations/missing-processor.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';
import { base, goodCard, paid, payment, reason } from './payment-fixtures.ts';

const app = await startApp();
const sandbox = app.services.processor;
afterAll(() => app.stop());
const merchant = actAsMerchant(app);
const transactions = async () =>
  (await app.owner<{ all: number }[]>`select count(*) as all from txn`)[0]?.all ?? 0;

test('without a processor, everything that moves money is rejected with X201', async () => {
  const id = await paid(merchant);
  const before = await transactions();
  app.services.processor = missingProcessor;
  const requests = [
    ['payment', payment()],
    ['payout', payment({}, { card: goodCard })],
    ['verify', payment({}, { card: goodCard })],
    [`${id}/refund`, {}],
    [`${id}/repeat`, { transaction: { recurring: true } }],
  ] as const;
  for (const [place, body] of requests) {
    const response = await merchant('POST', `${base}/${place}`, body);
    expect([place, response.status, reason(response)]).toEqual([place, 400, 'X201']);
  }
  expect(await transactions()).toBe(before);
  expect((await merchant('GET', `${base}/${id}`)).status).toBe(200);
});

test('once one is connected, the same request with its Idempotency-Key goes through', async () => {
  const key = { 'idempotency-key': 'before-and-after' };
  app.services.processor = missingProcessor;
  expect((await merchant('POST', `${base}/payment`, payment({ amount: '31.00' }), key)).status).toBe(400);
  app.services.processor = sandbox;
  expect((await merchant('POST', `${base}/payment`, payment({ amount: '31.00' }), key)).status).toBe(201);
});
