import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reason, goodCard } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { createClient } from '#testing/client-of.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { customers, registerCard } from './customer-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

describe('readCustomer', () => {
  let meridian: Send;
  const ann = { id: '', token: '' };
  beforeAll(async () => {
    meridian = actAsMerchant(app, 'meridian-api');
    const { id, token } = await registerCard(merchant, 'ann', {
      customer: { displayName: 'Ann', email: 'ann@example.com' },
    });
    Object.assign(ann, { id, token });
  });

  test('reads a customer by id', async () => {
    expect(await createClient(app).customers.read(ann.id)).toEqual({
      id: ann.id,
      merchantRef: 'ann',
      displayName: 'Ann',
      registered: true,
    });
  });

  test('serves every installation of the merchant', async () => {
    const { customers } = createClient(app).forInstallation(5_300_002);
    expect((await customers.read(ann.id)).merchantRef).toBe('ann');
    expect((await customers.readCard(ann.id, ann.token)).card?.cardToken).toBe(ann.token);
  });

  describe('reports unknown customers like those of others', () => {
    const paths = ['', '/paymentMethods', '/paymentMethods/{token}'];
    test.each(paths)('404 V117 at /{id}%s', async (path) => {
      const customerUrl = (installation: number, id: string) =>
        `/acceptor/rest/customers/${installation}/${id}${path.replace('{token}', ann.token)}`;
      const responses = [
        await merchant('GET', customerUrl(5_300_001, '99999')),
        await merchant('GET', customerUrl(5_300_001, 'cards')),
        await merchant('GET', customerUrl(5_300_001, '99999999999999')),
        // Customers of another merchant and of another company.
        await merchant('GET', customerUrl(5_300_003, ann.id)),
        await meridian('GET', customerUrl(5_300_006, ann.id)),
      ];
      for (const { status, body } of responses) {
        expect([status, body.reasonCode]).toEqual([404, 'V117']);
        expect(body).toEqual(responses[0]?.body);
      }
    });

    test('403 for an installation', async () => {
      expect((await meridian('GET', `${customers}/${ann.id}`)).status).toBe(403);
      expect((await meridian('GET', `/acceptor/rest/customers/9999999/${ann.id}`)).status).toBe(403);
    });
  });

  test('rejects an installation that is not a number with V113', async () => {
    expect(reason(await merchant('GET', '/acceptor/rest/customers/abc/10001'))).toBe('V113');
  });
});

describe('readCustomerByRef', () => {
  test('returns the same as the id', async () => {
    const { id, customerUrl } = await registerCard(merchant, 'bea');
    const read = await merchant('GET', `${customers}/byRef?merchantRef=bea`);
    expect([read.status, read.body]).toEqual([200, { id, merchantRef: 'bea', registered: true }]);
    expect((await merchant('GET', customerUrl)).body).toEqual(read.body);
  });

  test('finds a reference of before, which was stored masked because it held a card number', async () => {
    const { id } = await registerCard(merchant, 'ref');
    await app.owner`update customer set merchant_ref = 'ref 411111******1111' where customer_id = ${id}`;
    const read = await merchant('GET', `${customers}/byRef?merchantRef=ref%204111111111111111`);
    expect([read.status, read.body.merchantRef]).toEqual([200, 'ref 411111******1111']);
  });

  test('reports an unknown reference like that of another merchant or company', async () => {
    await registerCard(merchant, 'theirs');
    const meridian = actAsMerchant(app, 'meridian-api');
    const responses = [
      await merchant('GET', `${customers}/byRef?merchantRef=unknown`),
      await merchant('GET', '/acceptor/rest/customers/5300003/byRef?merchantRef=theirs'),
      await meridian('GET', '/acceptor/rest/customers/5300006/byRef?merchantRef=theirs'),
    ];
    for (const { status, body } of responses) {
      expect([status, body.reasonCode]).toEqual([404, 'V117']);
      expect(body).toEqual(responses[0]?.body);
    }
  });

  test.each(['', '?merchantRef='])('rejects byRef%s (V115)', async (query) => {
    const response = await merchant('GET', `${customers}/byRef${query}`);
    expect([response.status, reason(response), response.body.field]).toEqual([400, 'V115', 'merchantRef']);
  });
});

describe('readCustomerCard', () => {
  test('has the card as payments show it, without its number', async () => {
    const { customerUrl, token, response } = await registerCard(merchant, 'one-card', {
      card: { nickname: 'Work' },
    });
    const { new: _new, ...card } = response.body.paymentMethod.card;
    const read = await merchant('GET', `${customerUrl}/paymentMethods/${token}`);
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
    const ownCard = await registerCard(merchant, 'known');
    const otherCard = await registerCard(merchant, 'other');
    const unlisted = await registerCard(merchant, 'unlisted', { customer: { registered: false } });
    const [hidden] = await app.owner<{ token: string }[]>`
      select token from card_token where customer_id = ${unlisted.id}`;
    for (const [customerUrl, token] of [
      [otherCard.customerUrl, 'MT_unknown'],
      [otherCard.customerUrl, ownCard.token],
      [unlisted.customerUrl, hidden?.token],
    ]) {
      const { status, body } = await merchant('GET', `${customerUrl}/paymentMethods/${token}`);
      expect([status, body.reasonCode]).toEqual([404, 'A109']);
    }
  });
});
