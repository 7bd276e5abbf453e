import { expect, test } from 'vitest';
import { planAfterOutage, decideAttemptEnd, retryDay, retryMoment } from '../../after-attempt.ts';
import { classifyDecline } from '../../decline-classes.ts';
import { reasonCodes } from '#shared/payments/reason-codes.ts';
import { episodeAmount } from '../../schedule-definition.ts';
import { mayChange, scheduleStatuses } from '../../schedule-status.ts';

const retry = { quantity: 1, unit: 'DAY', processWhileRetrying: false, catchupAfterRetrying: false } as const;
const attempt = {
  decline: { class: 'WAIT', waitDays: 1 },
  retryIndex: 0,
  retry,
  declines: { today: 1, month: 1 },
  isRepeated: false,
  isOutageOver: false,
} as const;

test.each([
  ['a decline', attempt, 'RETRY'],
  ['a decline without a retry block', { ...attempt, retry: undefined }, 'FAILED'],
  ['the third retry', { ...attempt, retryIndex: 3 }, 'RETRY'],
  ['the fourth retry', { ...attempt, retryIndex: 4 }, 'FAILED'],
  [
    'more retries than the response allows',
    { ...attempt, retryIndex: 2, decline: classified('05') },
    'FAILED',
  ],
  ['the fifteenth decline of a card in a month', { ...attempt, declines: { today: 1, month: 15 } }, 'FAILED'],
  ['the eighth decline of a card in a day', { ...attempt, declines: { today: 8, month: 8 } }, 'FAILED'],
  ['an unacceptable merchant', { ...attempt, decline: classified('03') }, 'RETRY'],
  ['a repeated response', { ...attempt, decline: classified('03'), isRepeated: true }, 'TECHNICAL'],
  ['an outage', { ...attempt, decline: { class: 'OUTAGE' } }, 'POSTPONED'],
  ['an outage of three days', { ...attempt, decline: { class: 'OUTAGE' }, isOutageOver: true }, 'PASSED'],
  ['a lost card', { ...attempt, decline: classified('41') }, 'CARD_NEEDED'],
  ['a payment that its card holder stopped', { ...attempt, decline: classified('R0') }, 'PASSED'],
  ['a withdrawn consent', { ...attempt, decline: classified('R1') }, 'CONSENT_WITHDRAWN'],
  ['an issuer that requires authentication', { ...attempt, decline: classified('1A') }, 'FAILED'],
] as const)('%s', (_name, attempt, end) => {
  expect(decideAttemptEnd(attempt)).toBe(end);
});

function classified(responseCode: string, scheme = 'VISA') {
  return classifyDecline('D100', responseCode, scheme);
}

test('classifies only issuer declines by the response code', () => {
  const classOf = (...args: Parameters<typeof classifyDecline>) => classifyDecline(...args).class;
  expect(classOf('D100', '5', 'VISA')).toBe('WAIT');
  expect(classOf('D100', '005', 'VISA')).toBe('WAIT');
  expect(classifyDecline('D100', '014', 'VISA')).toEqual({ class: 'NEW_CARD' });
  expect(classOf('D100', '91', 'VISA')).toBe('OUTAGE');
  expect(classOf('D100', '65', 'MASTERCARD')).toBe('AUTHENTICATE');
  expect(classOf('D100', '65', 'VISA')).toBe('WAIT');
  expect(classOf('D100', '79', 'MASTERCARD')).toBe('NEW_CARD');
  expect(classOf('D100', '79', 'VISA')).toBe('WAIT');
  expect(classifyDecline('D100', 'ZZ', 'VISA')).toEqual({ class: 'WAIT', waitDays: 1, retries: 1 });
  expect(classOf('A116', '00', 'VISA')).toBe('REVIEW');
  expect(classOf('X203', null, null)).toBe('OUTAGE');
});

test.each([
  ['OUTAGE', ['A113', 'A125', 'A137', 'E100', 'L100', 'X202', 'X203', 'X208']],
  ['NEW_CARD', ['A107', 'A109', 'A115', 'A123']],
  ['SET_UP', ['A102', 'A103', 'A108', 'A117', 'X201']],
] as const)('%s is the class of exactly these reasons', (name, expectedReasons) => {
  const reasons = reasonCodes.filter(
    (code) => code !== 'D100' && !code.startsWith('V') && classifyDecline(code, null, null).class === name,
  );
  expect(reasons.toSorted()).toEqual(expectedReasons.toSorted());
});

