import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, goodCard, payment, reason } from '#features/payments/test/payment-fixtures.ts';
import { type Answer, type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const cards = '/acceptor/rest/customers/5300001/cards';
const customer = { merchantRef: 'leaving', registered: true };
const register = (): Promise<Answer> =>
  merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, { customer }));

test('rejects the token afterwards; a new registration creates another', async () => {
  const paid = await register();
  const { cardToken } = paid.body.paymentMethod.card;
  expect(await merchant('DELETE', `${cards}/${cardToken}`)).toMatchObject({
    status: 200,
    body: { status: 'SUCCESS', reasonCode: 'S100' },
  });
  expect(
    reason(await merchant('POST', `${base}/payment`, payment({}, { cardToken: { token: cardToken } }))),
  ).toBe('A123');
  const id: string = paid.body.transaction.transactionId;
  expect(reason(await merchant('POST', `${base}/${id}/repeat`, { transaction: { recurring: true } }))).toBe(
    'A123',
  );
  expect(reason(await merchant('DELETE', `${cards}/${cardToken}`))).toBe('A109');
  expect((await merchant('GET', `${cards}?merchantRef=leaving`)).body.cards).toEqual([]);
  // Its payments can still be refunded.
  expect((await merchant('POST', `${base}/${id}/refund`, {})).status).toBe(201);
  app.clock.advance(120_000);
  const again = await register();
  expect(again.body.paymentMethod.card.cardToken).not.toBe(cardToken);
  expect((await merchant('GET', `${cards}?merchantRef=leaving`)).body.cards).toHaveLength(1);
});

test('does not reach the cards of another merchant', async () => {
  const { cardToken } = (await register()).body.paymentMethod.card;
  const elsewhere = cards.replace('5300001', '5300003');
  expect((await merchant('DELETE', `${elsewhere}/${cardToken}`)).status).toBe(404);
  const line =
    await app.owner`select 1 from audit_event where act = 'removeCustomerCard' and outcome = 'allowed'`;
  expect(line).toHaveLength(1);
});
