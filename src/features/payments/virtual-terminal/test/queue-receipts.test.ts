import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { declined, good, payerAt } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { pageLanguages } from '#shared/page-languages.ts';
import { renderMail } from '#server/mail/render-mail.ts';
import { listNewestMails } from '#server/mail/mail-outbox.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testKeys } from '#testing/template-contents.ts';
import { queueReceipts } from '../server/queue-receipts.ts';
import { buildSessionBody } from '../web/terminal-screen.tsx';
import { type TerminalForm, emptyTerminalForm } from '../terminal-form.ts';
import { buildConfiguration } from './configuration.ts';

let app: TestApp;
let operator: Send;
beforeAll(async () => {
  app = await startApp();
  operator = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());
beforeEach(() => app.owner`delete from mail_outbox`);

let sessionNumber = 0;
/** A session opened by the terminal, and its page. */
async function openSession(part: Partial<TerminalForm> = {}, locale = 'en') {
  const form: TerminalForm = {
    ...emptyTerminalForm,
    installation: '5300002',
    currency: 'GBP',
    amount: '1234.50',
    merchantReference: `VT-${(sessionNumber += 1)}`,
    customerEmail: 'payer@example.org',
    emailReceipt: true,
    ...part,
  };
  const returnUrl = `${app.services.config.portalUrl}/virtual-terminal/transaction-redirect`;
  const body = buildSessionBody(form, buildConfiguration(), { returnUrl, skin: '1', locale });
  const created = await operator('POST', '/proxy/sync/hf/sessions/5300002/payments', body);
  expect([created.status, created.body.status], JSON.stringify(created.body)).toEqual([201, 'SUCCESS']);
  return { payer: payerAt(app, created.body.redirectUrl), reference: form.merchantReference };
}

const run = () => queueReceipts.run(app.services);
const mails = () => listNewestMails(app.services.database, 20);

test('queues one receipt for a paid session', async () => {
  const { payer, reference } = await openSession();
  await run();
  expect(await mails()).toEqual([]);
  await payer.submit(declined);
  await run();
  expect(await mails()).toEqual([]);
  expect((await payer.submit(good)).body.transactionState).toBe('SUCCESS');
  await Promise.all([run(), run()]);
  await run();
  const queued = await mails();
  expect(queued).toMatchObject([
    {
      template: 'paymentReceipt',
      recipient: 'payer@example.org',
      locale: 'en',
      contents: {
        merchant: 'Harbour Coffee',
        amount: '£1,234.50',
        card: '•••• 0018',
        reference,
        timeZone: 'Europe/London',
      },
    },
  ]);
  const [mail] = queued;
  if (!mail) throw new Error('no mail');
  const { subject, text, html } = renderMail(mail, { portalUrl: 'https://portal.example', keys: testKeys });
  expect(subject).toBe('Your payment to Harbour Coffee');
  expect(text).toContain('£1,234.50');
  expect(text).toContain('20 November 2026 at 10:00');
  const [{ txnId }] = await app.owner<[{ txnId: number }]>`
    select txn_id from txn where merch_ref = ${reference} and txn_status = 'SUCCESS'`;
  const details = (await operator('GET', `/proxy/sync/tqs/transaction/${txnId}`)).body;
  expect(details.relatedEvents.filter(({ kind }: { kind: string }) => kind === 'RECEIPT_SENT')).toMatchObject(
    [{ state: 'PAYMENT', detail: { to: 'p•••@example.org' }, actor: null }],
  );
  // No other card data and no name.
  expect(text + html + JSON.stringify(mail.contents)).not.toMatch(/9902|1230|Hello/);
});

test('calls a preauthorisation a reservation', async () => {
  const { payer } = await openSession({ preauth: true });
  await payer.submit(good);
  await run();
  expect(await mails()).toMatchObject([{ template: 'reservationReceipt' }]);
});

test('queues none without a request', async () => {
  const { payer } = await openSession({ emailReceipt: false });
  await payer.submit(good);
  await run();
  expect(await mails()).toEqual([]);
});

test.each(pageLanguages)('is written in %s', async (locale) => {
  const { payer, reference } = await openSession({}, locale);
  await payer.submit(good);
  await run();
  const [mail] = await mails();
  if (!mail) throw new Error('no mail');
  const { subject, text } = renderMail(mail, { portalUrl: 'https://portal.example', keys: testKeys });
  expect([mail.locale, subject.includes('Harbour Coffee')]).toEqual([locale, true]);
  expect(text).toContain(reference);
  expect(text).not.toMatch(/\{\w+\}|undefined/);
});

test('is in the language of the customer, with the clerk’s page in another', async () => {
  const { payer } = await openSession({ customerLanguage: 'th' }, 'de');
  const { body } = await payer.submit(good);
  expect(body.language).toBe('de');
  await run();
  expect((await mails())[0]).toMatchObject({ locale: 'th', contents: { amount: '£1,234.50' } });
  // Sent again from the details, too.
  expect(
    (await operator('POST', `/proxy/sync/ta/transactions/5300002/${body.transactionId}/receipt`)).status,
  ).toBe(200);
  expect((await mails()).map(({ locale }) => locale)).toEqual(['th', 'th']);
});

test('queues other receipts when one fails', async () => {
  await app.owner.unsafe(`
    create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'no mail'; end $$;
    create trigger refuse_mail before insert on mail_outbox for each row
      when (new.recipient = 'broken@example.org') execute function refuse_mail()`);
  const broken = await openSession({ customerEmail: 'broken@example.org' });
  const other = await openSession({ customerEmail: 'other@example.org' });
  for (const { payer } of [broken, other])
    expect((await payer.submit(good)).body.transactionState).toBe('SUCCESS');
  await run();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['other@example.org']);
  await app.owner`drop trigger refuse_mail on mail_outbox`;
  await run();
  expect((await mails()).map(({ recipient }) => recipient)).toContain('broken@example.org');
});

test("names the installation's sender and reply address", async () => {
  await app.owner`
    update installation set receipt_name = 'Harbour Coffee', receipt_reply_to = 'shop@harbour.example'
    where installation_id = 5300002`;
  const { payer } = await openSession();
  await payer.submit(good);
  await run();
  const [mail] = await mails();
  expect(mail?.contents).toMatchObject({ senderName: 'Harbour Coffee', replyTo: 'shop@harbour.example' });
  if (!mail) throw new Error('no receipt');
  const { text } = renderMail(mail, { portalUrl: 'https://portal.example', keys: testKeys });
  expect(text).not.toContain('Replies aren’t monitored');
  await app.owner`update installation set receipt_name = null, receipt_reply_to = null`;
});
