import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  base,
  closeMerchant,
  declinedCard,
  enrolledCard,
  goodCard,
  paid,
  payment,
  reason,
} from './payment-fixtures.ts';
import { isKnownCard } from '../server/db/cards.ts';
import { inTenant } from '#database/tenant.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

describe('takePayment', () => {
  const pay = (...parts: Parameters<typeof payment>) =>
    merchant('POST', `${base}/payment`, payment(...parts));

  describe('a payment', () => {
    test('is taken and answered nested, with links', async () => {
      const answer = await pay({ merchantRef: 'TXN-0001', description: 'Beans' });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        processing: {
          model: 'MANAGE',
          authResponse: { status: 'AUTHORISED', cv2Check: 'MATCHED', statusCode: '00' },
        },
        paymentMethod: {
          registered: false,
          paymentClass: 'CARD',
          card: { cardType: 'MC_DEBIT', maskedPan: '990000******0010', cardHolderName: 'A Buyer', new: true },
        },
        transaction: {
          merchantRef: 'TXN-0001',
          merchantDescription: 'Beans',
          status: 'SUCCESS',
          stage: 'COMPLETE',
          type: 'PAYMENT',
          amount: 25,
          consumerSpend: 25,
          currency: 'GBP',
        },
        outcome: { status: 'SUCCESS', reasonCode: 'S100' },
      });
      const { transactionId } = answer.body.transaction;
      expect(transactionId).toMatch(/^[0-9]{11}$/);
      expect(answer.body.link.map((link: { rel: string }) => link.rel)).toEqual([
        'self',
        'transaction',
        'refund',
        'repeat',
      ]);
      expect(answer.body.paymentMethod.card).not.toHaveProperty('cardToken');
    });

    test.each(['25.00', 25, '25'])('is the same for the amount %j', async (amount) => {
      expect((await pay({ amount })).body.transaction.amount).toBe(25);
    });

    test('is declined by the card with 400 and D100', async () => {
      const answer = await pay({}, { card: declinedCard });
      expect(answer.status).toBe(400);
      expect(answer.body.outcome).toMatchObject({ status: 'FAILED', reasonCode: 'D100' });
      expect(answer.body.transaction).toMatchObject({ status: 'FAILED', consumerSpend: 0 });
    });

    test.each([
      ['25.51', 400, 'D100'],
      ['25.91', 400, 'X203'],
    ])('of %s answers %d %s', async (amount, status, code) => {
      const answer = await pay({ amount });
      expect([answer.status, reason(answer)]).toEqual([status, code]);
    });

    test('with an expired card is refused before the processor is asked', async () => {
      const [before] = await app.owner`select count(*)::int as n from sandbox.operation`;
      expect(reason(await pay({}, { card: { ...goodCard, expiryDate: '0120' } }))).toBe('V144');
      expect(reason(await pay({}, { card: { ...goodCard, expiryDate: '1026' } }))).toBe('V144');
      const [after] = await app.owner`select count(*)::int as n from sandbox.operation`;
      expect(after).toEqual(before);
      expect((await pay({}, { card: { ...goodCard, expiryDate: '1126' } })).status).toBe(201);
    });

    test('is refused by validation without leaving a transaction', async () => {
      const [before] = await app.owner`select count(*)::int as n from txn`;
      const answer = await pay({ amount: '1.005' });
      expect([answer.status, reason(answer)]).toEqual([400, 'V131']);
      expect(reason(await pay({ currency: 'JPY', amount: '100' }))).toBe('A102');
      expect(await app.owner`select count(*)::int as n from txn`).toMatchObject([before]);
    });

    test('shows address checks by the trigger values', async () => {
      const billingAddress = { line1: 'matched', postcode: 'AVS000', countryCode: 'GB' };
      const answer = await pay({}, { card: goodCard, billingAddress });
      expect(answer.body.processing.authResponse).toMatchObject({
        avsAddressCheck: 'FULL_MATCH',
        avsPostcodeCheck: 'NOT_MATCHED',
      });
      expect(answer.body.paymentMethod.billingAddress).toMatchObject({ countryCode: 'GBR' });
    });
  });

  test.each([
    [5300004, 'harbour-api', 'JPY', '500', 500, 500],
    [5300004, 'harbour-api', 'JPY', '500.0', 500, 500],
    [5300006, 'meridian-api', 'KWD', '1.234', 1234, 1.234],
  ])(
    'at %d by %s in %s of %s keeps %d minor units',
    async (installation, api, currency, amount, minor, shown) => {
      const url = `/acceptor/rest/transactions/${installation}/payment`;
      const answer = await actAsMerchant(app, api)('POST', url, payment({ currency, amount }));
      expect(answer.body.transaction).toMatchObject({ amount: shown, currency });
      const [row] = await app.owner`
      select requested_minor, requested_amount::float as shown from txn
      where txn_id = ${answer.body.transaction.transactionId}`;
      expect(row).toEqual({ requestedMinor: minor, shown });
    },
  );

  describe('deferred', () => {
    test.each([true, 1, 'true'])('%j makes an authorisation', async (deferred) => {
      const answer = await pay({ deferred });
      expect(answer.body.transaction).toMatchObject({ type: 'PREAUTH', status: 'SUCCESS', deferred: true });
      expect(answer.body.link.map((link: { rel: string }) => link.rel)).toEqual([
        'self',
        'transaction',
        'capture',
        'cancel',
        'repeat',
      ]);
    });
  });

  describe('3-D Secure', () => {
    test('is frictionless for an enrolled card below 30.00', async () => {
      const answer = await pay({ amount: '29.99', do3DSecure: true }, { card: enrolledCard });
      expect(answer.status).toBe(201);
      expect(answer.body.threeDSecure).toMatchObject({
        status: 'AUTHENTICATED',
        eci: '02',
        protocolVersion: '2.2.0',
        version: 2,
      });
    });

    test('suspends with U100 from 30.00, and keeps neither number nor CV2', async () => {
      const answer = await pay({ amount: '30.00', do3DSecure: 1 }, { card: enrolledCard });
      expect([answer.status, reason(answer)]).toEqual([201, 'U100']);
      expect(answer.body.transaction).toMatchObject({
        status: 'PENDING',
        stage: 'THREE_D_SECURE',
        consumerSpend: 0,
      });
      expect(answer.body.threeDSecure.redirectUrl).toContain('/hosted/sandbox-acs?creq=');
      const id = answer.body.transaction.transactionId;
      expect(await app.owner`select 1 from processor_intent where txn_id = ${id}`).toHaveLength(0);
      expect(reason(await merchant('POST', `${base}/${id}/refund`, {}))).toBe('V135');
    });

    test('goes on for a card that is not enrolled, and is not asked for MOTO', async () => {
      const notEnrolled = await pay({ amount: '30.00', do3DSecure: true });
      expect(notEnrolled.body.threeDSecure).toMatchObject({ status: 'NOT_ENROLLED' });
      const moto = await pay(
        { amount: '30.00', do3DSecure: true, commerceType: 'MOTO' },
        { card: enrolledCard },
      );
      expect(moto.status).toBe(201);
      expect(moto.body).not.toHaveProperty('threeDSecure');
    });
  });

  describe('a registered card', () => {
    const customer = { merchantRef: 'cust-1', registered: true, displayName: 'Ann' };
    test('has a token that pays again, the same for the same customer', async () => {
      const first = await pay({}, { card: goodCard }, { customer });
      const { cardToken, cardFingerprint } = first.body.paymentMethod.card;
      expect(cardToken).toMatch(/^MT_[\w-]{22}$/);
      expect(cardFingerprint).toMatch(/^[\w+/]{27}=$/);
      app.clock.advance(1000);
      const second = await pay({ amount: 3 }, { cardToken: { token: cardToken, cv2: '123' } }, { customer });
      expect(second.body.transaction).toMatchObject({ status: 'SUCCESS', amount: 3 });
      const third = await pay({ amount: 4 }, { card: goodCard }, { customer });
      expect(third.body.paymentMethod.card).toMatchObject({ cardToken, new: false });
      const other = await pay(
        { amount: 4 },
        { card: goodCard },
        { customer: { ...customer, merchantRef: 'cust-2' } },
      );
      expect(other.body.paymentMethod.card.cardToken).not.toBe(cardToken);
      expect(other.body.paymentMethod.card.cardFingerprint).toBe(cardFingerprint);
    });

    test('is refused when unknown, or another customer’s', async () => {
      expect(reason(await pay({}, { cardToken: { token: 'MT_nothing' } }))).toBe('A109');
      const first = await pay({}, { card: goodCard }, { customer });
      const { cardToken: token } = first.body.paymentMethod.card;
      const stranger = { merchantRef: 'stranger' };
      expect(reason(await pay({}, { cardToken: { token } }, { customer: stranger }))).toBe('A109');
      expect(reason(await pay({}, { card: goodCard }, { customer: { id: '999999' } }))).toBe('A108');
    });

    test('pays from the portal, where a card number is refused', async () => {
      const first = await pay({}, { card: goodCard }, { customer });
      const { cardToken: token } = first.body.paymentMethod.card;
      const clerk = await actAs(app, 'coffee@harbour.example');
      const url = '/proxy/sync/ta/transactions/5300001/payment';
      const body = payment(
        { commerceType: 'MOTO' },
        { cardToken: { token } },
        { customer: { merchantRef: 'cust-1' } },
      );
      expect((await clerk('POST', url, body)).status).toBe(201);
      const refused = await clerk('POST', url, payment());
      expect([refused.status, reason(refused)]).toEqual([400, 'V104']);
      const support = await actAs(app, 'support@harbour.example');
      expect((await support('POST', url, body)).status).toBe(403);
    });
  });

  describe('a duplicate within a minute', () => {
    test('is refused with A126, and allowed later or with another reference', async () => {
      await paid(merchant, { merchantRef: 'dup-1' });
      const again = await pay({ merchantRef: 'dup-1' });
      expect([again.status, reason(again)]).toEqual([400, 'A126']);
      await paid(merchant, { merchantRef: 'dup-2' });
      app.clock.advance(60_000);
      await paid(merchant, { merchantRef: 'dup-1' });
    });

    test('is not one after a failed attempt, nor without a reference', async () => {
      expect(reason(await pay({ merchantRef: 'dup-3', amount: '1.51' }))).toBe('D100');
      expect(reason(await pay({ merchantRef: 'dup-3', amount: '1.51' }))).toBe('D100');
      await paid(merchant);
      await paid(merchant);
    });

    test('lets exactly one of twenty at once through', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => pay({ merchantRef: 'dup-4' })));
      expect(answers.map(reason).sort()).toEqual([...Array<string>(19).fill('A126'), 'S100']);
    });
  });

  describe('access', () => {
    test('needs credentials, and separates merchants', async () => {
      const nobody = await actAsMerchant(app, 'harbour-api', 'wrong')('POST', `${base}/payment`, payment());
      expect([nobody.status, nobody.body.status]).toEqual([401, 'FAILED']);
      const meridian = actAsMerchant(app, 'meridian-api');
      expect((await meridian('POST', `${base}/payment`, payment())).status).toBe(403);
      const id = await paid(merchant);
      const foreign = await meridian('GET', `/acceptor/rest/transactions/5300006/${id}`);
      expect([foreign.status, foreign.body.reasonCode]).toEqual([404, 'A400']);
    });
  });
});

