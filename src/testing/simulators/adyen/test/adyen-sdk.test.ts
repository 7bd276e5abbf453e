import { describe, expect, test } from 'vitest';
import { loadSdk } from '../../vendor-sdks.ts';
import type { EventItem } from '../events.ts';
import type { AdyenSimulator } from '../start-adyen-simulator.ts';
import { book, card, paymentRequest, startSimulator } from './fixtures.ts';

interface Answer {
  resultCode: string;
  pspReference: string;
  status: string;
  id: string;
  additionalData: Record<string, string>;
  action: { paymentData: string };
  storedPaymentMethods: { id: string }[];
  disputeServiceResult: { success: boolean };
}

const browserInfo = {
  acceptHeader: 'text/html',
  userAgent: 'Mozilla/5.0',
  language: 'en',
  colorDepth: 24,
  screenHeight: 720,
  screenWidth: 1280,
  timeZoneOffset: 0,
  javaEnabled: false,
};

type Call = (...parameters: unknown[]) => Promise<Answer>;

/** What these tests use of `@adyen/api-library`. */
interface AdyenSdk {
  Client: new (config: object) => { httpClient: object };
  CheckoutAPI: new (
    client: object,
  ) => Record<'PaymentsApi' | 'ModificationsApi' | 'RecurringApi', Record<string, Call>>;
  PayoutAPI: new (client: object) => { InstantPayoutsApi: Record<string, Call> };
  DisputesAPI: new (client: object) => { DisputesApi: Record<string, Call> };
  hmacValidator: new () => { validateHMAC(item: EventItem, key: string): boolean };
}

const { sdk, reason } = loadSdk('@adyen/api-library');

test.runIf(reason)(`the SDK of Adyen is skipped: ${reason}`, () => {
  expect(sdk).toBeUndefined();
});

/** The SDK's own client speaks TLS to Adyen's hosts only; the rest of the SDK is as it is. */
function clientFor(simulator: AdyenSimulator): object {
  const { Client } = sdk as AdyenSdk;
  const client = new Client({ apiKey: simulator.apiKey, environment: 'TEST' });
  client.httpClient = {
    async request(
      endpoint: string,
      body: string,
      config: { apiKey: string },
      _isApiKeyRequired: boolean,
      options: { method?: string; idempotencyKey?: string; params?: Record<string, string> } = {},
    ): Promise<string> {
      const { method = 'POST', idempotencyKey, params } = options;
      const url = new URL(new URL(endpoint).pathname, simulator.url);
      for (const [name, value] of Object.entries(params ?? {})) url.searchParams.set(name, value);
      const response = await fetch(url, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-api-key': config.apiKey,
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        },
        body: method === 'POST' ? body : undefined,
      });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text;
    },
  };
  return client;
}

