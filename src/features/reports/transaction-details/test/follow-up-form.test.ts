import { readDecline, readReasonMessage } from '#features/payments/payments/read-response.ts';
import { emptySchedule } from '#features/payments/schedules/schedule-form.ts';
import { describe, expect, test } from 'vitest';
import {
  type FollowUpForm,
  type FollowUpLimit,
  amountError,
  amountToMove,
  remainderAfter,
  restoreSent,
  toFollowUpBody,
  followUpOutcome,
  digitsAfterPoint,
} from '../follow-up-form.ts';

const refund: FollowUpLimit = {
  mode: 'REFUND',
  amount: '12.50',
  currency: 'GBP',
  isAmountOpen: true,
  isPayout: false,
  sequences: [],
};
const capture: FollowUpLimit = { ...refund, mode: 'CAPTURE' };
const cancel: FollowUpLimit = { ...refund, mode: 'CANCEL', isAmountOpen: false };

const newLimit = (mode: 'PAYMENT' | 'PAYOUT' | 'REPEAT'): FollowUpLimit => ({ ...refund, mode });

test.each<[string, FollowUpLimit, string | undefined]>([
  ['5.25', refund, '7.25'],
  ['12.50', refund, '0.00'],
  ['13.00', refund, undefined],
  ['', refund, undefined],
  ['', capture, undefined],
  ['12.45', capture, '0.05'],
  ['5.25', cancel, undefined],
  ['5.25', { ...refund, mode: 'REPEAT' }, undefined],
])('computes the remainder of %s', (typed, limit, rest) => {
  expect(remainderAfter({ amount: typed, isWhole: false }, limit)).toBe(rest);
});

test('leaves nothing after a whole refund', () => {
  expect(remainderAfter({ amount: '5.25', isWhole: true }, refund)).toBe('0.00');
});

describe('an amount', () => {
  test.each<[string, FollowUpLimit, string | undefined]>([
    ['12.50', refund, undefined],
    ['12.5', refund, undefined],
    ['12.', refund, undefined],
    ['0.01', refund, undefined],
    ['12.51', refund, 'exceeded_refund_amount'],
    ['100', refund, 'exceeded_refund_amount'],
    ['', refund, 'invalid_amount'],
    ['.', refund, 'invalid_amount'],
    ['0', refund, 'invalid_amount'],
    ['0.00', refund, 'invalid_amount'],
    ['-1', refund, 'invalid_amount'],
    ['1e1', refund, 'invalid_amount'],
    ['1.001', refund, 'invalid_amount'],
    ['12.51', capture, 'exceeded_capture_amount'],
    ['12.50', capture, undefined],
    ['', capture, undefined],
    ['0.00', capture, 'invalid_amount'],
    ['9007199254740.93', { ...refund, amount: '9007199254740.92' }, 'exceeded_refund_amount'],
    ['0.3', { ...refund, amount: '0.30' }, undefined],
    ['501', { ...refund, amount: '500', currency: 'JPY' }, 'exceeded_refund_amount'],
    ['1.5', { ...refund, amount: '500', currency: 'JPY' }, 'invalid_amount'],
    ['1.234', { ...refund, amount: '1.234', currency: 'KWD' }, undefined],
    ['1.235', { ...refund, amount: '1.234', currency: 'KWD' }, 'exceeded_refund_amount'],
    ['', cancel, undefined],
    ['', { ...capture, isAmountOpen: false }, undefined],
    ['999999.99', newLimit('PAYMENT'), undefined],
    ['999999.99', newLimit('PAYOUT'), undefined],
    ['999999.99', newLimit('REPEAT'), undefined],
    ['', newLimit('PAYMENT'), 'invalid_amount'],
    ['0', newLimit('REPEAT'), 'invalid_amount'],
    ['1.001', newLimit('PAYOUT'), 'invalid_amount'],
    ['1.5', { ...newLimit('PAYMENT'), currency: 'JPY' }, 'invalid_amount'],
  ])('%s of %j: %s', (typed, limit, expected) => {
    expect(amountError(typed, limit)).toBe(expected);
  });

  test('defaults to everything in a capture only', () => {
    const part = { isWhole: false };
    expect(amountToMove({ ...part, amount: '' }, capture)).toBe('12.50');
    expect(amountToMove({ ...part, amount: '3.00' }, capture)).toBe('3.00');
    expect(amountToMove({ ...part, amount: '' }, refund)).toBe('');
  });

  test('of a whole refund is all that remains, whatever was typed', () => {
    expect(amountToMove({ amount: '3.00', isWhole: true }, refund)).toBe('12.50');
  });

  test.each([
    ['GBP', '1', 2],
    ['JPY', '1', 0],
    ['KWD', '1', 3],
    ['???', '1.2345', 4],
    ['???', '1', 2],
  ])('in %s as %s has %i digits', (currency, value, expected) => {
    expect(digitsAfterPoint(currency, value)).toBe(expected);
  });
});

