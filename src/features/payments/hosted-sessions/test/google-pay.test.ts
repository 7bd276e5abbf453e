import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectBooksToBalance } from '#features/payments/payments/test/payment-fixtures.ts';
import { sandboxWalletToken } from '#integrations/processors/sandbox/sandbox-wallets.ts';
import { stripeAdapter } from '#integrations/processors/stripe/stripe-adapter.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { connectProcessor } from '#testing/connect-processor.ts';
import { startStripeSimulator } from '#testing/simulators/stripe/start-stripe-simulator.ts';
import { simulatedGoogleToken } from '#testing/simulators/wallet-tokens.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { removeDefaultRoute, startWithAdyen } from '#testing/start-with-adyen.ts';
import type { GooglePayData } from '../google-pay-data.ts';
import { type Payer, good, openAs, sessionOf, statusOf } from './session-fixtures.ts';

const turnOn = (of: TestApp) =>
  of.owner`
    update installation set google_pay_merchant_id = 'BCR2DN4T5678', google_pay_country = 'GB', google_pay_name = null
    where installation_id = 5300001`;
/** Whether its risk controls require 3-D Secure. */
const require3ds = (of: TestApp, isRequired: boolean) =>
  of.owner`
    insert into risk_controls (company_id, installation_id, three_d_secure, liability_shift, override_with_3ds,
      cv2_match, address_match, postcode_match, velocity_rules, updated_at)
    values (1100, 5300001, ${isRequired}, ${isRequired ? 'PARTIAL' : null}, false, 'NONE', 'NONE', 'NONE', '[]', now())
    on conflict (company_id, installation_id) do update
    set three_d_secure = excluded.three_d_secure, liability_shift = excluded.liability_shift`;

let submissions = 0;
const submit = (payer: Payer, token: string, submission = `google-submission-${(submissions += 1)}`) =>
  payer.send('POST', `${payer.page}/submit`, { submission, googlePay: { token } });
/** startGooglePay */
const documentOf = (payer: Payer) => payer.send('GET', payer.page.replace('/session/', '/google-pay/'));
function dataOf(html: string): GooglePayData {
  const [, json = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json) as GooglePayData;
}
const gatewayOf = ({ request }: GooglePayData) =>
  (
    request.allowedPaymentMethods as {
      tokenizationSpecification: { parameters: object };
      parameters: { allowedAuthMethods: string[] };
    }[]
  )[0];

