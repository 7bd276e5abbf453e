import { expect, test } from 'vitest';
import { receiptKind } from '../receipt-kind.ts';

test.each([
  ['PAYMENT', 'SUCCESS', true, 'PAYMENT'],
  ['REPEAT', 'SUCCESS', true, 'PAYMENT'],
  ['CAPTURE', 'SUCCESS', true, 'PAYMENT'],
  ['PREAUTH', 'SUCCESS', false, 'RESERVATION'],
  ['PREAUTH', 'SUCCESS', true, 'PAYMENT'],
  ['PREAUTH', 'VOIDED', false, undefined],
  ['PREAUTH', 'EXPIRED', false, undefined],
  ['REFUND', 'SUCCESS', false, 'REFUND'],
  ['REFUND', 'SUSPENDED', false, undefined],
  ['PAYMENT', 'FAILED', false, undefined],
  ['PREAUTH_VOID', 'SUCCESS', false, undefined],
  ['PAYOUT', 'SUCCESS', false, undefined],
  ['VERIFY', 'SUCCESS', false, undefined],
] as const)('%s with %s, captured %s: %s', (type, status, isCaptured, kind) => {
  expect(receiptKind(type, status, isCaptured)).toBe(kind);
});
