import type { TreeNode } from '#ui/tree/tree-rows.ts';

/** What each box of a tree shows; a box above some that are ticked and some that are not is mixed. */
export type TreeChecks = { checked: ReadonlySet<string>; mixed: ReadonlySet<string> };

/**
 * A choice is kept as the topmost nodes that are ticked whole: ticking a node means all below it, today's and
 * tomorrow's.
 */
export function checksOf(nodes: readonly TreeNode[], chosen: ReadonlySet<string>): TreeChecks {
  const { roots, childrenOf } = shapeOf(nodes);
  const checked = new Set<string>();
  const mixed = new Set<string>();
  const visit = (node: TreeNode, isCovered: boolean): void => {
    const isChecked = isCovered || chosen.has(node.id);
    const children = childrenOf(node.id);
    for (const child of children) visit(child, isChecked);
    if (isChecked || (children.length > 0 && children.every(({ id }) => checked.has(id))))
      checked.add(node.id);
    else if (children.some(({ id }) => checked.has(id) || mixed.has(id))) mixed.add(node.id);
  };
  for (const root of roots) visit(root, false);
  return { checked, mixed };
}

/** The choice after a press on a box: all of it, or nothing of it when it was ticked whole. */
export function toggledChoice(
  nodes: readonly TreeNode[],
  chosen: ReadonlySet<string>,
  id: string,
): Set<string> {
  const { roots, childrenOf } = shapeOf(nodes);
  const { checked } = checksOf(nodes, chosen);
  const leaves = new Set<string>();
  const isOn = !checked.has(id);
  const visit = (node: TreeNode, isInside: boolean): void => {
    const isPressed = isInside || node.id === id;
    const children = childrenOf(node.id);
    for (const child of children) visit(child, isPressed);
    if (children.length === 0 && (isPressed ? isOn : checked.has(node.id))) leaves.add(node.id);
  };
  for (const root of roots) visit(root, false);
  // What the choice names but the tree does not have is not ours to drop.
  const known = new Set(nodes.map((node) => node.id));
  const next = new Set([...chosen].filter((one) => !known.has(one)));
  const gather = (node: TreeNode): void => {
    if (isWhole(node)) next.add(node.id);
    else for (const child of childrenOf(node.id)) gather(child);
  };
  const whole = new Map<string, boolean>();
  const isWhole = (node: TreeNode): boolean => {
    const kept = whole.get(node.id);
    if (kept != null) return kept;
    const children = childrenOf(node.id);
    const answer = children.length === 0 ? leaves.has(node.id) : children.every(isWhole);
    whole.set(node.id, answer);
    return answer;
  };
  for (const root of roots) gather(root);
  return next;
}

function shapeOf(nodes: readonly TreeNode[]) {
  const ids = new Set(nodes.map((node) => node.id));
  const children = Map.groupBy(nodes, ({ id, parentId }) =>
    parentId != null && ids.has(parentId) && parentId !== id ? parentId : '',
  );
  return {
    roots: children.get('') ?? [],
    childrenOf: (id: string): readonly TreeNode[] => children.get(id) ?? [],
  };
}
