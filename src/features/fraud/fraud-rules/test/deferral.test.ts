import { expect, test } from 'vitest';
import { canDefer } from '../deferral.ts';
import type { Condition } from '../rule.ts';

const when = (field: string, operator: string, value: string): Condition => ({
  type: 'simple',
  field,
  operator,
  value,
});
const and = (...conditions: Condition[]) => canDefer({ logicalOperator: 'and', conditions });
const or = (...conditions: Condition[]) => canDefer({ logicalOperator: 'or', conditions });

test.each([
  ['equalTo', 'CASH', false],
  ['equalTo', 'CARD', true],
  ['notEqualTo', 'CARD', false],
  ['notEqualTo', 'CASH', true],
  ['isIn', 'CASH,ALTERNATIVE', false],
  ['isIn', 'CASH,CARD', true],
  ['isNotIn', 'CARD,PAYPAL', false],
  ['isNotIn', 'CARD,CASH', true],
  ['isNotNull', '', true],
])('payment method %s %s', (operator, value, expected) => {
  expect(and(when('paymentClass', operator, value))).toBe(expected);
});

test('ignores fields whose every value can be pre-authorised', () => {
  expect(and(when('channel', 'notEqualTo', 'WEB'))).toBe(true);
});

test('merges the conditions on one field in a rule of and', () => {
  const some = [
    when('paymentClass', 'isIn', 'CASH,CARD'),
    when('paymentClass', 'isIn', 'CASH,PAYPAL'),
  ] as const;
  expect(and(...some)).toBe(false);
  expect(or(...some)).toBe(true);
  const none = [when('paymentClass', 'isNotIn', 'CARD'), when('paymentClass', 'isNotIn', 'CASH')] as const;
  expect(and(...none)).toBe(true);
  expect(or(...none)).toBe(false);
});

test('decides by a single condition in a rule of or', () => {
  expect(or(when('channel', 'equalTo', 'WEB'), when('transactionType', 'equalTo', 'VERIFY'))).toBe(false);
});
