import { useCallback, useId, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useDelayed } from '#ui/feedback/use-delayed.ts';
import { GridBody } from '#ui/grid/body/grid-body.tsx';
import { GridSkeleton } from '#ui/grid/body/grid-skeleton.tsx';
import { moveColumn } from '#ui/grid/columns/move-column.ts';
import { useColumnWidths, type ColumnWidths } from '#ui/grid/columns/use-column-widths.ts';
import { useWholeWidths } from '#ui/grid/columns/use-whole-widths.ts';
import { CardList } from '#ui/grid/cards/card-list.tsx';
import { FilterRow, type GridFilters } from '#ui/grid/filters/filter-row.tsx';
import * as measure from '#ui/grid/grid-column.ts';
import type { GridAction, GridColumn, GridDensity, GridSort } from '#ui/grid/grid-column.ts';
import { GridHeader } from '#ui/grid/grid-header.tsx';
import classes from '#ui/grid/grid.module.css';
import { useGridCursor, type GridCursor } from '#ui/grid/use-grid-cursor.ts';
import { useGridKeys } from '#ui/grid/use-grid-keys.ts';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
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
  /** Values of the floating filters by column id; give both to offer the filters that columns have. */
  filters?: GridFilters;
  onFilter?: (filters: GridFilters) => void;
  /** Gives the ids in their new order; columns can then be dragged, and moved with Alt and an arrow. */
  onOrder?: (order: string[]) => void;
  /** Row ids; give both to offer selection. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Enter on a cell without a link of its own, and a click on the row. */
  onOpen?: (row: Row) => void;
  actions?: GridAction<Row>[];
  /** Column widths by id, when the screen keeps them. */
  widths?: ColumnWidths;
  onWidths?: (widths: ColumnWidths) => void;
  /** Rows before the grid scrolls by itself (docs/domain.md#grids). Ignored with `isFilling`. */
  visibleRows?: number;
  /** Takes the height that its flex column has left. */
  isFilling?: boolean;
};

