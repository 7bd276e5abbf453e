import { passesLuhn } from '#shared/card-number.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actAsMerchant, type Send, type TestResponse } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { deliverNotifications } from '#features/outbound/notifications/server/deliver-notifications.ts';
import { base, paid, goodCard, payment, transactionIdOf } from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

describe('pingPayments', () => {
  test('serves a caller with credentials and rejects others', async () => {
    const url = '/acceptor/rest/transactions/ping';
    const response = await actAsMerchant(app)('GET', url);
    expect([response.status, response.body]).toEqual([200, '']);
    const refused = await app.gateway.inject({ method: 'GET', url });
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="Countinghouse"',
    ]);
  });
});

describe('readPayment', () => {
  test('reads a transaction with history and follow-ups, and no outcome', async () => {
    const id = await paid(merchant, { merchantRef: 'read-1' });
    await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: 5 } });
    const response = await merchant('GET', `${base}/${id}`);
    expect(response.status).toBe(200);
    expect(response.body).not.toHaveProperty('outcome');
    expect(response.body).toMatchObject({
      transaction: { transactionId: id, merchantRef: 'read-1', status: 'SUCCESS', amount: 25 },
      history: [{ transactionStatus: 'SUCCESS', reasonCode: 'S100' }],
      followUpStatus: {
        status: [{ name: 'REFUNDED', followUpTransaction: [{ timeStamp: expect.any(String) }] }],
      },
    });
    const selfUrl = `${app.services.config.checkoutUrl}${base}/${id}`;
    expect(response.body.link).toEqual([
      { rel: 'self', href: selfUrl },
      { rel: 'transaction', href: selfUrl },
      { rel: 'refund', href: `${selfUrl}/refund` },
      { rel: 'repeat', href: `${selfUrl}/repeat` },
    ]);
  });

  test('returns 404 A400 for an unknown id and for another merchant’s', async () => {
    const id = await paid(merchant);
    const unknown = await merchant('GET', `${base}/99999999999`);
    const foreign = await actAsMerchant(app, 'meridian-api')(
      'GET',
      `/acceptor/rest/transactions/5300006/${id}`,
    );
    for (const response of [unknown, foreign]) {
      expect([response.status, response.body.status, response.body.reasonCode]).toEqual([
        404,
        'FAILED',
        'A400',
      ]);
    }
  });
});

describe('readPaymentByRef', () => {
  const byRef = (merchantRef: string) =>
    merchant('GET', `${base}/byRef?merchantRef=${encodeURIComponent(merchantRef)}`);

  test('finds all tries with the reference, newest first', async () => {
    const declined = await merchant(
      'POST',
      `${base}/payment`,
      payment({ merchantRef: 'ref 1', amount: '9.51' }),
    );
    app.clock.advance(61_000);
    const latestId = await paid(merchant, { merchantRef: 'ref 1' });
    const { status, body } = await byRef('ref 1');
    expect(status).toBe(200);
    const foundIds = body.map(
      (item: { transaction: { transactionId: string } }) => item.transaction.transactionId,
    );
    expect(foundIds).toEqual([latestId, declined.body.transaction?.transactionId ?? expect.any(String)]);
  });

  test('finds a reference of before, which was stored masked because it held a card number', async () => {
    const id = await paid(merchant);
    await app.owner`update txn set merch_ref = '990000******0010' where txn_id = ${id}`;
    const response = await byRef(goodCard.pan);
    const transaction = { transactionId: id, merchantRef: '990000******0010', masked: ['merchantRef'] };
    expect(response.body).toMatchObject([{ transaction }]);
  });

  /** Passes Luhn, as one in ten numbers does, and is no issuer's. */
  const stamp = 'ORDER-1732747200001';
  test('finds a reference with a time in it as it was sent, and keeps two of them apart', async () => {
    expect(passesLuhn('1732747200001')).toBe(true);
    const first = await paid(merchant, { merchantRef: stamp });
    const second = await paid(merchant, { merchantRef: 'ORDER-1732747210000' });
    expect(second).not.toBe(first);
    expect((await byRef(stamp)).body).toMatchObject([
      { transaction: { transactionId: first, merchantRef: stamp } },
    ]);
  });

  test('returns 404 A400 for an unknown reference and 400 without one', async () => {
    const unknown = await byRef('nothing');
    expect([unknown.status, unknown.body.reasonCode]).toEqual([404, 'A400']);
    const withoutRef = await merchant('GET', `${base}/byRef`);
    expect([withoutRef.status, withoutRef.body.reasonCode]).toEqual([400, 'V100']);
  });
});

