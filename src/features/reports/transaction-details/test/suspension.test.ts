import { expect, test } from 'vitest';
import { isWaitingForMerchant, suspensionEnd } from '../suspension.ts';

test.each([
  ['SUSPENDED', 'U101', true],
  ['SUSPENDED_REPLAY', 'U102', true],
  ['SUSPENDED', 'U200', false],
  ['SUSPENDED_THREE_D_SECURE', 'U100', false],
  ['SUCCESS', 'S100', false],
  ['EXPIRED', 'T100', false],
])('%s, %s waits for the merchant: %s', (transactionStatus, reasonCode, expected) => {
  expect(isWaitingForMerchant({ transactionStatus, reasonCode })).toBe(expected);
});

test('expires 25 minutes after suspension', () => {
  expect(suspensionEnd({ lastUpdatedTime: '2026-11-22T23:50:00.000Z' })).toBe('2026-11-23T00:15:00.000Z');
});
