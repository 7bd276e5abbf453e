import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState, type DragEvent, type ReactNode } from 'react';
import type { ColumnSizing } from './columns/use-column-widths.ts';
import { columnStyle, nextSort, type GridColumn, type GridSort } from './grid-column.ts';
import classes from './grid.module.css';
import { useUiTexts } from '../ui-texts.ts';

interface Props<Row> {
  columns: GridColumn<Row>[];
  sizing: ColumnSizing;
  cursorColumn: number | undefined;
  cellId: (column: number) => string;
  /** The name of a column was pressed, whether it sorts or not. */
  onPress: (column: number) => void;
  sort: GridSort | undefined;
  onSort: ((sort: GridSort) => void) | undefined;
  /** undefined: columns stay where they are. */
  onMove: ((id: string, to: number) => void) | undefined;
  selection: { count: number; total: number; toggle: () => void } | undefined;
}

/** The row of names: a press sorts, dragging moves, the right edge resizes. The keyboard comes by the grid's cursor. */
export function GridHeader<Row>(props: Props<Row>) {
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<number>();
  function drop(): void {
    const from = props.columns.findIndex(({ id }) => id === dragged);
    if (dragged !== undefined && target !== undefined)
      props.onMove?.(dragged, target > from ? target - 1 : target);
    setDragged(undefined);
    setTarget(undefined);
  }
  const dragging = {
    dragged,
    target,
    start: setDragged,
    over: (index: number, event: DragEvent<HTMLElement>) => {
      if (dragged === undefined) return;
      event.preventDefault();
      const { left, width } = event.currentTarget.getBoundingClientRect();
      setTarget(event.clientX > left + width / 2 ? index + 1 : index);
    },
    drop,
    end: () => {
      setDragged(undefined);
      setTarget(undefined);
    },
  };
  return (
    // Without columns (they could not be loaded) it is not a row: a row must have cells.
    <div
      className={classes.headerRow}
      {...(props.columns.length > 0 ? { role: 'row', 'aria-rowindex': 1 } : { role: 'presentation' })}
    >
      {props.selection !== undefined && <SelectAll {...props.selection} />}
      {props.columns.map((column, index) => (
        <HeaderCell key={column.id} {...props} column={column} index={index} dragging={dragging} />
      ))}
      <span className={classes.filler} role="presentation" />
    </div>
  );
}

interface Dragging {
  dragged: string | undefined;
  target: number | undefined;
  start: (id: string) => void;
  over: (index: number, event: DragEvent<HTMLElement>) => void;
  drop: () => void;
  end: () => void;
}

function HeaderCell<Row>(props: Props<Row> & { column: GridColumn<Row>; index: number; dragging: Dragging }) {
  const { column, index, sort, onSort, sizing, dragging } = props;
  const isSortable = column.isSortable === true && onSort !== undefined;
  const direction = sort?.field === column.id ? sort.direction : undefined;
  const isLast = index === props.columns.length - 1;
  const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const;
  return (
    <div
      id={props.cellId(index)}
      role="columnheader"
      tabIndex={-1}
      aria-colindex={index + 1}
      aria-sort={direction === undefined && !isSortable ? undefined : ariaSort[direction ?? 'none']}
      data-column-index={index}
      data-cursor={props.cursorColumn === index || undefined}
      data-pinned={column.isPinned || undefined}
      data-dragged={dragging.dragged === column.id || undefined}
      data-drop={dropSide(dragging.target, index, isLast)}
      className={`${classes.headerCell} ${column.align === 'end' ? classes.end : ''}`}
      style={columnStyle(column)}
      onDragOver={(event) => dragging.over(index, event)}
      onDrop={dragging.drop}
    >
      <button
        type="button"
        tabIndex={-1}
        className={classes.headerButton}
        data-sortable={isSortable || undefined}
        data-sorted={direction}
        aria-disabled={isSortable ? undefined : true}
        draggable={props.onMove !== undefined}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', column.header);
          dragging.start(column.id);
        }}
        onDragEnd={dragging.end}
        onClick={() => {
          props.onPress(index);
          if (isSortable) onSort(nextSort(sort, column.id));
        }}
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
        data-resizing={sizing.resizing === column.id || undefined}
        aria-hidden
        onPointerDown={(event) => sizing.startResize(column.id, event)}
        onDoubleClick={() => sizing.reset(column.id)}
      />
    </div>
  );
}

/** The edge of a cell at which a line marks the place of the dragged column. */
function dropSide(target: number | undefined, index: number, isLast: boolean): 'start' | 'end' | undefined {
  if (target === index) return 'start';
  return isLast && target === index + 1 ? 'end' : undefined;
}

function SortIcon(props: { direction: 'asc' | 'desc' | undefined }): ReactNode {
  return props.direction === 'desc' ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />;
}

function SelectAll(props: { count: number; total: number; toggle: () => void }) {
  const texts = useUiTexts();
  return (
    <div className={classes.check} role="columnheader">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={texts.selectAll}
        checked={props.total > 0 && props.count >= props.total}
        ref={(input) => {
          if (input !== null) input.indeterminate = props.count > 0 && props.count < props.total;
        }}
        onChange={props.toggle}
      />
    </div>
  );
}
