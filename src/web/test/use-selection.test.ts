import { expect, test } from 'vitest';
import { mergeSelection } from '../list-screen/use-selection.ts';

test.each([
  [['1', '9'], ['1', '2'], ['2'], 200, ['9', '2']],
  [['1', '2'], ['1', '2'], [], 200, []],
  [['7', '8'], ['1', '2'], ['1', '2'], 3, ['7', '8', '1']],
])('keeps %j of other pages, with the rows of %j that are chosen', (ids, page, onPage, max, merged) => {
  expect(mergeSelection(ids, new Set(page), new Set(onPage), max)).toEqual(merged);
});
