import type { TreeShape } from './tree-rows.ts';

/** The state of each box of a tree. A box above both ticked and unticked boxes is mixed. */
interface TreeChecks {
  checked: Pick<ReadonlySet<string>, 'has'>;
  mixed: ReadonlySet<string>;
}

/**
 * A choice is kept as the topmost nodes that are ticked whole: ticking a node means all below it, today's and
 * tomorrow's. What the boxes show costs as much as the choice is long, not as the tree is large.
 */
export function buildTreeChecks(shape: TreeShape, chosen: Iterable<string>): TreeChecks {
  const whole = fullyChosenNodes(shape, chosen);
  const mixed = new Set<string>();
  for (const id of topmost(shape, whole)) {
    let above = shape.parentOf(id);
    while (above !== undefined && !mixed.has(above)) {
      mixed.add(above);
      above = shape.parentOf(above);
    }
  }
  return { checked: { has: (id) => chosenAncestor(shape, whole, id) !== undefined }, mixed };
}

/** The choice after a press on a box: all of it, or nothing of it when it was ticked whole. */
export function toggledChoice(shape: TreeShape, chosen: ReadonlySet<string>, id: string): Set<string> {
  // Keeps ids that the tree does not have.
  const next = new Set([...chosen].filter((nodeId) => !shape.has(nodeId)));
  const whole = fullyChosenNodes(shape, chosen);
  const top = chosenAncestor(shape, whole, id);
  if (top === undefined) {
    for (const nodeId of topmost(shape, fullyChosenNodes(shape, [...whole, id]))) next.add(nodeId);
    return next;
  }
  for (const nodeId of topmost(shape, whole)) if (nodeId !== top) next.add(nodeId);
  // Replaces the checked ancestor by the siblings of the box and of each node between the two.
  for (let on = id; on !== top;) {
    const parent = shape.parentOf(on) ?? top;
    for (const beside of shape.childrenOf(parent)) if (beside !== on) next.add(beside);
    on = parent;
  }
  return next;
}

/** The chosen nodes of the tree, and their ancestors whose children are all whole. */
function fullyChosenNodes(shape: TreeShape, chosen: Iterable<string>): Set<string> {
  const whole = new Set<string>();
  const counts = new Map<string, number>();
  for (const nodeId of chosen) {
    let id = shape.has(nodeId) ? nodeId : undefined;
    while (id !== undefined && !whole.has(id)) {
      whole.add(id);
      const parent = shape.parentOf(id);
      if (parent === undefined) break;
      const count = (counts.get(parent) ?? 0) + 1;
      counts.set(parent, count);
      id = count === shape.childrenOf(parent).length ? parent : undefined;
    }
  }
  return whole;
}

/** The topmost whole node at or above this one: it represents it. */
function chosenAncestor(shape: TreeShape, whole: ReadonlySet<string>, id: string): string | undefined {
  let top: string | undefined;
  for (let nodeId: string | undefined = id; nodeId !== undefined; nodeId = shape.parentOf(nodeId))
    if (whole.has(nodeId)) top = nodeId;
  return top;
}

const topmost = (shape: TreeShape, whole: ReadonlySet<string>): string[] =>
  [...whole].filter((id) => chosenAncestor(shape, whole, id) === id);
