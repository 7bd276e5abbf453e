import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectBooksToBalance } from '#features/payments/payments/test/payment-fixtures.ts';
import { sandboxWalletToken } from '#integrations/processors/sandbox/sandbox-wallets.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { simulatedAppleToken } from '#testing/simulators/wallet-tokens.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { removeDefaultRoute, startWithAdyen } from '#testing/start-with-adyen.ts';
import { type Payer, openAs, sessionOf } from './session-fixtures.ts';

const turnOn = (of: TestApp) =>
  of.owner`
    update installation set apple_pay_merchant_id = 'merchant.example.coffee', apple_pay_country = 'GB'
    where installation_id = 5300001`;
let submissions = 0;
const submit = (payer: Payer, token: string) =>
  payer.send('POST', `${payer.page}/submit`, {
    submission: `apple-pay-submission-${(submissions += 1)}`,
    applePay: { token },
  });
const startAtApple = (payer: Payer) => payer.send('POST', `${payer.page}/apple-pay`, {});

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

  test('the page offers Apple Pay, startApplePay opens a session, and its token pays', async () => {
    const payer = await openAs(app, merchant, sessionOf());
    expect((await payer.view()).body.applePay).toEqual({ country: 'GB' });
    const opened = await startAtApple(payer);
    expect([opened.status, JSON.parse(opened.body.session)]).toEqual([
      200,
      { merchantIdentifier: 'merchant.example.coffee', domainName: 'localhost', signature: 'sandbox' },
    ]);
    const { body } = await submit(payer, sandboxWalletToken('APPLE-PAY'));
    expect(body).toMatchObject({
      step: 'RESULT',
      transactionState: 'SUCCESS',
      maskedCard: '************0018',
      wallet: 'Apple Pay',
    });
    const again = await startAtApple(payer);
    expect(again.status).toBe(404);
  });

  test('only a page that offers Apple Pay may use payments of the browser', async () => {
    const permissionsOf = async (payer: Payer) => {
      const { headers } = await payer.send('GET', payer.page.replace('/session/', '/begin/'));
      return String(headers['permissions-policy']);
    };
    const offering = await openAs(app, merchant, sessionOf());
    expect(await permissionsOf(offering)).toBe('camera=(), geolocation=(), microphone=(), payment=(self)');
    const phone = await openAs(app, merchant, sessionOf({ commerceType: 'MOTO', channel: 'MOTO' }));
    expect(await permissionsOf(phone)).toContain('payment=()');
  });

  test('a decline leaves the form open, with a sentence and the card form', async () => {
    const payer = await openAs(app, merchant, sessionOf());
    const { body } = await submit(payer, sandboxWalletToken('APPLE-PAY', 'declined'));
    expect(body).toMatchObject({ step: 'FORM', problem: 'declined', attemptsLeft: 4 });
    const unread = await submit(payer, '{"not":"a token"}');
    expect(unread.body).toMatchObject({ step: 'FORM', problem: 'refused' });
  });

  test.each([
    ['a phone order', { commerceType: 'MOTO', channel: 'MOTO' }, {}, {}],
    ['an amount of the payer', { money: { currency: 'GBP', amount: { min: '1', max: '50' } } }, {}, {}],
    ['a callback that may suspend', {}, { preAuthCallback: { url: 'https://shop.example/ask' } }, {}],
    ['a card to be saved', {}, {}, { features: { paymentMethodRegistration: 'always' } }],
  ])('is not offered for %s, and its token is refused', async (_name, transaction, session, more) => {
    const payer = await openAs(app, merchant, sessionOf(transaction, session, more));
    expect((await payer.view()).body.applePay).toBeNull();
    expect((await startAtApple(payer)).status).toBe(404);
    const { body } = await submit(payer, sandboxWalletToken('APPLE-PAY'));
    expect([body.step, body.transactionId]).toEqual(['FORM', null]);
  });

  test('is not offered by an installation without an identifier', async () => {
    await app.owner`
      update installation set apple_pay_merchant_id = null, apple_pay_country = null where installation_id = 5300001`;
    const payer = await openAs(app, merchant, sessionOf());
    expect((await payer.view()).body.applePay).toBeNull();
  });
});

test('with Adyen the session comes from Adyen, and its failure is no answer of Apple', async () => {
  const { app, simulator } = await startWithAdyen({
    connectionId: 320,
    flags: ['--processor-timeout-ms', '2000'],
  });
  await removeDefaultRoute(app);
  await turnOn(app);
  const payer = await openAs(app, actAsMerchant(app), sessionOf());
  const opened = await startAtApple(payer);
  expect(JSON.parse(opened.body.session)).toMatchObject({
    merchantIdentifier: 'merchant.example.coffee',
    domainName: 'localhost',
    displayName: 'Harbour Coffee',
  });
  simulator.setFault(() => ({ kind: 'server-error' }));
  expect((await startAtApple(payer)).status).toBe(503);
  simulator.setFault(null);
  const { body } = await submit(payer, simulatedAppleToken('visa'));
  expect(body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS', wallet: 'Apple Pay' });
  expect(simulator.violations()).toEqual([]);
  await app.stop();
  await simulator.close();
});
