import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowWindow, shapeOfTree, type TreeShape } from '../tree/tree-rows.ts';
import { buildTreeChecks, toggledChoice } from '../tree/tree-checks.ts';

const nodes = [
  { id: '1', parentId: undefined, label: 'Group' },
  { id: '2', parentId: '1', label: 'North' },
  { id: '3', parentId: '2', label: 'Coffee' },
  { id: '4', parentId: '2', label: 'Books' },
  { id: '5', parentId: '1', label: 'South' },
];
const shape = shapeOfTree(nodes);
const checkedState = (chosen: string[]) => {
  const { checked, mixed } = buildTreeChecks(shape, chosen);
  return [nodes.map(({ id }) => id).filter((id) => checked.has(id)), [...mixed].sort()];
};

describe('boxes of a tree', () => {
  test.each([
    [[], [], []],
    [['1'], ['1', '2', '3', '4', '5'], []],
    [['3'], ['3'], ['1', '2']],
    [['3', '4'], ['2', '3', '4'], ['1']],
    [['2', '5'], ['1', '2', '3', '4', '5'], []],
  ])('chosen %j: ticked %j, mixed %j', (chosen, checked, mixed) => {
    expect(checkedState(chosen)).toEqual([checked, mixed]);
  });
  test.each([
    ['a leaf', [], '3', ['3']],
    ['its sibling: their parent becomes checked', ['3'], '4', ['2']],
    ['a leaf of a checked parent: its siblings stay', ['1'], '3', ['4', '5']],
    ['a mixed box becomes checked', ['3'], '2', ['2']],
    ['the root', ['3'], '1', ['1']],
    ['a checked box becomes empty', ['2', '5'], '2', ['5']],
    ['a leaf keeps ids that the tree does not have', ['99'], '5', ['99', '5']],
  ])('a click on %s', (_title, chosen, id, next) => {
    expect([...toggledChoice(shape, new Set(chosen), id)].sort()).toEqual(next.sort());
  });
  test('two clicks on a box that is not mixed restore the choice', () => {
    const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(parents, fc.array(fc.nat(), { maxLength: 12 }), (numbers, presses) => {
        const tree = numbers.map((number, index) => ({
          id: String(index),
          parentId: index === 0 ? undefined : String(number % index),
          label: '',
        }));
        const all = shapeOfTree(tree);
        const ids = tree.map(({ id }) => id);
        const ticked = (some: ReadonlySet<string>) =>
          ids.filter((id) => buildTreeChecks(all, some).checked.has(id));
        const isLeaf = (id: string) => all.childrenOf(id).length === 0;
        const leavesBelow = (id: string): string[] =>
          isLeaf(id) ? [id] : all.childrenOf(id).flatMap((child) => leavesBelow(child));
        let chosen = new Set<string>();
        /** The meaning of the boxes, computed from the leaves only. */
        const leaves = new Set<string>();
        for (const press of presses) {
          const id = String(press % tree.length);
          const before = buildTreeChecks(all, chosen);
          const next = toggledChoice(all, chosen, id);
          const isOn = !leavesBelow(id).every((leaf) => leaves.has(leaf));
          for (const leaf of leavesBelow(id)) {
            if (isOn) leaves.add(leaf);
            else leaves.delete(leaf);
          }
          const after = buildTreeChecks(all, next);
          for (const nodeId of ids) {
            const below = leavesBelow(nodeId);
            const count = below.filter((leaf) => leaves.has(leaf)).length;
            expect(after.checked.has(nodeId)).toBe(count === below.length);
            expect(after.mixed.has(nodeId)).toBe(count > 0 && count < below.length);
          }
          if (!before.mixed.has(id)) expect(ticked(toggledChoice(all, next, id))).toEqual(ticked(chosen));
          // No chosen node lies below another.
          for (const nodeId of next) {
            for (let up = tree[Number(nodeId)]?.parentId; up != null; up = tree[Number(up)]?.parentId)
              expect(next.has(up)).toBe(false);
          }
          chosen = next;
        }
      }),
    );
  });

  test('checking one of five thousand nodes reads only its ancestors and the choice', () => {
    // A root, 50 groups, 99 shops in each.
    const tree = [{ id: 'root', parentId: undefined as string | undefined, label: '' }];
    for (let group = 0; group < 50; group += 1) {
      tree.push({ id: `g${group}`, parentId: 'root', label: '' });
      for (let merchant = 0; merchant < 99; merchant += 1)
        tree.push({ id: `g${group}s${merchant}`, parentId: `g${group}`, label: '' });
    }
    expect(tree).toHaveLength(5001);
    const whole = shapeOfTree(tree);
    let lookups = 0;
    const counted: TreeShape = {
      has: (id) => ((lookups += 1), whole.has(id)),
      parentOf: (id) => ((lookups += 1), whole.parentOf(id)),
      childrenOf: (id) => ((lookups += 1), whole.childrenOf(id)),
    };
    let chosen = new Set<string>();
    const costs = ['g7s3', 'g7s4', 'g20', 'g20s5', 'root'].map((id) => {
      lookups = 0;
      chosen = toggledChoice(counted, chosen, id);
      const { checked } = buildTreeChecks(counted, chosen);
      for (const line of ['root', 'g0', 'g7', 'g7s3', 'g49s98']) checked.has(line);
      return lookups;
    });
    expect([...chosen]).toEqual(['root']);
    expect(costs.every((cost) => cost > 0)).toBe(true);
    expect(Math.max(...costs.slice(0, 3))).toBeLessThan(100);
    // One shop of a whole group taken away leaves 98 of them by name.
    expect(Math.max(...costs)).toBeLessThan(1500);
  });
  test('creates few of five thousand lines', () => {
    expect(rowWindow(0, 340, 5000)).toEqual({ first: 0, end: 20 });
    expect(rowWindow(34 * 4000, 340, 5000)).toEqual({ first: 3990, end: 4020 });
    expect(rowWindow(34 * 4990, 340, 5000)).toEqual({ first: 4980, end: 5000 });
    expect(rowWindow(34 * 4990, 340, 3)).toEqual({ first: 2, end: 3 });
    expect(rowWindow(0, 340, 0)).toEqual({ first: 0, end: 0 });
  });
});
