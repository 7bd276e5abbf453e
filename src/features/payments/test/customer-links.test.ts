import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverNotifications } from '#features/notifications/server/jobs/deliver-notifications.ts';
import { type Answer, type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, goodCard, payment } from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

interface Link {
  rel: string;
  href: string;
}
const relations = ['customer', 'payment-method'];
const linksOf = ({ body }: Answer): Link[] => body.link.filter(({ rel }: Link) => relations.includes(rel));
const relsOf = (response: Answer) => linksOf(response).map(({ rel }) => rel);
const customer = (merchantRef: string) => ({ customer: { merchantRef, registered: true } });
const pay = (merchantRef: string, method: Record<string, unknown> = { card: goodCard }, transaction = {}) =>
  merchant('POST', `${base}/payment`, payment(transaction, method, customer(merchantRef)));
const idOf = (response: Answer): string => response.body.transaction.transactionId;

test('every link of a payment that reads leads to a 200 for the same key', async () => {
  const first = await pay('follows');
  const refund = await merchant('POST', `${base}/${idOf(first)}/refund`, { transaction: { amount: 5 } });
  const reading = ['self', 'transaction', 'related-transaction', ...relations];
  const seen = new Set<string>();
  for (const { rel, href } of [...first.body.link, ...refund.body.link] as Link[]) {
    const url = new URL(href);
    expect(url.origin).toBe(app.services.config.checkoutUrl);
    if (!reading.includes(rel)) continue;
    const read = await merchant('GET', url.pathname);
    expect([rel, read.status]).toEqual([rel, 200]);
    seen.add(rel);
  }
  expect([...seen].toSorted()).toEqual(reading.toSorted());
});

test('link to the customer and the card of the payment', async () => {
  const paid = await pay('linked');
  const { id } = paid.body.customer;
  const place = `${app.services.config.checkoutUrl}/acceptor/rest/customers/5300001/${id}`;
  expect(linksOf(paid)).toEqual([
    { rel: 'customer', href: place },
    { rel: 'payment-method', href: `${place}/paymentMethods/${paid.body.paymentMethod.card.cardToken}` },
  ]);
});

describe('have both relations', () => {
  test('in operations, follow-ups and reads', async () => {
    const held = await pay('all', { card: goodCard }, { deferred: true, merchantRef: 'all-1' });
    const { cardToken } = held.body.paymentMethod.card;
    const post = (id: string, action: string, body: object = {}) =>
      merchant('POST', `${base}/${id}/${action}`, body);
    const verified = await merchant(
      'POST',
      `${base}/verify`,
      payment({ amount: 0 }, { card: goodCard }, customer('all')),
    );
    const byToken = await merchant(
      'POST',
      `${base}/payment`,
      payment({}, { cardToken: { token: cardToken } }),
    );
    const repeated = await post(idOf(byToken), 'repeat', { transaction: { recurring: true } });
    const captured = await post(idOf(held), 'capture');
    const refunded = await post(idOf(held), 'refund');
    const read = await merchant('GET', `${base}/${idOf(held)}`);
    const [byRef] = (await merchant('GET', `${base}/byRef?merchantRef=all-1`)).body;
    for (const response of [
      held,
      verified,
      byToken,
      repeated,
      captured,
      refunded,
      read,
      { ...read, body: byRef },
    ]) {
      expect([response.status < 300, relsOf(response)]).toEqual([true, relations]);
      expect(linksOf(response)).toEqual(linksOf(held));
    }
  });

  test('in notifications', async () => {
    const bodies: string[] = [];
    app.services.webClient = {
      send: async ({ body }) => {
        bodies.push(body ?? '');
        return { kind: 'response', status: 200, body: '' };
      },
    };
    const transactionNotification = { url: 'https://shop.harbour.example/notified', format: 'REST_JSON' };
    const more = { ...customer('notified'), callbacks: { transactionNotification } };
    const paid = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, more));
    await deliverNotifications.run(app.services);
    const { link } = JSON.parse(bodies[0] ?? '{}') as { link: Link[] };
    expect(link.filter(({ rel }) => relations.includes(rel))).toEqual(linksOf(paid));
  });
});

describe('have only', () => {
  test('no relation for a guest', async () => {
    expect(relsOf(await merchant('POST', `${base}/payment`, payment()))).toEqual([]);
  });

  test('the customer when the card is not stored', async () => {
    const method = { card: goodCard, registered: false };
    expect(relsOf(await pay('unstored', method))).toEqual(['customer']);
  });

  test('the customer when the processor keeps no credential of the card', async () => {
    const paid = await pay('no-credential');
    await app.owner`
      update card_token set credential = null where token = ${paid.body.paymentMethod.card.cardToken}`;
    expect(relsOf(await merchant('GET', `${base}/${idOf(paid)}`))).toEqual(['customer']);
  });

  test('the customer once the card is removed', async () => {
    const paid = await pay('removed');
    const { token, id } = { token: paid.body.paymentMethod.card.cardToken, id: paid.body.customer.id };
    await merchant('POST', `/acceptor/rest/customers/5300001/${id}/paymentMethod/${token}/remove`);
    expect(relsOf(await merchant('GET', `${base}/${idOf(paid)}`))).toEqual(['customer']);
  });
});
