import { describe, expect, test } from 'vitest';
import { currentPage, nextPageChange, type Shown } from '../grid/paging/page-turn.ts';

const shown = (page: number, pageSize = 25, criteria?: string): Shown => ({
  offset: (page - 1) * pageSize,
  pageSize,
  criteria,
});

test('a page is counted from one', () => {
  expect([shown(1), shown(2), shown(7, 100)].map(currentPage)).toEqual([1, 2, 7]);
});

describe('what is left of a turn', () => {
  test.each([
    ['that comes: nothing', { page: 2, announced: 2 }, shown(1), shown(2), undefined],
    [
      'that comes while the next is wanted: the next',
      { page: 3, announced: 2 },
      shown(1),
      shown(2),
      { page: 3, announced: undefined },
    ],
    [
      'that waits while another page comes: nothing',
      { page: 3, announced: undefined },
      shown(2),
      shown(1),
      undefined,
    ],
    [
      'that is told while another page comes: nothing',
      { page: 4, announced: 4 },
      shown(3),
      shown(1),
      undefined,
    ],
    [
      'by another number of rows: nothing',
      { page: 3, announced: undefined },
      shown(1),
      shown(1, 50),
      undefined,
    ],
    [
      'by another search on the same page: nothing',
      { page: 2, announced: 2 },
      shown(1, 25, 'a'),
      shown(1, 25, 'b'),
      undefined,
    ],
    [
      'while nothing else is shown: all of it',
      { page: 3, announced: 2 },
      shown(1, 25, 'a'),
      shown(1, 25, 'a'),
      { page: 3, announced: 2 },
    ],
    ['that was not requested: nothing', undefined, shown(1), shown(2), undefined],
  ])('%s', (_name, turn, before, now, left) => {
    expect(nextPageChange(turn, before, now)).toEqual(left);
  });
});
