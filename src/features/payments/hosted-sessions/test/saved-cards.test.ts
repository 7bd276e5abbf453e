import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeMerchant } from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type Payer, enrolled, good, hosted, openAs, payerAt, sessionOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

const optional = { features: { paymentMethodRegistration: 'optional', showResultsPage: true } };
const customerOf = (merchantCustomerId: string) => ({
  identity: { merchantCustomerId },
  details: { address: { line1: '1 Quay', postcode: 'BS1' } },
});
const openFor = (customer: string, transaction: object = {}, more: object = optional) =>
  openAs(app, merchant, sessionOf({ ...transaction }, {}, { ...more, customer: customerOf(customer) }));
const savedOf = async (payer: Payer) => (await payer.view()).body.savedCards;
const save = async (customer: string, card: object = good) => {
  const payer = await openFor(customer);
  expect((await payer.submit(card, { register: true })).body.transactionState).toBe('SUCCESS');
};
let pressed = 0;
const payWith = async (payer: Payer, saved: object) =>
  (
    await payer.send('POST', `${payer.page}/submit`, {
      submission: `saved-press-${(pressed += 1)}-xxxxxx`,
      saved,
    })
  ).body;
const storedCards = (customer: string) => app.owner<{ token: string; registered: boolean }[]>`
  select t.token, t.registered from card_token t join customer c on c.customer_id = t.customer_id and c.company_id = t.company_id
  where c.merchant_ref = ${customer} and t.deleted_at is null`;

describe('saved cards', () => {
  test('are those that the customer has agreed to save, without number and token', async () => {
    await save('saver-1');
    const payer = await openFor('saver-1');
    const { body } = await payer.view();
    expect(body.savedCards).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{20}$/),
        brand: 'Visa',
        lastFour: '0018',
        expiry: '1230',
        hasExpired: false,
      },
    ]);
    expect(body.asks).toMatchObject({ saving: true, cv2: true });
    const [stored] = await storedCards('saver-1');
    const page = await payer.send('GET', payer.page.replace('/session/', '/begin/'));
    for (const text of [JSON.stringify(body), String(page.body)]) {
      expect(text).not.toContain(stored?.token);
      expect(text).not.toContain('9902000000000018"');
    }
    expect(page.body).toContain('"lastFour":"0018"');
    expect(await savedOf(await openFor('saver-2'))).toEqual([]);
  });

  test('are not saved without consent, or where the merchant does not offer it', async () => {
    const without = await openFor('no-consent');
    await without.submit(good);
    expect(await savedOf(await openFor('no-consent'))).toEqual([]);
    const notOffered = await openFor('not-offered', {}, {});
    expect((await notOffered.view()).body.asks.saving).toBe(false);
    await notOffered.submit(good, { register: true });
    expect((await storedCards('not-offered')).filter(({ registered }) => registered)).toEqual([]);
  });

  test('are not shown to who opens a link, to a clerk, or without the merchant’s request', async () => {
    await save('private');
    expect(await savedOf(await openFor('private', {}, {}))).toEqual([]);
    expect(await savedOf(await openFor('private', { commerceType: 'MOTO' }))).toEqual([]);
    const created = await merchant('POST', '/smartlink/links/5300001/payment', {
      transaction: { money: { currency: 'GBP', amount: { fixed: '5.00' } } },
      customer: customerOf('private'),
      ...optional,
    });
    const { pathname } = new URL(created.body.smartLinkResponseDetail.link);
    const opened = await app.gateway.inject({ method: 'GET', url: pathname });
    const payer = payerAt(app, String(opened.headers.location));
    expect((await payer.view()).body).toMatchObject({
      step: 'FORM',
      savedCards: [],
      asks: { saving: false },
    });
  });

  test('pay with their security code, which is entered each time', async () => {
    await save('returning');
    const payer = await openFor('returning', { merchantReference: 'SAVED-1' });
    const [{ id }] = await savedOf(payer);
    expect(await payWith(payer, { id })).toMatchObject({ step: 'FORM', problem: 'cv2', transactionId: null });
    expect(await payWith(payer, { id, cv2: '12' })).toMatchObject({ problem: 'cv2', transactionId: null });
    expect(await payWith(payer, { id, cv2: '123' })).toMatchObject({
      transactionState: 'SUCCESS',
      maskedCard: expect.stringMatching(/0018$/),
    });
    const { body } = await merchant('GET', '/acceptor/rest/transactions/5300001/byRef?merchantRef=SAVED-1');
    expect(body[0].processing.authResponse.cv2Check).toBe('MATCHED');
    expect(await storedCards('returning')).toHaveLength(1);
  });

  test('start 3-D Secure', async () => {
    await save('challenged', enrolled);
    const payer = await openFor('challenged', { money: { currency: 'GBP', amount: { fixed: '40.00' } } });
    const [{ id }] = await savedOf(payer);
    expect(await payWith(payer, { id, cv2: '123' })).toMatchObject({ step: 'CHALLENGE' });
  });

  test('have ids of one session', async () => {
    await save('owner');
    const [{ id }] = await savedOf(await openFor('owner'));
    const other = await openFor('owner');
    expect(await payWith(other, { id, cv2: '123' })).toMatchObject({
      problem: 'refused',
      transactionId: null,
    });
    const stranger = await openFor('stranger');
    expect(await payWith(stranger, { id, cv2: '123' })).toMatchObject({ transactionId: null });
  });

  test('are shown as expired, pay no more, and can be removed', async () => {
    await save('expiring', { ...good, expiryDate: '1226' });
    expect(await savedOf(await openFor('expiring'))).toMatchObject([{ hasExpired: false }]);
    await app.owner`update card_token set expiry_date = '0126' where customer_id in (
      select customer_id from customer where merchant_ref = 'expiring')`;
    const payer = await openFor('expiring');
    const [card] = await savedOf(payer);
    expect(card).toMatchObject({ lastFour: '0018', expiry: '0126', hasExpired: true });
    expect(await payWith(payer, { id: card.id, cv2: '123' })).toMatchObject({
      problem: 'refused',
      transactionId: null,
    });
    const removed = await payer.send('POST', `${payer.page}/remove-card`, { id: card.id });
    expect(removed.body.savedCards).toEqual([]);
    expect(await storedCards('expiring')).toEqual([]);
  });
});

