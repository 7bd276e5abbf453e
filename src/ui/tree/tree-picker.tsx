import { TextInput } from '@mantine/core';
import { IconCheck, IconChevronRight, IconMinus, IconSearch } from '@tabler/icons-react';
import {
  memo,
  useId,
  useRef,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import {
  closedAtFirst,
  lineHeight,
  type TreeRow,
  rowsOfTree,
  rowWindow,
  type TreeNode,
} from './tree-rows.ts';
import classes from './tree-picker.module.css';

interface Props extends TreeChoice {
  label: string;
  searchLabel: string;
  emptyText: string;
  /** Nodes with checked and unchecked descendants. */
  mixedIds?: ReadonlySet<string>;
  /** As a part of a form: lower. */
  isLow?: boolean;
}

/** Pixels within the frame above and below the lines, its border included. */
const framePadding = 10;

/**
 * Picks one node of a tree, or checks several. The search box keeps the focus; arrows move, open and close,
 * Enter picks, or runs a search that still waits; the space bar picks while nothing is typed.
 */
export function TreePicker(props: Props) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const tree = useTreePicker(props, frame);
  const cursorLineId = tree.cursorRow === undefined ? undefined : `${id}-${tree.cursorRow.id}`;
  return (
    <div className={classes.picker}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={cursorLineId}
        aria-label={props.searchLabel}
        placeholder={props.searchLabel}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={tree.typed}
        onChange={(event) => tree.setTyped(event.currentTarget.value)}
        onKeyDown={tree.handleKey}
      />
      <div
        ref={frame}
        className={classes.frame}
        data-low={props.isLow || undefined}
        // The height of the tree with every node open: typing and closing move nothing below it.
        style={{ maxHeight: Math.max(3, props.nodes.length) * lineHeight + framePadding }}
        onScroll={(event) => tree.readScroll(event.currentTarget)}
      >
        {/* Focusable, so that the keyboard can scroll a long tree. */}
        <div
          id={id}
          role="tree"
          aria-label={props.label}
          aria-multiselectable={tree.isMulti || undefined}
          aria-activedescendant={cursorLineId}
          tabIndex={0}
          className={classes.lines}
          style={{ height: tree.rows.length * lineHeight }}
          onKeyDown={tree.handleKey}
        >
          {tree.lines.map(({ row, index, isCursor }) => (
            <TreeLine
              key={row.id}
              row={row}
              id={`${id}-${row.id}`}
              top={index * lineHeight}
              isCursor={isCursor}
              isSelected={props.checkedIds?.has(row.id) ?? row.id === props.selectedId}
              isMulti={tree.isMulti}
              isMixed={props.mixedIds?.has(row.id) === true}
              isCovered={props.coveredIds?.has(row.id) === true}
              isOff={props.offIds?.has(row.id) === true}
              onToggle={tree.toggleLine}
              onPick={tree.pickLine}
            />
          ))}
        </div>
        {tree.rows.length === 0 && <p className={classes.empty}>{props.emptyText}</p>}
      </div>
    </div>
  );
}

interface LineProps {
  row: TreeRow;
  id: string;
  /** Pixels from the top of the tree. */
  top: number;
  isCursor: boolean;
  isSelected: boolean;
  isMulti: boolean;
  isMixed: boolean;
  isCovered: boolean;
  isOff: boolean;
  onToggle: (row: TreeRow) => void;
  onPick: (row: TreeRow) => void;
}

/** One line of a tree: its arrow, its box when several may be checked, its name. */
const TreeLine = memo(function Line({ row, id, isMulti, ...rest }: LineProps) {
  const { top, isCursor, isSelected, isMixed, isCovered, isOff, onToggle, onPick } = rest;
  const isChecked = isSelected || isCovered;
  return (
    // The search box takes the keys for the whole tree (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      aria-level={row.level + 1}
      aria-setsize={row.places}
      aria-posinset={row.place}
      aria-expanded={row.hasChildren ? row.isOpen : undefined}
      aria-selected={isMulti ? undefined : isSelected}
      aria-checked={isMulti ? (isMixed ? 'mixed' : isChecked) : undefined}
      aria-disabled={isCovered || isOff || undefined}
      className={classes.line}
      data-cursor={isCursor || undefined}
      data-dim={row.isMatch ? undefined : true}
      style={{ insetBlockStart: top, paddingInlineStart: 8 + row.level * 20 }}
      onClick={() => onPick(row)}
    >
      <span
        className={classes.toggle}
        data-open={row.isOpen || undefined}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          if (row.hasChildren) onToggle(row);
          else onPick(row);
        }}
      >
        {row.hasChildren && <IconChevronRight size={16} />}
      </span>
      {isMulti && (
        <span className={classes.box} data-checked={isChecked || isMixed || undefined} aria-hidden>
          {isMixed ? <IconMinus size={12} stroke={3} /> : isChecked && <IconCheck size={12} stroke={3} />}
        </span>
      )}
      <span className={classes.name}>{row.label}</span>
      {row.note !== undefined && <span className={classes.note}>{row.note}</span>}
      {isSelected && !isMulti && <IconCheck size={16} aria-hidden />}
    </div>
  );
});

interface TreeChoice {
  nodes: readonly TreeNode[];
  selectedId: string | undefined;
  onPick: (id: string) => void;
  /** Several nodes at once: those that are checked, where `onPick` checks and unchecks. */
  checkedIds?: Pick<ReadonlySet<string>, 'has'>;
  /** Checked through a node above, so it cannot be unchecked alone. */
  coveredIds?: ReadonlySet<string>;
  /** Closed until the user opens them; by default, most of a large tree. */
  closedAtFirst?: ReadonlySet<string>;
  /** There, but not to be picked. */
  offIds?: ReadonlySet<string>;
}

type Frame = RefObject<HTMLDivElement | null>;

/** Search debounce (docs/domain.md#organisations). */
const searchMs = 250;

/** Search, cursor, open nodes and keys of a TreePicker. */
function useTreePicker(choice: TreeChoice, frame: Frame) {
  const { nodes, selectedId, onPick, ...marks } = choice;
  const { typed, setTyped, search, isPending, find } = useTreeSearch(frame);
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => choice.closedAtFirst ?? closedAtFirst(nodes, choice),
  );
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
