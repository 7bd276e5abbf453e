import { useMemo, useState, type KeyboardEvent } from 'react';

/** row −1 is the header; column −1 does not exist. */
export type GridCursor = { row: number; column: number };

type Sizes = { rows: number; columns: number; pageRows: number };

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

/** The cell that the keyboard is on, kept within the rows that are there. */
export function useGridCursor(sizes: Sizes, onMove: (cursor: GridCursor) => void) {
  const [wanted, setCursor] = useState<GridCursor>({ row: 0, column: 0 });
  const row = Math.min(wanted.row, sizes.rows - 1);
  const column = Math.max(0, Math.min(wanted.column, sizes.columns - 1));
  // The same object until it moves: the body of the grid is drawn again only then.
  const cursor = useMemo(() => ({ row, column }), [row, column]);
  function handleKey(event: KeyboardEvent): boolean {
    if (event.altKey || event.shiftKey) return false;
    const next = moveCursor(cursor, event.key, event.ctrlKey || event.metaKey, sizes);
    if (next == null) return false;
    event.preventDefault();
    setCursor(next);
    onMove(next);
    return true;
  }
  return { cursor, setCursor, handleKey };
}
