import { expect, test } from 'vitest';
import { moveColumn } from '../grid/grid-column.ts';
import { allowedWidth } from '../grid/columns/use-column-widths.ts';

test.each([
  ['c', 0, 'cabd'],
  ['a', 2, 'bcad'],
  ['a', 99, 'bcda'],
  ['d', -1, 'dabc'],
  ['x', 1, 'abcd'],
])('moving %s to %i', (id, to, order) => {
  expect(moveColumn([...'abcd'], id, to).join('')).toBe(order);
});

test('widths stay between 150 and 450 pixels unless a column has other limits', () => {
  expect(allowedWidth({ id: 'a' }, 20)).toBe(150);
  expect(allowedWidth({ id: 'a' }, 4000)).toBe(450);
  expect(allowedWidth({ id: 'a', minWidth: 80, maxWidth: 900 }, 99.6)).toBe(100);
});
