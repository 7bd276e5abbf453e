import { expect, it, test } from 'vitest';
import { endOfAttempt, retryDay } from '#features/schedules/after-attempt.ts';
import { reasonCodes } from '#features/payments/reason-codes.ts';
import { amountOf } from '#features/schedules/definition/schedule-definition.ts';
import { mayChange, scheduleStatuses } from '#features/schedules/schedule-status.ts';

const retry = { quantity: 1, unit: 'DAY', processWhileRetrying: false, catchupAfterRetrying: false } as const;
const declined = { reasonCode: 'D100', approved: false, retryIndex: 0, retry, cardDeclines: 1 };

test.each([
  ['paid', { ...declined, approved: true, reasonCode: 'S100' }, 'CHARGED'],
  ['declined', declined, 'RETRY'],
  ['declined without a retry block', { ...declined, retry: undefined }, 'FAILED'],
  ['declined for the fourth retry', { ...declined, retryIndex: 4 }, 'FAILED'],
  ['the third retry', { ...declined, retryIndex: 3 }, 'RETRY'],
  ['the fifteenth decline of a card in thirty days', { ...declined, cardDeclines: 15 }, 'FAILED'],
  ['refused as a request', { ...declined, reasonCode: 'V104' }, 'FAILED'],
  ['blocked by fraud checks', { ...declined, reasonCode: 'A116' }, 'RETRY'],
  ['the card is not there', { ...declined, reasonCode: 'A109' }, 'TECHNICAL'],
  ['no processor', { ...declined, reasonCode: 'X203' }, 'TECHNICAL'],
  ['our own fault', { ...declined, reasonCode: 'E100' }, 'TECHNICAL'],
])('%s', (_name, attempt, end) => {
  expect(endOfAttempt(attempt)).toBe(end);
});

it('suspends for every code that no card holder can mend, and for no other (domain §2.6)', () => {
  const technical = reasonCodes.filter(
    (reasonCode) => endOfAttempt({ ...declined, reasonCode }) === 'TECHNICAL',
  );
  const named = ['A102', 'A104', 'A107', 'A109', 'A115', 'A123'];
  expect(technical).toEqual(reasonCodes.filter((code) => named.includes(code) || /^(X2|E|L)/.test(code)));
  for (const code of named) expect(endOfAttempt({ ...declined, reasonCode: code })).toBe('TECHNICAL');
});

it('a retry keeps to the calendar', () => {
  expect(retryDay({ ...retry, unit: 'MONTH' }, '2027-01-31')).toBe('2027-02-28');
  expect(retryDay({ ...retry, unit: 'WEEK', quantity: 2 }, '2027-01-31')).toBe('2027-02-14');
  expect(retryDay({ ...retry, unit: 'HOUR' }, '2027-01-31')).toBeUndefined();
});

it('the last of the amounts repeats', () => {
  const definition = { currency: 'GBP', amountsMinor: [1000, 1200] };
  expect([1, 2, 3, 40].map((index) => amountOf(definition, index))).toEqual([1000, 1200, 1200, 1200]);
});

it('who may do what in which status', () => {
  const allowed = (action: 'suspend' | 'resume' | 'cancel') =>
    scheduleStatuses.filter((status) => mayChange(action, status));
  expect(allowed('suspend')).toEqual(['ACTIVE']);
  expect(allowed('resume')).toEqual(['SUSPENDED']);
  expect(allowed('cancel')).toEqual(['ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED']);
});
