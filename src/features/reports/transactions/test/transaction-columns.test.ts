import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { transactionColumn, transactionRows } from '../web/transaction-columns.tsx';
import { timesIn } from '#web/format/use-times.ts';
import { createTranslator, type Texts } from '#web/translate/translator.ts';
import { transactionFields } from '#features/record/reporting/fields/transaction-fields.ts';
import { golden } from '#features/record/reporting/test/golden-row.ts';

const english = JSON.parse(
  readFileSync(new URL('../../../../app/web/public/locales/en.json', import.meta.url), 'utf8'),
) as Texts;
const { t } = createTranslator([{ language: 'en', texts: english }]);

// Times leave out the current year.
beforeAll(() => void vi.setSystemTime('2026-11-22T12:00:00Z'));
afterAll(() => void vi.useRealTimers());

const column = (field: string, zone = 'UTC', locale = 'en-GB') =>
  transactionColumn(field, true, {
    t,
    locale,
    times: timesIn(zone, locale),
    custom: new Map([['custom_date_1', 'Due']]),
  });
const textOf = (field: string, value: string, zone?: string, locale?: string) =>
  column(field, zone, locale).text({ [field]: value });

test.each(transactionFields.map(({ field }) => field))('%s has a name', (field) => {
  expect(column(field).header).not.toBe(field === 'IBAN' || field === 'BIC' ? '' : field);
  expect(column(field).text({})).toBe('');
});

/** Cells that differ from the wire value. All others show the wire value. */
const written: Readonly<Record<string, string>> = {
  txn_datetime: '20 Nov, 10:00',
  txn_date: '20 Nov',
  txn_type: 'Payment',
  txn_status: 'Success',
  txn_stage: 'Complete',
  EXPIRY: '29 Feb 2028',
  '3ds_status': 'Authenticated',
  OPTIMIZE360_OUTCOME: 'Accepted',
  THREED_SECURE_VERSION1_ATTEMPTED: 'Yes',
  THREED_SECURE_VERSION2_ATTEMPTED: 'Yes',
  THREED_SECURE_FRICTIONLESS: 'Yes',
  PREORDER: 'Yes',
  PREORDER_DATE: '24 Dec',
  REORDER: 'No',
  ACCOUNT_OPENED_DATE: '29 Feb 2020',
  ACCOUNT_LASTCHANGED_DATE: '1 Oct',
  PASSWORD_LASTCHANGED_DATE: '1 Nov',
  ACCOUNT_REGISTERED_DATE: '5 May 2021',
  SHIPPING_ADDRESS_FIRSTUSE_DATE: '6 Jun 2022',
  SHIPPINGNAME_SAMEAS_ACCOUNTNAME: 'Yes',
  SUSPICIOUS_ACTIVITY: 'No',
  AUTHENTICATION_TIME: '20 Nov, 09:59',
  PREVIOUS_AUTHENTICATION_TIME: '20 Oct, 09:00',
  custom_date_1: '1 Dec',
  payment_product: 'Apple Pay',
  sales_channel: 'Web',
  commerce_type: 'Online',
  CONTINUOUS_AUTHORITY_TYPE: 'Recurring',
  AUTHORISERSTATUS: 'Authorised',
  THREED_SECURE_VERSION1_AVAILABILITY: 'Issuer does not support version 1',
  THREED_SECURE_VERSION2_AVAILABILITY: 'Available',
  DELIVERY_TIMEFRAME: 'Overnight shipping',
  SHIPPING_TO: 'Billing address',
  ACCOUNT_OPENED_PERIOD: 'More than 60 days ago',
  ACCOUNT_LASTCHANGED_PERIOD: '30 to 60 days ago',
  PASSWORD_LASTCHANGED_PERIOD: 'Less than 30 days ago',
  ACCOUNT_REGISTERED_PERIOD: 'More than 60 days ago',
  SHIPPING_ADDRESS_FIRSTUSE_PERIOD: 'More than 60 days ago',
  AUTHENTICATION_METHOD: 'Merchant credentials',
  PREVIOUS_AUTHENTICATION_METHOD: 'Frictionless',
  PROCESSING_MODEL: 'Processed here',
  refund_reason: 'Goods returned',
  refund_expected_date: '27 Nov',
};

test.each(Object.keys(golden))('shows the expected cell of %s', (field) => {
  const [row = {}] = transactionRows([[golden[field] ?? null]], [field]);
  expect(column(field).text(row)).toBe(written[field] ?? String(golden[field]));
});

describe('cell texts', () => {
  test.each([
    ['txn_id', '10044236139', '10044236139'],
    ['merch_ref', '=1+1', '=1+1'],
    ['merch_ref', '01234567890123456789012345678901', '01234567890123456789012345678901'],
    ['description', 'Say "hi"\nand 🎁', 'Say "hi"\nand 🎁'],
    ['requested_amount', '1234.50', '1,234.50'],
    ['requested_amount', '-5.00', '−5.00'],
    ['amount', '900', '900'],
    ['amount', '12.345', '12.345'],
    ['txn_type', 'REFUND', 'Refund'],
    ['txn_status', 'SUSPENDED_THREE_D_SECURE', 'Waiting for 3-D Secure'],
    ['txn_status', 'NEW_ONE', 'NEW_ONE'],
    ['txn_stage', 'COMPLETE', 'Complete'],
    ['3ds_status', 'AUTHENTICATED', 'Authenticated'],
    ['OPTIMIZE360_OUTCOME', 'BLACKLIST', 'On the block list'],
    ['THREED_SECURE_FRICTIONLESS', '1', 'Yes'],
    ['SUSPICIOUS_ACTIVITY', '0', 'No'],
    ['EXPIRY', '2028-02-29', '29 Feb 2028'],
    ['txn_date', '2026-11-20', '20 Nov'],
    ['custom_date_1', '2026-12-01', '1 Dec'],
    ['txn_time', '10:00:00', '10:00:00'],
    ['last_four', '0018', '0018'],
    ['fg_score', '17', '17'],
  ])('%s %j is %j', (field, value, text) => {
    expect(textOf(field, value)).toBe(text);
  });

  test.each([
    ['UTC', '29 Mar, 00:59'],
    ['Europe/London', '29 Mar, 00:59'],
    ['Asia/Kolkata', '29 Mar, 06:29'],
    ['Pacific/Auckland', '29 Mar, 13:59'],
    ['America/Los_Angeles', '28 Mar, 17:59'],
  ])('shows times in the chosen zone: %s', (zone, text) => {
    expect(textOf('txn_datetime', '2026-03-29T00:59:59.000+00:00', zone)).toBe(text);
  });

  test('groups amounts by language, with every currency digit', () => {
    expect(textOf('amount', '1234567.500', 'UTC', 'de')).toBe('1.234.567,500');
  });

  test('links ids and marks statuses with an icon', () => {
    for (const field of ['txn_id', 'txn_root_id', 'txn_status', '3ds_status', 'OPTIMIZE360_OUTCOME']) {
      expect(column(field).cell, field).toBeTypeOf('function');
    }
    expect(column('custom_date_1').header).toBe('Due');
  });

  test('lists labels for flags and outcomes', () => {
    expect(column('PREORDER').filter).toEqual({
      kind: 'choice',
      choices: [
        { value: '1', label: 'Yes' },
        { value: '0', label: 'No' },
      ],
    });
    const outcome = column('OPTIMIZE360_OUTCOME').filter;
    const labels = outcome?.kind === 'choice' ? outcome.choices.map(({ label }) => label) : [];
    expect(labels).toContain('On the block list');
    expect(new Set(labels).size).toBe(labels.length);
  });
});
