import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnSizingState,
} from '@tanstack/react-table';
import {
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { useDelayed } from '#ui/feedback/use-delayed.ts';
import { GridBody } from '#ui/grid/grid-body.tsx';
import * as measure from '#ui/grid/grid-column.ts';
import type { GridAction, GridColumn, GridDensity, GridSort } from '#ui/grid/grid-column.ts';
import { GridHeader } from '#ui/grid/grid-header.tsx';
import { GridSkeleton } from '#ui/grid/grid-skeleton.tsx';
import classes from '#ui/grid/grid.module.css';
import { useGridCursor, type GridCursor } from '#ui/grid/use-grid-cursor.ts';
import { useUiTexts } from '#ui/ui-texts.ts';

export type DataGridProps<Row extends object> = {
  /** What a screen reader calls the grid. */
  label: string;
  columns: GridColumn<Row>[];
  /** undefined until the first answer. Keep the previous page here while the next one loads. */
  rows: Row[] | undefined;
  rowId: (row: Row) => string;
  /** A page is on its way: skeletons when there are no rows yet, otherwise the rows are dimmed. */
  isLoading?: boolean;
  /** Shown in place of rows when the call failed. */
  error?: ReactNode;
  /** Shown in place of rows when there are none: why, and what to do. */
  empty?: ReactNode;
  density?: GridDensity;
  sort?: GridSort | undefined;
  onSort?: (sort: GridSort) => void;
  /** Row ids; give both to offer selection. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Enter on a cell without a link of its own, and a click on the row. */
  onOpen?: (row: Row) => void;
  actions?: GridAction<Row>[];
  /** Column widths by id, when the screen keeps them. */
  widths?: Record<string, number>;
  onWidths?: (widths: Record<string, number>) => void;
  /** Rows before the grid scrolls by itself (spec 1 §2: 15). Ignored with `isFilling`. */
  visibleRows?: number;
  /** Takes the height that its flex column has left. */
  isFilling?: boolean;
};

const features = tableFeatures({
  columnSizingFeature,
  columnResizingFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
});

/** A page of rows: sorted and paged by whoever gives the rows, never by the grid. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { columns, rowId, density = 'mid', selected, onSelect, visibleRows = 15 } = props;
  const texts = useUiTexts();
  const gridId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const scrollToRow = useRef<(row: number) => void>(() => {});
  const lastSelected = useRef<number | undefined>(undefined);
  const [ownWidths, setOwnWidths] = useState<ColumnSizingState>({});
  const widths = props.widths ?? ownWidths;
  const rows = useMemo(() => props.rows ?? [], [props.rows]);
  const hasSkeleton = useDelayed(props.rows == null && props.isLoading === true && props.error == null);

  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        size: column.width ?? measure.columnWidth.least,
        minSize: column.minWidth ?? measure.columnWidth.least,
        maxSize: column.maxWidth ?? measure.columnWidth.most,
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    columnResizeMode: 'onChange' as const,
    state: { columnSizing: widths },
    onColumnSizingChange: (change) => {
      const next = typeof change === 'function' ? change(widths) : change;
      setOwnWidths(next);
      props.onWidths?.(next);
    },
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  // Columns share spare room until the person sets a width by hand.
  const isStretched = Object.keys(widths).length === 0;

  function showCursor(next: GridCursor): void {
    if (next.row >= 0) scrollToRow.current(next.row);
    showColumn(frame.current, next.column);
  }
  const { cursor, setCursor, handleKey } = useGridCursor(
    { rows: rows.length, columns: columns.length, pageRows: 10 },
    showCursor,
  );

  const select = useCallback(
    (index: number, withRange: boolean) => {
      const row = rows[index];
      if (row == null || onSelect == null) return;
      const next = new Set(selected);
      const willSelect = !next.has(rowId(row));
      const from = withRange ? (lastSelected.current ?? index) : index;
      for (const other of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) {
        if (willSelect) next.add(rowId(other));
        else next.delete(rowId(other));
      }
      lastSelected.current = index;
      onSelect(next);
    },
    [rows, rowId, selected, onSelect],
  );
  function selectAll(): void {
    const isAll = rows.every((row) => selected?.has(rowId(row)));
    onSelect?.(isAll ? new Set() : new Set(rows.map(rowId)));
  }

  function setWidth(id: string, by: number): void {
    const all = measuredWidths();
    const column = table.getColumn(id);
    const { minSize = 0, maxSize = Infinity } = column?.columnDef ?? {};
    all[id] = Math.max(minSize, Math.min(maxSize, (all[id] ?? 0) + by));
    table.setColumnSizing(all);
  }
  function measuredWidths(): Record<string, number> {
    return Object.fromEntries(
      headers.map((header, index) => {
        const cell = frame.current?.querySelector(`[data-column-index="${index}"]`);
        return [header.id, Math.round(cell?.getBoundingClientRect().width ?? header.getSize())];
      }),
    );
  }

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.target !== event.currentTarget || handleKey(event)) return;
    const header = headers[cursor.column];
    const isOnHeader = cursor.row < 0;
    if (isOnHeader && header != null && event.shiftKey && /^Arrow(Left|Right)$/.test(event.key)) {
      event.preventDefault();
      setWidth(header.id, event.key === 'ArrowRight' ? 10 : -10);
    } else if (event.key === ' ' && onSelect != null) {
      event.preventDefault();
      if (isOnHeader) selectAll();
      else select(cursor.row, event.shiftKey);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isOnHeader) {
        const column = columns.find((one) => one.id === header?.id);
        if (column?.isSortable === true) props.onSort?.(measure.nextSort(props.sort, column.id));
        return;
      }
      const link = document.getElementById(cellId(cursor))?.querySelector<HTMLElement>('a, button');
      const row = rows[cursor.row];
      if (link != null) link.click();
      else if (row != null) props.onOpen?.(row);
    }
  }
  const cellId = (cell: GridCursor): string => `${gridId}-${cell.row}-${cell.column}`;

  const heightOfRow = measure.rowHeight[density];
  const shownRows = Math.max(1, Math.min(visibleRows, rows.length === 0 ? visibleRows : rows.length));
  const style: Record<string, string | number> = {};
  if (!props.isFilling) style.maxHeight = measure.headerHeight + shownRows * heightOfRow + 14;
  for (const header of headers) {
    style[`--w-${header.id}`] = `${header.getSize()}px`;
    style[`--g-${header.id}`] = isStretched ? header.getSize() : 0;
  }
  const total = headers.reduce((sum, header) => sum + header.getSize(), onSelect == null ? 0 : 44);
  const message =
    props.error ?? (props.rows != null && rows.length === 0 ? (props.empty ?? texts.noRows) : null);

  return (
    <div
      ref={frame}
      className={`${classes.frame} ${props.isFilling ? classes.fill : ''}`}
      style={style as CSSProperties}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-busy={props.isLoading === true}
      aria-multiselectable={onSelect == null ? undefined : true}
      aria-activedescendant={message == null && !hasSkeleton ? cellId(cursor) : undefined}
      tabIndex={0}
      onKeyDown={press}
    >
      <div className={classes.table} style={{ width: total }} role="presentation">
        <GridHeader
          columns={columns}
          headers={headers}
          cursorColumn={cursor.row < 0 ? cursor.column : undefined}
          cellId={(column) => cellId({ row: -1, column })}
          sort={props.sort}
          onSort={props.onSort}
          onResizeStart={() => {
            if (isStretched) flushSync(() => table.setColumnSizing(measuredWidths()));
          }}
          selection={
            onSelect == null ? undefined : { count: selected?.size ?? 0, of: rows.length, toggle: selectAll }
          }
        />
        {message == null && !hasSkeleton && (
          <GridBody
            frame={frame}
            columns={columns}
            rows={rows}
            rowId={rowId}
            gridId={gridId}
            height={heightOfRow}
            cursor={cursor}
            onCursor={setCursor}
            scrollToRow={scrollToRow}
            isDimmed={props.isLoading === true}
            selected={selected}
            onSelect={onSelect == null ? undefined : select}
            onOpen={props.onOpen}
            actions={props.actions}
          />
        )}
        {hasSkeleton && (
          <GridSkeleton
            columns={columns}
            height={heightOfRow}
            rows={visibleRows}
            hasCheck={onSelect != null}
          />
        )}
      </div>
      {message != null && (
        <div className={classes.message} role="row">
          <div role="gridcell">{message}</div>
        </div>
      )}
    </div>
  );
}

function showColumn(frame: HTMLDivElement | null, index: number): void {
  const header = frame?.querySelector<HTMLElement>(`[data-column-index="${index}"]`);
  if (frame == null || header == null) return;
  // A pinned column is always in sight, and covers the right end of those before it.
  if (header.dataset.pinned != null) return;
  const { offsetLeft: left, offsetWidth: width } = header;
  const pinned = frame.querySelector<HTMLElement>('[data-column-index][data-pinned]');
  const isCovered = pinned != null && Number(pinned.dataset.columnIndex) > index;
  const room = frame.clientWidth - (isCovered ? pinned.offsetWidth : 0);
  if (left < frame.scrollLeft) frame.scrollLeft = index === 0 ? 0 : left;
  else if (left + width > frame.scrollLeft + room) frame.scrollLeft = left + width - room;
}
