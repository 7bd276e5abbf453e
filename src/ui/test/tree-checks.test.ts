import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowWindow } from '#ui/tree/row-window.ts';
import { checksOf, toggledChoice } from '#ui/tree/tree-checks.ts';

const nodes = [
  { id: '1', parentId: undefined, label: 'Group' },
  { id: '2', parentId: '1', label: 'North' },
  { id: '3', parentId: '2', label: 'Coffee' },
  { id: '4', parentId: '2', label: 'Books' },
  { id: '5', parentId: '1', label: 'South' },
];
const shown = (chosen: string[]) => {
  const { checked, mixed } = checksOf(nodes, new Set(chosen));
  return [[...checked].sort(), [...mixed].sort()];
};

describe('boxes of a tree', () => {
  test.each([
    [[], [], []],
    [['1'], ['1', '2', '3', '4', '5'], []],
    [['3'], ['3'], ['1', '2']],
    [['3', '4'], ['2', '3', '4'], ['1']],
    [['2', '5'], ['1', '2', '3', '4', '5'], []],
  ])('chosen %j: ticked %j, mixed %j', (chosen, checked, mixed) => {
    expect(shown(chosen)).toEqual([checked, mixed]);
  });
  test.each([
    ['a leaf', [], '3', ['3']],
    ['its sibling: their parent is whole', ['3'], '4', ['2']],
    ['a leaf of what is whole: the others stay', ['1'], '3', ['4', '5']],
    ['a mixed one becomes whole', ['3'], '2', ['2']],
    ['the root', ['3'], '1', ['1']],
    ['a whole one becomes empty', ['2', '5'], '2', ['5']],
    ['what the tree does not have stays', ['99'], '5', ['99', '5']],
  ])('pressed: %s', (_what, chosen, id, next) => {
    expect([...toggledChoice(nodes, new Set(chosen), id)].sort()).toEqual(next.sort());
  });
  test('two presses on one box that was not mixed change nothing, and a choice is always the shortest', () => {
    const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(parents, fc.array(fc.nat(), { maxLength: 12 }), (numbers, presses) => {
        const tree = numbers.map((number, at) => ({
          id: String(at),
          parentId: at === 0 ? undefined : String(number % at),
          label: '',
        }));
        let chosen = new Set<string>();
        for (const press of presses) {
          const id = String(press % tree.length);
          const before = checksOf(tree, chosen);
          const next = toggledChoice(tree, chosen, id);
          expect(checksOf(tree, next).checked.has(id)).toBe(!before.checked.has(id));
          if (!before.mixed.has(id)) {
            const back = checksOf(tree, toggledChoice(tree, next, id));
            expect(back.checked).toEqual(before.checked);
          }
          // No chosen node lies below another.
          for (const one of next) {
            for (let up = tree[Number(one)]?.parentId; up != null; up = tree[Number(up)]?.parentId)
              expect(next.has(up)).toBe(false);
          }
          chosen = next;
        }
      }),
    );
  });
  test('of five thousand lines, few are made', () => {
    expect(rowWindow(0, 340, 5000)).toEqual({ first: 0, end: 20 });
    expect(rowWindow(34 * 4000, 340, 5000)).toEqual({ first: 3990, end: 4020 });
    expect(rowWindow(34 * 4990, 340, 5000)).toEqual({ first: 4980, end: 5000 });
    expect(rowWindow(34 * 4990, 340, 3)).toEqual({ first: 2, end: 3 });
    expect(rowWindow(0, 340, 0)).toEqual({ first: 0, end: 0 });
  });
});
