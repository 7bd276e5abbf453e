import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeMerchant } from '#features/payments/payments/test/payment-fixtures.ts';
import { hourMs } from '#server/clock.ts';
import { listNewestMails } from '#server/mail/mail-outbox.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type Payer, declined, good, openAs, sessionOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));
beforeEach(async () => {
  await app.owner`delete from mail_outbox`;
  app.clock.advance(hourMs);
});

const anonymous = { customer: { details: { name: 'Ada Lovell', address: { line1: '1 Quay' } } } };
const openAnonymous = (transaction: object = {}) =>
  openAs(app, merchant, sessionOf({ ...transaction }, {}, anonymous));
const send = async (payer: Payer, email?: string) => {
  const { status, body } = await payer.send('POST', `${payer.page}/receipt`, { email });
  return [status, body.sentTo ?? body.reasonCode];
};
const recipients = async () =>
  (await listNewestMails(app.services.database, 50)).map(({ template, recipient }) => [template, recipient]);

describe('sendPageReceipt', () => {
  test('emails the receipt to the customer’s address, whatever the payer sends', async () => {
    const payer = await openAs(app, merchant);
    const { body } = await payer.submit(good);
    expect(body.receipt).toEqual({ to: 'a•••@example.org' });
    expect(await send(payer, 'other@evil.example')).toEqual([200, 'a•••@example.org']);
    expect(await recipients()).toEqual([['paymentReceipt', 'ada@example.org']]);
    const [event] = await app.owner`
      select actor_kind, actor, detail from audit_event where object_id = ${body.transactionId} and act = 'sendReceipt'`;
    expect(event).toEqual({
      actorKind: 'system',
      actor: 'hosted-page',
      detail: { kind: 'PAYMENT', to: 'a•••@example.org' },
    });
  });

  test.each([
    ['th', undefined, 'th'],
    ['th', 'el', 'el'],
    ['xx', undefined, 'en'],
    [undefined, 'pt_BR', 'pt_BR'],
  ])('a session in %s and a page in %s send it in %s', async (locale, language, expected) => {
    const payer = await openAs(app, merchant, { ...sessionOf(), ...(locale && { locale }) });
    await payer.submit(good);
    expect((await payer.send('POST', `${payer.page}/receipt`, { language })).status).toBe(200);
    const [mail] = await listNewestMails(app.services.database, 1);
    expect(mail?.locale).toBe(expected);
  });

  test('refuses a language that no page has', async () => {
    const payer = await openAs(app, merchant);
    await payer.submit(good);
    expect((await payer.send('POST', `${payer.page}/receipt`, { language: 'th-TH' })).status).toBe(400);
    expect(await recipients()).toEqual([]);
  });

  test('writes to one address of a payer', async () => {
    const payer = await openAnonymous();
    expect((await payer.submit(good)).body.receipt).toEqual({ to: null });
    expect(await send(payer, ' Ada@Home.example')).toEqual([200, 'ada@home.example']);
    // The reloaded page offers no second one.
    expect((await payer.view()).body.receipt).toBeNull();
    const [status] = await send(payer, 'second@home.example');
    expect(status).toBe(409);
    expect(await recipients()).toEqual([['paymentReceipt', 'ada@home.example']]);
  });

  test.each([
    '',
    'ada',
    'a@b@c.example',
    'a@x.example;b@x.example',
    'A <a@x.example>',
    'a@x.example\r\nBcc: b@x.example',
  ])('refuses %j as an address', async (email) => {
    const payer = await openAnonymous();
    await payer.submit(good);
    expect((await send(payer, email))[0]).toBe(400);
    expect(await recipients()).toEqual([]);
  });

  test('calls an authorisation a reservation', async () => {
    const payer = await openAnonymous({ deferred: true });
    await payer.submit(good);
    await send(payer, 'ada@home.example');
    expect(await recipients()).toEqual([['reservationReceipt', 'ada@home.example']]);
  });

  test('sends none before a payment and none of a failed one', async () => {
    const payer = await openAnonymous();
    expect((await send(payer, 'ada@home.example'))[0]).toBe(409);
    expect((await payer.submit(declined)).body.receipt).toBeNull();
    expect((await send(payer, 'ada@home.example'))[0]).toBe(409);
    const clerk = await openAnonymous({ commerceType: 'MOTO' });
    expect((await clerk.submit(good)).body.receipt).toBeNull();
    expect(await recipients()).toEqual([]);
  });

  test('sends five a day of one payment', async () => {
    const payer = await openAs(app, merchant);
    await payer.submit(good);
    for (let sent = 0; sent < 5; sent += 1) expect((await send(payer))[0]).toBe(200);
    expect((await send(payer))[0]).toBe(409);
    expect(await recipients()).toHaveLength(5);
  });

  test('limits the requests of one IP address', async () => {
    const statuses: unknown[] = [];
    for (let index = 0; index < 11; index += 1) {
      const payer = await openAnonymous();
      await payer.submit(good);
      statuses.push((await send(payer, `payer-${index}@home.example`))[0]);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test('is not offered where no emails are sent', async () => {
    const payer = await openAnonymous();
    await payer.submit(good);
    const { config } = app.services;
    const offered = async (sandbox: boolean) => {
      Object.assign(config, { sandbox });
      return (await payer.view()).body.receipt !== null;
    };
    expect(config.smtpUrl).toBeUndefined();
    expect(await offered(false)).toBe(false);
    expect(await offered(true)).toBe(true);
  });
});
