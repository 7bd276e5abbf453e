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
  const searchText = search.toLocaleLowerCase();
  const matches = (node: TreeNode): boolean =>
    searchText === '' || node.label.toLocaleLowerCase().includes(searchText) || node.id === search;

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
