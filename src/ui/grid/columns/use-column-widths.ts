import { useEffect, useMemo, useState, type PointerEvent, type RefObject } from 'react';
import { columnWidth, type GridColumn } from '../grid-column.ts';

/** Pixels by column id. */
export type ColumnWidths = Readonly<Record<string, number>>;

type Sized = Pick<GridColumn<never>, 'id' | 'width' | 'minWidth' | 'maxWidth'>;

/** The width within what its column allows: 150 to 450 unless the column has other limits (docs/domain.md#grids). */
export function allowedWidth(column: Sized, width: number): number {
  const { minWidth = columnWidth.least, maxWidth = columnWidth.most } = column;
  return Math.round(Math.max(minWidth, Math.min(maxWidth, width)));
}

/** How wide columns are; the screen keeps the widths when it gives them, the grid otherwise. */
export function useColumnWidths(
  columns: readonly Sized[],
  frame: RefObject<HTMLElement | null>,
  saved: ColumnWidths | undefined,
  onChange: ((widths: ColumnWidths) => void) | undefined,
) {
  const [ownWidths, setOwnWidths] = useState<ColumnWidths>(saved ?? {});
  const [resizing, setResizing] = useState<string>();
  // While the pointer is down the grid's own widths are ahead of those that are kept.
  const widths = resizing === undefined ? (saved ?? ownWidths) : ownWidths;
  const findSizedColumn = (id: string): Sized => columns.find((column) => column.id === id) ?? { id };

  function measured(): Record<string, number> {
    return Object.fromEntries(
      columns.map((column, index) => {
        const cell = frame.current?.querySelector(`[data-column-index="${index}"]`);
        return [column.id, Math.round(cell?.getBoundingClientRect().width ?? resolveWidth(column))];
      }),
    );
  }
  function resolveWidth(column: Sized): number {
    return widths[column.id] ?? column.width ?? columnWidth.least;
  }
  function set(next: ColumnWidths): void {
    setOwnWidths(next);
    onChange?.(next);
  }
  /** Wider or narrower by pixels: the keyboard's way. */
  function changeBy(id: string, by: number): void {
    const all = measured();
    set({ ...all, [id]: allowedWidth(findSizedColumn(id), (all[id] ?? 0) + by) });
  }
  /** The pointer's way: from pressing the edge to letting go. */
  function startResize(id: string, event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const all = measured();
    const [startX, start] = [event.clientX, all[id] ?? 0];
    let next: ColumnWidths = all;
    setOwnWidths(all);
    setResizing(id);
    handle.setPointerCapture(event.pointerId);
    const follow = (move: globalThis.PointerEvent): void => {
      next = { ...all, [id]: allowedWidth(findSizedColumn(id), start + move.clientX - startX) };
      setOwnWidths(next);
    };
    handle.addEventListener('pointermove', follow);
    handle.addEventListener(
      'lostpointercapture',
      () => {
        handle.removeEventListener('pointermove', follow);
        setResizing(undefined);
        set(next);
      },
      { once: true },
    );
  }
  /** Back to the width that the column brings. */
  function reset(id: string): void {
    const column = findSizedColumn(id);
    set({ ...measured(), [id]: column.width ?? columnWidth.least });
  }
  return { widths, widthOf: resolveWidth, resizing, changeBy, startResize, reset };
}

export type ColumnSizing = ReturnType<typeof useColumnWidths>;

/** The CSS variables that carry the columns' widths (see `columnStyle`), and the width of all columns together. */
export function layOutColumns<Row>(
  columns: readonly GridColumn<Row>[],
  sizing: ColumnSizing,
  measuredWidths: Readonly<Record<string, number>>,
) {
  const variables: Record<string, string | number> = {};
  // Columns share spare room until the user sets a width.
  const isStretched = Object.keys(sizing.widths).length === 0;
  let total = 0;
  let pinnedWidth = 0;
  for (const column of columns) {
    const width = Math.max(sizing.widthOf(column), measuredWidths[column.id] ?? 0);
    variables[`--w-${column.id}`] = `${width}px`;
    if (column.isPinned) {
      variables[`--pin-${column.id}`] = `${pinnedWidth}px`;
      pinnedWidth += width;
    }
    variables[`--g-${column.id}`] = isStretched ? width : 0;
    total += width;
  }
  return { variables, total };
}

/** Padding of a cell on both sides. */
const padding = 24;
/** The difference between the page's gutter, before the first column of a filling grid, and the padding. */
const gutter = 12;
/** Around the word of a badge: its icon, gap and own padding. */
const badge = 34;
/** Text on screen may be a little wider than measured. */
const slack = 6;

/**
 * Least widths of columns that are never cut, by the texts of their cells in the language in use; pixels by column
 * id.
 */
export function useWholeWidths<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
): Readonly<Record<string, number>> {
  // Before the font has come, another one would be measured.
  const [fonts, setFonts] = useState(0);
  useEffect(() => {
    let isUnmounted = false;
    void document.fonts.ready.then(() => isUnmounted || setFonts((count) => count + 1));
    return () => {
      isUnmounted = true;
    };
  }, []);
  return useMemo(() => {
    const measure = measurer();
    const measuredColumns = columns.filter((column) => column.isWhole !== undefined);
    return Object.fromEntries(
      measuredColumns.map((column) => {
        const texts = new Set(rows.map((row) => column.text(row)));
        const widest = Math.max(0, ...[...texts].map((text) => measure(text, column)));
        const extra = padding + slack + (column === columns[0] ? gutter : 0);
        const required = widest + extra + (column.isWhole === 'badge' ? badge : 0);
        return [column.id, Math.min(columnWidth.most, Math.ceil(required))];
      }),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the fonts change what is measured
  }, [columns, rows, fonts]);
}

function measurer(): <Row>(text: string, column: GridColumn<Row>) => number {
  const context = document.createElement('canvas').getContext('2d');
  const family = getComputedStyle(document.body).fontFamily;
  return (text, { isWhole }) => {
    if (context === null) return 0;
    context.font = isWhole === 'badge' ? `600 13px ${family}` : `13px ${family}`;
    return context.measureText(text).width;
  };
}
