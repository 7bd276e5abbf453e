import type { TerminalPayment } from '../schemas.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asForm,
  enrolled,
  formType,
  good,
  issuerResponse,
  type Payer,
  payerAt,
  statusOf,
  declined,
} from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { deferringRule } from '#testing/deferring-rule.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { withEnabled } from '#features/payments/schedules/schedule-form.ts';
import * as endpoints from '../endpoints.ts';
import { buildSessionBody } from '../web/terminal-screen.tsx';
import { type TerminalForm, emptyTerminalForm } from '../terminal-form.ts';
import { buildConfiguration } from './configuration.ts';
import { grantTerminal } from './grant-terminal.ts';

let app: TestApp;
let operator: Send;
beforeAll(async () => {
  app = await startApp();
  operator = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());

const monthly = { ...withEnabled(true), ending: 'episodeLimit', episodeLimit: '3' } as const;

const readDetails = async (txnId: string) =>
  (await operator('GET', `/proxy/sync/tqs/transaction/${txnId}`)).body;

describe('a terminal payment', () => {
  let merchant: Send;
  beforeAll(async () => {
    merchant = actAsMerchant(app);
  });

  async function createSession(part: Partial<TerminalForm>, installation = 5300001, mcc = '5812') {
    const form = { ...emptyTerminalForm, currency: 'GBP', amount: '40.00', ...part };
    const returnUrl = `${app.services.config.portalUrl}/virtual-terminal/transaction-redirect`;
    const body = buildSessionBody(form, buildConfiguration({ mcc }), { returnUrl, skin: '1', locale: 'en' });
    return operator('POST', `/proxy/sync/hf/sessions/${installation}/payments`, body);
  }

  async function openPage(...input: Parameters<typeof createSession>): Promise<Payer> {
    const created = await createSession(...input);
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    return payerAt(app, created.body.redirectUrl);
  }

  test('stores the terminal’s fields with the transaction', async () => {
    const payer = await openPage(
      {
        preauth: true,
        description: 'Two flat whites',
        merchantReference: 'PHONE-7',
        merchantCustomerReference: 'c-7',
        customerEmail: 'ada@example.org',
        addressLine1: '1 Quay',
        city: 'Bristol',
        postcode: 'BS1 4RB',
        fsd: { dateOfBirth: '19870818', surname: 'Smith', accountNumber: '123ABC', postCode: 'BS20' },
        hasOrder: true,
        orderRef: 'B-7',
        shippingName: 'Joan Marsh',
        shippingLine1: '2 Quay',
        shippingCity: 'Bath',
        shippingRegion: 'Somerset',
        shippingPostcode: 'BA1 2BB',
      },
      5300005,
      '6012',
    );
    const result = (await payer.submit(good)).body;
    expect(result).toMatchObject({ transactionState: 'SUCCESS', asks: { address: 'NONE' } });
    expect(await readDetails(result.transactionId)).toMatchObject({
      type: 'PREAUTH',
      requestedAmount: '40.00',
      commerceType: 'MOTO',
      salesChannel: 'VIRTUAL_TERMINAL',
      transactionDescription: 'Two flat whites',
      merchantReference: 'PHONE-7',
      customerMerchantReference: 'c-7',
      customerEmailAddress: 'ada@example.org',
      billingAddress: { line1: '1 Quay', city: 'Bristol', postcode: 'BS1 4RB' },
      dateOfBirth: '19870818',
      surname: 'Smith',
      accountNumber: '123ABC',
      postCode: 'BS20',
      basketReference: 'B-7',
      orderDetails: {
        shippingAddress: {
          name: 'Joan Marsh',
          line1: '2 Quay',
          city: 'Bath',
          state: 'Somerset',
          postcode: 'BA1 2BB',
        },
      },
    });
  });

  const fsd = { dateOfBirth: '19870818', surname: 'Smith', accountNumber: '123ABC', postCode: 'BS20' };

  test.each<[string, Partial<TerminalForm>, number, string]>([
    ['transaction.description', { description: '50% off' }, 5300001, '5812'],
    ['transaction.merchantReference', { merchantReference: '<b>' }, 5300001, '5812'],
    ['customer.details.address.city', { city: '“Bath”' }, 5300001, '5812'],
    ['order.shippingAddress.line1', { hasOrder: true, shippingLine1: 'a|b' }, 5300001, '5812'],
    ['financialServices.dateOfBirth', {}, 5300005, '6012'],
    ['financialServices.surname', { fsd: { ...fsd, surname: 'O’Neil' } }, 5300005, '6012'],
    ['financialServices.accountNumber', { fsd: { ...fsd, accountNumber: '12345678901' } }, 5300005, '6012'],
  ])('rejects on the server what the form rejects: %s', async (field, part, installation, mcc) => {
    const { status, body } = await createSession(part, installation, mcc);
    expect([status, body.reasonCode, body.reasonMessage.endsWith(`: ${field}`)]).toEqual([400, 'V100', true]);
  });

  test('masks a card number typed into a text', async () => {
    const payer = await openPage({ description: 'card 9902000000000018', merchantReference: 'PHONE-9' });
    expect((await payer.view()).body.description).toBe('card 990200******0018');
  });

  test('skips 3-D Secure for payments by phone', async () => {
    const payer = await openPage({ merchantReference: 'PHONE-1' });
    const result = (await payer.submit(enrolled)).body;
    expect(result).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
    expect((await readDetails(result.transactionId)).threeDSecureStatus).toBe(null);
  });

  test('runs a required challenge in the frame', async () => {
    const payer = await openPage({ amount: '40.33', merchantReference: 'PHONE-2' });
    const waiting = (await payer.submit(enrolled)).body;
    expect(waiting.step).toBe('CHALLENGE');
    expect(await statusOf(merchant, payer)).toEqual(['STARTED', 'PENDING']);
    const back = payer.page.replace('/session/', '/authenticated/');
    const response = asForm(await issuerResponse(app, merchant, waiting.transactionId, 'Test_5132'));
    await payer.send('POST', back, response, formType);
    expect((await payer.view()).body).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
    expect((await readDetails(waiting.transactionId)).threeDSecureStatus).toBe('AUTHENTICATED');

    const other = await openPage({ amount: '41.33', merchantReference: 'PHONE-3' });
    const challenged = (await other.submit(enrolled)).body;
    const sessionUrl = `/proxy/sync/hf/sessions/5300001/${other.sessionId}`;
    expect((await operator('POST', `${sessionUrl}/invalidate`)).status).toBe(200);
    expect((await readDetails(challenged.transactionId)).transactionStatus).toBe('CANCELLED');
  });

  test('ignores a missing challenge for API payments by phone', async () => {
    const { body } = await merchant('POST', '/acceptor/rest/transactions/5300001/payment', {
      transaction: {
        currency: 'GBP',
        amount: '42.33',
        merchantRef: 'PHONE-4',
        commerceType: 'MOTO',
        do3DSecure: true,
      },
      paymentMethod: { card: enrolled },
    });
    expect(body).toMatchObject({ transaction: { status: 'SUCCESS' } });
    expect(body).not.toHaveProperty('threeDSecure');
  });
});

const listPayments = endpoints.listTerminalPayments.route.replace('GET ', '');

describe('the last payments of a terminal', () => {
  const list = (send: Send, installation: number) =>
    send('GET', listPayments.replace('{installationId}', String(installation)));

  async function pay(part: Partial<TerminalForm>, installation: number) {
    const form = { ...emptyTerminalForm, currency: 'GBP', amount: '18.40', ...part };
    const returnUrl = `${app.services.config.portalUrl}/virtual-terminal/transaction-redirect`;
    const body = buildSessionBody(form, buildConfiguration(), { returnUrl, skin: '1', locale: 'en' });
    const created = await operator('POST', `/proxy/sync/hf/sessions/${installation}/payments`, body);
    const payer = payerAt(app, created.body.redirectUrl);
    const { body: result } = await payer.submit(good);
    return { payer, transactionId: result.transactionId as string };
  }

  test('are listed newest first, with what became of each', async () => {
    const email = 'held.by.phone@example.org';
    const rule = deferringRule(email, 'Held phone payments');
    const created = await operator('POST', '/proxy/sync/rms/rule/1100', rule);
    expect(created.status, JSON.stringify(created.body)).toBeLessThan(300);
    const taken = await pay({ merchantReference: 'LAST-1' }, 5300001);
    const held = await pay({ merchantReference: 'LAST-2', customerEmail: email }, 5300001);
    const { status, body } = await list(operator, 5300001);
    expect(status).toBe(200);
    expect(body.slice(0, 2)).toEqual([
      {
        transactionId: held.transactionId,
        at: expect.stringMatching(/Z$/),
        status: 'SUCCESS',
        isHeld: true,
        amount: '18.40',
        currency: 'GBP',
        reference: 'LAST-2',
        maskedPan: expect.stringMatching(/^\d{6}\*+\d{4}$/),
        repeatKinds: ['RECURRING', 'INSTALMENT'],
        repeatAs: 'RECURRING',
      },
      expect.objectContaining({ transactionId: taken.transactionId, status: 'SUCCESS', isHeld: false }),
    ]);
    expect(body.length).toBeLessThanOrEqual(10);

    const isHeld = async ({ payer }: { payer: Payer }) => {
      const sessionUrl = `/proxy/sync/hf/sessions/5300001/${payer.sessionId}/status`;
      const { transactionState } = (await operator('GET', sessionUrl)).body.hostedSessionStatus;
      return [transactionState.transactionState, transactionState.heldForReview];
    };
    expect(await isHeld(taken)).toEqual(['SUCCESS', undefined]);
    expect(await isHeld(held)).toEqual(['SUCCESS', true]);
    const capture = `/acceptor/rest/transactions/5300001/${held.transactionId}/capture`;
    expect((await actAsMerchant(app)('POST', capture, {})).status).toBe(201);
    expect(await isHeld(held)).toEqual(['SUCCESS', undefined]);
    expect((await list(operator, 5300001)).body[0]).toMatchObject({ reference: 'LAST-2', isHeld: false });
  });

  test('name the ones that the user can repeat, by the rule of their details', async () => {
    const plain = await pay({ merchantReference: 'AGAIN-1' }, 5300001);
    const series = await pay({ continuousAuthority: 'instalment' }, 5300001);
    const released = await pay({ preauth: true }, 5300001);
    const cancel = `/acceptor/rest/transactions/5300001/${released.transactionId}/cancel`;
    expect((await actAsMerchant(app)('POST', cancel, {})).status).toBe(201);
    const listed = async (send: Send) => {
      const rows = (await list(send, 5300001)).body as TerminalPayment[];
      return [plain, series, released].map(({ transactionId }) => {
        const row = rows.find((found) => found.transactionId === transactionId);
        return [row?.repeatAs, row?.repeatKinds];
      });
    };
    const kinds = ['RECURRING', 'INSTALMENT'];
    const none = [null, []];
    expect(await listed(operator)).toEqual([['RECURRING', kinds], ['INSTALMENT', kinds], none]);
    for (const { transactionId } of [plain, series, released]) {
      const { repeatInformation } = await readDetails(transactionId);
      expect(repeatInformation.availableToProcess).toBe(transactionId !== released.transactionId);
    }
    await grantTerminal(app, 'support@harbour.example', 1111);
    expect(await listed(await actAs(app, 'support@harbour.example'))).toEqual([none, none, none]);
  });

  test('are those of one installation, for users of its terminal', async () => {
    expect((await list(operator, 5300002)).body).toEqual([]);
    expect((await list(await actAs(app, 'admin@meridian.example'), 5300001)).status).toBe(403);
    expect((await list(await actAs(app, 'analyst@harbour.example'), 5300001)).status).toBe(403);
  });
});

describe('a terminal payment with a schedule', () => {
  async function createSchedule(installation: number, part: Partial<TerminalForm>) {
    const form = { ...emptyTerminalForm, currency: 'GBP', amount: '20.00', schedule: monthly, ...part };
    const returnUrl = `${app.services.config.portalUrl}/virtual-terminal/transaction-redirect`;
    const body = buildSessionBody(form, buildConfiguration(), { returnUrl, skin: '1', locale: 'en' });
    return operator('POST', `/proxy/sync/hf/sessions/${installation}/payments`, body);
  }

  test('activates a schedule after its session’s payment', async () => {
    const created = await createSchedule(5300001, { continuousAuthority: 'recurring' });
    const payer = payerAt(app, created.body.redirectUrl);
    const live = () => app.owner`
      select status, sequence from schedule where installation_id = 5300001 and status <> 'PLANNED'`;
    await payer.submit(declined);
    expect(await live()).toEqual([]);
    expect((await payer.submit(good)).body.transactionState).toBe('SUCCESS');
    expect(await live()).toEqual([{ status: 'ACTIVE', sequence: 'RECURRING' }]);
    // Its details ask whether a repeat replaces the next charge.
    const [last] = (await operator('GET', listPayments.replace('{installationId}', '5300001'))).body;
    expect(last).toMatchObject({ amount: '20.00', repeatAs: null, repeatKinds: [] });
  });

  test('rejects an unsupported sequence before the page opens', async () => {
    const refused = await createSchedule(5300002, { continuousAuthority: 'instalment' });
    expect([refused.status, refused.body]).toMatchObject([400, { status: 'FAILED', reasonCode: 'V104' }]);
  });
});