describe('the request body', () => {
  const form = {
    amount: '5.00',
    isWhole: false,
    merchantRef: ' R-1 ',
    description: '',
    refundReason: 'FRAUD' as const,
    refundNote: ' Seen ',
    sequence: null,
    schedule: emptySchedule,
  };
  test.each<[string, FollowUpLimit, object]>([
    [
      'a refund',
      refund,
      { amount: '5.00', currency: 'GBP', merchantRef: 'R-1', refundReason: 'FRAUD', refundNote: 'Seen' },
    ],
    ['a partial capture', capture, { amount: '5.00', currency: 'GBP', merchantRef: 'R-1' }],
    [
      'a whole capture',
      { ...capture, isAmountOpen: false },
      { amount: '12.50', currency: 'GBP', merchantRef: 'R-1' },
    ],
    ['a completed payout', { ...capture, isAmountOpen: false, isPayout: true }, { merchantRef: 'R-1' }],
    ['a cancel', cancel, { merchantRef: 'R-1' }],
  ])('with %s', (_name, limit, expected) => {
    expect(toFollowUpBody(form, limit)).toEqual({ transaction: expected });
  });
});

describe('the request body of a new charge', () => {
  const form = {
    amount: '5.00',
    isWhole: false,
    merchantRef: '',
    description: 'x',
    refundReason: null,
    refundNote: '',
    sequence: 'RECURRING' as const,
    schedule: emptySchedule,
  };
  const money = { amount: '5.00', currency: 'GBP', description: 'x' };
  const card = { token: 'MT_abc', customerRef: 'c-1' };

  test.each(['PAYMENT', 'PAYOUT'] as const)("as %s has the card's token and its customer", (mode) => {
    expect(toFollowUpBody(form, { ...newLimit(mode), card, commerceType: 'MOTO' })).toEqual({
      transaction: { ...money, commerceType: 'MOTO' },
      paymentMethod: { cardToken: { token: 'MT_abc' } },
      customer: { merchantRef: 'c-1' },
    });
  });
  test('has no customer without a reference', () => {
    const limit = { ...newLimit('PAYMENT'), card: { ...card, customerRef: null } };
    expect(toFollowUpBody(form, limit).customer).toBeUndefined();
  });
  test.each([
    ['RECURRING', { recurring: true }],
    ['INSTALMENT', { instalment: true }],
    [null, {}],
  ] as const)('as a repeat of the kind %s: one flag at most', (sequence, flag) => {
    const limit = {
      ...newLimit('REPEAT'),
      sequences: ['RECURRING', 'INSTALMENT'] as const,
      commerceType: 'CA',
    };
    expect(toFollowUpBody({ ...form, sequence }, limit)).toEqual({
      transaction: { ...money, commerceType: 'CA', ...flag },
    });
  });
});

test.each([
  ['PAYMENT', 'S100', 'success'],
  ['PAYMENT', 'U200', 'processing'],
  ['PAYOUT', 'U200', 'processing'],
  ['REPEAT', 'U200', 'processing'],
  ['REPEAT', 'D100', 'error'],
  ['PAYMENT', 'C107', 'error'],
  ['REFUND', 'S100', 'success'],
  ['REFUND', 'U200', 'processing'],
  ['REFUND', 'C107', 'error'],
  ['CAPTURE', 'S100', 'success'],
  ['CAPTURE', 'U200', 'processing'],
  ['CAPTURE', 'C107', 'error'],
  ['CANCEL', 'S100', 'success'],
  ['CANCEL', 'C107', 'success'],
  ['CANCEL', 'U200', 'processing'],
  ['ADD_SCHEDULE', 'S100', 'success'],
  ['ADD_SCHEDULE', 'U200', 'processing'],
  ['ADD_SCHEDULE', 'A103', 'error'],
  ['REFUND', undefined, 'error'],
] as const)('%s with response %s is %s', (mode, code, expected) => {
  expect(followUpOutcome(mode, code)).toBe(expected);
});

