import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  base,
  enrolledCard,
  goodCard,
  paid,
  payment,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let merchant: Send;
const people: Record<'admin' | 'analyst' | 'coffee' | 'support', Send> = {} as never;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  for (const name of ['admin', 'analyst', 'coffee', 'support'] as const) {
    people[name] = await actAs(app, `${name}@harbour.example`);
  }
});
afterAll(() => app.stop());

const read = async (id: string, send = people.admin) => {
  const { status, body } = await send('GET', `/proxy/sync/tqs/transaction/${id}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const buyer = {
  merchantRef: 'sections-1',
  displayName: 'Ada Lovell',
  email: 'ada@example.org',
  registered: true,
};
const pay = async (transaction: object = {}, more: object = {}, card = goodCard): Promise<string> => {
  const body = payment(transaction as never, { card }, { customer: { ...buyer, ip: '192.0.2.7' }, ...more });
  const response = await merchant('POST', `${base}/payment`, body);
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body.transaction.transactionId;
};

test('a decline shows the advice code beside the response code', async () => {
  const declined = await merchant('POST', `${base}/payment`, payment({ amount: '25.82' } as never));
  const id = declined.body.transaction.transactionId;
  expect(await read(id)).toMatchObject({ authoriserCode: '82', adviceCode: '26' });
  expect(await read(await pay())).toMatchObject({ authoriserCode: '00', adviceCode: null });
});

describe('merchant data', () => {
  test('is returned as sent', async () => {
    const saleDetails = {
      orderDetails: { lineItems: [{ name: 'Beans', itemAmount: '4.50', quantity: 2, totalAmount: '9.00' }] },
      accountFunding: { accountFundingRecipientDetails: { givenName: 'Ada', countryCode: 'FRA' } },
      strongCustomerAuthentication: {
        challengeRequested: 'NO_PREFERENCE',
        accountInfo: { suspiciousActivity: false },
      },
    };
    const financialServices = {
      dateOfBirth: '19870818',
      surname: 'Smith',
      accountNumber: '123ABC',
      postCode: 'BS20',
    };
    const id = await pay({ basketReference: 'B-1' }, { ...saleDetails, financialServices });
    expect(await read(id)).toMatchObject({
      ...saleDetails,
      ...financialServices,
      basketReference: 'B-1',
      ipCountry: 'GBR',
    });
  });

  test("names the payment method's source, with or without an id", async () => {
    const id = await pay();
    expect((await read(id)).paymentMethodSource).toBeNull();
    for (const source of [{ source: 'WALLET', sourceId: 'W-1' }, { source: 'WALLET' }]) {
      const part = app.owner.json({ paymentMethodSource: source });
      await app.owner`update txn set detail = detail - 'paymentMethodSource' || ${part} where txn_id = ${id}`;
      expect((await read(id)).paymentMethodSource).toEqual(source);
    }
  });

  test('is null when missing or stored in another shape', async () => {
    const id = await pay();
    const emptySections = {
      orderDetails: null,
      accountFunding: null,
      payoutRecipientData: null,
      networkTokenDetails: null,
    };
    expect(await read(id)).toMatchObject({
      ...emptySections,
      strongCustomerAuthentication: null,
      scheduleData: null,
    });
    await app.owner`update txn set detail = '{"orderDetails":"beans","accountFunding":[]}' where txn_id = ${id}`;
    expect(await read(id)).toMatchObject(emptySections);
  });
});

test('returns 3-D Secure version, scheme and liability', async () => {
  expect(await read(await pay({ amount: '12.00', do3DSecure: true }, {}, enrolledCard))).toMatchObject({
    threeDSecureStatus: 'AUTHENTICATED',
    threeDSecureVersion: '2',
    threeDSecureProtocolVersion: '2.2.0',
    threeDSecureScheme: 'MASTERCARD_IDENTITY_CHECK',
    threeDSecureECI: '02',
    threeDSecureLiabilityShift: true,
    versionsAttempted: [{ version: 2, availability: 'AVAILABLE' }],
  });
  expect(await read(await pay())).toMatchObject({
    threeDSecureStatus: null,
    threeDSecureScheme: null,
    threeDSecureLiabilityShift: null,
    versionsAttempted: [],
  });
});

describe('sections require their permissions', () => {
  test('FraudGuard, rules and their reasons, schedules', async () => {
    const id = await pay();
    const rules = {
      overallAction: 'DEFER',
      overallDeferParameter: '2 days',
      isServiceAvailable: true,
      triggeredRules: [],
    };
    await app.owner`
      update txn set decision_reason = 'DECIDED_BY_FRAUDGUARD', schedule_id = 'abc', episode_index = 2,
        schedule_remaining_episode_count = 10
      where txn_id = ${id}`;
    await app.owner`
      insert into fraud_decision (company_id, txn_id, decided_at, overall_action, is_service_available, result)
      select company_id, txn_id, txn_datetime, 'DEFER', true, ${app.owner.json(rules)} from txn where txn_id = ${id}`;
    const visibleSections = async (send: Send) => {
      const body = await read(id, send);
      return [
        body.fraudGuardInformation,
        body.rulesServiceResult,
        body.decisionDetails,
        body.scheduleData,
      ].map((part) => part !== null);
    };
    expect(await visibleSections(people.admin)).toEqual([true, true, true, true]);
    expect(await visibleSections(people.analyst)).toEqual([true, true, true, true]);
    expect(await visibleSections(people.coffee)).toEqual([false, false, false, true]);
    expect(await visibleSections(people.support)).toEqual([false, false, false, true]);
    expect(await read(id, people.analyst)).toMatchObject({
      rulesServiceResult: rules,
      scheduleData: { scheduleId: 'abc', episodeIndex: 2, remainingEpisodeCount: 10 },
    });
  });

  test('actors of movements require the audit permission', async () => {
    const id = await pay();
    await people.coffee('POST', `/proxy/sync/ta/transactions/5300001/${id}/refund`, {});
    await app.owner`update api_credential set name = 'Web shop' where api_id = 'harbour-api'`;
    const timeline = (await read(id)).life;
    expect(timeline.map((line: { type: string }) => line.type)).toEqual(['PAYMENT', 'REFUND']);
    expect(timeline[0]).toMatchObject({ orderedBy: 'Web shop', transactionId: id, status: 'SUCCESS' });
    expect(timeline[1].orderedBy).not.toBeNull();
    expect(timeline[1].requestedAmount).toBe('-25.00');
    const { life } = await read(id, people.coffee);
    expect(life.map((line: { orderedBy: unknown }) => line.orderedBy)).toEqual([null, null]);
  });

  test.each([
    ['admin', true],
    ['coffee', true],
    ['analyst', false],
    ['support', false],
  ] as const)('a new payment, payout and repeat for %s: %s', async (name, expected) => {
    const body = await read(await pay(), people[name]);
    const block = { permitted: expected, availableToProcess: expected };
    expect(body.newTransactionInformation).toEqual({ PAYMENT: block, PAYOUT: block });
    expect(body.repeatInformation).toMatchObject(block);
    expect(body.addScheduleInformation).toEqual(block);
  });

  test('offers no new payment with an unregistered card', async () => {
    const { newTransactionInformation: newTransaction, merchantToken } = await read(await paid(merchant));
    expect([newTransaction.PAYMENT.permitted, newTransaction.PAYOUT.permitted, merchantToken]).toEqual([
      false,
      false,
      null,
    ]);
  });
});

describe('a repeat', () => {
  test("continues the root's type, and is closed while one is in flight", async () => {
    const id = await pay({ recurring: true });
    const repeat = await merchant('POST', `${base}/${id}/repeat`, { transaction: { recurring: true } });
    const repeatId = repeat.body.transaction.transactionId;
    const { repeatInformation, transactionRootId } = await read(repeatId);
    expect(transactionRootId).toBe(id);
    expect(repeatInformation).toMatchObject({
      permitted: true,
      availableToProcess: true,
      sequenceType: 'RECURRING',
    });
    await app.owner`update payment set in_progress = ${repeatId} where root_id = ${id}`;
    expect((await read(repeatId)).repeatInformation).toMatchObject({
      permitted: true,
      availableToProcess: false,
    });
    await app.owner`update payment set in_progress = null where root_id = ${id}`;
  });
});

describe('a new transaction from this one', () => {
  test('uses the stored token and its customer', async () => {
    const {
      merchantToken: token,
      customerMerchantReference: merchantRef,
      commerceType,
    } = await read(await pay());
    for (const [operation, amount] of [
      ['payment', '7.00'],
      ['payout', '3.00'],
    ] as const) {
      const response = await people.coffee('POST', `/proxy/sync/ta/transactions/5300001/${operation}`, {
        transaction: { amount, currency: 'GBP', commerceType },
        paymentMethod: { cardToken: { token } },
        customer: { merchantRef },
      });
      expect(response.status, JSON.stringify(response.body)).toBe(201);
      const body = await read(response.body.transaction.transactionId);
      expect(body).toMatchObject({
        customerName: 'Ada Lovell',
        customerEmailAddress: 'ada@example.org',
        merchantToken: token,
      });
      expect(body.transactionRootId).toBe(body.transactionId);
    }
  });
});

describe('FraudGuard', () => {
  test('counts earlier transactions, never later ones', async () => {
    const customer = { displayName: 'Bo', email: 'bo@example.org', ip: '203.0.113.9' };
    const card = { ...goodCard, pan: '4543059790016721' };
    const first = await pay({}, { customer }, card);
    const before = (await read(first)).fraudGuardInformation;
    expect(before).toMatchObject({
      fraudGuardMessage: 'LOW',
      activityViaIpLast24Hours: 1,
      ipCity: 'Chicago',
    });
    let last = '';
    for (let round = 0; round < 5; round += 1)
      last = await pay({}, { customer: { ...customer, email: `bo${round}@example.org` } }, card);
    const after = (await read(last)).fraudGuardInformation;
    expect(after.activityViaIpLast24Hours).toBe(6);
    expect(after.identityMorphing.card).toBeGreaterThan(before.identityMorphing.card);
    expect(after.fraudGuardScore).toBeGreaterThan(before.fraudGuardScore);
    expect((await read(first)).fraudGuardInformation).toEqual(before);
  });

  test('stores a score with every attempt, for search and sort', async () => {
    const customer = { displayName: 'Di', email: 'di@example.org', ip: '203.0.113.61' };
    const card = { ...goodCard, pan: '9902000000000018' };
    for (let round = 0; round < 5; round += 1) await pay({}, { customer }, card);
    const last = await pay({}, { customer: { ...buyer, merchantRef: 'scored', ip: customer.ip } }, card);
    const repeat = await merchant('POST', `${base}/${last}/repeat`, {
      transaction: { amount: '3.00', currency: 'GBP', commerceType: 'CA', recurring: true },
    });
    const verify = await merchant('POST', `${base}/verify`, {
      ...payment(
        { amount: undefined },
        { card },
        { customer: { ...customer, registered: true, merchantRef: 'di' } },
      ),
    });
    const refund = await merchant('POST', `${base}/${last}/refund`, {});
    const ids = [repeat, verify, refund].map(({ body }) => String(body.transaction?.transactionId));
    const columns = async (id: string) => {
      const { body } = await people.analyst('POST', '/proxy/sync/tqs/reporting/internal/search', {
        startFrom: 1,
        limit: 5,
        fields: [
          { field: 'txn_id', display: false, filter: { operation: 'EQUALS', value: [id] } },
          { field: 'fg_score' },
          { field: 'fg_advice' },
        ],
      });
      return body.data[0];
    };
    const score = (await read(last)).fraudGuardInformation.fraudGuardScore;
    expect(score).toBeGreaterThanOrEqual(50);
    expect(await columns(last)).toEqual([score, 'High risk']);
    expect(await columns(ids[0] ?? '')).toEqual([expect.any(Number), expect.stringMatching(/risk$/)]);
    expect(await columns(ids[1] ?? '')).toEqual([expect.any(Number), expect.stringMatching(/risk$/)]);
    expect(await columns(ids[2] ?? '')).toEqual([null, null]);
    const { body } = await people.analyst('POST', '/proxy/sync/tqs/reporting/internal/search', {
      startFrom: 1,
      limit: 100,
      fields: [
        { field: 'txn_id' },
        { field: 'fg_score', sort: 'DESC', filter: { operation: 'GTE', value: [score] } },
        { field: 'fg_advice', display: false, filter: { operation: 'EQUALS', value: ['High risk'] } },
      ],
    });
    expect(body.data.map(([id]: [string]) => id)).toContain(last);
  });

  test('scores an older row when it is read', async () => {
    const id = await pay({}, { customer: { ip: '203.0.113.77' } });
    const before = (await read(id)).fraudGuardInformation;
    await app.owner`update txn set fg_score = null, fg_advice = null where txn_id = ${id}`;
    expect((await read(id)).fraudGuardInformation).toEqual(before);
  });

  test('counts no other company and scores no refund', async () => {
    const id = await pay({}, { customer: { ip: '203.0.113.44' } });
    const meridian = actAsMerchant(app, 'meridian-api');
    const otherPayment = payment(
      { currency: 'EUR' },
      { card: goodCard },
      { customer: { ip: '203.0.113.44' } },
    );
    const paid = await meridian('POST', '/acceptor/rest/transactions/5300006/payment', otherPayment);
    expect(paid.status, JSON.stringify(paid.body)).toBe(201);
    const repeated = await pay({}, { customer: { ip: '203.0.113.44' } });
    expect((await read(repeated)).fraudGuardInformation.activityViaIpLast24Hours).toBe(2);
    const refund = await merchant('POST', `${base}/${id}/refund`, {});
    expect((await read(refund.body.transaction.transactionId)).fraudGuardInformation).toBeNull();
  });
});
