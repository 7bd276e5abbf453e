import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openControls } from '#features/fraud/risk-controls/risk-controls.ts';
import type { ProcessorAdapter } from '#integrations/processors/adapter.ts';
import { sandboxAdapter } from '#integrations/processors/sandbox/sandbox-adapter.ts';
import {
  type SandboxWalletCardName,
  sandboxWalletToken,
} from '#integrations/processors/sandbox/sandbox-wallets.ts';
import { simulatedGoogleToken } from '#testing/simulators/wallet-tokens.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, closeMerchant, goodCard, payment, reason, transactionIdOf } from './payment-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

const apple = (card?: SandboxWalletCardName) => ({
  applePay: { token: sandboxWalletToken('APPLE-PAY', card) },
});
const google = (card?: SandboxWalletCardName) => ({
  googlePay: { token: sandboxWalletToken('GOOGLE-PAY', card) },
});
const pay = (method: object, transaction: object = {}, more: object = {}) =>
  merchant('POST', `${base}/payment`, payment({ ...transaction }, { ...method }, { ...more }));

describe('a payment by wallet', () => {
  test.each([
    ['APPLE-PAY', apple('visa'), 'VISA', '0018', 'DEBIT'],
    ['GOOGLE-PAY', google('mastercard'), 'MASTERCARD', '0019', 'CREDIT'],
  ])('%s has the card that the processor states', async (wallet, method, scheme, lastFour, usage) => {
    const response = await pay(method);
    expect([response.status, reason(response)]).toEqual([201, 'S100']);
    expect(response.body.paymentMethod).toMatchObject({
      paymentClass: 'CARD',
      wallet,
      registered: false,
      card: {
        cardScheme: scheme,
        cardUsageType: usage,
        maskedPan: `************${lastFour}`,
        expiryDate: '1239',
      },
    });
    expect(response.body.paymentMethod.card).not.toHaveProperty('cardFingerprint');
    expect(response.body.paymentMethod.card).not.toHaveProperty('cardToken');
    const read = await merchant('GET', `${base}/${transactionIdOf(response)}`);
    expect(read.body.paymentMethod).toMatchObject({ wallet, card: { cardScheme: scheme } });
    const [row] = await app.owner`
      select payment_product, card_scheme, last_four, card_expiry, card_correlation_id from txn
      where txn_id = ${transactionIdOf(response)}`;
    expect(row).toEqual({
      paymentProduct: wallet,
      cardScheme: scheme,
      lastFour,
      cardExpiry: '1239',
      cardCorrelationId: null,
    });
  });

  test('is found by its wallet and shown with the card behind it', async () => {
    const id = transactionIdOf(await pay(apple('amex'), { amount: '14.20' }));
    const reader = await actAs(app, 'admin@harbour.example');
    const details = await reader('GET', `/proxy/sync/tqs/transaction/${id}`);
    expect(details.body).toMatchObject({
      paymentClass: 'CARD',
      paymentProduct: 'APPLE-PAY',
      cardScheme: 'AMEX',
      maskedPan: '************0015',
      cardCorrelationId: null,
      threeDSecureStatus: null,
    });
  });

  test('that the issuer declines is a decline', async () => {
    const response = await pay(google('declined'));
    expect([response.status, reason(response)]).toEqual([400, 'D100']);
    expect(response.body.paymentMethod).toMatchObject({ wallet: 'GOOGLE-PAY', card: { cardScheme: 'VISA' } });
    expect(reason(await pay(apple(), { amount: '25.51' }))).toBe('D100');
  });

  test('with a token for another processor is declined', async () => {
    const response = await pay({ googlePay: { token: simulatedGoogleToken('visa') } });
    expect(reason(response)).toBe('D100');
    expect(response.body.processing.authResponse.message).toBe('UNREADABLE WALLET TOKEN');
    expect(response.body.paymentMethod).toMatchObject({ wallet: 'GOOGLE-PAY' });
    expect(response.body.paymentMethod).not.toHaveProperty('card');
  });

  test('is captured, released and refunded as every other', async () => {
    const held = transactionIdOf(await pay(apple(), { deferred: true, amount: '10.00' }));
    const captured = await merchant('POST', `${base}/${held}/capture`, {});
    expect(reason(captured)).toBe('S100');
    expect(captured.body.paymentMethod).toMatchObject({ wallet: 'APPLE-PAY', card: { cardScheme: 'VISA' } });
    expect(reason(await merchant('POST', `${base}/${held}/refund`, {}))).toBe('S100');
    const released = transactionIdOf(await pay(google(), { deferred: true, amount: '11.00' }));
    expect(reason(await merchant('POST', `${base}/${released}/cancel`, {}))).toBe('S100');
  });

  test('and its verification are not authenticated again', async () => {
    const paid = await pay(apple(), { do3DSecure: true, amount: '30.33' });
    expect(reason(paid)).toBe('S100');
    expect(paid.body).not.toHaveProperty('threeDSecure');
    const body = payment({ amount: '0' }, google());
    expect(reason(await merchant('POST', `${base}/verify`, body))).toBe('S100');
  });

  test('needs no security code where the installation requires one', async () => {
    const admin = await actAs(app, 'admin@harbour.example');
    const save = (cv2MatchRequirement: 'MATCHED' | 'NONE') =>
      admin('PUT', '/proxy/sync/cm/installation/5300001/riskcontrols', {
        ...openControls,
        cv2AvsRequirements: { ...openControls.cv2AvsRequirements, cv2MatchRequirement },
      });
    expect((await save('MATCHED')).status).toBe(200);
    const byWallet = reason(await pay(apple(), { amount: '12.00' }));
    const card = { pan: goodCard.pan, expiryDate: goodCard.expiryDate };
    const byCard = reason(await pay({ card }, { amount: '12.00' }));
    await save('NONE');
    expect([byWallet, byCard]).toEqual(['S100', 'A116']);
  });
});

