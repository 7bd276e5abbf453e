import { memo, type KeyboardEvent, type MouseEvent as RowClick } from 'react';
import { columnStyle, type GridAction, type GridColumn } from './grid-column.ts';
import classes from './grid.module.css';
import type { GridCursor } from './use-grid-keys.ts';
import { useUiTexts } from '../ui-texts.ts';

interface Props<Row> {
  row: Row;
  index: number;
  /** Pixels. */
  top: number;
  height: number;
  gridId: string;
  rowsAbove: number;
  columns: GridColumn<Row>[];
  cursorColumn: number | undefined;
  onCursor: (cursor: GridCursor) => void;
  /** undefined: rows cannot be selected. */
  isSelected: boolean | undefined;
  isSelectable: boolean;
  isFailed: boolean;
  onSelect: ((index: number, withRange: boolean) => void) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  actions: GridAction<Row>[] | undefined;
}

/** One row of a grid: its check box, its cells and, under the pointer or the cursor, its actions. */
export const GridRow = memo(GridRowView) as typeof GridRowView;

function GridRowView<Row extends object>(props: Props<Row>) {
  const { row, index, columns, cursorColumn, onSelect, onOpen } = props;
  const texts = useUiTexts();
  return (
    // The grid itself takes the keys (aria-activedescendant); the row only handles the pointer.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      className={classes.row}
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
      role="row"
      aria-rowindex={props.rowsAbove + index + 1}
      aria-selected={onSelect === undefined ? undefined : props.isSelected === true}
      data-active={cursorColumn === undefined ? undefined : true}
      data-selected={props.isSelected || undefined}
      data-failed={props.isFailed || undefined}
      data-openable={onOpen !== undefined || undefined}
      onClick={onOpen === undefined ? undefined : (event) => isPlainClick(event) && onOpen(row)}
    >
      {onSelect !== undefined && (
        <div className={classes.check} role="gridcell">
          {props.isSelectable && (
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`${texts.selectRow} ${columns[0]?.text(row) ?? index + 1}`}
              checked={props.isSelected === true}
              onChange={(event) => {
                onSelect(index, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey);
              }}
            />
          )}
        </div>
      )}
      {columns.map((column, columnIndex) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={column.id}
          id={`${props.gridId}-${index}-${columnIndex}`}
          className={`${classes.cell} ${column.align === 'end' ? classes.end : ''} ${column.isNumeric ? 'number' : ''}`}
          style={columnStyle(column)}
          role="gridcell"
          aria-colindex={columnIndex + 1}
          data-cursor={cursorColumn === columnIndex || undefined}
          data-pinned={column.isPinned || undefined}
          data-text={column.text(row)}
          data-hint={column.hint?.(row)}
          data-muted={column.isMuted?.(row) || undefined}
          onClick={() => props.onCursor({ row: index, column: columnIndex })}
        >
          <span className={classes.cellText}>
            {column.cell === undefined ? column.text(row) : column.cell(row)}
          </span>
        </div>
      ))}
      <span className={classes.filler} role="presentation" />
      {props.actions !== undefined && props.actions.length > 0 && (
        <RowActions actions={listActions(props.actions, row)} row={row} />
      )}
    </div>
  );
}

function RowActions<Row>({ actions, row }: { actions: GridAction<Row>[]; row: Row }) {
  const texts = useUiTexts();
  return (
    <div className={classes.actions} role="gridcell">
      {/* F2 comes here from the cell; the arrows go from one to the next, Escape back to the cell. */}
      <div
        className={classes.actionBox}
        role="toolbar"
        tabIndex={-1}
        aria-label={texts.rowActions}
        onKeyDown={walkActions}
      >
        {actions.map((action) => (
          <button
            key={action.id}
            type="button"
            tabIndex={-1}
            className={classes.action}
            aria-label={action.label}
            title={action.label}
            onClick={() => action.onClick(row)}
          >
            {action.icon}
          </button>
        ))}
      </div>
    </div>
  );
}

const listActions = <Row,>(actions: GridAction<Row>[], row: Row): GridAction<Row>[] =>
  actions.filter(({ isFor }) => isFor === undefined || isFor(row));

/** Excludes clicks on a link, a button or a box, and the end of a text selection. */
function isPlainClick(event: RowClick): boolean {
  const isOnControl = event.target instanceof Element && event.target.closest('a, button, input') !== null;
  return !isOnControl && (window.getSelection()?.isCollapsed ?? true);
}

function walkActions(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const index = buttons.findIndex((button) => button === document.activeElement);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (event.key === 'Escape') {
    event.stopPropagation();
    event.currentTarget.closest<HTMLElement>('[role="grid"]')?.focus();
  } else if (step !== undefined) {
    event.preventDefault();
    buttons[(index + step + buttons.length) % buttons.length]?.focus();
  }
}
