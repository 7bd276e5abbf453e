import { describe, expect, test } from 'vitest';
import { completeOperators, readOperators } from '../search-operators.ts';

describe('readOperators', () => {
  test.each([
    [
      'amount:>100 status:failed card:4242 yesterday',
      { requested_amount: '>100', txn_status: 'FAILED', last_four: '4242' },
      'YESTERDAY',
    ],
    ['Amount:10..20,50', { requested_amount: '10..20.50' }, 'WITHIN_1_YEAR'],
    ['currency:gbp type:preauth-void', { ccy_code: 'GBP', txn_type: 'PREAUTH_VOID' }, 'WITHIN_1_YEAR'],
    ['name:"Ada Lovell" week', { customer_name: 'Ada Lovell' }, 'WITHIN_1_WEEK'],
    ['email:ada@example.org', { customer_email: 'ada@example.org' }, 'WITHIN_1_YEAR'],
    ['yesterday', {}, 'YESTERDAY'],
  ])('%s', (typed, filters, range) => {
    expect(readOperators(typed)).toEqual({ filters, range });
  });

  test.each([
    '',
    'smith',
    'smith status:failed',
    'status:broken',
    'amount:lots',
    'amount:>1 amount:<5',
    'today yesterday',
    'card:4242424242424242',
    'reference:4242 4242 4242 4242',
    'status:',
    'https://example.org',
  ])('is no search by operators: %s', (typed) => {
    expect(readOperators(typed)).toBeUndefined();
  });
});

describe('completeOperators', () => {
  const texts = (typed: string) => completeOperators(typed).map(({ text }) => text);
  test.each([
    ['sta', ['status:']],
    ['amount:>100 cur', ['amount:>100 currency:']],
    ['amount:>100 yest', ['amount:>100 yesterday ']],
    ['status:f', ['status:failed ']],
    ['yesterday type:preauth-', ['yesterday type:preauth_void ']],
    ['smith sta', []],
    ['st', []],
    ['amount:', []],
    ['', []],
  ])('%s', (typed, expected) => {
    expect(texts(typed)).toEqual(expected);
  });
});
