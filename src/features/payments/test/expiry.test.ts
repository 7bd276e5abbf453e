import { afterAll, beforeAll, expect, it } from 'vitest';
import { expirePreauths } from '#features/payments/server/jobs/expire-preauths.ts';
import { expireSuspended } from '#features/payments/server/jobs/expire-suspended.ts';
import { type Send, actAsShop } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, enrolledCard, expectBooksToBalance, paid, payment, reason } from './shop.ts';

let app: TestApp;
let shop: Send;
beforeAll(async () => {
  app = await startApp();
  shop = actAsShop(app);
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await app.stop();
});

const dayMs = 24 * 3600_000;
const read = async (id: string) => (await shop('GET', `${base}/${id}`)).body;

it('ends an authorisation after seven days, not a captured one', async () => {
  const open = await paid(shop, { deferred: true });
  const captured = await paid(shop, { deferred: true });
  await shop('POST', `${base}/${captured}/capture`, {});
  app.clock.advance(7 * dayMs - 1);
  await expirePreauths.run(app.services);
  expect((await read(open)).transaction.status).toBe('SUCCESS');
  app.clock.advance(1);
  expect(reason(await shop('POST', `${base}/${open}/capture`, {}))).toBe('V135');
  await Promise.all([expirePreauths.run(app.services), expirePreauths.run(app.services)]);
  expect((await read(open)).transaction).toMatchObject({ status: 'EXPIRED', consumerSpend: 0 });
  expect((await read(open)).history.at(-1)).toMatchObject({ reasonCode: 'T100' });
  expect((await read(open)).history).toHaveLength(2);
  expect((await read(captured)).transaction.status).toBe('SUCCESS');
  expect(reason(await shop('POST', `${base}/${open}/cancel`, {}))).toBe('V135');
});

it('ends a payment whose customer did not come back within 25 minutes', async () => {
  const body = payment({ amount: '30.00', do3DSecure: true }, { card: enrolledCard });
  const id = (await shop('POST', `${base}/payment`, body)).body.transaction.transactionId;
  app.clock.advance(25 * 60_000 - 1);
  await expireSuspended.run(app.services);
  expect((await read(id)).transaction.status).toBe('PENDING');
  app.clock.advance(1);
  await expireSuspended.run(app.services);
  const ended = await read(id);
  expect(ended.transaction.status).toBe('EXPIRED');
  expect(ended.history.map((line: { reasonCode: string }) => line.reasonCode)).toEqual(['U100', 'T100']);
});
