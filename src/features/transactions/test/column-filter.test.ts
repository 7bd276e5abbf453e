import { expect, test } from 'vitest';
import { columnFilterFields, columnFilterKind } from '../fields/column-filter.ts';
import { transactionFields } from '../transaction-fields.ts';

test.each([
  ['txn_id', 'number'],
  ['last_four', 'number'],
  ['requested_amount', 'decimal'],
  ['custom_decimal_1', 'decimal'],
  ['custom_int_1', 'number'],
  ['txn_datetime', 'date'],
  ['txn_date', 'date'],
  ['txn_status', 'choice'],
  ['merch_ref', 'text'],
  ['txn_time', undefined],
  ['nobody_knows', undefined],
])('%s has the filter %s', (field, kind) => {
  expect(columnFilterKind(field)?.kind).toBe(kind);
});

test('every filter asks by an operation that its column has', () => {
  const samples = { number: '4242', decimal: '12.5', date: '2026-11-20', text: 'a', choice: '' };
  for (const { field, filters, values } of transactionFields) {
    const kind = columnFilterKind(field);
    if (kind === undefined) continue;
    const value = values?.[0] ?? samples[kind.kind];
    const [asked] = columnFilterFields({ [field]: value }, [field], 'UTC');
    expect(filters, field).toContain(asked?.filter?.operation);
  }
});

test('a day is that of the zone in sight: 23 hours when summer time begins', () => {
  const [asked] = columnFilterFields({ txn_datetime: '2026-03-29' }, ['txn_datetime'], 'Europe/London');
  expect(asked).toEqual({
    field: 'txn_datetime',
    display: false,
    filter: {
      operation: 'BETWEEN',
      value: [Date.parse('2026-03-29T00:00:00Z'), Date.parse('2026-03-29T23:00:00Z') - 1],
    },
  });
});

test('an amount means either sign; what no amount looks like, an empty filter and a hidden column ask for nothing', () => {
  const asked = (value: string, shown = ['amount']) => columnFilterFields({ amount: value }, shown, 'UTC');
  expect(asked('.5')[0]?.filter).toEqual({ operation: 'IN', value: ['0.5', '-0.5'] });
  expect([asked('1.23456'), asked(''), asked('5', ['txn_id'])]).toEqual([[], [], []]);
});