describe('with the sandbox', () => {
  let app: TestApp;
  let merchant: Send;
  beforeAll(async () => {
    app = await startApp();
    merchant = actAsMerchant(app);
  });
  beforeEach(() => turnOn(app));
  afterAll(async () => {
    await expectBooksToBalance(app);
    await app.stop();
  });

  test('the page offers Google Pay, and its token pays once', async () => {
    const payer = await openAs(app, merchant, sessionOf());
    expect((await payer.view()).body.googlePay).toBe(true);
    const token = sandboxWalletToken('GOOGLE-PAY', 'mastercard');
    const [first, second] = await Promise.all([submit(payer, token), submit(payer, token)]);
    const after = await payer.view();
    expect(after.body).toMatchObject({
      step: 'RESULT',
      transactionState: 'SUCCESS',
      maskedCard: '************0019',
      wallet: 'Google Pay',
    });
    expect([first.status, second.status]).toEqual([200, 200]);
    const rows = await app.owner`
      select t.txn_id from hosted_session_attempt a join txn t on t.txn_id = a.txn_id
      where a.session_id = ${payer.sessionId}`;
    expect(rows.length).toBe(1);
    // The document follows a paid session to its result.
    const late = await documentOf(payer);
    expect([late.status, late.headers.location]).toEqual([303, payer.page.replace('/session/', '/begin/')]);
  });

  test('a repeated submission is the same attempt, and a token is in no row and no log', async () => {
    const payer = await openAs(app, merchant, sessionOf());
    const token = JSON.stringify({ ...JSON.parse(sandboxWalletToken('GOOGLE-PAY')), signature: 'CANARY51' });
    const first = await submit(payer, token, 'google-submission-same');
    const again = await submit(payer, token, 'google-submission-same');
    expect(again.body.transactionId).toBe(first.body.transactionId);
    const rows = await app.owner`
      select to_jsonb(t)::text as row from txn t where t.txn_id = ${first.body.transactionId}
      union all select to_jsonb(k)::text from idempotency_key k
      union all select to_jsonb(s)::text from hosted_session s where s.session_id = ${payer.sessionId}
      union all select to_jsonb(r)::text from api_request r`;
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain('CANARY51');
  });

  test('a decline leaves the form open, and so does what is no token of the processor', async () => {
    const payer = await openAs(app, merchant, sessionOf());
    const { body } = await submit(payer, sandboxWalletToken('GOOGLE-PAY', 'declined'));
    expect(body).toMatchObject({ step: 'FORM', problem: 'declined', attemptsLeft: 4 });
    expect((await documentOf(payer)).status).toBe(200);
    const unread = await submit(payer, sandboxWalletToken('APPLE-PAY'));
    expect(unread.body).toMatchObject({ step: 'FORM', problem: 'refused', attemptsLeft: 4 });
    const foreign = await submit(payer, simulatedGoogleToken('visa'));
    expect(foreign.body).toMatchObject({ step: 'FORM', attemptsLeft: 3 });
    await payer.submit(good);
    expect(await statusOf(merchant, payer)).toEqual(['TERMINATED', 'SUCCESS']);
  });

  test('the document has no card field, and its policy closes the rest', async () => {
    const payer = await openAs(app, merchant, sessionOf());
    const { status, body, headers } = await documentOf(payer);
    expect(status).toBe(200);
    expect(String(body)).not.toMatch(/cardnumber|cc-number|<input/);
    expect(String(body)).toContain('<p class="test">Test mode: no money moves.</p>');
    const data = dataOf(String(body));
    expect(data).toMatchObject({
      environment: 'TEST',
      returnUrl: payer.page.replace('/session/', '/returned/'),
    });
    expect(data.script.src).not.toContain('google.com');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/google|unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(data.request).toMatchObject({
      merchantInfo: { merchantId: 'BCR2DN4T5678', merchantName: 'Harbour Coffee' },
      transactionInfo: {
        totalPriceStatus: 'FINAL',
        totalPrice: '25.00',
        currencyCode: 'GBP',
        countryCode: 'GB',
      },
    });
  });

  test('the page with the card form allows nothing of Google', async () => {
    const payer = await openAs(app, merchant, sessionOf());
    const { headers } = await payer.send('GET', payer.page.replace('/session/', '/begin/'));
    expect(String(headers['content-security-policy'])).not.toMatch(/google|unsafe/);
    expect(String(headers['permissions-policy'])).toContain('payment=()');
  });

  test('an installation that requires 3-D Secure gets cards on a device only', async () => {
    await require3ds(app, true);
    const payer = await openAs(app, merchant, sessionOf());
    const strict = gatewayOf(dataOf(String((await documentOf(payer)).body)));
    expect(strict?.parameters.allowedAuthMethods).toEqual(['CRYPTOGRAM_3DS']);
    await require3ds(app, false);
    const open = gatewayOf(dataOf(String((await documentOf(payer)).body)));
    expect(open?.parameters.allowedAuthMethods).toEqual(['PAN_ONLY', 'CRYPTOGRAM_3DS']);
  });

  test.each([
    ['a phone order', { commerceType: 'MOTO', channel: 'MOTO' }, {}, {}],
    ['an amount of the payer', { money: { currency: 'GBP', amount: { min: '1', max: '50' } } }, {}, {}],
    ['a callback that may suspend', {}, { preAuthCallback: { url: 'https://shop.example/ask' } }, {}],
    ['a card to be saved', {}, {}, { features: { paymentMethodRegistration: 'always' } }],
  ])('is not offered for %s, and its token is refused', async (_name, transaction, session, more) => {
    const payer = await openAs(app, merchant, sessionOf(transaction, session, more));
    expect((await payer.view()).body.googlePay).toBe(false);
    expect((await documentOf(payer)).status).toBe(303);
    const { body } = await submit(payer, sandboxWalletToken('GOOGLE-PAY'));
    expect([body.step, body.transactionId]).toEqual(['FORM', null]);
  });

  test('is not offered by an installation without an identifier', async () => {
    await app.owner`
      update installation set google_pay_merchant_id = null, google_pay_country = null
      where installation_id = 5300001`;
    const payer = await openAs(app, merchant, sessionOf());
    expect((await payer.view()).body.googlePay).toBe(false);
    expect((await documentOf(payer)).status).toBe(303);
  });
});

