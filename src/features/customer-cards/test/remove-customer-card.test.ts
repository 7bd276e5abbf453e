import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, goodCard, payment, reason } from '#features/payments/test/payment-fixtures.ts';
import { type Answer, type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { customers, registerCard } from './customer-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const remove = (place: string, token: string, headers: Record<string, string> = {}): Promise<Answer> =>
  merchant('POST', `${place}/paymentMethod/${token}/remove`, undefined, headers);
const audited = () => app.owner<{ outcome: string; detail: Record<string, string> | null }[]>`
  select outcome, detail from audit_event where act = 'removeCustomerCard' order by seq`;

test('rejects the token afterwards; a new registration creates another', async () => {
  const customer = { merchantRef: 'leaving', registered: true };
  const paid = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, { customer }));
  const { cardToken } = paid.body.paymentMethod.card;
  const place = `${customers}/${paid.body.customer.id}`;
  expect(await remove(place, cardToken)).toMatchObject({
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
  for (const gone of [
    await remove(place, cardToken),
    await merchant('GET', `${place}/paymentMethods/${cardToken}`),
  ]) {
    expect([gone.status, reason(gone)]).toEqual([404, 'A123']);
  }
  expect((await merchant('GET', `${place}/paymentMethods`)).body.paymentMethods).toEqual([]);
  // Its payments can still be refunded.
  expect((await merchant('POST', `${base}/${id}/refund`, {})).status).toBe(201);
  const again = await registerCard(merchant, 'leaving');
  expect(again.token).not.toBe(cardToken);
  expect((await merchant('GET', `${place}/paymentMethods`)).body.paymentMethods).toHaveLength(1);
});

test('does not reach the card of another customer, merchant or company', async () => {
  const mine = await registerCard(merchant, 'mine');
  const other = await registerCard(merchant, 'other');
  const meridian = actAsMerchant(app, 'meridian-api');
  const end = `${mine.id}/paymentMethod/${mine.token}/remove`;
  const responses = [
    await remove(other.place, mine.token),
    await remove(mine.place, 'MT_unknown'),
    await merchant('POST', `/acceptor/rest/customers/5300003/${end}`),
    await meridian('POST', `/acceptor/rest/customers/5300006/${end}`),
    await meridian('POST', `/acceptor/rest/customers/5300001/${end}`),
  ];
  expect(responses.map((response) => [response.status, reason(response)])).toEqual([
    [404, 'A109'],
    [404, 'A109'],
    [404, 'V117'],
    [404, 'V117'],
    [403, 'V103'],
  ]);
  expect((await merchant('GET', `${mine.place}/paymentMethods/${mine.token}`)).status).toBe(200);
});

test('responds alike to a repeated Idempotency-Key, and removes once', async () => {
  const { id, place, token } = await registerCard(merchant, 'twice');
  const key = { 'idempotency-key': 'remove-1' };
  const [first, second] = [await remove(place, token, key), await remove(place, token, key)];
  expect([second.status, second.body]).toEqual([first.status, first.body]);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect((await audited()).filter(({ detail }) => detail?.customer === id)).toHaveLength(1);
  const other = await registerCard(merchant, 'twice', { card: { pan: '9902000000000018' } });
  expect((await remove(place, other.token, key)).status).toBe(422);
});

test('succeeds once for two removals at a time', async () => {
  const { id, place, token } = await registerCard(merchant, 'at-once');
  const both = await Promise.all([remove(place, token), remove(place, token)]);
  expect(both.map((response) => [response.status, reason(response)]).toSorted()).toEqual([
    [200, 'S100'],
    [404, 'A123'],
  ]);
  expect((await audited()).filter(({ detail }) => detail?.customer === id)).toHaveLength(1);
});

test('is audited, with card and customer', async () => {
  const { id, place, token } = await registerCard(merchant, 'audited');
  await remove(place, token);
  await remove(place, token);
  const [refused, allowed] = (await audited()).toReversed();
  expect(allowed).toMatchObject({ outcome: 'allowed', detail: { card: '990000******0010', customer: id } });
  expect(refused?.outcome).toMatch(/^refused/);
});

test('names another default card when the default is removed', async () => {
  const { place, token } = await registerCard(merchant, 'default');
  const other = await registerCard(merchant, 'default', { card: { pan: '9902000000000018' } });
  await remove(place, token);
  const withoutCard = payment({}, {}, { customer: { merchantRef: 'default' } });
  expect(reason(await merchant('POST', `${base}/payment`, withoutCard))).toBe('A107');
  await registerCard(merchant, 'default', { card: { pan: '9902000000000018', defaultCard: true } });
  const { paymentMethods } = (await merchant('GET', `${place}/paymentMethods`)).body;
  expect(paymentMethods).toMatchObject([{ card: { cardToken: other.token, defaultCard: true } }]);
});
