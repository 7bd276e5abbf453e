import { expect, test } from 'vitest';
import { nextSort } from '../grid/grid-column.ts';
import { moveCursor } from '../grid/use-grid-keys.ts';
import { closedAtFirst, rowsOfTree } from '../tree/tree-rows.ts';

const sizes = { rows: 30, columns: 5, pageRows: 10 };

test.each([
  [{ row: 0, column: 0 }, 'ArrowUp', false, { row: -1, column: 0 }],
  [{ row: -1, column: 0 }, 'ArrowUp', false, { row: -1, column: 0 }],
  [{ row: 29, column: 4 }, 'ArrowDown', false, { row: 29, column: 4 }],
  [{ row: 3, column: 4 }, 'ArrowRight', false, { row: 3, column: 4 }],
  [{ row: 25, column: 1 }, 'PageDown', false, { row: 29, column: 1 }],
  [{ row: 5, column: 1 }, 'PageUp', false, { row: 0, column: 1 }],
  [{ row: 5, column: 3 }, 'Home', false, { row: 5, column: 0 }],
  [{ row: 5, column: 3 }, 'End', true, { row: 29, column: 4 }],
  [{ row: 5, column: 3 }, 'Enter', false, undefined],
])('from %j the key %s (control %s) leads to %j', (from, key, withControl, to) => {
  expect(moveCursor(from, key, withControl, sizes)).toEqual(to);
});

test('a header sorts upwards first, then the other way round', () => {
  expect(nextSort(undefined, 'a')).toEqual({ field: 'a', direction: 'asc' });
  expect(nextSort({ field: 'a', direction: 'asc' }, 'a')).toEqual({ field: 'a', direction: 'desc' });
  expect(nextSort({ field: 'a', direction: 'asc' }, 'b')).toEqual({ field: 'b', direction: 'asc' });
});

test('a search in a tree shows matches and the way to them', () => {
  const nodes = [
    { id: '1', parentId: undefined, label: 'Harbour Group' },
    { id: '2', parentId: '1', label: 'Harbour UK' },
    { id: '3', parentId: '2', label: 'Coffee' },
    { id: '4', parentId: '1', label: 'Europe' },
  ];
  const found = rowsOfTree(nodes, new Set(['2']), 'coff');
  expect(found.map((row) => [row.id, row.level, row.isMatch])).toEqual([
    ['1', 0, false],
    ['2', 1, false],
    ['3', 2, true],
  ]);
  expect(rowsOfTree(nodes, new Set(['2']), '').map((row) => row.id)).toEqual(['1', '2', '4']);
});

test('a search in a tree ignores diacritics', () => {
  const nodes = [
    { id: '1', parentId: undefined, label: 'Kraków' },
    { id: '2', parentId: undefined, label: 'Łódź' },
  ];
  const found = (text: string) => rowsOfTree(nodes, new Set(), text).map(({ label }) => label);
  expect(found('krakow')).toEqual(['Kraków']);
  expect(found('LODZ')).toEqual(['Łódź']);
  expect(found('łódź')).toEqual(['Łódź']);
});

/** A group with 9 branches of 110 merchants each. */
const large = [
  { id: 'g', parentId: undefined, label: 'Group' },
  ...Array.from({ length: 999 }, (_, index) => ({
    id: String(index),
    parentId: index < 9 ? 'g' : String(index % 9),
    label: `Unit ${index}`,
  })),
];
const linesAtFirst = (choice: Parameters<typeof closedAtFirst>[1]) =>
  rowsOfTree(large, closedAtFirst(large, choice), '').map(({ id }) => id);

test('a large tree begins with its branches', () => {
  expect(linesAtFirst({ selectedId: undefined })).toEqual(['g', ...'012345678']);
});

test('a large tree is open down to what is chosen', () => {
  const lines = linesAtFirst({ selectedId: '998' });
  expect(lines).toContain('998');
  expect(lines).toHaveLength(120);
  expect(linesAtFirst({ selectedId: undefined, checkedIds: new Set(['9', '10']) })).toHaveLength(230);
});

test('a small tree begins open', () => {
  expect(closedAtFirst(large.slice(0, 100), { selectedId: undefined }).size).toBe(0);
});
