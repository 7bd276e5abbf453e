import { expect, it, test } from 'vitest';
import { endOfAttempt, retryDay, retryMoment } from '#features/schedules/after-attempt.ts';
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

it.each([
  ['MONTH', 1, '2027-01-31', '2027-01-31', '2027-02-28'],
  ['WEEK', 2, '2027-01-31', '2027-01-31', '2027-02-14'],
  // Run two days late: the day of the decline moves nothing.
  ['DAY', 3, '2027-03-01', '2027-03-03', '2027-03-04'],
  // Run so late that the day of the retry has gone by: the next of its days, never the same day again.
  ['DAY', 3, '2027-03-01', '2027-03-04', '2027-03-07'],
  ['MONTH', 1, '2027-01-31', '2027-03-15', '2027-03-31'],
  ['HOUR', 1, '2027-01-31', '2027-01-31', undefined],
] as const)(
  'a retry after %s × %i of %s, declined on %s, is due on %s',
  (unit, quantity, due, today, day) => {
    expect(retryDay({ ...retry, unit, quantity }, due, today)).toBe(day);
  },
);

it('a retry by the hour is counted from when the attempt was due', () => {
  const due = new Date('2027-03-01T06:00:00Z');
  const at = (now: string) => retryMoment({ ...retry, unit: 'HOUR', quantity: 6 }, due, new Date(now));
  expect(at('2027-03-01T06:00:02Z')).toEqual(new Date('2027-03-01T12:00:00Z'));
  expect(at('2027-03-01T12:00:00Z')).toEqual(new Date('2027-03-01T18:00:00Z'));
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
