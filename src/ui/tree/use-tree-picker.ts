import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { lineHeight, rowsOfTree, rowWindow, type TreeNode, type TreeRow } from './tree-rows.ts';

export interface TreeChoice {
  nodes: readonly TreeNode[];
  selectedId: string | undefined;
  onPick: (id: string) => void;
  /** Several nodes at once: those that are checked, where `onPick` checks and unchecks. */
  checkedIds?: Pick<ReadonlySet<string>, 'has'>;
  /** Checked through a node above, so it cannot be unchecked alone. */
  coveredIds?: ReadonlySet<string>;
  /** Closed until the user opens them. */
  closedAtFirst?: ReadonlySet<string>;
  /** There, but not to be picked. */
  offIds?: ReadonlySet<string>;
}

type Frame = RefObject<HTMLDivElement | null>;

/** Search debounce (docs/domain.md#organisations). */
const searchMs = 250;

/** Search, cursor, open nodes and keys of a TreePicker. */
export function useTreePicker(choice: TreeChoice, frame: Frame) {
  const { nodes, selectedId, onPick, ...marks } = choice;
  const { typed, setTyped, search, isPending, find } = useTreeSearch(frame);
  const [closed, setClosed] = useState<ReadonlySet<string>>(choice.closedAtFirst ?? new Set<string>());
  const [cursorId, setCursorId] = useState(selectedId);
  const rows = useMemo(() => rowsOfTree(nodes, closed, search), [nodes, closed, search]);
  const matches = useMemo(() => matchPositions(rows), [rows]);
  // While searching, the cursor is never on a node that is only on the way to a match.
  const cursorIndex = matches.byId.get(cursorId ?? '') ?? matches.first;
  const isMulti = marks.checkedIds !== undefined;

  function pick(row: TreeRow): void {
    setCursorId(row.id);
    const isFixed = marks.offIds?.has(row.id) === true || marks.coveredIds?.has(row.id) === true;
    if (!isFixed) onPick(row.id);
  }
  function toggle(row: TreeRow, isOpen: boolean): void {
    const next = new Set(closed);
    if (isOpen) next.delete(row.id);
    else next.add(row.id);
    setClosed(next);
  }
  // Stable functions: the memoised lines render again only when their own properties change.
  const latest = useRef({ pick, toggle });
  useEffect(() => {
    latest.current = { pick, toggle };
  });
  const pickLine = useCallback((row: TreeRow) => latest.current.pick(row), []);
  const toggleLine = useCallback((row: TreeRow) => latest.current.toggle(row, !row.isOpen), []);

  function goTo(index: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    setCursorId(row?.id);
    if (row !== undefined) showLine(frame.current, rows.indexOf(row));
  }
  function actionFor(key: string, row: TreeRow): (() => void) | undefined {
    if (key === 'ArrowDown') return () => goTo(cursorIndex + 1);
    if (key === 'ArrowUp') return () => goTo(cursorIndex - 1);
    if (key === 'Enter') return () => pick(row);
    // The search box keeps the other keys while it has text.
    if (typed !== '') return undefined;
    const isOpen = row.hasChildren && row.isOpen;
    if (key === 'Home') return () => goTo(0);
    if (key === 'End') return () => goTo(rows.length - 1);
    if (key === 'ArrowRight')
      return row.hasChildren && !isOpen ? () => toggle(row, true) : () => goTo(cursorIndex + 1);
    if (key === 'ArrowLeft') {
      return isOpen ? () => toggle(row, false) : () => goTo(rows.findIndex(({ id }) => id === row.parentId));
    }
    return key === ' ' && isMulti ? () => pick(row) : undefined;
  }
  function handleKey(event: KeyboardEvent): void {
    // Enter never submits the form around the tree.
    if (event.key === 'Enter') event.preventDefault();
    // The lines still belong to the previous search.
    if (event.key === 'Enter' && isPending) {
      find();
      return;
    }
    const row = rows[cursorIndex];
    const action = row === undefined ? undefined : actionFor(event.key, row);
    if (action === undefined) return;
    event.preventDefault();
    action();
  }
  const { lines, readScroll } = useVisibleLines(frame, rows, cursorIndex);
  const state = { typed, rows, lines, cursorRow: rows[cursorIndex], isMulti };
  return { ...state, setTyped, readScroll, handleKey, pickLine, toggleLine };
}

/** The text of the search box, and the search that the lines follow after the debounce. */
function useTreeSearch(frame: Frame) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const trimmed = typed.trim();
  const isPending = trimmed !== search;
  const find = useCallback(() => {
    setSearch(trimmed);
    // The new lines may end above the scroll position.
    scrollToTop(frame.current);
  }, [trimmed, frame]);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(find, trimmed === '' ? 0 : searchMs);
    return () => clearTimeout(timer);
  }, [trimmed, isPending, find]);
  return { typed, setTyped, search, isPending, find };
}

/** A tree has thousands of lines: renders those in sight, and the cursor's for aria-activedescendant. */
function useVisibleLines(frame: Frame, rows: readonly TreeRow[], cursorIndex: number) {
  const [view, setView] = useState({ top: 0, height: 360 });
  const readScroll = (box: HTMLElement): void => setView({ top: box.scrollTop, height: box.clientHeight });
  useEffect(() => {
    const box = frame.current;
    if (box === null) return undefined;
    const read = (): void => setView({ top: box.scrollTop, height: box.clientHeight });
    const observer = new ResizeObserver(read);
    observer.observe(box);
    return () => observer.disconnect();
  }, [frame]);

  const { first, end } = rowWindow(view.top, view.height, rows.length);
  const lines = rows
    .slice(first, end)
    .map((row, offset) => ({ row, index: first + offset, isCursor: first + offset === cursorIndex }));
  const cursorRow = rows[cursorIndex];
  if (cursorRow !== undefined && (cursorIndex < first || cursorIndex >= end)) {
    lines.push({ row: cursorRow, index: cursorIndex, isCursor: true });
  }
  return { lines, readScroll };
}

/** Positions of the lines that the cursor may be on, by id, and the first of them. */
function matchPositions(rows: readonly TreeRow[]): { byId: ReadonlyMap<string, number>; first: number } {
  const byId = new Map(rows.flatMap((row, index) => (row.isMatch ? [[row.id, index] as const] : [])));
  const [first = 0] = byId.values();
  return { byId, first };
}

function scrollToTop(frame: HTMLDivElement | null): void {
  if (frame !== null) frame.scrollTop = 0;
}

function showLine(frame: HTMLDivElement | null, index: number): void {
  if (frame === null) return;
  const top = index * lineHeight;
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + lineHeight > frame.scrollTop + frame.clientHeight - 8)
    frame.scrollTop = top + lineHeight - frame.clientHeight + 8;
}
