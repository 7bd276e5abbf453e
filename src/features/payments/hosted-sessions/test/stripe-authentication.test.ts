import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { expectBooksToBalance } from '#features/payments/payments/test/payment-fixtures.ts';
import { stripeAdapter } from '#integrations/processors/stripe/stripe-adapter.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { connectProcessor } from '#testing/connect-processor.ts';
import {
  type StripeSimulator,
  startStripeSimulator,
} from '#testing/simulators/stripe/start-stripe-simulator.ts';
import { SeededRandom } from '#testing/simulators/seeded-random.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type Payer, openAs, sessionOf, statusOf } from './session-fixtures.ts';

let app: TestApp;
let merchant: Send;
let simulator: StripeSimulator;
beforeAll(async () => {
  const clock = { now: () => new Date() };
  simulator = await startStripeSimulator({ now: () => clock.now() });
  app = await startApp({
    flags: ['--processor-hosts', new URL(simulator.url).host, '--processor-timeout-ms', '2000'],
    adapters: [stripeAdapter({ url: simulator.url })],
  });
  clock.now = () => app.clock.now();
  merchant = actAsMerchant(app);
  await connectProcessor(app, {
    connectionId: 311,
    adapter: 'stripe',
    secrets: { secretKey: simulator.apiKey, webhookSecret: simulator.webhookSecret },
    accounts: { 5300001: {} },
  });
  await app.owner`delete from processor_route where organisation_id is null`;
});
afterEach(() => simulator.setFault(null));
afterAll(async () => {
  await expectBooksToBalance(app);
  await app.stop();
  await simulator.close();
});

const always = { pan: '4000002760003184', expiryDate: '0330', cv2: '123', cardHolderName: 'A Buyer' };
const never = { ...always, pan: '4242424242424242' };
const at = (payer: Payer, page: string) => payer.page.replace('/session/', `/${page}/`);
const read = (txnId: string) => merchant('GET', `/acceptor/rest/transactions/5300001/${txnId}`);
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
  expect(issuer.status).toBe(303);
  const url = new URL(String(issuer.headers.location));
  expect(url.origin).toBe(simulator.url);
  const response = await fetch(`${url.origin}/simulator/authenticate/answer`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(url.searchParams), result }),
  });
  return response.headers.get('location') ?? '';
}
async function comeBack(payer: Payer, location: string) {
  const { pathname, search } = new URL(location);
  expect(pathname).toBe(at(payer, 'confirmed'));
  const reply = await payer.send('GET', pathname + search);
  expect([reply.status, reply.headers.location]).toEqual([303, at(payer, 'returned')]);
}

describe('3-D Secure by Stripe itself: returnFromProcessor', () => {
  test('charges once after the challenge, with the result and its liability', async () => {
    const { payer, txnId } = await challenged();
    await comeBack(payer, await answer(payer, 'yes'));
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
    expect((await read(txnId)).body.threeDSecure).toMatchObject({
      status: 'AUTHENTICATED',
      eci: '05',
      version: 2,
      frictionless: false,
      liabilityShift: true,
    });
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

  test('changes nothing when the browser comes back without an answer, or with a forged one', async () => {
    const { payer, txnId } = await challenged();
    for (const query of ['', '?redirect_status=succeeded&payment_intent=pi_other'])
      await comeBack(payer, `${app.services.config.checkoutUrl}${at(payer, 'confirmed')}${query}`);
    expect((await payer.view()).body).toMatchObject({ step: 'CHALLENGE', transactionState: 'PROCESSING' });
    // The processor has the payment: the payer cannot cancel it here.
    await payer.leave();
    expect((await payer.view()).body.step).toBe('CHALLENGE');
    expect(approvals(txnId)).toBe(0);
    await comeBack(payer, await answer(payer, 'yes'));
    expect(approvals(txnId)).toBe(1);
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
    await comeBack(payer, location);
    expect(approvals(txnId)).toBe(1);
  });

  test('cancels the payment at Stripe after 25 minutes, and a late answer charges nothing', async () => {
    const { payer, txnId } = await challenged();
    for (let minute = 0; minute < 24; minute += 4) {
      app.clock.advance(4 * 60_000);
      await reconcilePayments.run(app.services);
    }
    expect((await payer.view()).body.step).toBe('CHALLENGE');
    const issuer = new URL(String((await payer.send('GET', at(payer, 'challenge'))).headers.location));
    app.clock.advance(40 * 60_000);
    await reconcilePayments.run(app.services);
    expect((await statusOf(merchant, payer))[1]).toBe('FAILED');
    const late = await fetch(`${issuer.origin}/simulator/authenticate/answer`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...Object.fromEntries(issuer.searchParams), result: 'yes' }),
    });
    expect(late.status).toBe(400);
    expect(approvals(txnId)).toBe(0);
  });

  test('finds the challenge again when the confirmation got no answer', async () => {
    simulator.setFault(({ path }) =>
      path.endsWith('/confirm') ? { kind: 'lost-answer', processed: true } : undefined,
    );
    const { payer, txnId } = await challenged();
    simulator.setFault(null);
    await comeBack(payer, await answer(payer, 'yes'));
    expect(approvals(txnId)).toBe(1);
  });
});

