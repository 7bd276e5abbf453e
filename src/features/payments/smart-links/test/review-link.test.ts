import { afterAll, beforeAll, expect, test } from 'vitest';
import { good } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { expireSuspended } from '#features/payments/payments/server/jobs/expire-payments.ts';
import {
  type MerchantBehaviour,
  decidingMerchant,
} from '#features/payments/payments/test/deciding-merchant.ts';
import { closeMerchant, reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  buildLink,
  listAt,
  listed,
  createLink,
  openAsPayer,
  listPayments,
  visitLink,
} from './link-fixtures.ts';

let app: TestApp;
let merchant: Send;
let decider: Awaited<ReturnType<typeof decidingMerchant>>;
beforeAll(async () => {
  decider = await decidingMerchant();
  app = await startApp({ flags: ['--insecure-callbacks', 'true'] });
  merchant = actAsMerchant(app);
});
afterAll(async () => {
  decider.stop();
  await closeMerchant(app);
});

const reviewed = async (conduct: MerchantBehaviour = { action: 'SUSPEND' }, smartLink = {}) => {
  decider.respondWith(conduct);
  const { callbacks } = decider.callbacks('preAuthCallback');
  const link = await createLink(merchant, buildLink(smartLink, {}, { session: callbacks }));
  const payer = await openAsPayer(app, link);
  const view = (await payer.submit(good)).body;
  expect(view).toMatchObject({ step: 'REVIEW', againUrl: null });
  return { link, payer, id: view.transactionId as string };
};
const statusOf = async (linkId: string) => {
  const admin = await actAs(app, 'admin@harbour.example');
  return listed(await admin('GET', listAt(1100, '?pageSize=100')), linkId);
};

test.each(['SUSPEND', 'SUSPEND_REPLAY'])('rejects a second payment while %s lasts', async (action) => {
  const { link, payer, id } = await reviewed({ action });
  const second = await visitLink(app, link.code);
  expect([second.status, second.notice]).toEqual([409, 'review']);
  expect(await statusOf(link.linkId)).toMatchObject({ status: 'ACTIVATED', isBeingPaid: true });
  await merchant('POST', `/acceptor/rest/transactions/5300001/${id}/cancel`, {});
  expect((await payer.view()).body).toMatchObject({
    step: 'CLOSED',
    closed: 'cancelled',
    againUrl: link.link,
  });
  // The payment has ended, so the link can be paid again.
  decider.respondWith({ action: 'PROCEED' });
  await (await openAsPayer(app, link)).submit(good);
  expect(await listPayments(app, link.linkId)).toHaveLength(1);
});

test('rejects a page opened before the payment was suspended', async () => {
  decider.respondWith({ action: 'SUSPEND' });
  const { callbacks } = decider.callbacks('preAuthCallback');
  const link = await createLink(merchant, buildLink({}, {}, { session: callbacks }));
  const [first, second] = [await openAsPayer(app, link), await openAsPayer(app, link)];
  await first.submit(good);
  expect((await second.submit(good)).body).toMatchObject({ step: 'FORM', problem: 'busy' });
  expect(decider.received).toHaveLength(1);
});

test('is used once the payment is resumed', async () => {
  const { link, id } = await reviewed();
  expect(reason(await merchant('POST', `/acceptor/rest/transactions/5300001/${id}/resume`, {}))).toBe('S100');
  expect(await statusOf(link.linkId)).toMatchObject({ status: 'USED' });
  expect((await visitLink(app, link.code)).notice).toBe('link_used');
});

test('can be paid again after the payment has expired', async () => {
  const { link } = await reviewed();
  app.clock.advance(25 * minuteMs);
  await expireSuspended.run(app.services);
  expect((await visitLink(app, link.code)).status).toBe(303);
});

test.each(['SINGLE', 'MULTIPLE'])('cancels the payment with a %s link', async (usage) => {
  const { link, payer } = await reviewed({ action: 'SUSPEND_REPLAY' }, { usage });
  expect((await merchant('POST', `/smartlink/links/${link.linkId}/cancel`, {})).status).toBe(200);
  expect((await payer.view()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
});
