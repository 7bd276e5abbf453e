import { expect, test } from 'vitest';
import { AttemptKeys, type SavedKeys } from '../call/attempt-keys.ts';

const four = ['REFUND', { amount: '4.00' }];
const five = ['REFUND', { amount: '5.00' }];

test('gives each confirmation a key of its own', () => {
  const keys = new AttemptKeys();
  const first = keys.startAttempt(four);
  keys.recordEnd(first, false);
  expect(keys.startAttempt(four).key).not.toBe(first.key);
  expect(keys.startAttempt(four).key).not.toBe(keys.startAttempt(four).key);
});

test('keeps the key of a request with an unknown result', () => {
  const keys = new AttemptKeys();
  const lost = keys.startAttempt(four);
  keys.recordEnd(lost, true);
  const other = keys.startAttempt(five);
  expect(other.key).not.toBe(lost.key);
  keys.recordEnd(other, false);
  expect(keys.startAttempt(four).key).toBe(lost.key);
  // Lost again, then received: the next request gets a new key.
  keys.recordEnd(keys.startAttempt(four), true);
  const attempt = keys.startAttempt(four);
  expect(attempt.key).toBe(lost.key);
  keys.recordEnd(attempt, false);
  expect(keys.startAttempt(four).key).not.toBe(lost.key);
});

test('keeps a key after its page closes, as long as the server does', () => {
  let savedKeys: SavedKeys = {};
  const store = { read: () => savedKeys, write: (keys: SavedKeys) => void (savedKeys = keys) };
  let now = 1000;
  const page = () => new AttemptKeys(store, () => now);
  const attempt = page().startAttempt(four);
  page().recordSent(attempt);
  expect(page().startAttempt(four).key).toBe(attempt.key);
  expect(page().startAttempt(five).key).not.toBe(attempt.key);
  now += 24 * 3600_000;
  expect(page().startAttempt(four).key).not.toBe(attempt.key);
  page().recordEnd(page().startAttempt(five), false);
  expect(savedKeys).toEqual({});
});

test('lists requests with an unknown result until their keys end', () => {
  let savedKeys: SavedKeys = {};
  const store = { read: () => savedKeys, write: (stored: SavedKeys) => void (savedKeys = stored) };
  let now = 1000;
  const keys = new AttemptKeys(store, () => now);
  keys.recordSent(keys.startAttempt(four));
  keys.recordSent(keys.startAttempt(five));
  expect(keys.listUnknown()).toEqual([four, five]);
  keys.recordEnd(keys.startAttempt(five), false);
  expect(keys.listUnknown()).toEqual([four]);
  now += 24 * 3600_000;
  expect(keys.listUnknown()).toEqual([]);
});

test('stores nothing that looks like a card number', () => {
  const { request } = new AttemptKeys().startAttempt(['PAYMENT', { description: 'card 4444333322221111' }]);
  expect(request).not.toContain('333322221');
});
