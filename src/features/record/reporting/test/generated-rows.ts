import fc from 'fast-check';
import type { Database } from '#database/connection.ts';
import { riskOutcomes } from '../fields/risk-outcome.ts';

const texts = [
  'a', 'A', 'b', 'ab', '', ' ', 'ä', 'Ä', 'e\u0301', 'é', 'ß', '😀', '漢字', 'b\tc', 'x\ny', String.raw`\N`, String.raw`\t`,
  "it's", '"q"', '%', '_', '=1+1', '＝1', '＋', '－5', '＠x', '\uff21', '-5.00', '\u00a0', '\u001f', '10', '9', 'null', '+441632960961', '@x', '\rx', String.raw`\.`, 'a,b', '_x0041_x0042_', '<b>&amp;', '\u0001', '\uFFFE',
]; // prettier-ignore
const text = fc.constantFrom(...texts);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });
const orUndefined = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 });

export const generatedStart = Date.UTC(2026, 10, 20, 10);
/** Ties, month ends, and milliseconds. Three months: each partition makes every warehouse query slower. */
const time = fc
  .tuple(fc.integer({ min: 0, max: 75 }), fc.constantFrom(0, 0, 1, 999, 36_000_000, 50_399_999, 50_400_000))
  .map(([days, ms]) => new Date(generatedStart - days * 86_400_000 + ms));

const dates = [
  '2026-01-05',
  '2020-02-29',
  '2026-02-30',
  '0044-03-15 BC',
  'infinity',
  '9999-12-31',
  'soon',
  '',
];
const times = [
  '2026-01-05T10:00:00.123456+02:00',
  '2026-01-05T08:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '-infinity',
  '12:00',
  '2026-13-01',
];
const wholeNumbers = ['0', '7', '-3', ' 12 ', '9223372036854775807', '9223372036854775808', '1.5', 'x', 5];
const amounts = [
  '20.50',
  '20.5',
  '-1',
  '1e3',
  'NaN',
  'Infinity',
  '0.00001',
  '0.000000000000000000001',
  '-0.000000000000000000019',
  '1e54',
  '1e90',
  '-1e91',
  'much',
];
const flags = [true, false, 'true', '0', 'TRUE', 'maybe'];
const versions = ['1', '2', 1, 2, '1.0'];

const ofMerchants = fc.oneof(
  text,
  fc.constantFrom(...dates),
  fc.constantFrom(...times),
  fc.constantFrom(...wholeNumbers),
  fc.constantFrom(...amounts),
);
const customFields = fc.array(
  fc.record({
    name: fc.constantFrom(
      'loyalty_tier',
      'gift_message',
      'tier_of_others',
      "it's",
      'basket_items',
      'weight',
      'due',
    ),
    value: ofMerchants,
  }),
  { maxLength: 6 },
);

const detail = fc.record(
  {
    customPaymentProduct: text,
    bankAccount: fc.record({ iban: text, bankName: orUndefined(text) }),
    threeDSecure: fc.record({
      scheme: orUndefined(text),
      versionsAttempted: orUndefined(
        fc.array(fc.record({ version: fc.constantFrom(...versions), availability: orUndefined(text) }), {
          maxLength: 3,
        }),
      ),
    }),
    strongCustomerAuthentication: fc.record({
      minFrequency: orUndefined(fc.constantFrom(...wholeNumbers)),
      merchantRisk: orUndefined(
        fc.record({
          preOrder: orUndefined(fc.constantFrom(...flags)),
          preOrderDate: orUndefined(fc.constantFrom(...dates)),
          giftCardPurchase: orUndefined(fc.record({ amount: fc.constantFrom(...amounts) })),
        }),
      ),
      authenticationInfo: orUndefined(fc.record({ time: fc.constantFrom(...times), method: text })),
      accountInfo: orUndefined(fc.record({ accountOpenedDate: fc.constantFrom(...dates) })),
    }),
    customFields: fc.oneof(customFields, fc.constant('none' as const)),
  },
  { requiredKeys: [] },
);

const merchants = [
  { company_id: 1100, merchant_id: 1111, installation_id: 5_300_001 },
  { company_id: 1100, merchant_id: 1112, installation_id: 5_300_003 },
  { company_id: 1100, merchant_id: 1121, installation_id: 5_300_004 },
  { company_id: 1200, merchant_id: 1211, installation_id: 5_300_006 },
];
const currencies = [
  { ccy_code: 'GBP', ccy_digits: 2 },
  { ccy_code: 'JPY', ccy_digits: 0 },
  { ccy_code: 'KWD', ccy_digits: 3 },
  { ccy_code: 'CHF', ccy_digits: 2 },
  { ccy_code: 'CLF', ccy_digits: 4 },
];
const kinds = [
  { txn_type: 'PAYMENT', direction: 1 },
  { txn_type: 'REFUND', direction: -1 },
  { txn_type: 'PAYOUT', direction: -1 },
  { txn_type: 'CAPTURE', direction: 1 },
  { txn_type: 'PREAUTH', direction: 1 },
];