describe('the links of a payment', () => {
  let merchant: Send;
  beforeAll(async () => {
    merchant = actAsMerchant(app);
  });

  interface Link {
    rel: string;
    href: string;
  }
  const relations = ['customer', 'payment-method'];
  const linksOf = ({ body }: TestResponse): Link[] =>
    body.link.filter(({ rel }: Link) => relations.includes(rel));
  const relsOf = (response: TestResponse) => linksOf(response).map(({ rel }) => rel);
  const customer = (merchantRef: string) => ({ customer: { merchantRef, registered: true } });
  const pay = (merchantRef: string, method: Record<string, unknown> = { card: goodCard }, transaction = {}) =>
    merchant('POST', `${base}/payment`, payment(transaction, method, customer(merchantRef)));

  test('every link of a payment that reads leads to a 200 for the same key', async () => {
    const first = await pay('follows');
    const refund = await merchant('POST', `${base}/${transactionIdOf(first)}/refund`, {
      transaction: { amount: 5 },
    });
    const readRelations = ['self', 'transaction', 'related-transaction', ...relations];
    const visited = new Set<string>();
    for (const { rel, href } of [...first.body.link, ...refund.body.link] as Link[]) {
      const url = new URL(href);
      expect(url.origin).toBe(app.services.config.checkoutUrl);
      if (!readRelations.includes(rel)) continue;
      const linked = await merchant('GET', url.pathname);
      expect([rel, linked.status]).toEqual([rel, 200]);
      visited.add(rel);
    }
    expect([...visited].toSorted()).toEqual(readRelations.toSorted());
  });

  test('link to the customer and the card of the payment', async () => {
    const approved = await pay('linked');
    const { id } = approved.body.customer;
    const customerUrl = `${app.services.config.checkoutUrl}/acceptor/rest/customers/5300001/${id}`;
    expect(linksOf(approved)).toEqual([
      { rel: 'customer', href: customerUrl },
      {
        rel: 'payment-method',
        href: `${customerUrl}/paymentMethods/${approved.body.paymentMethod.card.cardToken}`,
      },
    ]);
  });

  describe('have both relations', () => {
    test('in operations, follow-ups and reads', async () => {
      const preauth = await pay('all', { card: goodCard }, { deferred: true, merchantRef: 'all-1' });
      const { cardToken } = preauth.body.paymentMethod.card;
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
      const repeated = await post(transactionIdOf(byToken), 'repeat', { transaction: { recurring: true } });
      const captured = await post(transactionIdOf(preauth), 'capture');
      const refunded = await post(transactionIdOf(preauth), 'refund');
      const original = await merchant('GET', `${base}/${transactionIdOf(preauth)}`);
      const [byRef] = (await merchant('GET', `${base}/byRef?merchantRef=all-1`)).body;
      for (const response of [
        preauth,
        verified,
        byToken,
        repeated,
        captured,
        refunded,
        original,
        { ...original, body: byRef },
      ]) {
        expect([response.status < 300, relsOf(response)]).toEqual([true, relations]);
        expect(linksOf(response)).toEqual(linksOf(preauth));
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
      const approved = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, more));
      await deliverNotifications.run(app.services);
      const { link } = JSON.parse(bodies[0] ?? '{}') as { link: Link[] };
      expect(link.filter(({ rel }) => relations.includes(rel))).toEqual(linksOf(approved));
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
      const approved = await pay('no-credential');
      await app.owner`
        update card_token set credential = null where token = ${approved.body.paymentMethod.card.cardToken}`;
      expect(relsOf(await merchant('GET', `${base}/${transactionIdOf(approved)}`))).toEqual(['customer']);
    });

    test('the customer once the card is removed', async () => {
      const approved = await pay('removed');
      const { token, id } = {
        token: approved.body.paymentMethod.card.cardToken,
        id: approved.body.customer.id,
      };
      await merchant('POST', `/acceptor/rest/customers/5300001/${id}/paymentMethod/${token}/remove`);
      expect(relsOf(await merchant('GET', `${base}/${transactionIdOf(approved)}`))).toEqual(['customer']);
    });
  });
});
