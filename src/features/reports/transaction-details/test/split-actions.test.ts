import { expect, test } from 'vitest';
import { splitActions } from '../follow-up-mode.ts';

const yes = { permitted: true, availableToProcess: true };
const no = { permitted: true, availableToProcess: false };
const actions = {
  captureInformation: { ...no, partialOperationAllowed: true },
  refundInformation: { ...yes, amount: '5.00' },
  cancelInformation: no,
  cardPause: null,
  repeatInformation: { ...yes, sequenceType: null, allowedTypes: [] },
  addScheduleInformation: yes,
  newTransactionInformation: { PAYMENT: yes, PAYOUT: { ...yes, permitted: false } },
} as unknown as Parameters<typeof splitActions>[0];

test('makes the refund primary and the repeat secondary', () => {
  expect(splitActions(actions)).toMatchObject({ primary: 'REFUND', secondary: 'REPEAT' });
});

test('keeps the rest in the order of the menu', () => {
  expect(splitActions(actions).rest).toEqual([
    { mode: 'CAPTURE', isAvailable: false },
    { mode: 'CANCEL', isAvailable: false },
    { mode: 'PAYMENT', isAvailable: true },
    { mode: 'ADD_SCHEDULE', isAvailable: true },
  ]);
});

test('moves charges of a paused card into the menu', () => {
  const pause = { transactionId: '1', declinedAt: '', reason: '43', until: '', isFinal: true };
  const { secondary, rest } = splitActions({ ...actions, cardPause: pause });
  expect(secondary).toBeUndefined();
  expect(rest.map(({ mode }) => mode)).toEqual(['CAPTURE', 'CANCEL', 'REPEAT', 'PAYMENT', 'ADD_SCHEDULE']);
});