const row = fc
  .record({
    where: fc.constantFrom(...merchants),
    currency: fc.constantFrom(...currencies),
    kind: fc.constantFrom(...kinds),
    txn_datetime: time,
    requested_minor: fc.constantFrom(0, 1, 5, 29, 100, 1999, 1250, 1250, 99_999, 12_345_678_901_234),
    status: fc.constantFrom('SUCCESS', 'FAILED', 'VOIDED', 'EXPIRED', 'SUSPENDED'),
    own: fc.record({
      processing_model: fc.constantFrom('MANAGE', 'REPORT'),
      merch_ref: orNull(text),
      original_reference: orNull(text),
      original_txn_id: orNull(fc.integer({ min: 10_000_000_001, max: 10_000_000_004 })),
      description: orNull(text),
      merchant_name: text,
      sales_channel: fc.constantFrom('WEB', 'MOTO'),
      commerce_type: fc.constantFrom('ECOM', 'MOTO'),
      payment_product: orNull(text),
      card_correlation_id: orNull(fc.constantFrom('card-a', 'card-b')),
      masked_pan: orNull(fc.constant('990200******0018')),
      last_four: orNull(fc.constantFrom('0018', '0026', '18')),
      card_expiry: orNull(fc.constantFrom('0228', '1299', '1326', 'soon', '')),
      card_issuer: orNull(text),
      customer_name: orNull(text),
      customer_email: orNull(fc.constantFrom('ada@example.org', 'bob@example.org', 'ä@example.org')),
      ip_address: orNull(fc.constantFrom('203.0.113.9', '2001:db8::1', '2001:DB8:0:0:0:0:0:1')),
      optimize360_outcome: orNull(fc.constantFrom(...riskOutcomes)),
      fg_score: orNull(fc.integer({ min: 0, max: 5 })),
      episode_index: orNull(fc.integer({ min: 0, max: 3 })),
      three_d_secure_version: orNull(fc.constantFrom('2.2.0', '1.0', '1', '22222', 'two', '')),
      three_d_secure_frictionless: orNull(fc.boolean()),
      schedule_id: orNull(text),
    }),
    detail: orNull(detail),
  })
  .map(
    ({ where: merchant, currency, kind, txn_datetime, requested_minor, status, own: ownFields, detail }) => ({
      ...merchant,
      ...currency,
      ...kind,
      ...ownFields,
      txn_datetime,
      updated_at: txn_datetime,
      requested_minor,
      amount_minor: status === 'SUCCESS' || status === 'VOIDED' ? requested_minor : 0,
      txn_status: status,
      txn_stage: 'COMPLETE',
      detail,
    }),
  );

/**
 * Transactions of every sort, with missing values, ties, odd texts and merchants' data that is no date or
 * number.
 */
export async function insertGenerated(owner: Database, number: number, firstId: number): Promise<void> {
  const rows = fc.sample(row, number).map((row, index) => ({
    ...row,
    detail: row.detail === null ? null : owner.json(row.detail as never),
    txn_id: firstId + index,
    root_id: firstId + (index % 7),
    trace: `T${index}`,
  }));
  for (let offset = 0; offset < rows.length; offset += 100)
    await owner`insert into txn ${owner(rows.slice(offset, offset + 100) as never)}`;
}

/** The two companies' names of custom fields: one stored name has two meanings. */
export async function nameCustomFields(owner: Database): Promise<void> {
  await owner`delete from custom_field where company_id in (1100, 1200)`;
  await owner`
    insert into custom_field (company_id, stored_name, data_type, field_index, descriptive_name, display_name)
    values (1100, 'custom_string_1', 'string', 1, 'loyalty_tier', 'Tier'),
           (1100, 'custom_long_string_1', 'longString', 1, 'gift_message', 'Message'),
           (1200, 'custom_string_1', 'string', 1, 'it''s', 'Theirs'),
           (1100, 'custom_decimal_1', 'decimal', 1, 'weight', 'Weight'),
           (1100, 'custom_float_1', 'float', 1, 'basket_items', 'Items'),
           (1100, 'custom_date_1', 'date', 1, 'due', 'Due'),
           (1200, 'custom_int_1', 'integer', 1, 'basket_items', 'Items'),
           (1200, 'custom_decimal_1', 'decimal', 1, 'due', 'Due'),
           (1200, 'custom_datetime_1', 'dateTime', 1, 'weight', 'When')`;
}
