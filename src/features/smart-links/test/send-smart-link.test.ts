import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderMail } from '#server/mail/render-mail.ts';
import { locales } from '#shared/locales.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testKeys } from '#testing/template-contents.ts';
import { actAsClerk, auditOf, linkOf, listAt, listed, createLink } from './link-fixtures.ts';

let app: TestApp;
let clerk: Send;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  clerk = await actAsClerk(app);
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const send = (linkId: string, emailAddress: string) =>
  clerk('POST', `/proxy/sync/sl/links/${linkId}/send`, { emailAddress });
const mails = (to: string) =>
  app.owner`select template, locale, contents from mail_outbox where recipient = ${to}`;

test('emails the link once an address, in the customer’s language', async () => {
  const link = await createLink(merchant, { ...linkOf(), locale: 'de' });
  expect((await send(link.linkId, ' Ada@Example.org ')).body).toEqual({ mailedTo: ['ada@example.org'] });
  const again = await send(link.linkId, 'ada@example.org');
  expect([again.status, again.body.code]).toEqual([409, 'ALREADY_SENT']);
  const found = await mails('ada@example.org');
  expect(found).toMatchObject([
    { template: 'smartLink', locale: 'de', contents: { amount: '25,00\u00a0£', linkUrl: link.link } },
  ]);
  expect(listed(await clerk('GET', listAt(1111)), link.linkId).mailedTo).toEqual(['ada@example.org']);
  expect(await auditOf(app, 'sendSmartLink')).toMatchObject([
    { outcome: 'allowed', objectId: link.linkId, detail: { to: 'ada@example.org' } },
    { outcome: 'refused: ALREADY_SENT' },
  ]);
});

test('sends one email for two concurrent requests', async () => {
  const { linkId } = await createLink(merchant);
  const responses = await Promise.all([send(linkId, 'twice@example.org'), send(linkId, 'twice@example.org')]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await mails('twice@example.org')).toHaveLength(1);
});

test('rejects a sixth address, invalid addresses and ended links', async () => {
  const { linkId } = await createLink(merchant);
  for (let turn = 1; turn <= 5; turn += 1)
    expect((await send(linkId, `many-${turn}@example.org`)).status).toBe(200);
  expect((await send(linkId, 'many-6@example.org')).status).toBe(409);
  expect((await send(linkId, 'a@b.example, c@d.example')).status).toBe(400);
  expect((await send(linkId, 'a@b.example\r\nBcc: c@d.example')).status).toBe(400);
  const over = await createLink(merchant);
  await clerk('POST', `/proxy/sync/sl/links/${over.linkId}/cancel`);
  expect((await send(over.linkId, 'late@example.org')).body.code).toBe('LINK_OVER');
});

test('names the merchant in every language', () => {
  const contents = {
    merchant: 'Harbour Coffee',
    amount: '',
    description: '<b>Two</b>',
    linkUrl: 'https://pay.example/a/X_HrVFwx8_A',
    expires: '2026-12-24T12:00:00Z',
  };
  for (const locale of locales) {
    const mail = renderMail(
      { template: 'smartLink', locale, contents },
      { portalUrl: 'https://portal.example', keys: testKeys },
    );
    expect(mail.subject).toContain('Harbour Coffee');
    expect(mail.html).toContain('href="https://pay.example/a/X_HrVFwx8_A"');
    expect(mail.html).not.toContain('<b>Two');
    expect(mail.text).toContain('2026');
  }
});
