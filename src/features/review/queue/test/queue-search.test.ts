import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyDraft, readEnd, toDraft, toFilter } from '../web/queue-filter.tsx';
import { flatText } from '#web/search-codec.ts';
import { type QueueSearch, defaultQueue, readColumnSearch, readQueueSearch } from '../queue-search.ts';
import { buildQuery } from '../web/use-queue.ts';

const { assignee: _mine, ...withoutAssignee } = defaultQueue;

describe('the address', () => {
  test('without parameters shows the reviewer’s own tasks, oldest first', () => {
    expect(readQueueSearch({})).toEqual({
      offset: 0,
      pageSize: 50,
      sortField: 'transactionTime',
      direction: 'ASC',
      assignee: 'me',
    });
  });

  test('of one transaction is not limited to the reviewer’s own tasks', () => {
    expect(readQueueSearch({ transactionId: '10000000208' })).toEqual({
      ...withoutAssignee,
      transactionId: '10000000208',
    });
  });

  test.each([
    { pageSize: '30' },
    { offset: '10', pageSize: '25' },
    { offset: '-50' },
    { offset: '100050' },
    { sortField: 'version' },
    { direction: 'sideways' },
  ])('with %j resets page and order and keeps the filters', (change) => {
    const raw = { offset: '50', sortField: 'score', direction: 'DESC', status: 'NEW', score: '7', ...change };
    expect(readQueueSearch(raw)).toEqual({ ...withoutAssignee, status: 'NEW', score: '7' });
  });

  test.each([
    { assignee: 'you' },
    { status: 'ACCEPTED' },
    { type: 'PAYMENT,REFUND' },
    { min: '12.5' },
    { max: '-1' },
    { min: '20', max: '10' },
    { taskId: '12345678901234567890' },
    { transactionId: '9223372036854775808' },
    { transactionTime: '2026-13-01' },
    { transactionCurrencyCode: 'POUND' },
    { customerEmail: '4111111111111111' },
    { customerIpAddress: 'localhost' },
    { score: 'high' },
    { statusSearch: 'DONE' },
  ])('drops %j', (change) => {
    expect(readQueueSearch({ offset: '0', ...change })).toEqual(withoutAssignee);
  });

  test('keeps every valid filter', () => {
    const search: QueueSearch = {
      ...defaultQueue,
      offset: 100,
      pageSize: 100,
      sortField: 'taskFilter.transactionTypeCategory',
      direction: 'DESC',
      status: 'ALL_FAILED',
      type: 'PAYMENT,PAYOUT',
      min: '0',
      max: '500',
      taskId: '1234567890123456789',
      transactionType: 'PAYOUT',
      transactionTime: '2026-11-22',
      transactionAmount: '12.50',
      customerEmail: '@shop.example',
      cardIssuerCountryCode: 'GBR',
      assigneeSearch: 'a@b.example',
    };
    const raw = Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
    expect(readQueueSearch(raw)).toEqual(search);
  });

  test('reads back its own result', () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom('0', '50', 'ASC', 'me', 'NEW', 'PAYMENT', '2026-11-22'),
    );
    const names = [
      'offset',
      'pageSize',
      'sortField',
      'assignee',
      'status',
      'type',
      'min',
      'max',
      'taskId',
      'score',
    ];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names, 'transactionTime', 'other'), value), (raw) => {
        const parsed = readQueueSearch(raw);
        expect(readQueueSearch(flatText({ ...parsed }))).toEqual(parsed);
      }),
    );
  });
});

test('column filters drop invalid values one by one', () => {
  expect(readColumnSearch({ taskId: ' 7 ', score: 'x', customerEmail: '' })).toEqual({ taskId: '7' });
});

test('a day is searched until its end in the zone of the screen', () => {
  const query = buildQuery({ ...defaultQueue, offset: 50, transactionTime: '2026-11-22' }, 'Europe/Warsaw');
  expect(query).toMatchObject({
    limit: '50',
    startFrom: '51',
    assignee: 'me',
    'taskSearch.transactionTime': '2026-11-22T22:59:59.999Z',
  });
});

describe('the filter dialog', () => {
  test('sends an end of the amounts only when it narrows them', () => {
    expect(toFilter({ ...emptyDraft, low: 0, high: 448 }, 448)).toEqual({});
    expect(toFilter({ ...emptyDraft, low: 5, high: 447 }, 448)).toEqual({ min: '5', max: '447' });
  });

  test('keeps a maximum before the ceiling is known', () => {
    expect(toFilter(toDraft({ ...withoutAssignee, max: '90' }), undefined)).toEqual({ max: '90' });
  });

  test('returns the filters that it was opened with', () => {
    const search = { ...defaultQueue, status: 'NEW', type: 'PAYOUT', min: '3', max: '9' };
    expect(toFilter(toDraft(search), 448)).toEqual({
      assignee: 'me',
      status: 'NEW',
      type: 'PAYOUT',
      min: '3',
      max: '9',
    });
  });

  const range = { low: 100, high: 300, ceiling: 448 };
  test.each([
    ['low', '250', 250],
    ['low', '301', undefined],
    ['low', '', undefined],
    ['low', '1e2', undefined],
    ['high', '448', 448],
    ['high', '449', undefined],
    ['high', '99', undefined],
    ['high', '123456789012345', undefined],
  ] as const)('%s end %j becomes %j', (end, text, number) => {
    expect(readEnd(end, text, range)).toBe(number);
  });
});