test('with Adyen Google encrypts for the merchant account, and only this document allows its script', async () => {
  const { app, simulator } = await startWithAdyen({
    connectionId: 321,
    flags: ['--processor-timeout-ms', '2000'],
  });
  await removeDefaultRoute(app);
  await turnOn(app);
  const payer = await openAs(app, actAsMerchant(app), sessionOf());
  const { body, headers } = await documentOf(payer);
  const data = dataOf(String(body));
  expect(data.script).toEqual({ src: 'https://pay.google.com/gp/p/js/pay.js' });
  expect(gatewayOf(data)?.tokenizationSpecification).toEqual({
    type: 'PAYMENT_GATEWAY',
    parameters: { gateway: 'adyen', gatewayMerchantId: simulator.merchantAccount },
  });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self' https://pay.google.com;");
  expect(policy).toContain('frame-src https://pay.google.com;');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  expect(headers['permissions-policy']).toContain('payment=(self "https://pay.google.com")');
  const paid = await submit(payer, simulatedGoogleToken('visa'));
  expect(paid.body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS', wallet: 'Google Pay' });
  expect(simulator.violations()).toEqual([]);
  await app.stop();
  await simulator.close();
});

test('with Stripe it needs the publishable key of the mode, and Stripe authenticates a card without a device', async () => {
  const clock = { now: () => new Date() };
  const simulator = await startStripeSimulator({ now: () => clock.now() });
  const app = await startApp({
    flags: ['--processor-hosts', new URL(simulator.url).host, '--processor-timeout-ms', '2000'],
    adapters: [stripeAdapter({ url: simulator.url })],
  });
  clock.now = () => app.clock.now();
  const merchant = actAsMerchant(app);
  const connect = (settings: Record<string, string>, connectionId: number) =>
    connectProcessor(app, {
      connectionId,
      adapter: 'stripe',
      settings,
      secrets: { secretKey: simulator.apiKey, webhookSecret: simulator.webhookSecret },
      accounts: { 5300001: {} },
    });
  await removeDefaultRoute(app);
  await turnOn(app);
  await require3ds(app, false);
  await connect({ publishableKey: 'pk_live_1' }, 322);
  expect((await (await openAs(app, merchant, sessionOf())).view()).body.googlePay).toBe(false);
  await app.owner`delete from processor_route where connection_id = 322`;
  await app.owner`update processor_connection set name = 'before' where connection_id = 322`;
  await connect({ publishableKey: 'pk_test_1' }, 323);
  const payer = await openAs(app, merchant, sessionOf());
  const data = dataOf(String((await documentOf(payer)).body));
  expect(gatewayOf(data)?.tokenizationSpecification.parameters).toEqual({
    gateway: 'stripe',
    'stripe:version': '2026-10-28',
    'stripe:publishableKey': 'pk_test_1',
  });
  const token = (id: string) => JSON.stringify({ id, object: 'token' });
  const challenged = await submit(payer, token('tok_challenged'));
  expect(challenged.body).toMatchObject({ step: 'CHALLENGE', transactionState: 'PROCESSING' });
  const other = await openAs(app, merchant, sessionOf());
  expect((await submit(other, token('tok_visa'))).body).toMatchObject({ transactionState: 'SUCCESS' });
  await app.stop();
  await simulator.close();
});
