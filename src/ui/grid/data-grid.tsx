import { numberFormat } from '#shared/text/intl-formats.ts';
import { useId, useMemo, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { useDelayed } from '../feedback/use-delayed.ts';
import { useIsPhone } from '../layout/use-is-phone.ts';
import { useUiTexts } from '../ui-texts.ts';
import { GridBody, GridSkeleton } from './grid-body.tsx';
import { CardList } from './card-list.tsx';
import {
  layOutColumns,
  useColumnWidths,
  useWholeWidths,
  type ColumnSizing,
  type ColumnWidths,
} from './columns/use-column-widths.ts';
import { FilterRow, type GridFilters } from './filter-row.tsx';
import * as measure from './grid-column.ts';
import type { GridAction, GridColumn, GridDensity, GridSort } from './grid-column.ts';
import { GridHeader } from './grid-header.tsx';
import classes from './grid.module.css';
import { useGridCursor, useGridKeys, useGridSelection, type GridCursor } from './use-grid-keys.ts';
import { useReturn, useStart, type PlaceKeeper } from './use-list-place.ts';

export interface DataGridProps<Row extends object> {
  /** The grid's name for screen readers. */
  label: string;
  columns: GridColumn<Row>[];
  /** undefined until the first response. Keep the previous page here while the next one loads. */
  rows: Row[] | undefined;
  rowId: (row: Row) => string;
  /** A page is on its way: skeletons when there are no rows yet, otherwise the rows are dimmed. */
  isLoading?: boolean;
  /** Shown in place of rows when the call failed. */
  error?: ReactNode;
  /** Shown in place of rows when there are none: why, and what to do. */
  empty?: ReactNode;
  density?: GridDensity;
  sort?: GridSort;
  onSort?: (sort: GridSort) => void;
  /** Values of the floating filters by column id; give both to offer the filters that columns have. */
  filters?: GridFilters;
  onFilter?: (filters: GridFilters) => void;
  /** Gives the ids in their new order; columns can then be dragged, and moved with Alt and an arrow. */
  onOrder?: (order: string[]) => void;
  /** Row ids; give both to offer selection. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Which rows can be selected; all when missing. */
  isSelectable?: (row: Row) => boolean;
  /** On a phone: cards have boxes to tick instead of opening. */
  isSelecting?: boolean;
  /** Rows that need attention: something failed. */
  isFailed?: (row: Row) => boolean;
  /** Enter on a cell without a link, and a click on the row. */
  onOpen?: (row: Row) => void;
  /** Enter, in place of `onOpen`: the row beside the list. O then opens the row as a click does. */
  onPeek?: (row: Row) => void;
  actions?: GridAction<Row>[];
  /** Keeps where the user leaves the list, which begins there again. */
  place?: PlaceKeeper;
  /** Column widths by id, when the screen keeps them. */
  widths?: ColumnWidths;
  onWidths?: (widths: ColumnWidths) => void;
  /** Rows before the grid scrolls (docs/domain.md#grids). Ignored with `isFilling`. */
  visibleRows?: number;
  /** Takes the height that its flex column has left. */
  isFilling?: boolean;
}

/**
 * A page of rows. The screen sorts, filters and pages. On a phone rows become cards, where columns have a place on
 * them.
 */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const isPhone = useIsPhone();
  const { columns } = props;
  const wide = useMemo(() => columns.filter(({ isCardOnly }) => isCardOnly !== true), [columns]);
  const hasCards = columns.some(({ card }) => card !== undefined);
  return isPhone && hasCards ? <CardList {...props} /> : <WideGrid {...props} columns={wide} />;
}

type Frame = RefObject<HTMLDivElement | null>;