describe('removeSavedCard', () => {
  const remove = (payer: Payer, id: string) => payer.send('POST', `${payer.page}/remove-card`, { id });

  test('removes the card for good, with an audit event', async () => {
    await save('remover');
    const payer = await openFor('remover');
    const [{ id }] = await savedOf(payer);
    const { status, body } = await remove(payer, id);
    expect([status, body.savedCards, body.step]).toEqual([200, [], 'FORM']);
    expect((await remove(payer, id)).status).toBe(200);
    expect(await payWith(payer, { id, cv2: '123' })).toMatchObject({ transactionId: null });
    expect(await storedCards('remover')).toEqual([]);
    const events = await app.owner`
      select actor, detail from audit_event where act = 'removeCustomerCard' and actor = 'hosted-page'
        and detail ->> 'customer' = (select customer_id::text from customer where merchant_ref = 'remover')`;
    expect(events).toHaveLength(1);
    expect(events[0]?.detail).toMatchObject({ card: expect.stringMatching(/0018$/) });
  });

  test('removes no card of another session or of a session that is over', async () => {
    await save('keeper');
    const first = await openFor('keeper');
    const [{ id }] = await savedOf(first);
    await remove(await openFor('keeper'), id);
    expect(await savedOf(first)).toHaveLength(1);
    app.clock.advance(31 * minuteMs);
    await remove(first, id);
    expect(await storedCards('keeper')).toHaveLength(1);
    expect((await merchant('GET', `${hosted}/${first.sessionId}/status`)).status).toBe(200);
  });
});
