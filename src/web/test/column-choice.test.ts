import { describe, expect, test } from 'vitest';
import { chosenColumns, isChoiceOffered, shownColumns } from '../list-screen/use-list-columns.ts';

const columns = [
  { id: 'card', isCardOnly: true },
  { id: 'a' },
  { id: 'b', isAlwaysShown: true },
  { id: 'c' },
  { id: 'd' },
  { id: 'e' },
];

test('offers a choice from five columns on, without those of cards', () => {
  expect(isChoiceOffered(columns)).toBe(true);
  expect(isChoiceOffered(columns.slice(0, 5))).toBe(false);
});

describe('the columns to show', () => {
  test.each([
    ['all without a choice', undefined, [], 'abcde'],
    ['the chosen ones in their order', ['e', 'b'], [], 'eb'],
    ['always those that identify a row', ['d', 'c'], [], 'bdc'],
    ['always those with a filter', ['b', 'c'], ['e'], 'bce'],
    ['only those that the list has', ['b', 'x', 'card'], [], 'b'],
    ['all where the list has none of the choice', ['x'], [], 'abcde'],
    ['all where nothing is chosen', [], [], 'abcde'],
  ])('are %s', (_title, chosen, filtered, expected) => {
    expect(shownColumns(columns, chosen, filtered).join('')).toBe(expected);
  });
});

describe('the stored choice', () => {
  test.each([
    ['drops a hidden column', ['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'd', 'e'], ['a', 'b', 'd', 'e']],
    ['keeps an order', ['a', 'b', 'c', 'd', 'e'], ['b', 'a', 'c', 'd', 'e'], ['b', 'a', 'c', 'd', 'e']],
    ['has a column that is shown again in its own place', ['b', 'e'], ['b', 'e', 'c'], ['b', 'c', 'e']],
    ['has the first column first again', ['b', 'e'], ['b', 'e', 'a'], ['a', 'b', 'e']],
    ['is none once all columns are back', ['a', 'b', 'd', 'e'], ['a', 'b', 'd', 'e', 'c'], undefined],
  ])('%s', (_title, visible, next, stored) => {
    expect(chosenColumns(columns, visible, visible, next)).toEqual(stored);
  });
  test('keeps columns that the user does not have now', () => {
    expect(chosenColumns(columns, ['b', 'rule', 'c'], ['b', 'c'], ['b'])).toEqual(['b', 'rule']);
  });
});
