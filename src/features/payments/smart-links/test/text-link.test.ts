import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { good } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { actAsClerk, createLink, listAudit, openAsPayer } from './link-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  app = await startApp({ flags: ['--sms-url', 'sandbox'] });
  merchant = actAsMerchant(app);
  clerk = await actAsClerk(app);
});
afterAll(() => app.stop());
beforeEach(() => app.owner`delete from mail_outbox`);

/** textSmartLink */
const text = (linkId: string, telephone = '+44 7700 900123', send = clerk) =>
  send('POST', `/proxy/sync/sl/links/${linkId}/text`, { telephone });
const texts = () => app.owner`
  select recipient, template, contents ->> 'linkUrl' as link from mail_outbox where channel = 'sms'`;

test('texts a link to a number, again after ten minutes', async () => {
  const { linkId, link } = await createLink(merchant);
  const sent = await text(linkId);
  expect([sent.status, sent.body]).toEqual([200, { sentTo: '+447700900123' }]);
  expect(await texts()).toEqual([{ recipient: '+447700900123', template: 'smartLink', link }]);
  const early = await text(linkId);
  expect([early.status, early.body.code]).toEqual([409, 'ALREADY_SENT']);
  app.clock.advance(11 * minuteMs);
  expect((await text(linkId)).status).toBe(200);
  expect(await texts()).toHaveLength(2);
  const [event] = await listAudit(app, 'textSmartLink');
  expect(event).toMatchObject({ objectId: linkId, detail: { to: '•••0123' } });
  // A text is no email: reminders and the list do not have the number.
  const { body } = await merchant('GET', `/smartlink/links/5300001/${linkId}`);
  expect([body.mailedTo, body.mailedAt]).toEqual([[], null]);
});

test('refuses a number without a country code, ended links and other users', async () => {
  const { linkId } = await createLink(merchant);
  expect((await text(linkId, '07700 900123')).body.field).toBe('telephone');
  expect((await text(linkId, '+15005550006', await actAs(app, 'support@harbour.example'))).status).toBe(403);
  expect((await text(linkId, '+15005550006', await actAs(app, 'admin@meridian.example'))).status).toBe(404);
  const paid = await createLink(merchant);
  await (await openAsPayer(app, paid)).submit(good);
  expect((await text(paid.linkId, '+15005550006')).body.code).toBe('LINK_OVER');
  expect(await texts()).toEqual([]);
});

test('texts one number five times a day, whatever the link', async () => {
  const statuses = [];
  for (let round = 0; round < 6; round += 1)
    statuses.push((await text((await createLink(merchant)).linkId, '+15005550007')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 409]);
});

test('refuses every text without --sms-url', async () => {
  const without = await startApp({ databaseUrl: app.databaseUrl });
  const { linkId } = await createLink(merchant);
  const refused = await text(linkId, '+15005550008', await actAsClerk(without));
  expect([refused.status, refused.body.code]).toEqual([409, 'NO_SMS']);
  await without.stop();
});
