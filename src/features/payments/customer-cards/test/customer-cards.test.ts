import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base, goodCard, payment, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { type TestResponse, type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { customers, registerCard } from './customer-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

describe('listCustomerCards', () => {
  const visa = { ...goodCard, pan: '9902000000000018' };
  const customer = (merchantRef: string, more: object = {}) => ({
    customer: { merchantRef, registered: true, ...more },
  });
  const verify = (card: object, more: Record<string, unknown>, method: object = {}): Promise<TestResponse> =>
    merchant('POST', `${base}/verify`, payment({ amount: 0 }, { card, ...method }, more));
  const token = (response: TestResponse): string => response.body.paymentMethod.card.cardToken;

  describe('the cards of a customer', () => {
    test('are listed with the default first', async () => {
      const ann = await registerCard(merchant, 'ann', { card: { nickname: 'Blue one' } });
      const second = await registerCard(merchant, 'ann', { card: { pan: visa.pan, defaultCard: true } });
      const response = await merchant('GET', `${ann.customerUrl}/paymentMethods`);
      expect(response).toMatchObject({
        status: 200,
        body: [
          {
            registered: true,
            paymentClass: 'CARD',
            card: { cardToken: second.token, defaultCard: true, maskedPan: '990200******0018' },
          },
          { card: { cardToken: ann.token, defaultCard: false, cardNickname: 'Blue one' } },
        ],
      });
      expect(JSON.stringify(response.body)).not.toContain(goodCard.pan);
    });

    test('are none for a customer who registered none', async () => {
      const paid = await merchant(
        'POST',
        `${base}/payment`,
        payment({}, undefined, { customer: { merchantRef: 'no-cards' } }),
      );
      const response = await merchant('GET', `${customers}/${paid.body.customer.id}/paymentMethods`);
      expect([response.status, response.body]).toEqual([200, []]);
    });

    test('are not listed without a credential of the processor', async () => {
      const registered = await registerCard(merchant, 'no-credential');
      await app.owner`update card_token set credential = null where token = ${registered.token}`;
      expect((await merchant('GET', `${registered.customerUrl}/paymentMethods`)).body).toEqual([]);
      expect(
        reason(await merchant('GET', `${registered.customerUrl}/paymentMethods/${registered.token}`)),
      ).toBe('A109');
    });

    test('have a token for each customer and one fingerprint for all', async () => {
      const [first, second] = [
        await verify(goodCard, customer('one')),
        await verify(goodCard, customer('two')),
      ];
      expect(token(first)).not.toBe(token(second));
      const fingerprint = (response: TestResponse): string =>
        response.body.paymentMethod.card.cardFingerprint;
      expect(fingerprint(first)).toBe(fingerprint(second));
    });

    test('pay by default if the request has no card', async () => {
      const verified = await verify(goodCard, customer('regular'));
      const paid = await merchant(
        'POST',
        `${base}/payment`,
        payment({}, {}, { customer: { merchantRef: 'regular' } }),
      );
      expect(paid.status).toBe(201);
      expect(token(paid)).toBe(token(verified));
      const pay = (part: object) => merchant('POST', `${base}/payment`, payment({}, {}, { customer: part }));
      expect(reason(await pay({ merchantRef: 'unknown' }))).toBe('A108');
      await merchant(
        'POST',
        `${base}/payment`,
        payment({}, undefined, { customer: { merchantRef: 'cardless' } }),
      );
      expect(reason(await pay({ merchantRef: 'cardless' }))).toBe('A107');
      expect(reason(await pay({ displayName: 'Guest' }))).toBe('V150');
    });

    test('are rejected by their rules', async () => {
      const registering = { registered: true };
      expect(reason(await verify(goodCard, {}, registering))).toBe('V114');
      expect(reason(await verify(goodCard, { customer: { merchantRef: 'g' } }, registering))).toBe('V156');
      expect(reason(await verify(goodCard, { customer: { registered: true } }, registering))).toBe('V115');
      expect((await verify(goodCard, customer('again'), registering)).status).toBe(201);
      expect(reason(await verify(goodCard, customer('again'), registering))).toBe('A119');
      expect(reason(await verify({ ...goodCard, nickname: 'a'.repeat(21) }, customer('x')))).toBe('V142');
      expect(reason(await verify({ ...goodCard, nickname: '<b>' }, customer('x')))).toBe('V143');
      const unkept = await verify(goodCard, customer('unkept'), { registered: false });
      expect(unkept.body.paymentMethod.registered).toBe(false);
    });

    test('are limited to twenty', async () => {
      for (let month = 0; month < 20; month += 1) {
        const expiryDate = `${String((month % 12) + 1).padStart(2, '0')}${month < 12 ? '29' : '30'}`;
        expect((await verify({ ...goodCard, expiryDate }, customer('collector'))).status).toBe(201);
      }
      expect(reason(await verify(visa, customer('collector')))).toBe('A122');
      expect((await verify({ ...goodCard, expiryDate: '0129' }, customer('collector'))).status).toBe(201);
    });
  });

  test('requires a name to register a card (A118)', async () => {
    const { cardHolderName: _none, ...nameless } = goodCard;
    const pay = (card: object, more: object) =>
      merchant('POST', `${base}/payment`, payment({}, { card }, { customer: { registered: true, ...more } }));
    const refused = await pay(nameless, { merchantRef: 'no-name' });
    expect([refused.status, reason(refused)]).toEqual([400, 'A118']);
    expect(refused.body.transaction).toBeUndefined();
    const stored = await app.owner`select 1 from customer where merchant_ref = 'no-name'`;
    expect(stored).toHaveLength(0);
    expect(reason(await pay(nameless, { merchantRef: 'no-name', displayName: 'Ada Lovell' }))).toBe('S100');
    expect(reason(await pay(nameless, { merchantRef: 'no-name' }))).toBe('S100');
    expect(reason(await pay(goodCard, { merchantRef: 'card-name' }))).toBe('S100');
    expect(reason(await pay(nameless, { merchantRef: 'guest', registered: false }))).toBe('S100');
  });
});

describe('removeCustomerCard', () => {
  const remove = (
    customerUrl: string,
    token: string,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> =>
    merchant('POST', `${customerUrl}/paymentMethod/${token}/remove`, undefined, headers);
  const readAuditEvents = () => app.owner<{ outcome: string; detail: Record<string, string> | null }[]>`
    select outcome, detail from audit_event where act = 'removeCustomerCard' order by seq`;

  test('rejects the token afterwards; a new registration creates another', async () => {
    const customer = { merchantRef: 'leaving', registered: true };
    const paid = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, { customer }));
    const { cardToken } = paid.body.paymentMethod.card;
    const customerUrl = `${customers}/${paid.body.customer.id}`;
    expect(await remove(customerUrl, cardToken)).toMatchObject({
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
    for (const response of [
      await remove(customerUrl, cardToken),
      await merchant('GET', `${customerUrl}/paymentMethods/${cardToken}`),
    ]) {
      expect([response.status, reason(response)]).toEqual([404, 'A123']);
    }
    expect((await merchant('GET', `${customerUrl}/paymentMethods`)).body).toEqual([]);
    // Payments with the removed card can still be refunded.
    expect((await merchant('POST', `${base}/${id}/refund`, {})).status).toBe(201);
    const registeredAgain = await registerCard(merchant, 'leaving');
    expect(registeredAgain.token).not.toBe(cardToken);
    expect((await merchant('GET', `${customerUrl}/paymentMethods`)).body).toHaveLength(1);
  });

  test('does not reach the card of another customer, merchant or company', async () => {
    const ownCard = await registerCard(merchant, 'mine');
    const otherCard = await registerCard(merchant, 'other');
    const meridian = actAsMerchant(app, 'meridian-api');
    const removePath = `${ownCard.id}/paymentMethod/${ownCard.token}/remove`;
    const responses = [
      await remove(otherCard.customerUrl, ownCard.token),
      await remove(ownCard.customerUrl, 'MT_unknown'),
      await merchant('POST', `/acceptor/rest/customers/5300003/${removePath}`),
      await meridian('POST', `/acceptor/rest/customers/5300006/${removePath}`),
      await meridian('POST', `/acceptor/rest/customers/5300001/${removePath}`),
    ];
    expect(responses.map((response) => [response.status, reason(response)])).toEqual([
      [404, 'A109'],
      [404, 'A109'],
      [404, 'V117'],
      [404, 'V117'],
      [403, 'V103'],
    ]);
    expect((await merchant('GET', `${ownCard.customerUrl}/paymentMethods/${ownCard.token}`)).status).toBe(
      200,
    );
  });

  test('responds alike to a repeated Idempotency-Key, and removes once', async () => {
    const { id, customerUrl, token } = await registerCard(merchant, 'twice');
    const key = { 'idempotency-key': 'remove-1' };
    const [first, second] = [await remove(customerUrl, token, key), await remove(customerUrl, token, key)];
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect((await readAuditEvents()).filter(({ detail }) => detail?.customer === id)).toHaveLength(1);
    const otherCard = await registerCard(merchant, 'twice', { card: { pan: '9902000000000018' } });
    expect((await remove(customerUrl, otherCard.token, key)).status).toBe(422);
  });

  test('succeeds once for two removals at a time', async () => {
    const { id, customerUrl, token } = await registerCard(merchant, 'at-once');
    const responses = await Promise.all([remove(customerUrl, token), remove(customerUrl, token)]);
    expect(responses.map((response) => [response.status, reason(response)]).toSorted()).toEqual([
      [200, 'S100'],
      [404, 'A123'],
    ]);
    expect((await readAuditEvents()).filter(({ detail }) => detail?.customer === id)).toHaveLength(1);
  });

  test('is audited, with card and customer', async () => {
    const { id, customerUrl, token } = await registerCard(merchant, 'audited');
    await remove(customerUrl, token);
    await remove(customerUrl, token);
    const [refused, allowed] = (await readAuditEvents()).toReversed();
    expect(allowed).toMatchObject({ outcome: 'allowed', detail: { card: '990000******0010', customer: id } });
    expect(refused?.outcome).toMatch(/^refused/);
  });

  test('names another default card when the default is removed', async () => {
    const { customerUrl, token } = await registerCard(merchant, 'default');
    const otherCard = await registerCard(merchant, 'default', { card: { pan: '9902000000000018' } });
    await remove(customerUrl, token);
    const withoutCard = payment({}, {}, { customer: { merchantRef: 'default' } });
    expect(reason(await merchant('POST', `${base}/payment`, withoutCard))).toBe('A107');
    await registerCard(merchant, 'default', { card: { pan: '9902000000000018', defaultCard: true } });
    const paymentMethods = (await merchant('GET', `${customerUrl}/paymentMethods`)).body;
    expect(paymentMethods).toMatchObject([{ card: { cardToken: otherCard.token, defaultCard: true } }]);
  });
});
