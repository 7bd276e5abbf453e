import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendMail } from '#features/outbound/mail/server/send-mail.ts';
import { base, closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  app = await startApp({ flags: ['--sms-url', 'sandbox'] });
  merchant = actAsMerchant(app);
  clerk = await actAs(app, 'coffee@harbour.example');
});
afterAll(() => closeMerchant(app));
beforeEach(() => app.owner`delete from mail_outbox`);

let orders = 0;
const pay = (transaction: object = {}) =>
  paid(merchant, { amount: '1234.50', merchantRef: `order-${(orders += 1)}`, ...transaction });
/** textReceipt */
const text = (id: string, telephone = '+44 7700 900123', sender = clerk, installation = 5300001) =>
  sender('POST', `/proxy/sync/ta/transactions/${installation}/${id}/receipt/text`, { telephone });
const texts = () => app.owner`select recipient, template, state from mail_outbox where channel = 'sms'`;

test('texts the receipt to the number, with an audit event without the number', async () => {
  const id = await pay();
  const sent = await text(id);
  expect([sent.status, sent.body]).toEqual([200, { kind: 'PAYMENT', sentTo: '+447700900123' }]);
  await sendMail.run(app.services);
  expect(await texts()).toEqual([{ recipient: '+447700900123', template: 'paymentReceipt', state: 'sent' }]);
  const [event] = await app.owner`
    select actor_kind, act, detail from audit_event where object_id = ${id} and act = 'textReceipt'`;
  expect(event).toEqual({
    actorKind: 'user',
    act: 'textReceipt',
    detail: { kind: 'PAYMENT', to: '•••0123' },
  });
  const admin = await actAs(app, 'admin@harbour.example');
  const { relatedEvents } = (await admin('GET', `/proxy/sync/tqs/transaction/${id}`)).body;
  expect(relatedEvents).toMatchObject([
    { kind: 'RECEIPT_TEXTED', state: 'PAYMENT', detail: { to: '•••0123' }, actor: 'Clara Brandt' },
  ]);
});

test('a developer sees the message at /debug/mail', async () => {
  await text(await pay());
  const list = await app.portal.inject({ url: '/debug/mail' });
  expect(list.body).toContain('text message, en');
  const [, link = ''] = /href="(\/debug\/mail\/[\w-]+)"/.exec(list.body) ?? [];
  const shown = await app.portal.inject({ url: link });
  expect(shown.body).toContain(
    `Harbour Coffee: you paid £1,234.50. Card ending 0010. Reference: order-${orders}`,
  );
  expect(shown.body).not.toContain('As HTML');
  expect((await app.portal.inject({ url: `${link}/html` })).statusCode).toBe(404);
});

test('the page’s configuration has text messages', async () => {
  expect((await app.portal.inject({ url: '/config' })).json().sms).toBe(true);
});

describe('refuses', () => {
  test('a number without a country code', async () => {
    const refused = await text(await pay(), '07700 900123');
    expect([refused.status, refused.body.field]).toEqual([400, 'telephone']);
    expect(await texts()).toEqual([]);
  });

  test('a sixth text of a payment, and a sixth text to a number, in a day', async () => {
    const id = await pay();
    const codes = [];
    for (let number = 1; number <= 6; number += 1)
      codes.push((await text(id, `+4477009001${20 + number}`)).status);
    expect(codes).toEqual([200, 200, 200, 200, 200, 409]);
    const others = [];
    for (let number = 1; number <= 6; number += 1)
      others.push((await text(await pay(), '+15005550006')).status);
    expect(others).toEqual([200, 200, 200, 200, 200, 409]);
  });

  test('a transaction without a receipt', async () => {
    const id = await pay({ deferred: true });
    await merchant('POST', `${base}/${id}/cancel`, { transaction: {} });
    const refused = await text(id, '+15005550007');
    expect([refused.status, refused.body.code]).toEqual([409, 'NO_RECEIPT']);
  });

  test('users without the right, another company and another installation', async () => {
    const id = await pay();
    const statuses = [
      await text(id, '+15005550008', await actAs(app, 'support@harbour.example')),
      await text(id, '+15005550008', await actAs(app, 'admin@meridian.example')),
      await text(id, '+15005550008', clerk, 5300002),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 404]);
    expect(await texts()).toEqual([]);
  });

  test('every message without --sms-url', async () => {
    const without = await startApp({ databaseUrl: app.databaseUrl });
    const sender = await actAs(without, 'coffee@harbour.example');
    const refused = await text(await pay(), '+15005550009', sender);
    expect([refused.status, refused.body.code]).toEqual([409, 'NO_SMS']);
    expect((await without.portal.inject({ url: '/config' })).json().sms).toBe(false);
    await without.stop();
  });
});