/** A page of rows. The screen sorts, filters and pages. On a phone rows become cards, where columns have a place on them. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const isPhone = useIsPhone();
  const { columns } = props;
  const wide = useMemo(() => columns.filter(({ isCardOnly }) => isCardOnly !== true), [columns]);
  const hasCards = columns.some(({ card }) => card != null);
  return isPhone && hasCards ? <CardList {...props} /> : <WideGrid {...props} columns={wide} />;
}

function WideGrid<Row extends object>(props: DataGridProps<Row>) {
  const { columns, rowId, density = 'mid', selected, onSelect, visibleRows = 15 } = props;
  const texts = useUiTexts();
  const gridId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const scrollToRow = useRef<(row: number) => void>(() => {});
  const lastSelected = useRef<number | undefined>(undefined);
  const [said, setSaid] = useState('');
  const sizing = useColumnWidths(columns, frame, props.widths, props.onWidths);
  const rows = useMemo(() => props.rows ?? [], [props.rows]);
  const whole = useWholeWidths(columns, rows);
  const hasSkeleton = useDelayed(props.rows == null && props.isLoading === true && props.error == null);
  // Columns share spare room until the person sets a width by hand.
  const isStretched = Object.keys(sizing.widths).length === 0;
  const { filters, onFilter } = props;
  // Before the columns are known their filters keep their room.
  const hasFilters =
    onFilter != null && (columns.length === 0 || columns.some((column) => column.filter != null));
  const rowsAbove = hasFilters ? 2 : 1;
  const headerHeight = measure.headerHeight + (hasFilters ? measure.filterHeight : 0);

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
  function move(id: string, to: number): void {
    const from = columns.findIndex((column) => column.id === id);
    const order = moveColumn(
      columns.map((column) => column.id),
      id,
      to,
    );
    const place = order.indexOf(id);
    if (place === from || props.onOrder == null) return;
    props.onOrder(order);
    setCursor({ row: cursor.row, column: place });
    const format = new Intl.NumberFormat(texts.locale);
    const header = columns[from]?.header ?? id;
    setSaid(texts.columnMoved(header, format.format(place + 1), format.format(order.length)));
  }
  /** The keys go on from the name that was pressed; its button would keep them from the grid. */
  function focusHeader(column: number): void {
    setCursor({ row: -1, column });
    frame.current?.focus({ preventScroll: true });
  }
  const cellId = (cell: GridCursor): string => `${gridId}-${cell.row}-${cell.column}`;
  const press = useGridKeys({
    columns,
    rows,
    cursor,
    handleKey,
    sort: props.sort,
    onSort: props.onSort,
    onMove: props.onOrder == null ? undefined : move,
    onWiden: sizing.changeBy,
    onSelect: onSelect == null ? undefined : select,
    onSelectAll: selectAll,
    onOpen: props.onOpen,
    onCopied: () => setSaid(texts.copied),
    cellOf: (cell) => document.getElementById(cellId(cell)),
  });

  const message =
    props.error ?? (props.rows != null && rows.length === 0 ? (props.empty ?? texts.noRows) : null);
  const heightOfRow = measure.rowHeight[density];
  const shownRows = Math.max(1, Math.min(visibleRows, rows.length === 0 ? visibleRows : rows.length));
  const style: Record<string, string | number> = {};
  // A message in place of rows is never cut: its action comes last.
  if (!props.isFilling && message == null) style.maxHeight = headerHeight + shownRows * heightOfRow + 14;
  let total = onSelect == null ? 0 : 44;
  let pinnedWidth = 0;
  for (const column of columns) {
    const width = Math.max(sizing.widthOf(column), whole[column.id] ?? 0);
    style[`--w-${column.id}`] = `${width}px`;
    if (column.isPinned) {
      style[`--pin-${column.id}`] = `${pinnedWidth}px`;
      pinnedWidth += width;
    }
    style[`--g-${column.id}`] = isStretched ? width : 0;
    total += width;
  }

  // Without rows the cursor is on the names of the columns, which sort all the same.
  const hasCursor = columns.length > 0 && (cursor.row < 0 || (message == null && !hasSkeleton));

  return (
    <>
      <div
        ref={frame}
        className={`${classes.frame} ${props.isFilling ? classes.fill : ''}`}
        data-edge={props.isFilling || undefined}
        style={style as CSSProperties}
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + rowsAbove}
        aria-colcount={columns.length}
        aria-busy={props.isLoading === true}
        aria-multiselectable={onSelect == null ? undefined : true}
        aria-activedescendant={hasCursor ? cellId(cursor) : undefined}
        tabIndex={0}
        onKeyDown={press}
      >
        <div className={classes.table} style={{ width: total }} role="presentation">
          <div className={classes.head} role="presentation">
            <GridHeader
              columns={columns}
              sizing={sizing}
              cursorColumn={cursor.row < 0 ? cursor.column : undefined}
              cellId={(column) => cellId({ row: -1, column })}
              onPress={focusHeader}
              sort={props.sort}
              onSort={props.onSort}
              onMove={props.onOrder == null ? undefined : move}
              selection={
                onSelect == null
                  ? undefined
                  : { count: selected?.size ?? 0, of: rows.length, toggle: selectAll }
              }
            />
            {hasFilters && (
              <FilterRow
                columns={columns}
                filters={filters ?? {}}
                onFilter={onFilter}
                hasCheck={onSelect != null}
              />
            )}
          </div>
          {message == null && !hasSkeleton && (
            <GridBody
              frame={frame}
              columns={columns}
              rows={rows}
              rowId={rowId}
              gridId={gridId}
              height={heightOfRow}
              headerHeight={headerHeight}
              rowsAbove={rowsAbove}
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
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </>
  );
}

function showColumn(frame: HTMLDivElement | null, index: number): void {
  const header = frame?.querySelector<HTMLElement>(`[data-column-index="${index}"]`);
  if (frame == null || header == null) return;
  // A pinned column is always in sight, and covers the start of those after it.
  if (header.dataset.pinned != null) return;
  const { offsetLeft: left, offsetWidth: width } = header;
  const covered = [...frame.querySelectorAll<HTMLElement>('[data-column-index][data-pinned]')]
    .filter(({ dataset }) => Number(dataset.columnIndex) < index)
    .reduce((sum, column) => sum + column.offsetWidth, 0);
  const start = left - covered;
  if (start < frame.scrollLeft) frame.scrollLeft = index === 0 ? 0 : start;
  else if (left + width > frame.scrollLeft + frame.clientWidth) {
    frame.scrollLeft = left + width - frame.clientWidth;
  }
}
