import { expect, test } from 'vitest';
import { searchFields } from '#features/record/reporting/filters/search-field.ts';
import { finderProblem, finderTarget, isFindable, quickSearchFields } from '../finder-target.ts';

const search = (field: string, value: string) => ({ field, value });
const fewFields = ['txn_id', 'merch_ref', 'customer_email'] as const;

test.each([
  [' 10000003455 ', search('txn_id', '10000003455')],
  ['dana@shop.example', search('customer_email', 'dana@shop.example')],
  ['203.0.113.7', search('IP_address', '203.0.113.7')],
  ['**** 4242', search('last_four', '4242')],
  ['Order 7&8', search('merch_ref', 'Order 7&8')],
  ['  ', undefined],
])('finds %j without a chosen field', (typed, target) => {
  expect(finderTarget({ typed, field: undefined, availableFields: searchFields })).toEqual(target);
});

test('guesses offered fields only, and a reference otherwise', () => {
  const guess = (typed: string) => finderTarget({ typed, field: undefined, availableFields: fewFields });
  expect(guess('203.0.113.7')).toEqual(search('merch_ref', '203.0.113.7'));
  expect(guess('4242')).toEqual(search('txn_id', '4242'));
});

test.each([
  ['txn_id', '0123', '10000003455'],
  ['customer_email', 'dana', 'dana@shop.example'],
  ['last_four', '424', '4242'],
  ['IP_address', '1.2.3', '2001:db8::1'],
  ['SAME_CARD', '4242x', '10000003455'],
  ['merch_ref', ' ', '4242'],
] as const)('%s rejects %j and accepts %j', (field, invalid, right) => {
  expect(finderTarget({ typed: invalid, field, availableFields: quickSearchFields })).toBeUndefined();
  expect([invalid, right].map((typed) => isFindable({ typed, field }))).toEqual([false, true]);
  expect(finderTarget({ typed: right, field, availableFields: quickSearchFields })).toEqual(
    search(field, right),
  );
});

test('keeps a whole card number out of the address', () => {
  const typed = ' 4444 3333 2222 1111 ';
  const filterInput = { typed, field: undefined };
  expect(finderTarget({ ...filterInput, availableFields: searchFields })).toEqual(
    search('last_four', '1111'),
  );
  expect(finderProblem({ ...filterInput, availableFields: searchFields })).toBeUndefined();
  expect(finderTarget({ ...filterInput, availableFields: fewFields })).toBeUndefined();
  expect(finderProblem({ ...filterInput, availableFields: fewFields })).toBe('card_number');
  for (const field of quickSearchFields) {
    const input = { typed: '4444333322221111', field, availableFields: quickSearchFields };
    expect([finderTarget(input), finderProblem(input)]).toEqual([undefined, 'card_number']);
  }
});

test('explains text that does not fit its field', () => {
  expect(finderProblem({ typed: 'dana', field: 'customer_email', availableFields: fewFields })).toBe(
    'customer_email',
  );
  expect(finderProblem({ typed: 'Order 7', field: undefined, availableFields: fewFields })).toBeUndefined();
  expect(finderProblem({ typed: ' ', field: undefined, availableFields: fewFields })).toBeUndefined();
});