test('the sweeper finds a challenge that the request could not find', async () => {
  let isConfirmed = false;
  simulator.setFault(({ path }) => {
    if (path.endsWith('/confirm')) isConfirmed = true;
    return isConfirmed ? { kind: 'lost-answer', processed: true } : undefined;
  });
  const payer = await openAs(app, merchant, sessionOf());
  const { body } = await payer.submit(always);
  expect(body).toMatchObject({ step: 'PROCESSING', transactionState: 'PROCESSING' });
  simulator.setFault(null);
  app.clock.advance(60_000);
  await reconcilePayments.run(app.services);
  expect((await payer.view()).body.step).toBe('CHALLENGE');
  await comeBack(payer, await answer(payer, 'yes'));
  expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
  expect(approvals(String(body.transactionId))).toBe(1);
});

test('charges at most once whatever is lost, repeated or late on the way', async () => {
  const random = new SeededRandom(11);
  const kinds = ['lost-request', 'lost-answer', 'server-error', 'html', 'cut-json'] as const;
  let charged = 0;
  for (let index = 0; index < 12; index += 1) {
    simulator.setFault(({ path }) =>
      path.startsWith('/v1/') && random.next() < 0.25
        ? { kind: kinds[random.below(kinds.length)] ?? 'html', processed: random.next() < 0.5 }
        : undefined,
    );
    const payer = await openAs(app, merchant, sessionOf());
    const { body } = await payer.submit(always);
    const txnId = String(body.transactionId);
    // The payer at the issuer's page, and back in two tabs while the sweeper works.
    if (body.step === 'CHALLENGE') {
      const location = await answer(payer, 'yes');
      await Promise.all([
        comeBack(payer, location),
        comeBack(payer, location),
        reconcilePayments.run(app.services),
      ]);
    }
    simulator.setFault(null);
    await app.owner`delete from processor_breaker`;
    for (let round = 0; round < 6; round += 1) {
      app.clock.advance(60 * 60_000);
      await reconcilePayments.run(app.services);
    }
    const [row] = await app.owner`select txn_status as status from txn where txn_id = ${txnId}`;
    expect([row?.status, approvals(txnId)]).toEqual(approvals(txnId) === 1 ? ['SUCCESS', 1] : ['FAILED', 0]);
    charged += approvals(txnId);
  }
  expect(charged).toBeGreaterThan(2);
});

describe('an installation that requires the shift of liability', () => {
  const requireShift = (liabilityShift: string | null) => app.owner`
    insert into risk_controls (company_id, installation_id, three_d_secure, liability_shift, override_with_3ds,
      address_match, postcode_match, cv2_match, velocity_rules, version, updated_at)
    select company_id, installation_id, ${liabilityShift !== null}, ${liabilityShift}, false, 'NONE', 'NONE', 'NONE', '[]', 1, now()
    from installation where installation_id = 5300001
    on conflict (company_id, installation_id) do update
      set three_d_secure = excluded.three_d_secure, liability_shift = excluded.liability_shift`;

  test('releases what Stripe has approved without', async () => {
    await requireShift('FULL');
    const payer = await openAs(app, merchant, sessionOf());
    const { body } = await payer.submit(never);
    const txnId = String(body.transactionId);
    await requireShift(null);
    const [row] = await app.owner`
      select reason_code, authoriser_status, detail -> 'riskStop' as stop from txn where txn_id = ${txnId}`;
    expect(row).toEqual({
      reasonCode: 'A116',
      authoriserStatus: 'REVERSED',
      stop: { control: 'THREE_D_SECURE', liabilityShift: 'FULL', status: 'UNAVAILABLE' },
    });
    const entry = simulator.books().find(({ reference }) => reference === txnId);
    expect([entry?.approvals, entry?.captured, entry?.refunded]).toEqual([1, 2500, 2500]);
  });
});

test('without our page Stripe is not asked to challenge: the payment is declined', async () => {
  const { body } = await merchant('POST', '/acceptor/rest/transactions/5300001/payment', {
    transaction: { currency: 'GBP', amount: '25.00', commerceType: 'ECOM' },
    paymentMethod: { card: always },
  });
  expect(body.outcome.reasonCode).toBe('D100');
  expect(body.processing.authResponse.statusCode).toBe('1A');
});
