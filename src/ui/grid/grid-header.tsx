import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { columnStyle, nextSort, type GridColumn, type GridSort } from '#ui/grid/grid-column.ts';
import classes from '#ui/grid/grid.module.css';
import { useUiTexts } from '#ui/ui-texts.ts';

type ResizableHeader = {
  id: string;
  column: { getIsResizing: () => boolean; resetSize: () => void };
  getResizeHandler: () => (event: unknown) => void;
};

type Props<Row> = {
  columns: GridColumn<Row>[];
  headers: ResizableHeader[];
  cursorColumn: number | undefined;
  cellId: (column: number) => string;
  sort: GridSort | undefined;
  onSort: ((sort: GridSort) => void) | undefined;
  onResizeStart: () => void;
  selection: { count: number; of: number; toggle: () => void } | undefined;
};

/** The sticky row of names: a press sorts, the right edge resizes. The keyboard reaches it by the grid's cursor. */
export function GridHeader<Row>(props: Props<Row>) {
  return (
    // Without columns (they could not be loaded) it is no row: a row must have cells.
    <div
      className={classes.headerRow}
      {...(props.headers.length > 0 ? { role: 'row', 'aria-rowindex': 1 } : { role: 'presentation' })}
    >
      {props.selection != null && <SelectAll {...props.selection} />}
      {props.headers.map((header, index) => {
        const column = props.columns.find((one) => one.id === header.id);
        return column == null ? null : (
          <HeaderCell key={header.id} {...props} column={column} header={header} index={index} />
        );
      })}
      <span className={classes.filler} role="presentation" />
    </div>
  );
}

function HeaderCell<Row>(
  props: Props<Row> & { column: GridColumn<Row>; header: ResizableHeader; index: number },
) {
  const { column, header, index, sort, onSort } = props;
  const isSortable = column.isSortable === true && onSort != null;
  const direction = sort?.field === column.id ? sort.direction : undefined;
  return (
    <div
      id={props.cellId(index)}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={
        direction == null
          ? isSortable
            ? 'none'
            : undefined
          : direction === 'asc'
            ? 'ascending'
            : 'descending'
      }
      data-column-index={index}
      data-cursor={props.cursorColumn === index || undefined}
      data-pinned={column.isPinned || undefined}
      className={`${classes.headerCell} ${column.align === 'end' ? classes.end : ''}`}
      style={columnStyle(column.id)}
    >
      <button
        type="button"
        tabIndex={-1}
        className={classes.headerButton}
        data-sortable={isSortable || undefined}
        data-sorted={direction}
        aria-disabled={isSortable ? undefined : true}
        onClick={() => isSortable && onSort?.(nextSort(sort, column.id))}
      >
        <span title={column.header}>{column.header}</span>
        {isSortable && (
          <span className={classes.hint} aria-hidden>
            <SortIcon direction={direction} />
          </span>
        )}
      </button>
      <span
        className={classes.resizer}
        data-resizing={header.column.getIsResizing() || undefined}
        aria-hidden
        onMouseDown={(event) => {
          props.onResizeStart();
          header.getResizeHandler()(event);
        }}
        onTouchStart={(event) => {
          props.onResizeStart();
          header.getResizeHandler()(event);
        }}
        onDoubleClick={() => header.column.resetSize()}
      />
    </div>
  );
}

function SortIcon(props: { direction: 'asc' | 'desc' | undefined }): ReactNode {
  return props.direction === 'desc' ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />;
}

function SelectAll(props: { count: number; of: number; toggle: () => void }) {
  const texts = useUiTexts();
  return (
    <div className={classes.check} role="columnheader">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={texts.selectAll}
        checked={props.of > 0 && props.count >= props.of}
        ref={(input) => {
          if (input != null) input.indeterminate = props.count > 0 && props.count < props.of;
        }}
        onChange={props.toggle}
      />
    </div>
  );
}
