import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { nextSort, type GridColumn, type GridSort } from './grid-column.ts';

/** row −1 is the header; column −1 does not exist. */
export interface GridCursor {
  row: number;
  column: number;
}

interface Sizes {
  rows: number;
  columns: number;
  pageRows: number;
}

/** Where a key moves the cursor, or undefined when the key is not a movement. */
export function moveCursor(
  cursor: GridCursor,
  key: string,
  withControl: boolean,
  sizes: Sizes,
): GridCursor | undefined {
  const { row, column } = cursor;
  const lastRow = sizes.rows - 1;
  const lastColumn = sizes.columns - 1;
  const to = (row: number, column: number): GridCursor => ({
    row: Math.max(-1, Math.min(lastRow, row)),
    column: Math.max(0, Math.min(lastColumn, column)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'PageUp':
      return to(Math.max(0, row - sizes.pageRows), column);
    case 'PageDown':
      return to(row + sizes.pageRows, column);
    case 'Home':
      return to(withControl ? 0 : row, 0);
    case 'End':
      return to(withControl ? lastRow : row, lastColumn);
    default:
      return undefined;
  }
}

/** The cell that the keyboard is on, from `start` on, kept within the rows that are there. */
export function useGridCursor(sizes: Sizes, start: GridCursor, onMove: (cursor: GridCursor) => void) {
  const [requested, setCursor] = useState<GridCursor>();
  const wanted = requested ?? start;
  const row = Math.min(wanted.row, sizes.rows - 1);
  const column = Math.max(0, Math.min(wanted.column, sizes.columns - 1));
  // The same object until it moves: the body of the grid is drawn again only then.
  const cursor = useMemo(() => ({ row, column }), [row, column]);
  function handleKey(event: KeyboardEvent): boolean {
    if (event.altKey || event.shiftKey) return false;
    const next = moveCursor(cursor, event.key, event.ctrlKey || event.metaKey, sizes);
    if (next === undefined) return false;
    event.preventDefault();
    setCursor(next);
    onMove(next);
    return true;
  }
  return { cursor, hasMoved: requested !== undefined, setCursor, handleKey };
}

interface Selection<Row> {
  rowId: (row: Row) => string;
  /** Row ids. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  isSelectable?: (row: Row) => boolean;
}

/**
 * Selects one row, the range from the last selected row, or every row that can be; `select` is undefined without
 * `onSelect`.
 */
export function useGridSelection<Row>(rows: readonly Row[], selection: Selection<Row>) {
  const { rowId, selected, onSelect, isSelectable = isAny } = selection;
  const lastSelected = useRef<number | undefined>(undefined);
  const select = useCallback(
    (index: number, withRange: boolean) => {
      const row = rows[index];
      if (row === undefined || onSelect === undefined || !isSelectable(row)) return;
      const next = new Set(selected);
      const willSelect = !next.has(rowId(row));
      const from = withRange ? (lastSelected.current ?? index) : index;
      for (const other of rows.slice(Math.min(from, index), Math.max(from, index) + 1).filter(isSelectable)) {
        if (willSelect) next.add(rowId(other));
        else next.delete(rowId(other));
      }
      lastSelected.current = index;
      onSelect(next);
    },
    [rows, rowId, selected, onSelect, isSelectable],
  );
  const choices = rows.filter(isSelectable);
  function selectAll(): void {
    const isAll = choices.every((row) => selected?.has(rowId(row)));
    onSelect?.(isAll ? new Set() : new Set(choices.map(rowId)));
  }
  return { select: onSelect === undefined ? undefined : select, selectAll, selectable: choices.length };
}

const isAny = (): boolean => true;

interface GridActions<Row> {
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  cursor: GridCursor;
  handleKey: (event: KeyboardEvent) => boolean;
  sort: GridSort | undefined;
  onSort: ((sort: GridSort) => void) | undefined;
  onMove: ((id: string, to: number) => void) | undefined;
  onWiden: (id: string, by: number) => void;
  onSelect: ((index: number, withRange: boolean) => void) | undefined;
  onSelectAll: () => void;
  onOpen: ((row: Row) => void) | undefined;
  onPeek: ((row: Row) => void) | undefined;
  onCopied: () => void;
  cellOf: (cell: GridCursor) => HTMLElement | null;
}

/**
 * The keys of the grid itself; fields and buttons within it keep theirs. Arrows, Home, End and page keys move, Enter
 * opens or sorts, O opens the page of a row that Enter shows beside the list, Space selects, Shift with an arrow widens a column, Alt with an arrow moves it, Ctrl-C copies the
 * cell, F2 goes to the actions of the row.
 */
export function useGridKeys<Row>(gridActions: GridActions<Row>) {
  const { cursor } = gridActions;
  const isOnHeader = cursor.row < 0;
  const column = gridActions.columns[cursor.column];
  const row = gridActions.rows[cursor.row];
  const step: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

  function open(): void {
    if (isOnHeader) {
      if (column?.isSortable === true) gridActions.onSort?.(nextSort(gridActions.sort, column.id));
      return;
    }
    const { onPeek } = gridActions;
    // The link of the row itself leads where O does.
    const links = onPeek === undefined ? 'a, button' : 'a:not([data-row-link]), button';
    const link = gridActions.cellOf(cursor)?.querySelector<HTMLElement>(links);
    if (link != null) link.click();
    else if (row !== undefined && onPeek !== undefined) onPeek(row);
    else if (row !== undefined) gridActions.onOpen?.(row);
  }
  async function copy(): Promise<void> {
    if (column === undefined) return;
    try {
      await navigator.clipboard.writeText(row === undefined ? column.header : column.text(row));
      gridActions.onCopied();
    } catch {
      // The browser refused: the text stays selectable, which is the next best thing.
    }
  }
  function actionFor(event: KeyboardEvent): (() => void) | undefined {
    const by = step[event.key];
    if (by !== undefined && isOnHeader && column !== undefined && event.shiftKey) {
      return () => gridActions.onWiden(column.id, by * 10);
    }
    if (by !== undefined && column !== undefined && event.altKey) {
      return () => gridActions.onMove?.(column.id, cursor.column + by);
    }
    const isMarked = window.getSelection()?.isCollapsed === false;
    if (event.key === 'c' && (event.ctrlKey || event.metaKey) && !isMarked) return () => void copy();
    if (event.key === ' ' && gridActions.onSelect !== undefined) {
      return () =>
        isOnHeader ? gridActions.onSelectAll() : gridActions.onSelect?.(cursor.row, event.shiftKey);
    }
    if (event.key === 'Enter') return open;
    if (isOpenKey(event) && gridActions.onPeek !== undefined && row !== undefined)
      return () => gridActions.onOpen?.(row);
    if (event.key === 'F2') {
      const actions = gridActions.cellOf(cursor)?.closest('[role="row"]')?.querySelector('[role="toolbar"]');
      return () => actions?.querySelector('button')?.focus();
    }
    return undefined;
  }

  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || gridActions.handleKey(event)) return;
    const keyAction = actionFor(event);
    if (keyAction === undefined) return;
    event.preventDefault();
    keyAction();
  };
}

/** A single key, which users can switch off. */
const isOpenKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'o' &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !document.documentElement.hasAttribute('data-no-single-keys');
