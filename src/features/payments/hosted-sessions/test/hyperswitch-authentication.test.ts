import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { expectBooksToBalance } from '#features/payments/payments/test/payment-fixtures.ts';
import { hyperswitchAdapter } from '#integrations/processors/hyperswitch/hyperswitch-adapter.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { connectProcessor } from '#testing/connect-processor.ts';
import {
  type HyperswitchSimulator,
  startHyperswitchSimulator,
} from '#testing/simulators/hyperswitch/start-hyperswitch-simulator.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type Payer, openAs, sessionOf, statusOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
let simulator: HyperswitchSimulator;
beforeAll(async () => {
  const clock = { now: () => new Date() };
  simulator = await startHyperswitchSimulator({ now: () => clock.now() });
  app = await startApp({
    flags: ['--processor-hosts', new URL(simulator.url).host, '--processor-timeout-ms', '2000'],
    adapters: [hyperswitchAdapter],
  });
  clock.now = () => app.clock.now();
  merchant = actAsMerchant(app);
  await connectProcessor(app, {
    connectionId: 321,
    adapter: 'hyperswitch',
    settings: { url: simulator.url, merchantId: simulator.merchantId },
    secrets: { apiKey: simulator.apiKey, hashKey: simulator.webhookKey },
  });
  await app.owner`delete from processor_route where organisation_id is null`;
});
afterEach(() => simulator.setFault(null));
afterAll(async () => {
  await expectBooksToBalance(app);
  expect(simulator.violations()).toEqual([]);
  await app.stop();
  await simulator.close();
});

const always = { pan: '4000003800000446', expiryDate: '0330', cv2: '123', cardHolderName: 'A Buyer' };
const never = { ...always, pan: '4242424242424242' };
const at = (payer: Payer, page: string) => payer.page.replace('/session/', `/${page}/`);
const approvals = (txnId: string) =>
  simulator.books().find(({ reference }) => reference === txnId)?.approvals ?? 0;

async function challenged(kind = 'payments') {
  const payer = await openAs(app, merchant, sessionOf(), kind);
  const { body } = await payer.submit(always);
  expect(body).toMatchObject({ step: 'CHALLENGE', transactionState: 'PROCESSING' });
  return { payer, txnId: String(body.transactionId) };
}

/** The payer at the issuer's page; returns the address of ours to which the browser comes back. */
async function answer(payer: Payer, result: 'yes' | 'no'): Promise<string> {
  const issuer = await payer.send('GET', at(payer, 'challenge'));
  const response = await fetch(String(issuer.headers.location), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ answer: result }),
  });
  return response.headers.get('location') ?? '';
}

async function comeBack(payer: Payer, location: string) {
  const { pathname, search } = new URL(location);
  const reply = await payer.send('GET', pathname + search);
  expect([reply.status, reply.headers.location]).toEqual([303, at(payer, 'returned')]);
}

describe('3-D Secure by a connector of Hyperswitch', () => {
  test('charges once after the challenge, with the result and its liability', async () => {
    const { payer, txnId } = await challenged();
    await comeBack(payer, await answer(payer, 'yes'));
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
    const { body } = await merchant('GET', `/acceptor/rest/transactions/5300001/${txnId}`);
    expect(body.threeDSecure).toMatchObject({ status: 'AUTHENTICATED', eci: '05', liabilityShift: true });
    expect(approvals(txnId)).toBe(1);
  });

  test('declines what the card holder did not confirm, and another card can be used', async () => {
    const { payer, txnId } = await challenged();
    await comeBack(payer, await answer(payer, 'no'));
    expect((await payer.view()).body).toMatchObject({ step: 'FORM', problem: 'authentication' });
    expect(approvals(txnId)).toBe(0);
    await payer.submit(never);
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
  });

  test('saves a card after a challenge', async () => {
    const { payer } = await challenged('cards');
    await comeBack(payer, await answer(payer, 'yes'));
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
  });

  test('finds the result without the browser, and charges once for two tabs', async () => {
    const { payer, txnId } = await challenged();
    const location = await answer(payer, 'yes');
    app.clock.advance(60_000);
    await Promise.all([
      comeBack(payer, location),
      comeBack(payer, location),
      reconcilePayments.run(app.services),
    ]);
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
    expect(approvals(txnId)).toBe(1);
  });

  test('cancels the payment after 25 minutes, and a late answer charges nothing', async () => {
    const { payer, txnId } = await challenged();
    const issuer = String((await payer.send('GET', at(payer, 'challenge'))).headers.location);
    for (let minute = 0; minute < 40; minute += 4) {
      app.clock.advance(4 * 60_000);
      await reconcilePayments.run(app.services);
    }
    await fetch(issuer, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ answer: 'yes' }) });
    expect(approvals(txnId)).toBe(0);
    const { body } = await merchant('GET', `/acceptor/rest/transactions/5300001/${txnId}`);
    expect(body.transaction.status).toBe('FAILED');
  });
});
