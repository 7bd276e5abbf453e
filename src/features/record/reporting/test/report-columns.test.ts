import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { transactionFields } from '../fields/transaction-fields.ts';
import { exportOf, signInBrowser } from '#features/reports/exports/test/export-form.ts';
import { golden, goldenId } from './golden-row.ts';

let app: TestApp;
let admin: Send;
let support: Send;
let supportForm: Awaited<ReturnType<typeof signInBrowser>>;
const [fullId, bareId] = [goldenId, 10_000_000_002];

const detail = {
  customPaymentProduct: 'VOUCHER',
  paymentDescriptor: 'HARBOUR*COFFEE',
  importSource: { system: 'LEGACY', transactionId: 'L-7' },
  paymentMethodSource: { source: 'WALLET', sourceId: 'W-1' },
  bankAccount: {
    accountNumber: '31926819',
    iban: 'GB29NWBK60161331926819',
    accountHolderName: 'Ada Lovelace',
    sortCode: '601613',
    bic: 'NWBKGB2L',
    bankName: 'Bank of Examples',
  },
  threeDSecure: {
    scheme: 'VISA_SECURE',
    serverTransactionId: 'server-1',
    dsTransactionId: 'ds-1',
    acsTransactionId: 'acs-1',
    versionsAttempted: [
      { version: '2', availability: 'AVAILABLE' },
      { version: 1, availability: 'ISSUER_NO_V1' },
    ],
  },
  strongCustomerAuthentication: {
    challengeRequested: 'NO_PREFERENCE',
    challengeLevelPreferred: 'NO_CHALLENGE_REQUESTED',
    transactionType: 'GOODS_OR_SERVICES',
    minFrequency: 28,
    numberOfInstalments: '12',
    merchantRisk: {
      deliveryEmailAddress: 'door@example.org',
      deliveryTimeframe: 'OVERNIGHT',
      shippingTo: 'BILLING_ADDRESS',
      preOrder: true,
      preOrderDate: '2026-12-24',
      reOrder: 'false',
      giftCardPurchase: { amount: '20.50', currency: 'GBP', count: 2 },
    },
    accountInfo: {
      accountEmail: 'ada@bank.example',
      accountOpenedDate: '2020-02-29',
      accountOpenedPeriod: 'MORE_THAN_60_DAYS',
      accountLastChangedDate: '2026-10-01',
      accountLastChangedPeriod: '30_TO_60_DAYS',
      passwordLastChangedDate: '2026-11-01',
      passwordLastChangedPeriod: 'LESS_THAN_30_DAYS',
      accountRegisteredDate: '2021-05-05',
      accountRegisteredPeriod: 'MORE_THAN_60_DAYS',
      shippingAddressFirstUseDate: '2022-06-06',
      shippingAddressFirstUsePeriod: 'MORE_THAN_60_DAYS',
      shippingNameSameAsAccountName: true,
      suspiciousActivity: false,
      purchasesInLastSixMonths: 9,
      addCardAttemptsInLast24Hours: 1,
      transactionAttemptsInLast24Hours: 3,
      transactionAttemptsInLast12Months: 44,
    },
    authenticationInfo: {
      method: 'OWN_CREDENTIALS',
      time: '2026-11-20T11:59:00+02:00',
    },
    priorAuthenticationInfo: {
      method: 'FRICTIONLESS',
      time: '2026-10-20T09:00:00Z',
      reference: 'prior-1',
    },
  },
  customFields: [
    { name: 'loyalty_tier', value: '=1+1' },
    { name: 'gift_message', value: 'Say "hi"\nand 🎁' },
    { name: 'basket_items', value: '3' },
    { name: 'basket_weight', value: '-5.00' },
    { name: 'collect_on', value: '2026-12-01' },
  ],
};

const columns = {
  card_correlation_id: 'card-a',
  masked_pan: '990200******0018',
  card_expiry: '0228',
  card_issuer: 'Example Bank',
  issuer_country: 'GBR',
  customer_name: 'Ada Lovelace',
  customer_country: 'GBR',
  ip_address: '203.0.113.9',
  acquirer: 'Example Acquirer',
  authoriser_status: 'AUTHORISED',
  authoriser_message: 'Approved',
  original_reference: 'ORDER-1',
  original_txn_id: 10_000_000_000,
  description: 'Order checkout',
  refund_reason: 'GOODS_RETURNED',
  refund_note: 'Parcel came back',
  arn: '74123456324000123456789',
  refund_expected_date: '2026-11-27',
  payment_product: 'APPLE-PAY',
  continuous_authority_type: 'RECURRING',
  three_d_secure_status: 'AUTHENTICATED',
  three_d_secure_version: '2.2.0',
  three_d_secure_eci: '05',
  three_d_secure_frictionless: true,
  schedule_id: 'S-1',
  episode_index: 4,
  schedule_remaining_episode_count: 8,
  optimize360_outcome: 'ACCEPT',
  fg_score: 17,
  fg_advice: 'Low risk',
};

