import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodCard } from '#features/payments/test/payment-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { registerCard } from './customer-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

test('has the card as payments show it, without its number', async () => {
  const { place, token, response } = await registerCard(merchant, 'one-card', { card: { nickname: 'Work' } });
  const { new: _new, ...card } = response.body.paymentMethod.card;
  const read = await merchant('GET', `${place}/paymentMethods/${token}`);
  expect([read.status, read.body]).toEqual([
    200,
    {
      registered: true,
      paymentClass: 'CARD',
      registeredTime: app.clock.now().toISOString(),
      card: { ...card, defaultCard: true },
    },
  ]);
  expect(JSON.stringify(read.body)).not.toContain(goodCard.pan);
});

test('rejects unknown, foreign and unregistered cards alike (A109)', async () => {
  const known = await registerCard(merchant, 'known');
  const other = await registerCard(merchant, 'other');
  const unlisted = await registerCard(merchant, 'unlisted', { customer: { registered: false } });
  const [hidden] = await app.owner<{ token: string }[]>`
    select token from card_token where customer_id = ${unlisted.id}`;
  for (const [place, token] of [
    [other.place, 'MT_unknown'],
    [other.place, known.token],
    [unlisted.place, hidden?.token],
  ]) {
    const { status, body } = await merchant('GET', `${place}/paymentMethods/${token}`);
    expect([status, body.reasonCode]).toEqual([404, 'A109']);
  }
});
