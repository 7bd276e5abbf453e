import { expect, test } from 'vitest';
import { AttemptKeys, type SavedKeys } from '../web/follow-up/attempt-keys.ts';

const four = ['REFUND', { amount: '4.00' }];
const five = ['REFUND', { amount: '5.00' }];

test('gives each confirmation a key of its own', () => {
  const keys = new AttemptKeys();
  const first = keys.attemptOf(four);
  keys.ended(first, false);
  expect(keys.attemptOf(four).key).not.toBe(first.key);
  expect(keys.attemptOf(four).key).not.toBe(keys.attemptOf(four).key);
});

test('keeps the key of a request with an unknown result', () => {
  const keys = new AttemptKeys();
  const lost = keys.attemptOf(four);
  keys.ended(lost, true);
  const other = keys.attemptOf(five);
  expect(other.key).not.toBe(lost.key);
  keys.ended(other, false);
  expect(keys.attemptOf(four).key).toBe(lost.key);
  // Lost again, then received: the next request gets a new key.
  keys.ended(keys.attemptOf(four), true);
  const done = keys.attemptOf(four);
  expect(done.key).toBe(lost.key);
  keys.ended(done, false);
  expect(keys.attemptOf(four).key).not.toBe(lost.key);
});

test('keeps a key after its page closes, as long as the server does', () => {
  let kept: SavedKeys = {};
  const store = { read: () => kept, write: (keys: SavedKeys) => void (kept = keys) };
  let now = 1000;
  const page = () => new AttemptKeys(store, () => now);
  const attempt = page().attemptOf(four);
  page().sent(attempt);
  expect(page().attemptOf(four).key).toBe(attempt.key);
  expect(page().attemptOf(five).key).not.toBe(attempt.key);
  now += 24 * 3600_000;
  expect(page().attemptOf(four).key).not.toBe(attempt.key);
  page().ended(page().attemptOf(five), false);
  expect(kept).toEqual({});
});

test('stores nothing that looks like a card number', () => {
  const { request } = new AttemptKeys().attemptOf(['PAYMENT', { description: 'card 4444333322221111' }]);
  expect(request).not.toContain('333322221');
});
