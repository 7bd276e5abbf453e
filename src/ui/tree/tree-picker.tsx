import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { lineHeight, rowWindow } from '#ui/tree/row-window.ts';
import { TreeLine } from '#ui/tree/tree-line.tsx';
import { rowsOfTree, type TreeNode, type TreeRow } from '#ui/tree/tree-rows.ts';
import classes from '#ui/tree/tree-picker.module.css';

type Props = {
  nodes: readonly TreeNode[];
  selectedId: string | undefined;
  onPick: (id: string) => void;
  label: string;
  searchLabel: string;
  emptyText: string;
  /** Several nodes at once: those that are checked, where `onPick` checks and unchecks. */
  checkedIds?: Pick<ReadonlySet<string>, 'has'>;
  /** Checked through a node above, and not to be unchecked by itself. */
  coveredIds?: ReadonlySet<string>;
  /** There, but not to be picked. */
  offIds?: ReadonlySet<string>;
  /** With some of what is below them checked, and some not. */
  mixedIds?: ReadonlySet<string>;
  /** As a part of a form: lower. */
  isLow?: boolean;
};

/** Pixels within the frame above and below the lines, its border included. */
const framePadding = 10;

/** Search debounce (docs/domain.md#organisations). */
const searchMs = 250;

/**
 * Picks one node of a tree, or checks several. The search box keeps the focus; arrows move, open and close,
 * Enter picks, or runs a search that still waits; the space bar picks while nothing is typed.
 */
export function TreePicker(props: Props) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [cursorId, setCursorId] = useState(props.selectedId);
  const [view, setView] = useState({ top: 0, height: 360 });

  const wanted = typed.trim();
  const find = useCallback(() => {
    setSearch(wanted);
    // What is left may be shorter than where the frame was scrolled to.
    if (frame.current != null) frame.current.scrollTop = 0;
  }, [wanted]);
  useEffect(() => {
    if (wanted === search) return undefined;
    const timer = setTimeout(find, wanted === '' ? 0 : searchMs);
    return () => clearTimeout(timer);
  }, [wanted, search, find]);

  const rows = useMemo(() => rowsOfTree(props.nodes, closed, search), [props.nodes, closed, search]);
  const places = useMemo(() => rowPositions(rows), [rows]);
  // While searching, the cursor never rests on a node that is only on the way to a match.
  const at = places.ofMatch.get(cursorId ?? '') ?? places.first;

  const isMulti = props.checkedIds != null;
  function pick(row: TreeRow): void {
    setCursorId(row.id);
    const isFixed = props.offIds?.has(row.id) === true || props.coveredIds?.has(row.id) === true;
    if (!isFixed) props.onPick(row.id);
  }
  function toggle(row: TreeRow, isOpen: boolean): void {
    const next = new Set(closed);
    if (isOpen) next.delete(row.id);
    else next.add(row.id);
    setClosed(next);
  }
  // The same all the time, so that lines on which nothing changes are not made again.
  const latest = useRef({ pick, toggle });
  useEffect(() => {
    latest.current = { pick, toggle };
  });
  const pickLine = useCallback((row: TreeRow) => latest.current.pick(row), []);
  const toggleLine = useCallback((row: TreeRow) => latest.current.toggle(row, !row.isOpen), []);

  function goTo(index: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    setCursorId(row?.id);
    if (row != null) showLine(frame.current, rows.indexOf(row));
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      // Never to the form around it, whether there is something to pick or not.
      event.preventDefault();
      // These lines are still those of another search: they are not what is meant.
      if (wanted !== search) {
        find();
        return;
      }
    }
    const row = rows[at];
    const isPlain =
      typed === '' || event.key === 'ArrowDown' || event.key === 'ArrowUp' || event.key === 'Enter';
    if (row == null || !isPlain) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => (row.hasChildren && !row.isOpen ? toggle(row, true) : goTo(at + 1)),
      ArrowLeft: () => {
        if (row.hasChildren && row.isOpen) toggle(row, false);
        else goTo(rows.findIndex((one) => one.id === row.parentId));
      },
      Enter: () => pick(row),
      ...(isMulti ? { ' ': () => pick(row) } : {}),
    };
    const move = moves[event.key];
    if (move == null) return;
    event.preventDefault();
    move();
  }

  // Thousands of lines: only those in sight are made, and the cursor's, which the search box points at.
  const { first, end } = rowWindow(view.top, view.height, rows.length);
  const made = rows.slice(first, end).map((row, place) => ({ row, index: first + place }));
  const cursorRow = rows[at];
  if (cursorRow != null && (at < first || at >= end)) made.push({ row: cursorRow, index: at });
  useEffect(() => {
    const box = frame.current;
    if (box == null) return;
    const look = () => setView({ top: box.scrollTop, height: box.clientHeight });
    const watcher = new ResizeObserver(look);
    watcher.observe(box);
    return () => watcher.disconnect();
  }, []);

  return (
    <div className={classes.picker}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={cursorRow == null ? undefined : `${id}-${cursorRow.id}`}
        aria-label={props.searchLabel}
        placeholder={props.searchLabel}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div
        ref={frame}
        className={classes.frame}
        data-low={props.isLow || undefined}
        // No higher than the tree is when all of it is open: what is below stays where it is while one types or closes.
        style={{ maxHeight: Math.max(3, props.nodes.length) * lineHeight + framePadding }}
        onScroll={({ currentTarget: box }) => setView({ top: box.scrollTop, height: box.clientHeight })}
      >
        {/* A long tree scrolls: the keyboard must reach it too. */}
        <div
          id={id}
          role="tree"
          aria-label={props.label}
          aria-multiselectable={isMulti || undefined}
          aria-activedescendant={cursorRow == null ? undefined : `${id}-${cursorRow.id}`}
          tabIndex={0}
          className={classes.lines}
          style={{ height: rows.length * lineHeight }}
          onKeyDown={press}
        >
          {made.map(({ row, index }) => (
            <TreeLine
              key={row.id}
              row={row}
              id={`${id}-${row.id}`}
              top={index * lineHeight}
              isCursor={index === at}
              isSelected={props.checkedIds?.has(row.id) ?? row.id === props.selectedId}
              isMulti={isMulti}
              isMixed={props.mixedIds?.has(row.id) === true}
              isCovered={props.coveredIds?.has(row.id) === true}
              isOff={props.offIds?.has(row.id) === true}
              onToggle={toggleLine}
              onPick={pickLine}
            />
          ))}
        </div>
        {rows.length === 0 && <p className={classes.empty}>{props.emptyText}</p>}
      </div>
    </div>
  );
}

/** The place of each line that the cursor may rest on, by its id, and the first of them. */
function rowPositions(rows: readonly TreeRow[]): { ofMatch: ReadonlyMap<string, number>; first: number } {
  const ofMatch = new Map(rows.flatMap((row, at) => (row.isMatch ? [[row.id, at] as const] : [])));
  const [first = 0] = ofMatch.values();
  return { ofMatch, first };
}

function showLine(frame: HTMLDivElement | null, index: number): void {
  if (frame == null) return;
  const top = index * lineHeight;
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + lineHeight > frame.scrollTop + frame.clientHeight - 8)
    frame.scrollTop = top + lineHeight - frame.clientHeight + 8;
}
