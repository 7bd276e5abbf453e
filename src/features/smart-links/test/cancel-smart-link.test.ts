import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrolled, good } from '#features/hosted-sessions/test/session-fixtures.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  actAsClerk,
  auditOf,
  linkOf,
  listAt,
  listed,
  createLink,
  payerOf,
  paymentsOf,
  visitLink,
} from './link-fixtures.ts';

let app: TestApp;
let clerk: Send;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  clerk = await actAsClerk(app);
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const cancel = (send: Send, linkId: string) =>
  send === merchant
    ? merchant('POST', `/smartlink/links/${linkId}/cancel`, {})
    : send('POST', `/proxy/sync/sl/links/${linkId}/cancel`);

test('cancels the link and its open pages, and can be repeated', async () => {
  const link = await createLink(merchant);
  const payer = await payerOf(app, link);
  const done = await cancel(clerk, link.linkId);
  expect([done.status, done.body]).toMatchObject([
    200,
    {
      smartLinkResponseDetail: { linkId: link.linkId, link: link.link, status: 'CANCELLED', usage: 'SINGLE' },
      reasonCode: 'S100',
      reasonMessage: 'SmartLink cancelled',
    },
  ]);
  expect((await cancel(merchant, link.linkId)).status).toBe(200);
  expect((await payer.view()).body.step).toBe('CLOSED');
  expect((await payer.submit(good)).body.step).toBe('CLOSED');
  expect(await paymentsOf(app, link.linkId)).toHaveLength(0);
  expect((await visitLink(app, link.code)).trouble).toBe('link_over');
  expect(await auditOf(app, 'cancelSmartLink')).toMatchObject([
    { objectId: link.linkId, before: { status: 'ACTIVATED' }, after: { status: 'CANCELLED' } },
    { before: { status: 'CANCELLED' } },
  ]);
});

test('leaves a paid link paid', async () => {
  const link = await createLink(merchant);
  await (await payerOf(app, link)).submit(good);
  const refused = await cancel(clerk, link.linkId);
  expect([refused.status, refused.body.reasonCode]).toEqual([409, 'V100']);
  expect(listed(await clerk('GET', listAt(1111)), link.linkId).status).toBe('USED');
});

test('cancels every challenge of a MULTIPLE link', async () => {
  const money = { currency: 'GBP', amount: { fixed: '40.00' } };
  const link = await createLink(merchant, linkOf({ usage: 'MULTIPLE' }, { money }));
  const cards = [enrolled, { ...enrolled, pan: '9903000000005131' }];
  const payers = [await payerOf(app, link), await payerOf(app, link)];
  for (const [at, payer] of payers.entries())
    expect((await payer.submit(cards[at] ?? enrolled)).body.step).toBe('CHALLENGE');
  expect((await cancel(clerk, link.linkId)).status).toBe(200);
  for (const payer of payers)
    expect((await payer.view()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
});

test('cancels a challenge', async () => {
  const link = await createLink(
    merchant,
    linkOf({}, { money: { currency: 'GBP', amount: { fixed: '40.00' } } }),
  );
  const payer = await payerOf(app, link);
  expect((await payer.submit(enrolled)).body.step).toBe('CHALLENGE');
  expect((await cancel(merchant, link.linkId)).status).toBe(200);
  expect((await payer.view()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
});
