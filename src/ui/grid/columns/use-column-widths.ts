import { useState, type PointerEvent, type RefObject } from 'react';
import { columnWidth, type GridColumn } from '#ui/grid/grid-column.ts';

/** Pixels by column id. */
export type ColumnWidths = Readonly<Record<string, number>>;

type Sized = Pick<GridColumn<never>, 'id' | 'width' | 'minWidth' | 'maxWidth'>;

/** The width within what its column allows: 150 to 450 unless the column says otherwise (docs/domain.md#grids). */
export function allowedWidth(column: Sized, wanted: number): number {
  const { minWidth = columnWidth.least, maxWidth = columnWidth.most } = column;
  return Math.round(Math.max(minWidth, Math.min(maxWidth, wanted)));
}

/** How wide columns are; the screen keeps the widths when it gives them, the grid otherwise. */
export function useColumnWidths(
  columns: readonly Sized[],
  frame: RefObject<HTMLElement | null>,
  kept: ColumnWidths | undefined,
  onChange: ((widths: ColumnWidths) => void) | undefined,
) {
  const [own, setOwn] = useState<ColumnWidths>(kept ?? {});
  const [resizing, setResizing] = useState<string>();
  // While the pointer is down the grid's own widths are ahead of those that are kept.
  const widths = resizing == null ? (kept ?? own) : own;
  const findSizedColumn = (id: string): Sized => columns.find((one) => one.id === id) ?? { id };

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
    setOwn(next);
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
    setOwn(all);
    setResizing(id);
    handle.setPointerCapture(event.pointerId);
    const follow = (move: globalThis.PointerEvent): void => {
      next = { ...all, [id]: allowedWidth(findSizedColumn(id), start + move.clientX - startX) };
      setOwn(next);
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
