import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { base, closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { pageLanguages } from '#shared/page-languages.ts';
import { listNewestMails } from '#server/mail/mail-outbox.ts';
import { type StoredMail, renderMail } from '#server/mail/render-mail.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testKeys } from '#testing/template-contents.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  clerk = await actAs(app, 'coffee@harbour.example');
});
afterAll(() => closeMerchant(app));
beforeEach(() => app.owner`delete from mail_outbox`);

const buyer = { customer: { displayName: 'Ann Smith', email: 'Ann@Example.org' } };
let orders = 0;
const pay = (transaction: object = {}, more: object = {}) =>
  paid(
    merchant,
    { amount: '1234.50', merchantRef: `order-${(orders += 1)}`, ...transaction },
    { ...buyer, ...more },
  );
const send = (id: string, sender = clerk, installation = 5300001) =>
  sender('POST', `/proxy/sync/ta/transactions/${installation}/${id}/receipt`);
const followUp = async (id: string, action: string, transaction: object = {}): Promise<string> =>
  (await merchant('POST', `${base}/${id}/${action}`, { transaction })).body.transaction.transactionId;
/** Users get others, of sign-ins. */
const mails = async () =>
  (await listNewestMails(app.services.database, 50)).filter(
    ({ recipient }) => recipient === 'ann@example.org',
  );
const codeOf = async (response: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await response;
  return [status, body.code];
};

test('emails the receipt to the address on the payment, each time', async () => {
  const id = await pay({}, { locale: 'de' });
  const sent = await send(id);
  expect([sent.status, sent.body]).toEqual([200, { kind: 'PAYMENT', sentTo: 'ann@example.org' }]);
  await send(id);
  const queued = await mails();
  expect(queued).toHaveLength(2);
  const contents = {
    merchant: 'Harbour Coffee',
    amount: '1.234,50\u00A0£',
    card: '•••• 0010',
    reference: `order-${orders}`,
    timeZone: 'Europe/London',
  };
  expect(queued).toMatchObject(
    queued.map(() => ({ template: 'paymentReceipt', recipient: 'ann@example.org', locale: 'de', contents })),
  );
  const [event] = await app.owner`
    select actor_kind, act, detail from audit_event where object_id = ${id} and act = 'sendReceipt'`;
  expect(event).toEqual({
    actorKind: 'user',
    act: 'sendReceipt',
    detail: { kind: 'PAYMENT', to: 'a•••@example.org' },
  });
});

test.each([
  ['th', 'th', 'การชำระเงินของคุณให้ Harbour Coffee'],
  ['th-TH', 'th', 'การชำระเงินของคุณให้ Harbour Coffee'],
  ['id', 'in_ID', 'Pembayaran Anda kepada Harbour Coffee'],
  ['de_AT', 'de', 'Ihre Zahlung an Harbour Coffee'],
  ['xx', 'en', 'Your payment to Harbour Coffee'],
])('a payment of locale %j has a receipt in %s', async (locale, language, subject) => {
  await send(await pay({}, { locale }));
  const [mail] = await mails();
  if (!mail) throw new Error('no mail');
  expect(mail.locale).toBe(language);
  expect(renderMail(mail, { portalUrl: 'https://portal.example', keys: testKeys }).subject).toBe(subject);
});

test('emails the notice of a refund, with the reference of its payment', async () => {
  const refundId = await followUp(await pay(), 'refund', { amount: '4.00' });
  expect((await send(refundId)).body).toEqual({ kind: 'REFUND', sentTo: 'ann@example.org' });
  const [mail] = await mails();
  if (!mail) throw new Error('no mail');
  expect(mail).toMatchObject({
    template: 'refundNotice',
    contents: { amount: '£4.00', reference: `order-${orders}` },
  });
  const rendered = renderMail(mail, { portalUrl: 'https://portal.example', keys: testKeys });
  expect(rendered.subject).toBe('Refund from Harbour Coffee');
  expect(rendered.text).toContain('A refund is on its way to your card.');
  expect(rendered.text).toContain('£4.00');
  const [refund] = await app.owner<{ arn: string; day: string }[]>`
    select arn, to_char(refund_expected_date, 'FMDD FMMonth YYYY') as day from txn where txn_id = ${refundId}`;
  expect(rendered.text).toContain(`Expected by: ${refund?.day}`);
  expect(rendered.text).toContain(`Reference for your bank (ARN): ${refund?.arn}`);
  expect(rendered.text).not.toContain('Hello');
});