test.each([
  [{ outcome: { reasonCode: 'V402' } }, 'follow_up', undefined],
  [{ outcome: { reasonCode: 'D100' }, processing: { authResponse: { statusCode: '51' } } }, '51', undefined],
  [
    {
      outcome: { reasonCode: 'D100', adviceCode: '26' },
      processing: { authResponse: { statusCode: '82' } },
      paymentMethod: { card: { cardScheme: 'MASTERCARD' } },
    },
    'MASTERCARD_82',
    '26',
  ],
  [{}, 'unknown', undefined],
  [undefined, 'unknown', undefined],
])('the decline of %j is %s with the advice code %s', (response, reason, adviceCode) => {
  expect(readDecline(response)).toEqual({ reason, adviceCode });
});

test.each([
  [{ outcome: { reasonMessage: 'a' }, reasonMessage: 'b', message: 'c' }, 'a'],
  [{ reasonMessage: 'b', message: 'c' }, 'b'],
  [{ message: 'c' }, 'c'],
  [{ outcome: {} }, undefined],
  ['text', undefined],
  [undefined, undefined],
])('the reason of %j is %s', (response, expected) => {
  expect(readReasonMessage(response)).toBe(expected);
});

describe('a refund with an unknown result', () => {
  const body = (amount: string, more: object = {}) => ({ transaction: { amount, currency: 'GBP', ...more } });
  const sent = ['REFUND', body('5.00', { merchantRef: 'R-1', refundReason: 'FRAUD', refundNote: 'Seen' })];

  test('is restored as it was sent', () => {
    const restored = restoreSent([['REFUND', body('4.00')], sent, ['CAPTURE', body('1.00')]], refund);
    expect(restored).toEqual({
      amount: '5.00',
      isWhole: false,
      merchantRef: 'R-1',
      description: '',
      refundReason: 'FRAUD',
      refundNote: 'Seen',
      sequence: null,
    });
    const form = { ...restored, schedule: emptySchedule } as FollowUpForm;
    expect(['REFUND', toFollowUpBody(form, refund)]).toEqual(sent);
  });

  test.each(['REPEAT', 'PAYMENT', 'CAPTURE'] as const)('restores a %s that sends the same again', (mode) => {
    const limit: FollowUpLimit = {
      ...refund,
      mode,
      sequences: mode === 'REPEAT' ? ['RECURRING', 'INSTALMENT'] : [],
    };
    const sequence = mode === 'REPEAT' ? 'INSTALMENT' : null;
    const first: FollowUpForm = {
      amount: '4.20',
      isWhole: false,
      merchantRef: 'R-2',
      description: 'Second month',
      refundReason: null,
      refundNote: '',
      sequence,
      schedule: emptySchedule,
    };
    const sent = JSON.parse(JSON.stringify([mode, toFollowUpBody(first, limit)])) as unknown;
    expect({ ...restoreSent([sent], limit), schedule: emptySchedule }).toEqual(first);
  });

  test.each([
    ['none was sent', []],
    ['another action was sent', [['CAPTURE', body('1.00')]]],
    ['it made a schedule', [['REFUND', { ...body('5.00'), schedule: {} }]]],
    [
      'it replaced a charge of the schedule',
      [['REFUND', { ...body('5.00'), skipNext: { scheduleId: '1' } }]],
    ],
    ['more was sent than is left', [['REFUND', body('12.51')]]],
    [
      'what is stored is no request',
      [['REFUND'], 'REFUND', null, 7, ['REFUND', { transaction: { amount: 5 } }]],
    ],
  ])('is not restored where %s', (_name, requests) => {
    expect(restoreSent(requests, refund)).toBeUndefined();
  });
});
