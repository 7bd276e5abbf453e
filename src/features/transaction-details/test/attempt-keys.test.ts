import { expect, test } from 'vitest';
import { AttemptKeys } from '../web/follow-up/attempt-keys.ts';

const four = ['REFUND', { amount: '4.00' }];
const five = ['REFUND', { amount: '5.00' }];

test('each confirmation has a key of its own', () => {
  const keys = new AttemptKeys();
  const first = keys.attemptOf(four);
  keys.ended(first, false);
  expect(keys.attemptOf(four).key).not.toBe(first.key);
  expect(keys.attemptOf(four).key).not.toBe(keys.attemptOf(four).key);
});

test('a request whose end nobody knows keeps its key, whatever is tried in between', () => {
  const keys = new AttemptKeys();
  const lost = keys.attemptOf(four);
  keys.ended(lost, true);
  const other = keys.attemptOf(five);
  expect(other.key).not.toBe(lost.key);
  keys.ended(other, false);
  expect(keys.attemptOf(four).key).toBe(lost.key);
  // Lost again, and at last answered: the next one is a new one.
  keys.ended(keys.attemptOf(four), true);
  const answered = keys.attemptOf(four);
  expect(answered.key).toBe(lost.key);
  keys.ended(answered, false);
  expect(keys.attemptOf(four).key).not.toBe(lost.key);
});
