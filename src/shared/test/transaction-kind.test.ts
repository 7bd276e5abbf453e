import { expect, test } from 'vitest';
import { httpStatusOf, reasonCodes, reasonText } from '../payments/reason-codes.ts';
import {
  consumerSpend,
  isMoneyOut,
  merchantStatus,
  merchantType,
  statusOfSuspension,
  transactionStatuses,
  transactionTypes,
} from '../payments/transaction-kind.ts';

test('has the types and statuses of the reports', () => {
  expect(transactionTypes).toHaveLength(18);
  expect(transactionStatuses).toHaveLength(9);
});

test.each([
  ['SUCCESS', 'SUCCESS'],
  ['FAILED', 'FAILED'],
  ['CANCELLED', 'CANCELLED'],
  ['EXPIRED', 'EXPIRED'],
  ['VOIDED', 'VOIDED'],
  ['SUSPENDED', 'PENDING'],
  ['SUSPENDED_PAYPAL', 'PENDING'],
  ['SUSPENDED_REPLAY', 'PENDING'],
  ['SUSPENDED_THREE_D_SECURE', 'PENDING'],
] as const)('%s is %s on the merchant API', (status, apiStatus) => {
  expect(merchantStatus(status)).toBe(apiStatus);
});

test('shows a released authorisation as CANCEL and every other type by its name', () => {
  for (const type of transactionTypes)
    expect(merchantType(type)).toBe(type === 'PREAUTH_VOID' ? 'CANCEL' : type);
});

test.each([
  ['U100', 'SUSPENDED_THREE_D_SECURE'],
  ['U101', 'SUSPENDED'],
  ['U102', 'SUSPENDED_REPLAY'],
  ['U103', 'SUSPENDED_PAYPAL'],
  ['U104', 'SUSPENDED_PAYPAL'],
  ['U200', 'SUSPENDED'],
])('%s suspends as %s', (code, status) => {
  expect(statusOfSuspension(code)).toBe(status);
});

test('counts refunds and payouts as money out', () => {
  const moneyOutTypes = transactionTypes.filter(isMoneyOut);
  expect(moneyOutTypes).toEqual(['PAYOUT', 'PAYOUT_VOID', 'PAYOUT_INITIALIZE', 'PAYOUT_COMPLETE', 'REFUND']);
});

test('has no consumer spend before success', () => {
  expect(consumerSpend('SUCCESS', 100)).toBe(100);
  for (const status of ['FAILED', 'EXPIRED', 'SUSPENDED'] as const)
    expect(consumerSpend(status, 100)).toBe(0);
});

test.each([
  ['S100', 201],
  ['C107', 201],
  ['U100', 201],
  ['U200', 201],
  ['V402', 400],
  ['D100', 400],
  ['A125', 400],
  ['L100', 400],
  ['X203', 400],
  ['A400', 404],
  ['E100', 500],
] as const)('%s returns %d', (code, status) => {
  expect(httpStatusOf(code)).toBe(status);
});

test('fills the operation into every text', () => {
  for (const code of reasonCodes) expect(reasonText(code)).not.toMatch(/[{}]/);
  expect(reasonText('V134', { type: 'capture', original: 'REFUND' })).toBe(
    'Cannot capture a REFUND transaction',
  );
});

test('reads as a sentence where no operation is known', () => {
  expect(reasonText('V133')).toBe('Cannot do this in a currency other than that of the original transaction');
  expect(reasonText('V134')).toBe('Cannot do this with a transaction of this type');
});
