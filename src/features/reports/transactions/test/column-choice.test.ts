import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenColumns, firstColumns, isHeldUnder, savedColumns, mergeByField } from '../column-choice.ts';
import { defaultColumns, transactionFields } from '#features/record/reporting/fields/transaction-fields.ts';

const offered = new Set([
  ...transactionFields.filter(({ needs }) => !needs).map(({ field }) => field),
  'custom_string_1',
]);
const none = { extra: undefined, order: undefined, custom: undefined };

test('has no choice when nothing is stored', () => {
  expect(chosenColumns(none, offered)).toBeUndefined();
  expect(firstColumns(offered).toSorted()).toEqual([...defaultColumns].toSorted());
  expect(firstColumns(offered).slice(0, 3)).toEqual(['requested_amount', 'money_moved', 'txn_status']);
});

test('reads back any choice', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...offered], { minLength: 1 }), (columns) => {
      expect(chosenColumns(savedColumns(columns), offered)).toEqual(columns);
    }),
  );
});

describe('resets an invalid choice', () => {
  test.each([
    ['a column that the person may not see', { extra: ['fg_score'], order: ['txn_id', 'fg_score'] }],
    ['a column that is none', { extra: ['password_hash'], order: ['txn_id', 'password_hash'] }],
    ['the same column twice', { extra: [], order: ['txn_id', 'txn_id'] }],
    ['an order without its extra column', { extra: ['acquirer'], order: ['txn_id'] }],
    ['an extra column that was not chosen', { extra: [], order: ['txn_id', 'acquirer'] }],
    ['no list', { extra: 'acquirer', order: 7 }],
    ['no names', { extra: [], order: [1, 2] }],
    ['no column at all', { extra: [], order: [] }],
  ])('%s', (_name, saved) => {
    expect(chosenColumns({ ...none, ...saved }, offered)).toBeUndefined();
  });
});

test('keeps custom fields per organisation', () => {
  const saved = savedColumns(['txn_id', 'custom_string_1']);
  expect(chosenColumns({ ...saved, custom: [] }, offered)).toEqual(['txn_id']);
  expect(chosenColumns({ ...savedColumns(['txn_id']), custom: ['custom_string_1'] }, offered)).toEqual([
    'txn_id',
    'custom_string_1',
  ]);
});

test('names custom columns as the organisation does', () => {
  const listed = ['amount', 'custom_string_1', 'custom_int_1'].map((field) => ({
    field,
    description: `of another: ${field}`,
    filters: [],
  }));
  expect(mergeByField(listed, [{ storedName: 'custom_string_1', displayName: 'Booking class' }])).toEqual([
    { field: 'amount', description: 'of another: amount', filters: [] },
    { field: 'custom_string_1', description: 'Booking class', filters: [] },
  ]);
  expect(mergeByField(listed, [])).toEqual([listed[0]]);
});

test.each([
  ['of the organisation', '/1000/1100', true],
  ['above it, for all below', '/1000', true],
  ['of a merchant below it', '/1000/1100/1111', true],
  ['of a stranger', '/1000/1200', false],
  ['of one whose id begins alike', '/1000/110', false],
])('offers a column by a permission %s', (_name, scope, response) => {
  const permissions = [{ name: 'P_VIEW_FRAUDGUARD', scope, cascade: true }] as const;
  expect(isHeldUnder('/1000/1100', permissions, ['P_VIEW_FRAUDGUARD'])).toBe(response);
  expect(isHeldUnder('/1000/1100', permissions, ['P_VIEW_FRAUD_RULES'])).toBe(false);
  expect(isHeldUnder('/1000/1100', permissions, undefined)).toBe(true);
});