beforeAll(async () => {
  app = await startApp();
  await insertTransaction(app.owner, { txnId: fullId });
  await insertTransaction(app.owner, { txnId: bareId });
  await app.owner`
    update txn set ${app.owner(columns)}, detail = ${app.owner.json(detail)} where txn_id = ${fullId}`;
  // An invalid value of another merchant: a word where a number belongs.
  await app.owner`
    update txn set detail = ${app.owner.json({
      strongCustomerAuthentication: { numberOfInstalments: 'many', merchantRisk: { preOrderDate: 'soon' } },
      customFields: [{ name: 'basket_items', value: 'three' }],
    })} where txn_id = ${bareId}`;
  admin = await actAs(app, 'admin@harbour.example');
  support = await actAs(app, 'support@harbour.example');
  supportForm = await signInBrowser(app, 'support@harbour.example');
});
afterAll(() => app.stop());

const search = (send: Send, fields: object[]) =>
  send('POST', '/proxy/sync/tqs/reporting/internal/search', { startFrom: 1, limit: 25, fields });
const onlyFull = {
  field: 'txn_id',
  display: false,
  filter: { operation: 'EQUALS', value: [String(fullId)] },
};
const names = Object.keys(golden);

test('has a value in every column of the golden row', () => {
  const all = transactionFields.map(({ field }) => field);
  expect(all.filter((field) => !(field in golden))).toEqual([]);
  expect(all).toHaveLength(new Set(all).size);
});

test.each(names)('%s is shown, found and sorted by', async (field) => {
  const { body } = await search(admin, [{ field }, ...(field === 'txn_id' ? [] : [onlyFull])]);
  const value = body.data.at(-1)[0];
  expect(value).toBe(golden[field]);
  const foundRows = await search(admin, [
    { field: 'txn_id', ...(field === 'txn_id' ? {} : { sort: 'ASC' }) },
    { field, display: false, sort: 'DESC', filter: { operation: 'IN', value: [value] } },
  ]);
  expect(foundRows.status, JSON.stringify(foundRows.body)).toBe(200);
  expect(foundRows.body.data.flat()).toContain(String(fullId));
  const unlikeRows = await search(admin, [
    { field: 'txn_id' },
    { field, display: false, filter: { operation: 'NOT_EQUALS', value: [value] } },
  ]);
  expect(unlikeRows.body.data.flat()).not.toContain(String(fullId));
});

test('treats invalid values as missing', async () => {
  const { body } = await search(admin, [
    { field: 'NUMBER_OF_INSTALMENTS', sort: 'DESC' },
    { field: 'PREORDER_DATE' },
    { field: 'custom_int_1' },
  ]);
  expect(body.data).toEqual([
    ['12', '2026-12-24', '3'],
    [null, null, null],
  ]);
});

describe('columns with a permission', () => {
  const guarded = transactionFields.filter(({ needs }) => needs);
  test.each(guarded.map(({ field }) => field))(
    '%s is neither shown, found, sorted, counted nor exported',
    async (field) => {
      const value = golden[field];
      const uses = [
        { field },
        { field, display: false, sort: 'ASC' },
        { field, display: false, filter: { operation: 'EQUALS', value: [value] } },
        { field, display: false, filter: { operation: 'IS_NULL' } },
      ];
      for (const use of uses) {
        expect((await search(support, [{ field: 'txn_id' }, use])).status).toBe(403);
        const count = { startFrom: 1, limit: 1, fields: [{ field: 'txn_id' }, use] };
        expect((await support('POST', '/proxy/async/tqs/count', count)).status).toBe(403);
        expect((await search(admin, [{ field: 'txn_id' }, use])).status).toBe(200);
        expect(
          (await supportForm.post(exportOf(['txn_id'], { fields: [{ field: 'txn_id' }, use] }))).status,
        ).toBe(403);
      }
    },
  );
});
