import { foldText } from '#shared/text/fold-text.ts';

export interface TreeNode {
  id: string;
  parentId: string | undefined;
  label: string;
  note?: string;
}
export type TreeRow = TreeNode & {
  level: number;
  hasChildren: boolean;
  isOpen: boolean;
  isMatch: boolean;
  /** The position among the siblings, from 1, and their number: the page does not contain all of them. */
  place: number;
  places: number;
};

/**
 * The lines of a tree from top to bottom, children in the order given. A search shows the matches and their
 * ancestors, even in closed nodes. A node whose parent is not in the tree is a root.
 */
export function rowsOfTree(
  nodes: readonly TreeNode[],
  closed: ReadonlySet<string>,
  search: string,
): TreeRow[] {
  const ids = new Set(nodes.map((node) => node.id));
  const children = Map.groupBy(nodes, (node) =>
    node.parentId !== undefined && ids.has(node.parentId) && node.parentId !== node.id ? node.parentId : '',
  );
  const searchText = foldText(search);
  const matches = (node: TreeNode): boolean =>
    searchText === '' || foldText(node.label).includes(searchText) || node.id === search;

  return below('', 0);

  function below(parentId: string, level: number): TreeRow[] {
    const siblings = children.get(parentId) ?? [];
    return siblings.flatMap((node, index) => {
      const hasChildren = children.has(node.id);
      const isOpen = hasChildren && (searchText !== '' || !closed.has(node.id));
      const inside = isOpen ? below(node.id, level + 1) : [];
      const isMatch = matches(node);
      if (!isMatch && inside.length === 0) return [];
      const row = { ...node, level, hasChildren, isOpen: isOpen && inside.length > 0, isMatch };
      return [{ ...row, place: index + 1, places: siblings.length }, ...inside];
    });
  }
}

/** Nodes of a tree that a person can still take in with every branch open. */
const maxOpenNodes = 100;
/** Checked nodes that are all shown at first. */
const maxShownChecks = 20;

/**
 * The nodes of a large tree that are closed at first: all but the roots and those above the chosen nodes. None of a small tree.
 */
export function closedAtFirst(
  nodes: readonly TreeNode[],
  {
    selectedId,
    checkedIds,
  }: { selectedId: string | undefined; checkedIds?: Pick<ReadonlySet<string>, 'has'> },
): Set<string> {
  if (nodes.length <= maxOpenNodes) return new Set();
  const shape = shapeOfTree(nodes);
  const isChecked = (id: string | undefined) => id !== undefined && checkedIds?.has(id) === true;
  const checked = nodes.filter(({ id, parentId }) => isChecked(id) && !isChecked(parentId));
  const shown = checked.length > maxShownChecks ? [] : checked.map(({ id }) => id);
  const open = new Set<string>();
  for (const id of selectedId === undefined ? shown : [...shown, selectedId])
    for (let above = shape.parentOf(id); above !== undefined; above = shape.parentOf(above)) open.add(above);
  const isRoot = (id: string) => shape.parentOf(id) === undefined;
  return new Set(nodes.map(({ id }) => id).filter((id) => !isRoot(id) && !open.has(id)));
}

/** Pixels of one line of a tree. */
export const lineHeight = 34;

/** Lines kept ready above and below those in sight, so that quick scrolling shows no gap. */
const spare = 10;

/** The first rendered line and the end of the rendered lines, for the scroll position of a frame. */
export function rowWindow(scrollTop: number, frameHeight: number, rows: number) {
  const first = Math.max(0, Math.floor(scrollTop / lineHeight) - spare);
  const end = Math.min(rows, Math.ceil((scrollTop + frameHeight) / lineHeight) + spare);
  return { first: Math.min(first, Math.max(0, end - 1)), end };
}

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