test('has the notice of a refund in every language', async () => {
  await send(await followUp(await pay(), 'refund', { amount: '4.00' }));
  const [mail] = await mails();
  if (!mail) throw new Error('no mail');
  const place = { portalUrl: 'https://portal.example', keys: testKeys };
  const texts = pageLanguages.map((locale) => renderMail({ ...mail, locale } as StoredMail, place).text);
  expect(new Set(texts)).toHaveLength(pageLanguages.length);
});

test('calls an authorisation a reservation until it is captured', async () => {
  const id = await pay({ deferred: true });
  expect((await send(id)).body.kind).toBe('RESERVATION');
  await followUp(id, 'capture', { amount: '20.00' });
  expect((await send(id)).body.kind).toBe('PAYMENT');
  const [captured, reserved] = await app.owner`
    select template, contents ->> 'amount' as amount from mail_outbox order by template`;
  expect([captured, reserved]).toEqual([
    { template: 'paymentReceipt', amount: '£20.00' },
    { template: 'reservationReceipt', amount: '£1,234.50' },
  ]);
});

describe('refuses', () => {
  test('a transaction without a receipt', async () => {
    const id = await pay({ deferred: true });
    await followUp(id, 'cancel');
    expect(await codeOf(send(id))).toEqual([409, 'NO_RECEIPT']);
    const pending = await followUp(await pay(), 'refund', { amount: '10.77' });
    expect(await codeOf(send(pending))).toEqual([409, 'NO_RECEIPT']);
    expect(await mails()).toEqual([]);
  });

  test('a payment without an address', async () => {
    expect(await codeOf(send(await pay({}, { customer: {} })))).toEqual([409, 'NO_ADDRESS']);
    expect(await mails()).toEqual([]);
  });

  test('a sixth email of one day', async () => {
    const id = await pay();
    const codes = [];
    for (let number = 1; number <= 6; number += 1) codes.push((await send(id)).status);
    expect(codes).toEqual([200, 200, 200, 200, 200, 409]);
    expect(await mails()).toHaveLength(5);
    app.clock.advance(24 * 3_600_000);
    clerk = await actAs(app, 'coffee@harbour.example');
    expect((await send(id)).status).toBe(200);
  });

  test('users without the right, another company and another installation', async () => {
    const id = await pay();
    expect((await send(id, await actAs(app, 'support@harbour.example'))).status).toBe(403);
    expect((await send(id, await actAs(app, 'admin@meridian.example'))).status).toBe(403);
    expect((await send(id, clerk, 5300002)).status).toBe(404);
    expect(await mails()).toEqual([]);
  });
});

test('the details offer it to those who may, and the history shows it', async () => {
  const id = await pay();
  const admin = await actAs(app, 'admin@harbour.example');
  const read = async (reader: Send) => (await reader('GET', `/proxy/sync/tqs/transaction/${id}`)).body;
  expect((await read(admin)).receiptInformation).toEqual({ kind: 'PAYMENT', to: 'ann@example.org' });
  const support = await actAs(app, 'support@harbour.example');
  expect((await read(support)).receiptInformation).toBeNull();
  await send(id, admin);
  const { relatedEvents } = await read(admin);
  expect(relatedEvents).toMatchObject([
    {
      kind: 'RECEIPT_SENT',
      state: 'PAYMENT',
      detail: { to: 'a•••@example.org' },
      actor: 'Amelia Hart',
      transactionId: id,
    },
  ]);
  // Without the audit log, not who it was.
  expect((await read(support)).relatedEvents).toMatchObject([{ kind: 'RECEIPT_SENT', actor: null }]);
});
