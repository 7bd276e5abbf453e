import { describe, expect, test } from 'vitest';
import { currentPage, nextPageChange, type PageState } from '../grid/paging/page-turn.ts';

const pageState = (page: number, pageSize = 25, criteria?: string): PageState => ({
  offset: (page - 1) * pageSize,
  pageSize,
  criteria,
});

test('a page is counted from one', () => {
  expect([pageState(1), pageState(2), pageState(7, 100)].map(currentPage)).toEqual([1, 2, 7]);
});

describe('what is left of a turn', () => {
  test.each([
    ['that comes: nothing', { page: 2, announced: 2 }, pageState(1), pageState(2), undefined],
    [
      'that comes while the next is requested: the next',
      { page: 3, announced: 2 },
      pageState(1),
      pageState(2),
      { page: 3, announced: undefined },
    ],
    [
      'that waits while another page comes: nothing',
      { page: 3, announced: undefined },
      pageState(2),
      pageState(1),
      undefined,
    ],
    [
      'announced while another page loads: nothing',
      { page: 4, announced: 4 },
      pageState(3),
      pageState(1),
      undefined,
    ],
    [
      'by another number of rows: nothing',
      { page: 3, announced: undefined },
      pageState(1),
      pageState(1, 50),
      undefined,
    ],
    [
      'by another search on the same page: nothing',
      { page: 2, announced: 2 },
      pageState(1, 25, 'a'),
      pageState(1, 25, 'b'),
      undefined,
    ],
    [
      'while nothing else is shown: all of it',
      { page: 3, announced: 2 },
      pageState(1, 25, 'a'),
      pageState(1, 25, 'a'),
      { page: 3, announced: 2 },
    ],
    ['that was not requested: nothing', undefined, pageState(1), pageState(2), undefined],
  ])('%s', (_name, turn, before, now, expected) => {
    expect(nextPageChange(turn, before, now)).toEqual(expected);
  });
});
