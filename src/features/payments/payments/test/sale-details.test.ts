import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parsePayment } from '../request/parse-payment.ts';
import { paymentBody } from '../request/request-schemas.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, goodCard, paid, payment, reason } from './payment-fixtures.ts';

type Fields = Record<string, unknown>;

function details(more: Fields, method: Fields = {}, operation: 'payment' | 'payout' = 'payment') {
  const body = payment({}, { card: goodCard, ...method }, more);
  const checked = parsePayment(z.parse(paymentBody, body), operation, new Date('2026-11-20'));
  return checked.ok ? checked.value.details : checked.code;
}

const authentication = (fields: Fields) => ({ strongCustomerAuthentication: fields });
const fullSale = {
  strongCustomerAuthentication: {
    transactionType: 'GOODS_OR_SERVICES',
    challengeRequested: 'NO_PREFERENCE',
    merchantRisk: {
      preOrder: '1',
      preOrderDate: '20270131',
      deliveryTimeframe: 'OVERNIGHT',
      shippingTo: 'BILLING_ADDRESS',
      giftCardPurchase: { amount: 10, count: '2', currency: 'EUR' },
    },
    accountInfo: {
      accountOpenedDate: '2024-02-29',
      accountOpenedPeriod: 'MORE_THAN_60_DAYS',
      purchasesInLastSixMonths: 3,
      suspiciousActivity: false,
    },
    authenticationInfo: { method: 'FIDO', time: '2027-01-31T10:00:00+01:00' },
    priorAuthenticationInfo: { method: 'CHALLENGE', reference: 'R-1' },
  },
  orderDetails: {
    lineItems: [{ name: 'Beans', itemAmount: '4.5', quantity: 2, totalAmount: 9 }],
    shippingAddress: { line1: '1 Quay Street', city: 'Bath', country: { countryCode: 'GB' } },
  },
  accountFunding: {
    accountFundingRecipientDetails: { givenName: 'Ada', surname: 'Lovell', countryCode: 'FR' },
  },
};

describe('the details of a sale', () => {
  test('are stored under their wire names, with amounts, days and codes in one form', () => {
    expect(details(fullSale)).toEqual({
      strongCustomerAuthentication: {
        ...fullSale.strongCustomerAuthentication,
        merchantRisk: {
          preOrder: true,
          preOrderDate: '2027-01-31',
          deliveryTimeframe: 'OVERNIGHT',
          shippingTo: 'BILLING_ADDRESS',
          giftCardPurchase: { amount: '10.00', count: 2, currency: 'EUR' },
        },
        authenticationInfo: { method: 'FIDO', time: '2027-01-31T09:00:00.000Z' },
      },
      orderDetails: {
        lineItems: [{ name: 'Beans', itemAmount: '4.50', quantity: 2, totalAmount: '9.00' }],
        shippingAddress: { line1: '1 Quay Street', city: 'Bath', country: { countryCode: 'GBR' } },
      },
      accountFunding: {
        accountFundingRecipientDetails: { givenName: 'Ada', surname: 'Lovell', countryCode: 'FRA' },
      },
    });
  });

  test('are absent when the request has none, or an empty PHP array', () => {
    expect(details({})).toEqual({});
    expect(details({ orderDetails: [], strongCustomerAuthentication: [], accountFunding: [] })).toEqual({});
  });

  test('stores recipient data for payouts only, and account funding for payments only', () => {
    const payoutRecipientData = { givenName: 'Ada', accountNumber: '123ABC', dateOfBirth: '19870818' };
    const more = { ...fullSale, payoutRecipientData };
    expect(details(more)).not.toHaveProperty('payoutRecipientData');
    expect(details(more, {}, 'payout')).toMatchObject({
      payoutRecipientData: { ...payoutRecipientData, dateOfBirth: '1987-08-18' },
    });
    expect(details(more, {}, 'payout')).not.toHaveProperty('accountFunding');
  });

  test('keeps what became of a network token', () => {
    const networkTokenDetails = { usage: 'RENEWED', expiryMonth: '07', expiryYear: '2031' };
    expect(details({}, { networkTokenDetails })).toEqual({ networkTokenDetails });
  });

  test('masks card numbers in every text', () => {
    const lineItems = [{ name: `card ${goodCard.pan}` }];
    const more = { orderDetails: { lineItems, shippingAddress: { line1: goodCard.pan } } };
    expect(JSON.stringify(details(more))).not.toContain(goodCard.pan);
    expect(
      JSON.stringify(details(authentication({ accountInfo: { accountEmail: goodCard.pan } }))),
    ).not.toContain(goodCard.pan);
  });

  test.each([
    ['a transaction type', authentication({ transactionType: 'GIFT' }), 'V100'],
    ['a challenge', authentication({ challengeRequested: 'YES' }), 'V100'],
    ['a period', authentication({ accountInfo: { accountOpenedPeriod: 'LONG' } }), 'V100'],
    ['a day', authentication({ accountInfo: { accountOpenedDate: '2023-02-29' } }), 'V153'],
    ['a time', authentication({ authenticationInfo: { time: 'yesterday' } }), 'V100'],
    ['a method', authentication({ priorAuthenticationInfo: { method: 'FIDO' } }), 'V100'],
    ['an item without a name', { orderDetails: { lineItems: [{ quantity: 1 }] } }, 'V100'],
    ['digits', { orderDetails: { lineItems: [{ name: 'a', itemAmount: '1.001' }] } }, 'V131'],
    ['a negative sum', { orderDetails: { lineItems: [{ name: 'a', totalAmount: -1 }] } }, 'V130'],
    ['a country', { orderDetails: { shippingAddress: { country: { countryCode: 'ZZZ' } } } }, 'V155'],
  ])('refuses %s that cannot be', (_title, more, code) => {
    expect(details(more)).toBe(code);
  });
});

describe('the merchant API', () => {
  let app: TestApp;
  let merchant: Send;
  beforeAll(async () => {
    app = await startApp();
    merchant = actAsMerchant(app);
  });
  afterAll(() => app.stop());

  test('keeps them in txn.detail, and where the buyer’s address is', async () => {
    const id = await paid(merchant, {}, { ...fullSale, customer: { ip: '198.51.100.7' } });
    const [row] = await app.owner`
      select detail #>> '{strongCustomerAuthentication,accountInfo,accountOpenedDate}' as opened,
             detail #>> '{orderDetails,lineItems,0,totalAmount}' as total, ip_country
      from txn where txn_id = ${id}`;
    expect(row).toEqual({ opened: '2024-02-29', total: '9.00', ipCountry: 'DEU' });
  });

  test('refuses what is wrong before there is a transaction', async () => {
    const before = await app.owner`select count(*) from txn`;
    const response = await merchant(
      'POST',
      `${base}/payment`,
      payment({}, { card: goodCard }, authentication({ challengeRequested: 'YES' })),
    );
    expect([response.status, reason(response)]).toEqual([400, 'V100']);
    const tooManyItems = { orderDetails: { lineItems: Array.from({ length: 201 }, () => ({ name: 'a' })) } };
    expect(
      (await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, tooManyItems))).status,
    ).toBe(400);
    expect(await app.owner`select count(*) from txn`).toEqual(before);
  });
});