function WideGrid<Row extends object>(props: DataGridProps<Row>) {
  const { columns } = props;
  const frame = useRef<HTMLDivElement>(null);
  const scrollToRow = useRef<(row: number) => void>(() => {});
  const rows = useMemo(() => props.rows ?? [], [props.rows]);
  const grid = useGridState(props, rows, frame, scrollToRow);
  const layout = useGridLayout(props, rows, grid.sizing);
  const { cursor, cellId } = grid;
  const { message, hasSkeleton, height, rowsAbove } = layout;
  const hasCheck = props.onSelect !== undefined;
  // Without rows the cursor is on the names of the columns, which still sort.
  const hasCursor = columns.length > 0 && (cursor.row < 0 || (message === null && !hasSkeleton));
  return (
    <>
      <div
        ref={frame}
        className={`${classes.frame} ${props.isFilling ? classes.fill : ''}`}
        data-edge={props.isFilling || undefined}
        style={layout.style}
        role="grid"
        aria-label={props.label}
        aria-rowcount={rows.length + rowsAbove}
        aria-colcount={columns.length}
        aria-busy={props.isLoading === true}
        aria-multiselectable={hasCheck || undefined}
        aria-activedescendant={hasCursor ? cellId(cursor) : undefined}
        tabIndex={0}
        onKeyDown={grid.handleKey}
      >
        <div className={classes.table} style={{ width: layout.width }} role="presentation">
          <div className={classes.head} role="presentation">
            <Head grid={props} state={grid} rows={grid.selectable} hasFilters={layout.hasFilters} />
          </div>
          {message === null && !hasSkeleton && (
            <GridBody
              frame={frame}
              columns={columns}
              rows={rows}
              rowId={props.rowId}
              gridId={grid.gridId}
              height={height}
              headerHeight={layout.headerHeight}
              rowsAbove={rowsAbove}
              cursor={cursor}
              onCursor={grid.setCursor}
              scrollToRow={scrollToRow}
              startTop={grid.startTop}
              isDimmed={props.isLoading === true}
              selected={props.selected}
              isSelectable={props.isSelectable}
              isFailed={props.isFailed}
              onSelect={grid.select}
              onOpen={props.onOpen}
              actions={props.actions}
            />
          )}
          {hasSkeleton && (
            <GridSkeleton columns={columns} height={height} rows={layout.visibleRows} hasCheck={hasCheck} />
          )}
        </div>
        {message !== null && (
          <div className={classes.message} role="row">
            <div role="gridcell">{message}</div>
          </div>
        )}
      </div>
      <span className="visually-hidden" aria-live="polite">
        {grid.announcement}
      </span>
    </>
  );
}

interface HeadProps<Row extends object> {
  grid: DataGridProps<Row>;
  state: ReturnType<typeof useGridState<Row>>;
  /** The number of rows that can be selected. */
  rows: number;
  hasFilters: boolean;
}

/** The names of the columns, and the filters below them. */
function Head<Row extends object>({ grid, state, rows, hasFilters }: HeadProps<Row>) {
  const { columns, selected, onFilter } = grid;
  const { cursor, cellId } = state;
  const hasCheck = grid.onSelect !== undefined;
  const selection = { count: selected?.size ?? 0, total: rows, toggle: state.selectAll };
  return (
    <>
      <GridHeader
        columns={columns}
        sizing={state.sizing}
        cursorColumn={cursor.row < 0 ? cursor.column : undefined}
        cellId={(column) => cellId({ row: -1, column })}
        onPress={state.focusHeader}
        sort={grid.sort}
        onSort={grid.onSort}
        onMove={state.move}
        selection={hasCheck ? selection : undefined}
      />
      {onFilter !== undefined && hasFilters && (
        <FilterRow columns={columns} filters={grid.filters ?? {}} onFilter={onFilter} hasCheck={hasCheck} />
      )}
    </>
  );
}

