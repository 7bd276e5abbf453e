import { describe, expect, test } from 'vitest';
import { formatWait, nextDecision } from '../web/use-queue-labels.ts';
import {
  consequences,
  countOutcomes,
  isActionable,
  isFailed,
  sumByCurrency,
  sumRetries,
  toOutcome,
} from '../review.ts';
import type { TaskResults, TaskView } from '../schemas.ts';
import { openStatuses } from '#shared/payments/review-task.ts';

const task = (fields: Partial<TaskView> = {}): TaskView => ({
  id: '1',
  version: 1,
  status: 'NEW',
  assignee: null,
  transactionId: '10',
  transactionTypeCategory: 'PAYMENT',
  transactionTime: '2026-11-22T10:00:00.000Z',
  customerEmail: null,
  transactionAmount: '10.10',
  transactionCurrencyCode: 'GBP',
  customerIpAddress: null,
  score: null,
  cardIssuerCountryCode: null,
  paymentSource: null,
  decidesAt: '2026-11-25T10:00:00.000Z',
  nextCheckAt: '2026-11-25T10:00:00.000Z',
  finalAction: 'capture',
  wasDeferredByMerchant: false,
  reasonCode: null,
  statusCode: null,
  scheme: null,
  ruleNames: [],
  ...fields,
});

test('new tasks and those on hold can be selected', () => {
  expect(openStatuses.filter((status) => isActionable({ status }))).toEqual(['NEW', 'ON_HOLD']);
  expect(openStatuses.filter((status) => isFailed({ status }))).toEqual([
    'ACCEPT_FAILED',
    'REJECT_FAILED',
    'FLUSH_FAILED',
  ]);
});

describe('sums', () => {
  test('keep cents that floats lose', () => {
    const tasks = Array.from({ length: 3 }, () => task({ transactionAmount: '0.10' }));
    expect(sumByCurrency(tasks)).toEqual([{ currency: 'GBP', amount: '0.30', tasks: 3 }]);
  });

  test('are apart for each currency, with its digits', () => {
    const yen = task({ transactionAmount: '500', transactionCurrencyCode: 'JPY' });
    const dinar = task({ transactionAmount: '0.005', transactionCurrencyCode: 'KWD' });
    expect(sumByCurrency([yen, task(), dinar, yen])).toEqual([
      { currency: 'JPY', amount: '1000', tasks: 2 },
      { currency: 'GBP', amount: '10.10', tasks: 1 },
      { currency: 'KWD', amount: '0.005', tasks: 1 },
    ]);
  });

  test('of an accept leave out what merchants capture themselves', () => {
    const payout = task({ transactionTypeCategory: 'PAYOUT', transactionAmount: '7.00' });
    expect(consequences([task(), payout, task({ wasDeferredByMerchant: true })])).toEqual({
      payments: [{ currency: 'GBP', amount: '10.10', tasks: 1 }],
      payouts: [{ currency: 'GBP', amount: '7.00', tasks: 1 }],
      released: 1,
    });
  });
});

const [minute, hour] = [60_000, 3_600_000];
test.each([
  [71 * hour + 59 * minute, 'en', '2 days 23 hr'],
  [48 * hour, 'en', '2 days'],
  [6 * hour + 12 * minute, 'en', '6 hr 12 min'],
  [20_000, 'en', '1 min'],
  [25 * hour, 'de', '1 Tg. 1 Std.'],
])('%d ms in %s is %s', (ms, locale, text) => {
  expect(formatWait(ms, locale)).toBe(text);
});

describe('the result', () => {
  type Result = TaskResults['taskList'][number];
  const result = (reasonCode: string, taskStatus: Result['taskStatus']): Result => ({
    taskId: '1',
    version: 2,
    taskStatus,
    reasonCode,
    lastEvent: { kind: 'ACCEPTED', by: 'a@b.example', at: null, assignee: null },
  });

  test.each([
    ['S200', 'ACCEPTED', 'done'],
    ['S200', 'ON_HOLD', 'done'],
    ['S200', 'ACCEPTING', 'pending'],
    ['V020', 'REJECTED', 'changed'],
    ['V020', 'ACCEPTING', 'changed'],
    ['D100', 'ACCEPT_FAILED', 'failed'],
    ['A125', 'NEW', 'failed'],
  ] as const)('%s with status %s is %s', (code, status, outcome) => {
    expect(toOutcome(result(code, status))).toBe(outcome);
  });

  test('counts outcomes without zeros', () => {
    const results = [result('V020', 'ACCEPTED'), result('S200', 'ACCEPTED'), result('S200', 'ACCEPTED')];
    expect(countOutcomes(results)).toEqual([
      ['done', 2],
      ['changed', 1],
    ]);
  });
});

