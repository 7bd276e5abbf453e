import { describe, expect, test } from 'vitest';
import type { OwnDecision } from '../review-shapes.ts';
import { readReviewSearch, toCriteria } from '../review-search.ts';
import {
  type ReviewState,
  toCommand,
  neighbour,
  nextFree,
  findPosition,
  withClaim,
  withDecision,
  withoutDecision,
} from '../review-steps.ts';

const task = (id: string, claimedBy: string | null = null) => ({ id, transactionId: `1${id}`, claimedBy });
const state = (fields: Partial<ReviewState> = {}): ReviewState => ({
  tasks: [task('1'), task('2'), task('3', 'Noor'), task('4')],
  open: 60,
  counts: { ACCEPT: 4, REJECT: 1, HOLD: 1 },
  decisions: [],
  ...fields,
});
const decision = (taskId: string): OwnDecision => ({
  taskId,
  transactionId: `1${taskId}`,
  decision: 'ACCEPT',
  state: 'HELD',
  leftMs: 10_000,
  transactionAmount: '1.00',
  transactionCurrencyCode: 'GBP',
  customerEmail: null,
  reasonCode: null,
});

describe('nextFree', () => {
  test.each([
    ['1', '2'],
    ['2', '4'],
    ['3', '4'],
    ['4', '1'],
    ['9', '1'],
  ])('leads from %s to %s', (from, to) => expect(nextFree(state(), from)).toBe(to));

  test('finds no task when other reviewers have claimed the rest', () => {
    expect(nextFree(state({ tasks: [task('1'), task('2', 'Noor')] }), '1')).toBeUndefined();
  });

  test('skips a task that another reviewer has claimed', () => {
    expect(nextFree(withClaim(state(), '2'), '1')).toBe('4');
  });
});

test('neighbour ends at the ends of the list', () => {
  expect(neighbour(state(), '2', 1)).toBe('3');
  expect(neighbour(state(), '2', -1)).toBe('1');
  expect(neighbour(state(), '1', -1)).toBeUndefined();
  expect(neighbour(state(), '4', 1)).toBeUndefined();
});

test('the position counts what the session has decided', () => {
  expect(findPosition(state(), '1')).toEqual({ position: 7, count: 66 });
  expect(findPosition(state(), '4')).toEqual({ position: 10, count: 66 });
});

test('an undone decision restores the state, with its task first', () => {
  const withDecided = withDecision(state(), decision('2'));
  expect(withDecided.tasks.map(({ id }) => id)).toEqual(['1', '3', '4']);
  expect(findPosition(withDecided, '1')).toEqual({ position: 8, count: 66 });
  const withUndone = withoutDecision(withDecided, decision('2'));
  expect(withUndone.tasks.map(({ id }) => id)).toEqual(['2', '1', '3', '4']);
  expect(withUndone.counts).toEqual(state().counts);
  expect(withUndone.decisions).toEqual([]);
});

describe('toCommand', () => {
  const pressKey = (key: string, modifiers: object = {}) =>
    toCommand({ key, repeat: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });

  test.each([
    ['a', 'accept'],
    ['R', 'reject'],
    ['h', 'hold'],
    ['c', 'comment'],
    ['l', 'list'],
    ['j', 'next'],
    ['k', 'previous'],
    ['z', 'undo'],
    ['?', 'keys'],
    ['x', undefined],
    ['constructor', undefined],
    ['Enter', undefined],
  ])('%s is %s', (key, command) => expect(pressKey(key)).toBe(command));

  test.each(['repeat', 'ctrlKey', 'metaKey', 'altKey'])('a key with %s is no command', (name) =>
    expect(pressKey('a', { [name]: true })).toBeUndefined(),
  );
});

describe('readReviewSearch', () => {
  test('keeps the filter of the queue', () => {
    const raw = { assignee: 'me', status: 'ON_HOLD', type: 'PAYOUT', min: '3', max: '4.5', task: '12' };
    expect(readReviewSearch(raw)).toEqual(raw);
    expect(toCriteria(readReviewSearch(raw))).toEqual({
      assignee: 'me',
      taskStatuses: 'ON_HOLD',
      transactionTypeCategories: 'PAYOUT',
      txnMinAmount: '3',
      txnMaxAmount: '4.5',
    });
  });

  test.each([
    [{ assignee: 'you' }],
    [{ status: 'ALL_FAILED' }],
    [{ status: 'NEW,ON_HOLD' }],
    [{ type: 'REFUND' }],
    [{ min: '5', max: '3' }],
    [{ min: '-1' }],
    [{ task: '0' }],
    [{ task: 'x' }],
  ])('drops %o', (raw) => expect(readReviewSearch(raw)).toEqual({}));
});