/** Cursor, keys, selection, column widths and column order. */
function useGridState<Row extends object>(
  props: DataGridProps<Row>,
  rows: Row[],
  frame: Frame,
  scrollToRow: RefObject<(row: number) => void>,
) {
  const { columns, onOrder } = props;
  const texts = useUiTexts();
  const gridId = useId();
  const [announcement, setAnnouncement] = useState('');
  const sizing = useColumnWidths(columns, frame, props.widths, props.onWidths);
  const { select, selectAll, selectable } = useGridSelection(rows, props);
  function showCursor(next: GridCursor): void {
    if (next.row >= 0) scrollToRow.current(next.row);
    showColumn(frame.current, next.column);
  }
  const sizes = { rows: rows.length, columns: columns.length, pageRows: 10 };
  const start = useStart(rows, props.rowId, props.place);
  const {
    cursor,
    hasMoved,
    setCursor,
    handleKey: moveWithKey,
  } = useGridCursor(sizes, start.cursor, showCursor);
  useReturn(
    start.isFound,
    (isFree) => {
      frame.current?.scrollTo(0, start.top);
      if (isFree) frame.current?.focus({ preventScroll: true });
    },
    () => {
      const row = hasMoved || start.isFound ? rows[cursor.row] : undefined;
      const top = frame.current?.scrollTop ?? 0;
      props.place?.save(row && { rowId: props.rowId(row), column: cursor.column, top });
    },
  );

  function moveColumn(id: string, to: number): void {
    const ids = columns.map((column) => column.id);
    const order = measure.moveColumn(ids, id, to);
    const [from, position] = [ids.indexOf(id), order.indexOf(id)];
    if (position === from || onOrder === undefined) return;
    onOrder(order);
    setCursor({ row: cursor.row, column: position });
    const format = numberFormat(texts.locale);
    const header = columns[from]?.header ?? id;
    setAnnouncement(texts.columnMoved(header, format.format(position + 1), format.format(order.length)));
  }
  /** The keys continue from the pressed name; its button would keep them from the grid. */
  function focusHeader(column: number): void {
    setCursor({ row: -1, column });
    frame.current?.focus({ preventScroll: true });
  }
  const cellId = (cell: GridCursor): string => `${gridId}-${cell.row}-${cell.column}`;
  const move = onOrder === undefined ? undefined : moveColumn;
  const handleKey = useGridKeys({
    columns,
    rows,
    cursor,
    handleKey: moveWithKey,
    sort: props.sort,
    onSort: props.onSort,
    onMove: move,
    onWiden: sizing.changeBy,
    onSelect: select,
    onSelectAll: selectAll,
    onOpen: props.onOpen,
    onPeek: props.onPeek,
    onCopied: () => setAnnouncement(texts.copied),
    cellOf: (cell) => document.getElementById(cellId(cell)),
  });
  const actions = { setCursor, handleKey, select, selectAll, selectable, move, focusHeader };
  return { gridId, cellId, cursor, startTop: start.top, sizing, announcement, ...actions };
}

/** The shown parts of the grid, and their heights and widths. */
function useGridLayout<Row extends object>(props: DataGridProps<Row>, rows: Row[], sizing: ColumnSizing) {
  const { columns, onFilter, density = 'mid', visibleRows = 15 } = props;
  const texts = useUiTexts();
  const whole = useWholeWidths(columns, rows);
  const hasSkeleton = useDelayed(props.rows === undefined && props.isLoading === true && props.error == null);
  const message =
    props.error ?? (props.rows !== undefined && rows.length === 0 ? (props.empty ?? texts.noRows) : null);
  // Before the columns are known their filters keep their room.
  const hasFilters =
    onFilter !== undefined && (columns.length === 0 || columns.some((column) => column.filter !== undefined));
  const height = measure.rowHeight[density];
  const headerHeight = measure.headerHeight + (hasFilters ? measure.filterHeight : 0);
  const shownRows = Math.max(1, Math.min(visibleRows, rows.length === 0 ? visibleRows : rows.length));
  const { variables, total } = layOutColumns(columns, sizing, whole);
  const style: CSSProperties = { ...variables };
  // A message in place of rows is never cut: its action comes last.
  if (!props.isFilling && message === null) style.maxHeight = headerHeight + shownRows * height + 14;
  const width = total + (props.onSelect === undefined ? 0 : 44);
  const rowsAbove = hasFilters ? 2 : 1;
  return { message, hasSkeleton, hasFilters, height, headerHeight, rowsAbove, visibleRows, style, width };
}

function showColumn(frame: HTMLDivElement | null, index: number): void {
  const header = frame?.querySelector<HTMLElement>(`[data-column-index="${index}"]`);
  if (frame === null || header == null) return;
  // A pinned column is always in sight, and covers the start of those after it.
  if (header.dataset.pinned !== undefined) return;
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
