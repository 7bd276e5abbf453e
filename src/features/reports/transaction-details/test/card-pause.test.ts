import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let merchant: Send;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const hourMs = 3_600_000;
const pans = { mastercard: '9900000000000010', visa: '9902000000000018', amex: '9905000000000015' };

const read = async (id: string, send = admin) => {
  const { status, body } = await send('GET', `/proxy/sync/tqs/transaction/${id}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const pay = async (pan: string, index = base, amount = '25.00'): Promise<string> => {
  const body = payment({ recurring: true, amount }, { card: { ...goodCard, pan } });
  const { body: response } = await merchant('POST', `${index}/payment`, body);
  return response.transaction.transactionId;
};
const repeat = async (id: string, amount: string): Promise<string> => {
  const { body } = await merchant('POST', `${base}/${id}/repeat`, {
    transaction: { recurring: true, amount },
  });
  return body.transaction.transactionId;
};
const later = (hours: number) => new Date(app.clock.now().getTime() + hours * hourMs).toISOString();

test('names the final decline and the end of its 30 days, and rejects no repeat', async () => {
  const root = await pay(pans.mastercard);
  expect(await read(root)).toMatchObject({ cardPause: null });
  const declined = await repeat(root, '25.79');
  const cardPause = {
    transactionId: declined,
    declinedAt: app.clock.now().toISOString(),
    reason: 'MASTERCARD_79',
    until: later(30 * 24),
    isFinal: true,
  };
  expect(await read(root)).toMatchObject({ cardPause, repeatInformation: { availableToProcess: true } });
  expect(await read(declined)).toMatchObject({ cardPause });
  // A wait of the same card is shorter.
  await repeat(root, '25.51');
  expect(await read(root)).toMatchObject({ cardPause });
  app.clock.advance(30 * 24 * hourMs);
  const repeated = await actAs(app, 'admin@harbour.example');
  expect(await read(root, repeated)).toMatchObject({ cardPause: null });
  admin = repeated;
});

test('lasts until the wait of the decline is over', async () => {
  const root = await pay(pans.visa);
  const declined = await repeat(root, '25.51');
  expect(await read(root)).toMatchObject({
    cardPause: { transactionId: declined, reason: '51', until: later(24), isFinal: false },
  });
});

test('ends with an approval of the card', async () => {
  const root = await pay(pans.visa);
  app.clock.advance(1000);
  await repeat(root, '25.51');
  app.clock.advance(1000);
  expect((await read(root)).cardPause).not.toBeNull();
  await repeat(root, '25.00');
  expect((await read(root)).cardPause).toBeNull();
});

test('counts no decline at another merchant', async () => {
  const root = await pay(pans.amex);
  app.clock.advance(1000);
  const other = await pay(pans.amex, base.replace('5300001', '5300003'), '25.51');
  expect((await read(other)).transactionStatus).toBe('FAILED');
  expect((await read(root)).cardPause).toBeNull();
  const ownPayment = await pay(pans.amex, base, '25.51');
  expect((await read(root)).cardPause).toMatchObject({ transactionId: ownPayment });
});

test('is not shown to users who may neither repeat nor charge', async () => {
  const root = await pay(pans.visa);
  app.clock.advance(1000);
  await repeat(root, '25.51');
  const support = await actAs(app, 'support@harbour.example');
  expect((await read(root)).cardPause).not.toBeNull();
  expect((await read(root, support)).cardPause).toBeNull();
});

test('the timeline names the charge that a refund belongs to', async () => {
  const root = await pay(pans.visa);
  const id = await repeat(root, '25.00');
  await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: '5.00', currency: 'GBP' } });
  expect((await read(root)).life).toContainEqual(
    expect.objectContaining({ type: 'REFUND', status: 'SUCCESS', relatedTransactionId: id }),
  );
});

test('the timeline has the response code and scheme of a decline', async () => {
  const root = await pay(pans.mastercard);
  await repeat(root, '25.82');
  expect((await read(root)).life).toContainEqual(
    expect.objectContaining({ reasonCode: 'D100', statusCode: '82', scheme: 'MASTERCARD' }),
  );
});