describe('a repeat of a payment by wallet', () => {
  test('charges the card where the payer has agreed to more payments', async () => {
    const first = transactionIdOf(await pay(apple(), { recurring: true, amount: '9.00' }));
    const repeat = await merchant('POST', `${base}/${first}/repeat`, {
      transaction: { amount: '9.00', recurring: true },
    });
    expect(reason(repeat)).toBe('S100');
    expect(repeat.body.paymentMethod).toMatchObject({ wallet: 'APPLE-PAY', card: { cardScheme: 'VISA' } });
  });

  test('a schedule that it begins shows the card that the processor has stated', async () => {
    const schedule = { frequency: { rate: 'FIXED', unit: 'MONTH', quantity: 1 } };
    const response = await pay(apple('mastercard'), { recurring: true, amount: '9.05' }, { schedule });
    expect(reason(response)).toBe('S100');
    const [row] = await app.owner`
      select status, masked_pan, last_four from schedule where txn_id = ${transactionIdOf(response)}`;
    expect(row).toEqual({ status: 'ACTIVE', maskedPan: '************0019', lastFour: '0019' });
  });

  test('is refused without such an agreement: nothing is stored', async () => {
    const once = transactionIdOf(await pay(google(), { amount: '9.10' }));
    const repeat = await merchant('POST', `${base}/${once}/repeat`, { transaction: { amount: '9.10' } });
    expect([repeat.status, reason(repeat)]).toEqual([400, 'A109']);
  });
});

describe('a wallet is refused', () => {
  const token = sandboxWalletToken('APPLE-PAY');
  test.each([
    ['no token', { applePay: {} }, 'V100', 'paymentMethod.applePay.token'],
    ['no JSON', { applePay: { token: 'abc' } }, 'V100', 'paymentMethod.applePay.token'],
    ["the other wallet's token", { googlePay: { token } }, 'V100', 'paymentMethod.googlePay.token'],
    [
      'a decrypted token',
      { applePay: { token: JSON.stringify({ applicationPrimaryAccountNumber: '4111111111111111' }) } },
      'V100',
      'paymentMethod.applePay.token',
    ],
    ['two methods', { ...apple(), ...google() }, 'V150', 'paymentMethod'],
    ['registration', { ...apple(), registered: true }, 'V100', 'paymentMethod.registered'],
  ])('with %s', async (_name, method, code, field) => {
    const response = await pay(
      method,
      {},
      { customer: { merchantRef: 'wallet', registered: true, displayName: 'W' } },
    );
    expect([response.status, reason(response), response.body.outcome?.field]).toEqual([400, code, field]);
  });

  test('with an unknown member', async () => {
    const response = await pay({ applePay: { token, cryptogram: 'AAAA' } });
    expect([response.status, reason(response)]).toEqual([400, 'V100']);
    expect(JSON.stringify(response.body)).toContain('paymentMethod.applePay.cryptogram');
  });

  test('with a token above 7,000 characters', async () => {
    const long = JSON.stringify({ protocolVersion: 'ECv1', signature: 'A', signedMessage: 'x'.repeat(7000) });
    const response = await pay({ googlePay: { token: long } });
    expect(reason(response)).toBe('V100');
    expect(JSON.stringify(response.body)).toContain('paymentMethod.googlePay.token');
  });

  test('for a payout, in the portal and where its merchant may suspend it', async () => {
    expect(reason(await merchant('POST', `${base}/payout`, payment({}, apple())))).toBe('V104');
    const clerk = await actAs(app, 'coffee@harbour.example');
    const url = '/proxy/sync/ta/transactions/5300001/payment';
    expect(reason(await clerk('POST', url, payment({}, apple())))).toBe('V104');
    const preAuthCallback = { url: 'https://shop.example/ask', format: 'REST_JSON' };
    const suspended = await pay(apple(), {}, { callbacks: { preAuthCallback } });
    expect([reason(suspended), suspended.body.outcome.field]).toEqual(['V104', 'callbacks.preAuthCallback']);
  });

  test('by name where no connection of a route takes it, and nothing is stored', async () => {
    const plain: ProcessorAdapter = {
      ...sandboxAdapter(app.sandbox),
      name: 'plain',
      connect: () => ({ ...app.sandbox, capabilities: { ...app.sandbox.capabilities, wallets: [] } }),
    };
    const other = await startApp({ adapters: [plain] });
    await other.owner`update processor_connection set adapter = 'plain'`;
    const response = await actAsMerchant(other)('POST', `${base}/payment`, payment({}, apple()));
    expect([reason(response), response.body.outcome.field]).toEqual(['A102', 'paymentMethod']);
    const [{ count }] = await other.owner<[{ count: number }]>`
      select count(*)::integer as count from txn where payment_product = 'APPLE-PAY'`;
    expect(count).toBe(0);
    await other.stop();
  });
});
