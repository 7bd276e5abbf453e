import type { TreeNode } from './tree-rows.ts';

/** Parents and children, computed once for a tree, however often it is ticked. */
export interface TreeShape {
  has: (id: string) => boolean;
  parentOf: (id: string) => string | undefined;
  childrenOf: (id: string) => readonly string[];
}

/** A node whose parent is not in the tree is a root; what no root leads to is not in the tree. */
export function shapeOfTree(nodes: readonly TreeNode[]): TreeShape {
  const ids = new Set(nodes.map(({ id }) => id));
  const below = Map.groupBy(nodes, ({ id, parentId }) =>
    parentId !== undefined && ids.has(parentId) && parentId !== id ? parentId : '',
  );
  const children = new Map<string, string[]>();
  const parents = new Map<string, string | undefined>();
  const waiting: [id: string, parent: string | undefined][] = (below.get('') ?? []).map(({ id }) => [
    id,
    undefined,
  ]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [id, parent] = next;
    parents.set(id, parent);
    const childIds = (below.get(id) ?? []).map((node) => node.id);
    children.set(id, childIds);
    for (const child of childIds) waiting.push([child, id]);
  }
  return {
    has: (id) => parents.has(id),
    parentOf: (id) => parents.get(id),
    childrenOf: (id) => children.get(id) ?? [],
  };
}
