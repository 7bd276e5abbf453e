import { describe, expect, test } from 'vitest';
import { currentPage, nextPageChange, type PageState } from '../grid/page-turn.ts';

const pageState = (page: number, pageSize = 25, criteria?: string): PageState => ({
  offset: (page - 1) * pageSize,
  pageSize,
  criteria,
});

test('counts pages from one', () => {
  expect([pageState(1), pageState(2), pageState(7, 100)].map(currentPage)).toEqual([1, 2, 7]);
});

describe('the page change that remains', () => {
  test.each([
    ['after its page arrives: none', { page: 2, announced: 2 }, pageState(1), pageState(2), undefined],
    [
      'after its page arrives and the next is requested: the next',
      { page: 3, announced: 2 },
      pageState(1),
      pageState(2),
      { page: 3, announced: undefined },
    ],
    [
      'while another page arrives: none',
      { page: 3, announced: undefined },
      pageState(2),
      pageState(1),
      undefined,
    ],
    [
      'when announced while another page loads: none',
      { page: 4, announced: 4 },
      pageState(3),
      pageState(1),
      undefined,
    ],
    [
      'after another page size: none',
      { page: 3, announced: undefined },
      pageState(1),
      pageState(1, 50),
      undefined,
    ],
    [
      'after another search on the same page: none',
      { page: 2, announced: 2 },
      pageState(1, 25, 'a'),
      pageState(1, 25, 'b'),
      undefined,
    ],
    [
      'while the same page is shown: unchanged',
      { page: 3, announced: 2 },
      pageState(1, 25, 'a'),
      pageState(1, 25, 'a'),
      { page: 3, announced: 2 },
    ],
    ['without a request: none', undefined, pageState(1), pageState(2), undefined],
  ])('%s', (_name, change, before, now, expected) => {
    expect(nextPageChange(change, before, now)).toEqual(expected);
  });
});
