import { expect, test } from 'vitest';
import { columnFilterFields, columnFilterKind, isColumnFilter } from '../filters/column-filter.ts';
import { flagFields } from '../fields/authentication-fields.ts';
import { transactionField, transactionFields } from '../fields/transaction-fields.ts';

test.each([
  ['txn_id', 'number'],
  ['last_four', 'number'],
  ['requested_amount', 'decimal'],
  ['custom_decimal_1', 'decimal'],
  ['custom_int_1', 'number'],
  ['txn_datetime', 'date'],
  ['txn_date', 'date'],
  ['AUTHENTICATION_TIME', 'date'],
  ['custom_date_1', 'date'],
  ['custom_datetime_1', 'date'],
  ['txn_status', 'choice'],
  ['PREORDER', 'choice'],
  ['merch_ref', 'text'],
  ['payment_product', 'choice'],
  ['refund_reason', 'choice'],
  ['refund_note', 'text'],
  ['arn', 'text'],
  ['refund_expected_date', 'date'],
  ['txn_time', undefined],
  ['unknown_field', undefined],
])('%s has the filter %s', (field, kind) => {
  expect(columnFilterKind(field)?.kind).toBe(kind);
});

const customs = ['custom_string_1', 'custom_int_1', 'custom_float_1', 'custom_date_1', 'custom_datetime_1'];

test('uses an operation of the column in every filter', () => {
  const samples = { number: '4242', decimal: '12.5', date: '2026-11-20', text: 'a', choice: '1' };
  for (const field of [...transactionFields.map((definition) => definition.field), ...customs]) {
    const { filters = [], values } = transactionField(field) ?? {};
    const kind = columnFilterKind(field);
    if (kind === undefined) continue;
    const value =
      values?.[0] ??
      (flagFields.has(field) || kind.kind !== 'choice' ? samples[kind.kind] : (kind.values[0] ?? ''));
    expect(isColumnFilter(field, value), field).toBe(true);
    const fields = columnFilterFields({ [field]: value }, [field], 'UTC');
    expect(fields.length, field).toBeGreaterThan(0);
    for (const { filter } of fields) expect(filters, field).toContain(filter?.operation);
  }
});

test.each([
  ['Europe/London', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T11:00:00.000Z'],
  ['Asia/Kolkata', '2026-03-29', '2026-03-28T18:30:00.000Z', '2026-03-29T18:30:00.000Z'],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-30T00:00:00.000Z'],
])('takes a day in the zone of the page: %s', (zone, day, from, nextDay) => {
  const fields = (field: string) => columnFilterFields({ [field]: day }, [field], zone);
  expect(fields('txn_datetime')).toEqual([
    {
      field: 'txn_datetime',
      display: false,
      filter: { operation: 'BETWEEN', value: [Date.parse(from), Date.parse(nextDay) - 1] },
    },
  ]);
  expect(fields('custom_datetime_1').map(({ filter }) => filter)).toEqual([
    { operation: 'GTE', value: [Date.parse(from)] },
    { operation: 'LT', value: [Date.parse(nextDay)] },
  ]);
  expect(fields('txn_date')[0]?.filter).toEqual({ operation: 'EQUALS', value: [day] });
});

test('matches both signs of an amount and ignores invalid filters', () => {
  const fields = (value: string, visible = ['amount']) =>
    columnFilterFields({ amount: value }, visible, 'UTC');
  expect(fields('.5')[0]?.filter).toEqual({ operation: 'IN', value: ['0.5', '-0.5'] });
  expect([fields('1.23456'), fields(''), fields('5', ['txn_id'])]).toEqual([[], [], []]);
});

test.each([
  ['txn_id', '>100', [['GT', '100']]],
  ['txn_id', '<=100', [['LTE', '100']]],
  [
    'custom_int_1',
    '10..20',
    [
      ['GTE', '10'],
      ['LTE', '20'],
    ],
  ],
  ['custom_decimal_1', '>.5', [['GT', '0.5']]],
  ['requested_amount', '10..20.5', [['BETWEEN', '-20.5', '-10', '10', '20.5']]],
  ['requested_amount', '<5', [['BETWEEN', '-4.9999', '4.9999']]],
  ['money_moved', '20.51', [['IN', '20.51', '-20.51']]],
  [
    'amount',
    '>99999999999999',
    [
      [
        'BETWEEN',
        '-99999999999999.9999',
        '-99999999999999.0001',
        '99999999999999.0001',
        '99999999999999.9999',
      ],
    ],
  ],
  ['requested_amount', '>', []],
  ['requested_amount', '1..', []],
  ['requested_amount', '>-5', []],
  ['last_four', '>4242', []],
])('%s %s requests %j', (field, value, filters) => {
  const fields = columnFilterFields({ [field]: value }, [field], 'UTC');
  expect(fields.map(({ filter }) => [filter?.operation, ...(filter?.value ?? [])])).toEqual(filters);
});

test('offers one name of a list', () => {
  expect(columnFilterKind('OPTIMIZE360_OUTCOME')).toMatchObject({
    values: expect.not.arrayContaining(['BLACKLIST', 'WHITELIST']),
  });
  expect(isColumnFilter('OPTIMIZE360_OUTCOME', 'NEGATIVE_LIST')).toBe(true);
});

test('limits statuses and outcomes by warehouse and permission', () => {
  const kindOf = (field: string, isWarehouse: boolean, seesFraudRules = true) =>
    columnFilterKind(field, { isWarehouse, seesFraudRules });
  expect(kindOf('txn_status', true)).toMatchObject({ values: expect.not.arrayContaining(['SUSPENDED']) });
  expect(kindOf('txn_status', false)).toMatchObject({ values: expect.arrayContaining(['SUSPENDED']) });
  expect(kindOf('OPTIMIZE360_OUTCOME', true)?.kind).toBe('choice');
  expect(kindOf('OPTIMIZE360_OUTCOME', true, false)).toBeUndefined();
  expect(kindOf('OPTIMIZE360_OUTCOME', false)).toBeUndefined();
});

test('rejects a whole card number in every filter', () => {
  for (const field of [
    'merch_ref',
    'txn_id',
    'description',
    'customer_email',
    'custom_string_1',
    'custom_int_1',
  ]) {
    expect(isColumnFilter(field, '4444333322221111'), field).toBe(false);
    expect(columnFilterFields({ [field]: '4444333322221111' }, [field], 'UTC'), field).toEqual([]);
  }
  expect(isColumnFilter('merch_ref', '4444333322221112')).toBe(true);
});
