import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectReports } from '#features/processing/connections/server/collect-reports.ts';
import {
  base,
  expectBooksToBalance,
  paid,
  payment,
  reason,
  transactionIdOf,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs, minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { sandboxWalletToken } from '#integrations/processors/sandbox/sandbox-wallets.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { replaceSandbox } from '#testing/use-processor.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { acceptDispute, getDispute } from '../endpoints.ts';
import { settleDisputeEvents } from '../server/settle-dispute-events.ts';
import { disputesOf } from './dispute-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  replaceSandbox(app, sandboxProcessor({ sql: app.owner, now: () => app.clock.now() }));
  merchant = actAsMerchant(app);
});
afterAll(async () => {
  await expectBooksToBalance(app);
  await app.stop();
});

// Behind the adapter protocol the sandbox has no disputes.
const isOverProtocol = process.env.COUNTINGHOUSE_TEST_PROCESSOR === 'http';

const work = async () => {
  await collectReports.run(app.services);
  await settleDisputeEvents.run(app.services);
};

test.skipIf(isOverProtocol)('the sandbox disputes a payment by its amount, once', async () => {
  const txnId = await paid(merchant, { merchantRef: 'sandbox-1', amount: '40.88' });
  await work();
  await work();
  expect(await disputesOf({ app }, txnId)).toMatchObject([
    {
      stage: 'CHARGEBACK',
      status: 'NEEDS_RESPONSE',
      amountMinor: 4088,
      chargedBackMinor: 4088,
      isFraud: true,
    },
  ]);
  const refused = await merchant('POST', `${base}/${txnId}/refund`, { transaction: {} });
  expect(reason(refused)).toBe('V402');
});

test.skipIf(isOverProtocol)('the dispute of a wallet has the brand of the card behind it', async () => {
  const applePay = { token: sandboxWalletToken('APPLE-PAY') };
  const body = payment({ merchantRef: 'sandbox-wallet', amount: '43.88' }, { applePay });
  const txnId = transactionIdOf(await merchant('POST', `${base}/payment`, body));
  await work();
  const [stored] = await disputesOf({ app }, txnId);
  const admin = await actAs(app, 'admin@harbour.example');
  const { payment: paidBy } = (
    await admin('GET', getDispute.url.replace('{disputeId}', String(stored?.disputeId)))
  ).body;
  expect(paidBy).toMatchObject({
    paymentProduct: 'APPLE-PAY',
    cardScheme: 'VISA',
    maskedPan: '************0018',
  });
});

test.skipIf(isOverProtocol)('an accepted dispute of the sandbox stays accepted', async () => {
  const txnId = await paid(merchant, { merchantRef: 'sandbox-2', amount: '41.88' });
  await work();
  const [stored] = await disputesOf({ app }, txnId);
  const admin = await actAs(app, 'admin@harbour.example');
  const url = (endpoint: { url: string }) => endpoint.url.replace('{disputeId}', String(stored?.disputeId));
  const { version } = (await admin('GET', url(getDispute))).body;
  expect((await admin('POST', url(acceptDispute), { version })).body.status).toBe('ACCEPTED');
  app.clock.advance(2 * minuteMs);
  await work();
  expect(await disputesOf({ app }, txnId)).toMatchObject([{ status: 'ACCEPTED' }]);
});

test.skipIf(isOverProtocol)('an inquiry of the sandbox without a response ends in time', async () => {
  const txnId = await paid(merchant, { merchantRef: 'sandbox-3', amount: '42.89' });
  await work();
  expect(await disputesOf({ app }, txnId)).toMatchObject([{ stage: 'INQUIRY', chargedBackMinor: 0 }]);
  app.clock.advance(11 * dayMs);
  await work();
  expect(await disputesOf({ app }, txnId)).toMatchObject([{ status: 'EXPIRED', chargedBackMinor: 0 }]);
});