test('retries after an outage in 1 h, 4 h, then every 12 h for three days', () => {
  const since = new Date('2027-03-01T06:00:00Z');
  const hours: number[] = [];
  let now = since;
  for (let outages = 0; ; outages += 1) {
    const nextRetry = planAfterOutage(outages, since, now);
    if (!nextRetry) break;
    now = nextRetry;
    hours.push((now.getTime() - since.getTime()) / 3_600_000);
  }
  expect(hours).toEqual([1, 5, 17, 29, 41, 53, 65]);
});

test.each([
  ['MONTH', 1, '2027-01-31', '2027-01-31', '2027-02-28'],
  ['WEEK', 2, '2027-01-31', '2027-01-31', '2027-02-14'],
  // Run two days late: the interval counts from the due day.
  ['DAY', 3, '2027-03-01', '2027-03-03', '2027-03-04'],
  // Run so late that the retry's day has passed: the next of its days, never the same day again.
  ['DAY', 3, '2027-03-01', '2027-03-04', '2027-03-07'],
  ['MONTH', 1, '2027-01-31', '2027-03-15', '2027-03-31'],
  ['HOUR', 1, '2027-01-31', '2027-01-31', undefined],
] as const)(
  'a retry after %s × %i of %s, declined on %s, is due on %s',
  (unit, quantity, dueDay, today, day) => {
    expect(retryDay({ ...retry, unit, quantity }, dueDay, today, 1)).toBe(day);
  },
);

test('counts hours from the time the attempt was due', () => {
  const dueAt = new Date('2027-03-01T06:00:00Z');
  const retryAt = (now: string, waitDays = 0) =>
    retryMoment({ ...retry, unit: 'HOUR', quantity: 6 }, dueAt, new Date(now), waitDays);
  expect(retryAt('2027-03-01T06:00:02Z')).toEqual(new Date('2027-03-01T12:00:00Z'));
  expect(retryAt('2027-03-01T12:00:01Z')).toEqual(new Date('2027-03-01T18:00:00Z'));
  // The decline requires a day.
  expect(retryAt('2027-03-01T06:00:02Z', 1)).toEqual(new Date('2027-03-02T12:00:00Z'));
});

test('waits for the days that the decline requires', () => {
  expect(retryDay({ ...retry, unit: 'DAY', quantity: 2 }, '2027-03-01', '2027-03-01', 3)).toBe('2027-03-05');
});

test('repeats the last amount', () => {
  const definition = { currency: 'GBP', amountsMinor: [1000, 1200] };
  expect([1, 2, 3, 40].map((index) => episodeAmount(definition, index))).toEqual([1000, 1200, 1200, 1200]);
});

test('allows actions by status', () => {
  const allowed = (action: 'suspend' | 'resume' | 'cancel') =>
    scheduleStatuses.filter((status) => mayChange(action, status));
  expect(allowed('suspend')).toEqual(['ACTIVE']);
  expect(allowed('resume')).toEqual(['SUSPENDED']);
  expect(allowed('cancel')).toEqual(['ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED']);
});

test.each([
  ['51', '02', { class: 'WAIT', waitDays: 3 }],
  ['51', '24', { class: 'WAIT', waitDays: 1 }],
  ['51', '30', { class: 'WAIT', waitDays: 10 }],
  ['62', '26', { class: 'WAIT', waitDays: 3, retries: 1 }],
  ['82', '26', { class: 'WAIT', waitDays: 2 }],
  ['43', '26', { class: 'NEW_CARD' }],
  ['51', '03', { class: 'NEW_CARD' }],
  ['51', '21', { class: 'CONSENT' }],
  ['51', '04', { class: 'SET_UP' }],
  ['82', '22', { class: 'SET_UP' }],
  ['51', '01', { class: 'NEW_CARD' }],
  ['83', '01', { class: 'AUTHENTICATE' }],
  ['51', '41', { class: 'NEW_CARD' }],
  ['91', '26', { class: 'OUTAGE' }],
])('Mastercard response %s with advice code %s means %j', (responseCode, adviceCode, decline) => {
  expect(classifyDecline('D100', responseCode, 'MASTERCARD', adviceCode)).toEqual(decline);
});