describe.skipIf(reason)('the SDK of Adyen', () => {
  const { CheckoutAPI, PayoutAPI, DisputesAPI, hmacValidator } = (sdk ?? {}) as AdyenSdk;
  const amount = { value: 1234, currency: 'EUR' };

  test('pays, captures and refunds', async () => {
    const simulator = await startSimulator();
    const { merchantAccount } = simulator;
    const { PaymentsApi, ModificationsApi } = new CheckoutAPI(clientFor(simulator));
    const payment = { ...paymentRequest(), merchantAccount };
    const options = { idempotencyKey: 'T-1' };
    const first = await PaymentsApi.payments?.(payment, options);
    const second = await PaymentsApi.payments?.(payment, options);
    expect(first?.resultCode).toBe('Authorised');
    expect(second?.pspReference).toBe(first?.pspReference);
    const change = { merchantAccount, amount, reference: 'C-1' };
    const capture = await ModificationsApi.captureAuthorisedPayment?.(first?.pspReference, change);
    expect(capture?.status).toBe('received');
    await ModificationsApi.refundCapturedPayment?.(first?.pspReference, { ...change, reference: 'R-1' });
    expect(book(simulator)).toMatchObject({ approvals: 1, captured: 1234, refunded: 1234 });
    expect(simulator.violations()).toEqual([]);
  });

  test('cancels by PSP reference and by reference', async () => {
    const simulator = await startSimulator();
    const { merchantAccount } = simulator;
    const { PaymentsApi, ModificationsApi } = new CheckoutAPI(clientFor(simulator));
    const first = await PaymentsApi.payments?.({ ...paymentRequest(), merchantAccount });
    await PaymentsApi.payments?.({ ...paymentRequest({ reference: 'T-2' }), merchantAccount });
    await ModificationsApi.cancelAuthorisedPaymentByPspReference?.(first?.pspReference, { merchantAccount });
    await ModificationsApi.cancelAuthorisedPayment?.({ merchantAccount, paymentReference: 'T-2' });
    expect(simulator.books().map(({ cancelled }) => cancelled)).toEqual([1234, 1234]);
    await ModificationsApi.refundOrCancelPayment?.(first?.pspReference, { merchantAccount });
    expect(simulator.events().at(-1)?.item).toMatchObject({
      eventCode: 'CANCEL_OR_REFUND',
      success: 'false',
    });
  });

  test('stores, lists and forgets a card', async () => {
    const simulator = await startSimulator();
    const { merchantAccount } = simulator;
    const { RecurringApi } = new CheckoutAPI(clientFor(simulator));
    const stored = await RecurringApi.storedPaymentMethods?.({
      merchantAccount,
      shopperReference: 'S-17',
      recurringProcessingModel: 'Subscription',
      paymentMethod: card(),
    });
    const list = () => RecurringApi.getTokensForStoredPaymentDetails?.('S-17', merchantAccount);
    expect((await list())?.storedPaymentMethods).toMatchObject([{ id: stored?.id }]);
    await RecurringApi.deleteTokenForStoredPaymentDetails?.(stored?.id, 'S-17', merchantAccount);
    expect((await list())?.storedPaymentMethods).toEqual([]);
  });

  test('pays out and answers a dispute', async () => {
    const simulator = await startSimulator();
    const { merchantAccount } = simulator;
    const client = clientFor(simulator);
    const { type: _type, ...payoutCard } = card();
    const payout = await new PayoutAPI(client).InstantPayoutsApi.payout?.({
      merchantAccount,
      amount,
      reference: 'P-1',
      card: payoutCard,
      shopperName: { firstName: 'Ada', lastName: 'Harbour' },
    });
    expect(payout?.resultCode).toBe('Authorised');
    const { PaymentsApi } = new CheckoutAPI(client);
    await PaymentsApi.payments?.({ ...paymentRequest({ additionalData: {} }), merchantAccount });
    const disputePspReference = simulator.openDispute({ reference: 'T-1', eventCode: 'CHARGEBACK' });
    const accepted = await new DisputesAPI(client).DisputesApi.acceptDispute?.({
      merchantAccountCode: merchantAccount,
      disputePspReference,
    });
    expect(accepted?.disputeServiceResult.success).toBe(true);
  });

  test('authenticates a payment', async () => {
    const simulator = await startSimulator();
    simulator.setAuthentication(() => ({ hasMethod: false }));
    const { PaymentsApi } = new CheckoutAPI(clientFor(simulator));
    const request = {
      ...paymentRequest(),
      merchantAccount: simulator.merchantAccount,
      authenticationData: { authenticationOnly: true },
      browserInfo,
      channel: 'Web',
      origin: 'https://shop.example',
    };
    const first = await PaymentsApi.payments?.(request);
    expect(first).toMatchObject({ resultCode: 'ChallengeShopper', action: { type: 'threeDS2' } });
    simulator.answerChallenge('T-1', 'Y');
    const { paymentData } = first?.action ?? {};
    const details = { threeDSResult: Buffer.from('{"transStatus":"Y"}').toString('base64') };
    const finished = await PaymentsApi.paymentsDetails?.({ paymentData, details });
    expect(finished).toMatchObject({
      resultCode: 'AuthenticationFinished',
      threeDS2Result: { transStatus: 'Y' },
    });
    const paid = await PaymentsApi.paymentsDetails?.({
      paymentData,
      details,
      authenticationData: { authenticationOnly: false },
    });
    expect(paid?.resultCode).toBe('Authorised');
    expect(simulator.violations()).toEqual([]);
  });

  test('accepts the signature of each event and no other', async () => {
    const simulator = await startSimulator();
    const { PaymentsApi } = new CheckoutAPI(clientFor(simulator));
    await PaymentsApi.payments?.({
      ...paymentRequest({ additionalData: {} }),
      merchantAccount: simulator.merchantAccount,
    });
    simulator.openDispute({ reference: 'T-1', eventCode: 'CHARGEBACK' });
    simulator.makeReport();
    const validator = new hmacValidator();
    const items = simulator.events().map(({ item }) => item);
    expect(items.map((item) => validator.validateHMAC(item, simulator.hmacKey))).toEqual([true, true, true]);
    const forged = { ...(items[0] as EventItem), success: 'false' as const };
    expect(validator.validateHMAC(forged, simulator.hmacKey)).toBe(false);
  });
});