describe('takePayout', () => {
  const payOut = (...parts: Parameters<typeof payment>) =>
    merchant('POST', `${base}/payout`, payment(...parts));
  const pay = (...parts: Parameters<typeof payment>) =>
    merchant('POST', `${base}/payment`, payment(...parts));
  const idOf = (answer: Awaited<ReturnType<Send>>): string => answer.body.transaction.transactionId;
  /** Cards that have never paid, one for each test. */
  const fresh = (pan: string) => ({ card: { ...goodCard, pan } });

  describe('a payout', () => {
    test('goes out, positive on the merchant API and negative in reports', async () => {
      await paid(merchant);
      const answer = await payOut();
      expect(answer.status).toBe(201);
      expect(answer.body.transaction).toMatchObject({ type: 'PAYOUT', status: 'SUCCESS', amount: 25 });
      const id = idOf(answer);
      const [row] = await app.owner`select requested_amount::text as amount from txn where txn_id = ${id}`;
      expect(row?.amount).toBe('-25.0000');
      expect(reason(await merchant('POST', `${base}/${id}/refund`, {}))).toBe('V134');
    });

    test('deferred waits without being authorised', async () => {
      const answer = await payOut({ deferred: 'true' });
      expect(answer.body.transaction).toMatchObject({ type: 'PAYOUT_INITIALIZE', status: 'SUCCESS' });
      expect(answer.body.processing).not.toHaveProperty('authResponse');
    });

    test('is declined by the card, and refused by validation', async () => {
      expect(reason(await payOut({ amount: '25.51' }))).toBe('D100');
      expect(reason(await payOut({ amount: '0' }))).toBe('V100');
    });

    test('from the portal goes by card token only', async () => {
      const customer = { merchantRef: 'payee', registered: true };
      const first = await pay({}, { card: goodCard }, { customer });
      const { cardToken: token } = first.body.paymentMethod.card;
      const clerk = await actAs(app, 'coffee@harbour.example');
      const url = '/proxy/sync/ta/transactions/5300001/payout';
      expect(reason(await clerk('POST', url, payment()))).toBe('V104');
      const answer = await clerk(
        'POST',
        url,
        payment({}, { cardToken: { token } }, { customer: { merchantRef: 'payee' } }),
      );
      expect(answer.body.transaction).toMatchObject({ type: 'PAYOUT', status: 'SUCCESS' });
    });
  });

  describe('a card that has never paid the company', () => {
    test.each([
      ['at once', {}, 'PAYOUT'],
      ['deferred', { deferred: true }, 'PAYOUT_INITIALIZE'],
    ])('gets no payout %s (A138), without a call of the processor', async (_when, transaction, type) => {
      const method = fresh('9902000000000018');
      const refused = await payOut(transaction, method);
      expect([refused.status, reason(refused)]).toEqual([400, 'A138']);
      expect(refused.body.transaction).toMatchObject({ type, status: 'FAILED', stage: 'FRAUD_RULES' });
      const asked = await app.owner`select 1 from sandbox.operation where reference = ${idOf(refused)}`;
      expect(asked).toHaveLength(0);
    });

    test('is accepted after a payment, not after a verify, a decline or an open challenge', async () => {
      const method = fresh('9903000000005131');
      const payments = [
        await merchant('POST', `${base}/verify`, payment({ amount: 0 }, method)),
        await pay({ amount: '7.51' }, method),
        await pay({ amount: '40.00', do3DSecure: true }, method),
      ];
      expect(payments.map(reason)).toEqual(['S100', 'D100', 'U100']);
      expect(reason(await payOut({}, method))).toBe('A138');
      expect(reason(await payOut({}, { card: declinedCard }))).toBe('A138');
      expect(reason(await pay({ deferred: true }, method))).toBe('S100');
      expect(reason(await payOut({}, method))).toBe('S100');
    });

    test('is known in all shops of the company, and in no other company', async () => {
      const method = fresh('9901000000000019');
      const books = '/acceptor/rest/transactions/5300003';
      expect(reason(await merchant('POST', `${books}/payment`, payment({}, method)))).toBe('S100');
      expect(reason(await payOut({}, method))).toBe('S100');
      const [row] = await app.owner<{ card: string }[]>`
        select card_correlation_id as card from txn where masked_pan like '990100%0019' limit 1`;
      const inCompany = (id: number) =>
        inTenant(app.services.database, [id], (sql) => isKnownCard(sql, id, row?.card ?? ''));
      expect([await inCompany(1100), await inCompany(1200)]).toEqual([true, false]);
    });

    test('gets no payout completed that was announced before there was this rule', async () => {
      const method = fresh('9905000000000015');
      expect(reason(await pay({}, method))).toBe('S100');
      const id = idOf(await payOut({ deferred: true }, method));
      const [card] = await app.owner<{ fingerprint: string }[]>`
        delete from known_card where fingerprint = (select card_correlation_id from txn where txn_id = ${id})
        returning fingerprint`;
      const refused = await merchant('POST', `${base}/${id}/capture`, {});
      expect([refused.status, reason(refused)]).toEqual([400, 'A138']);
      // It stays open, and can be completed once the card has paid.
      expect(card?.fingerprint).toBeDefined();
      expect(reason(await pay({}, method))).toBe('S100');
      expect(reason(await merchant('POST', `${base}/${id}/capture`, {}))).toBe('S100');
    });
  });
});

