import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrolled, good } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { sendLinkReminders } from '../server/send-link-reminders.ts';
import { type CreatedLink, actAsClerk, buildLink, createLink, openAsPayer } from './link-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

let customers = 0;
/** A link with a reminder two days before its end in seven days. */
async function createReminded(transaction: Record<string, unknown> = {}) {
  customers += 1;
  const email = `payer-${customers}@example.org`;
  const customer = { details: { emailAddress: email }, registered: false };
  const link = await createLink(merchant, buildLink({ remindDaysBefore: 2 }, transaction, { customer }));
  return { ...link, email };
}
const remind = () => sendLinkReminders.run(app.services);
const mailsTo = async (address: string): Promise<string[]> => {
  const mails = await app.owner<{ template: string }[]>`
    select template from mail_outbox where recipient = ${address} order by queued_at`;
  return mails.map(({ template }) => template);
};
const readReminder = async ({ linkId }: CreatedLink) =>
  (await merchant('GET', `/smartlink/links/5300001/${linkId}`)).body.reminder;

test('reminds the customer once, two days before the end', async () => {
  const link = await createReminded();
  const due = new Date(app.clock.now().getTime() + 5 * dayMs);
  expect(await readReminder(link)).toEqual({ daysBefore: 2, at: due.toISOString(), sentAt: null });
  app.clock.advance(5 * dayMs - minuteMs);
  await remind();
  expect(await mailsTo(link.email)).toEqual([]);
  app.clock.advance(2 * minuteMs);
  await Promise.all([remind(), remind()]);
  app.clock.advance(hourMs);
  await remind();
  expect(await mailsTo(link.email)).toEqual(['smartLinkReminder']);
  expect(await readReminder(link)).toMatchObject({ daysBefore: 2, at: null });
});

test('reminds the addresses that got the link instead of the customer', async () => {
  const link = await createReminded();
  const clerk = await actAsClerk(app);
  const address = 'accounts@example.org';
  await clerk('POST', `/proxy/sync/sl/links/${link.linkId}/send`, { emailAddress: address });
  app.clock.advance(5 * dayMs + minuteMs);
  await remind();
  expect(await mailsTo(address)).toEqual(['smartLink', 'smartLinkReminder']);
  expect(await mailsTo(link.email)).toEqual([]);
});

test('does not remind of paid, authorised, cancelled and ended links', async () => {
  const [paid, authorised, cancelled, ended] = [
    await createReminded(),
    await createReminded({ deferred: true }),
    await createReminded(),
    await createReminded(),
  ];
  await (await openAsPayer(app, paid)).submit(good);
  await (await openAsPayer(app, authorised)).submit({ ...good, pan: '4444333322221111' });
  await merchant('POST', `/smartlink/links/${cancelled.linkId}/cancel`, {});
  await app.owner`update smart_link set expires_at = created_at + interval '1 day' where link_id = ${ended.linkId}`;
  app.clock.advance(5 * dayMs + minuteMs);
  await remind();
  for (const { email } of [paid, authorised, cancelled, ended]) expect(await mailsTo(email)).toEqual([]);
  const [left] = await app.owner`select count(*)::int as number from smart_link where remind_at <= now()`;
  expect(left).toEqual({ number: 0 });
});

test('waits while a payment is in progress', async () => {
  const link = await createReminded({ money: { currency: 'GBP', amount: { fixed: '40.00' } } });
  app.clock.advance(5 * dayMs - minuteMs);
  await (await openAsPayer(app, link)).submit(enrolled);
  app.clock.advance(2 * minuteMs);
  await remind();
  expect(await mailsTo(link.email)).toEqual([]);
  await app.owner`update txn set txn_status = 'CANCELLED' where detail ->> 'linkId' = ${link.linkId}`;
  app.clock.advance(16 * minuteMs);
  await remind();
  expect(await mailsTo(link.email)).toEqual(['smartLinkReminder']);
});

test('reminds again after the link was extended', async () => {
  const link = await createReminded();
  app.clock.advance(5 * dayMs + minuteMs);
  await remind();
  const clerk = await actAsClerk(app);
  const expires = new Date(app.clock.now().getTime() + 10 * dayMs).toISOString();
  await clerk('POST', `/proxy/sync/sl/links/${link.linkId}/change`, { expires });
  app.clock.advance(8 * dayMs + minuteMs);
  await remind();
  expect(await mailsTo(link.email)).toEqual(['smartLinkReminder', 'smartLinkReminder']);
});

test.each([
  [{ remindDaysBefore: 0 }],
  [{ remindDaysBefore: 31 }],
  // The link ends before the reminder.
  [{ remindDaysBefore: 7 }],
  [{ remindDaysBefore: 2, usage: 'MULTIPLE' }],
])('rejects the reminder of %j', async (smartLink) => {
  const refused = await merchant('POST', '/smartlink/links/5300001/payment', buildLink(smartLink));
  expect([refused.status, refused.body.field]).toEqual([400, 'smartLink.remindDaysBefore']);
});
