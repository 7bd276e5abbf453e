import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { isKnownCard } from '../server/db/cards.ts';
import {
  base,
  closeMerchant,
  declinedCard,
  goodCard,
  paid,
  payment,
  reason,
  transactionIdOf,
} from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

describe('takePayout', () => {
  const payOut = (...fields: Parameters<typeof payment>) =>
    merchant('POST', `${base}/payout`, payment(...fields));
  const pay = (...fields: Parameters<typeof payment>) =>
    merchant('POST', `${base}/payment`, payment(...fields));
  /** Cards that have never paid, one for each test. */
  const unpaidCard = (pan: string) => ({ card: { ...goodCard, pan } });

  describe('a payout', () => {
    test('goes out, positive on the merchant API and negative in reports', async () => {
      await paid(merchant);
      const response = await payOut();
      expect(response.status).toBe(201);
      expect(response.body.transaction).toMatchObject({ type: 'PAYOUT', status: 'SUCCESS', amount: 25 });
      const id = transactionIdOf(response);
      const [row] = await app.owner`select requested_amount::text as amount from txn where txn_id = ${id}`;
      expect(row?.amount).toBe('-25.0000');
      expect(reason(await merchant('POST', `${base}/${id}/refund`, {}))).toBe('V134');
    });

    test('deferred waits without being authorised', async () => {
      const response = await payOut({ deferred: 'true' });
      expect(response.body.transaction).toMatchObject({ type: 'PAYOUT_INITIALIZE', status: 'SUCCESS' });
      expect(response.body.processing).not.toHaveProperty('authResponse');
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
      const response = await clerk(
        'POST',
        url,
        payment({}, { cardToken: { token } }, { customer: { merchantRef: 'payee' } }),
      );
      expect(response.body.transaction).toMatchObject({ type: 'PAYOUT', status: 'SUCCESS' });
    });
  });

  describe('a card that has never paid the company', () => {
    test.each([
      ['at once', {}, 'PAYOUT'],
      ['deferred', { deferred: true }, 'PAYOUT_INITIALIZE'],
    ])('gets no payout %s (A138), without a call of the processor', async (_title, transaction, type) => {
      const method = unpaidCard('9902000000000018');
      const refused = await payOut(transaction, method);
      expect([refused.status, reason(refused)]).toEqual([400, 'A138']);
      expect(refused.body.transaction).toMatchObject({ type, status: 'FAILED', stage: 'FRAUD_RULES' });
      const operations =
        await app.owner`select 1 from sandbox.operation where reference = ${transactionIdOf(refused)}`;
      expect(operations).toHaveLength(0);
    });

    test('is accepted after a payment, not after a verify, a decline or an open challenge', async () => {
      const method = unpaidCard('9903000000005131');
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
      const method = unpaidCard('9901000000000019');
      const otherInstallation = '/acceptor/rest/transactions/5300003';
      expect(reason(await merchant('POST', `${otherInstallation}/payment`, payment({}, method)))).toBe(
        'S100',
      );
      expect(reason(await payOut({}, method))).toBe('S100');
      const [row] = await app.owner<{ card: string }[]>`
        select card_correlation_id as card from txn where masked_pan like '990100%0019' limit 1`;
      const inCompany = (id: number) =>
        inTenant(app.services.database, [id], (sql) => isKnownCard(sql, id, row?.card ?? ''));
      expect([await inCompany(1100), await inCompany(1200)]).toEqual([true, false]);
    });

    test('gets no payout completed that was announced before there was this rule', async () => {
      const method = unpaidCard('9905000000000015');
      expect(reason(await pay({}, method))).toBe('S100');
      const id = transactionIdOf(await payOut({ deferred: true }, method));
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
  const verify = (...fields: Parameters<typeof payment>) =>
    merchant('POST', `${base}/verify`, payment(...fields));

  test.each([undefined, 0, '0.00', '1.00'])(
    'verifies a card with the amount %j and moves nothing',
    async (amount) => {
      const customer = { merchantRef: 'verified', registered: true };
      const response = await verify({ amount }, { card: goodCard }, { customer });
      expect(response.status).toBe(201);
      expect(response.body.transaction).toMatchObject({ type: 'VERIFY', status: 'SUCCESS', amount: 0 });
      expect(response.body.paymentMethod.card.cardToken).toMatch(/^MT_/);
      const id = response.body.transaction.transactionId;
      expect(await app.owner`select 1 from ledger_entry where txn_id = ${id}`).toHaveLength(0);
    },
  );

  test('returns that a card is declined, or which field is invalid', async () => {
    expect(reason(await verify({}, { card: declinedCard }))).toBe('D100');
    expect(reason(await verify({}, { card: { ...goodCard, pan: '4444' } }))).toBe('V303');
  });

  test('stores the start date of a card until a request removes it', async () => {
    const customer = { merchantRef: 'starts', registered: true };
    const payAndReadCard = async (more: object) => {
      app.clock.advance(120_000);
      const card = { ...goodCard, ...more };
      const response = await merchant('POST', `${base}/payment`, payment({}, { card }, { customer }));
      return response.body.paymentMethod.card.validDate;
    };
    expect(await payAndReadCard({ startDate: '0125', issueNumber: '2' })).toBe('0125');
    expect(await payAndReadCard({})).toBe('0125');
    expect(await payAndReadCard({ startDate: '0225' })).toBe('0225');
    expect(await payAndReadCard({ clearStart: true })).toBeUndefined();
    const [storedCard] = await app.owner`
      select issue_number as issue, valid_date as start from card_token where registered and masked_pan like '990000%0010'
      order by created_at desc limit 1`;
    expect(storedCard).toEqual({ issue: '2', start: null });
  });
});