describe('verifyCard', () => {
  const verify = (...parts: Parameters<typeof payment>) =>
    merchant('POST', `${base}/verify`, payment(...parts));

  test.each([undefined, 0, '0.00', '1.00'])(
    'verifies a card with the amount %j and moves nothing',
    async (amount) => {
      const customer = { merchantRef: 'verified', registered: true };
      const answer = await verify({ amount }, { card: goodCard }, { customer });
      expect(answer.status).toBe(201);
      expect(answer.body.transaction).toMatchObject({ type: 'VERIFY', status: 'SUCCESS', amount: 0 });
      expect(answer.body.paymentMethod.card.cardToken).toMatch(/^MT_/);
      const id = answer.body.transaction.transactionId;
      expect(await app.owner`select 1 from ledger_entry where txn_id = ${id}`).toHaveLength(0);
    },
  );

  test('says that a card is declined, and which part of the request is not valid', async () => {
    expect(reason(await verify({}, { card: declinedCard }))).toBe('D100');
    expect(reason(await verify({}, { card: { ...goodCard, pan: '4444' } }))).toBe('V303');
  });

  test('stores the start date of a card until a request removes it', async () => {
    const customer = { merchantRef: 'starts', registered: true };
    const shownAfter = async (more: object) => {
      app.clock.advance(120_000);
      const card = { ...goodCard, ...more };
      const answer = await merchant('POST', `${base}/payment`, payment({}, { card }, { customer }));
      return answer.body.paymentMethod.card.validDate;
    };
    expect(await shownAfter({ startDate: '0125', issueNumber: '2' })).toBe('0125');
    expect(await shownAfter({})).toBe('0125');
    expect(await shownAfter({ startDate: '0225' })).toBe('0225');
    expect(await shownAfter({ clearStart: true })).toBeUndefined();
    const [kept] = await app.owner`
      select issue_number as issue, valid_date as start from card_token where registered and masked_pan like '990000%0010'
      order by created_at desc limit 1`;
    expect(kept).toEqual({ issue: '2', start: null });
  });
});