test('the sums of a retry are apart by effect and currency', () => {
  const accept = { status: 'ACCEPT_FAILED' } as const;
  const reject = { status: 'REJECT_FAILED' } as const;
  const tasks = [
    task({ ...reject, transactionAmount: '3.00' }),
    task({ ...accept, transactionAmount: '0.10' }),
    task({ ...accept, transactionAmount: '0.20' }),
    task({ ...accept, transactionAmount: '500', transactionCurrencyCode: 'JPY' }),
    task({ ...accept, transactionAmount: '8.00', wasDeferredByMerchant: true }),
    // A reject releases also what its merchant had deferred.
    task({ ...reject, transactionAmount: '4.00', wasDeferredByMerchant: true }),
    task({ ...accept, transactionAmount: '7.00', transactionTypeCategory: 'PAYOUT' }),
    task({ ...reject, transactionAmount: '6.00', transactionTypeCategory: 'PAYOUT' }),
    task({ status: 'FLUSH_FAILED', transactionAmount: '9.00' }),
    task({ transactionAmount: '100.00' }),
  ];
  expect(sumRetries(tasks)).toEqual([
    { effect: 'CAPTURE', currency: 'GBP', amount: '0.30', tasks: 2 },
    { effect: 'CAPTURE', currency: 'JPY', amount: '500', tasks: 1 },
    { effect: 'PAY_OUT', currency: 'GBP', amount: '7.00', tasks: 1 },
    { effect: 'RELEASE', currency: 'GBP', amount: '7.00', tasks: 2 },
    { effect: 'CANCEL_PAYOUT', currency: 'GBP', amount: '6.00', tasks: 1 },
    { effect: 'ACCEPT', currency: 'GBP', amount: '8.00', tasks: 1 },
    { effect: 'REMOVE', currency: 'GBP', amount: '9.00', tasks: 1 },
  ]);
});

describe('the next decision of a task', () => {
  const now = Date.parse('2026-11-26T10:00:00.000Z');
  const past = '2026-11-25T10:00:00.000Z';
  const soon = '2026-11-26T14:05:00.000Z';
  const later = '2026-11-27T10:00:00.000Z';
  test.each<[string, Partial<TaskView>, string, string?]>([
    ['of a new task', { decidesAt: later, nextCheckAt: later }, 'capture', later],
    ['of a new payout', { decidesAt: later, transactionTypeCategory: 'PAYOUT' }, 'payout', later],
    ['of a task that is due', { decidesAt: past, nextCheckAt: past }, 'due'],
    ['of a due task that a worker has leased', { decidesAt: past, nextCheckAt: soon }, 'due'],
    ['while the processor has it', { status: 'ACCEPTING', nextCheckAt: null }, 'sent'],
    ['after the clock gave up', { status: 'ACCEPT_FAILED', decidesAt: past, nextCheckAt: null }, 'person'],
    ['of a late retry', { status: 'ACCEPT_FAILED', decidesAt: past, nextCheckAt: soon }, 'retry', soon],
    ['of a retry that is due', { status: 'ACCEPT_FAILED', decidesAt: past, nextCheckAt: past }, 'due'],
    [
      'of a failed accept in time',
      { status: 'ACCEPT_FAILED', decidesAt: later, nextCheckAt: later },
      'capture',
    ],
    [
      'of a failed accept that declines later',
      { status: 'ACCEPT_FAILED', decidesAt: later, nextCheckAt: later, finalAction: 'decline' },
      'decline',
    ],
    [
      'of a reject of a reviewer',
      { status: 'REJECT_FAILED', decidesAt: later, nextCheckAt: soon, finalAction: 'release' },
      'release_again',
      soon,
    ],
  ])('%s', (_name, fields, kind, at) => {
    const next = nextDecision(task(fields), now);
    expect(next.kind).toBe(kind);
    if (at !== undefined) expect(new Date(next.at).toISOString()).toBe(at);
  });
});
