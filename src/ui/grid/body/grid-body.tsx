import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, type RefObject } from 'react';
import type { GridAction, GridColumn } from '#ui/grid/grid-column.ts';
import { GridRow } from '#ui/grid/body/grid-row.tsx';
import { OverflowTip } from '#ui/grid/body/overflow-tip.tsx';
import classes from '#ui/grid/grid.module.css';
import type { GridCursor } from '#ui/grid/use-grid-cursor.ts';

type Props<Row> = {
  frame: RefObject<HTMLDivElement | null>;
  columns: GridColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  gridId: string;
  /** Pixels of one row, and of the header above the first. */
  height: number;
  headerHeight: number;
  /** Rows of the header. */
  rowsAbove: number;
  cursor: GridCursor;
  onCursor: (cursor: GridCursor) => void;
  scrollToRow: RefObject<(row: number) => void>;
  isDimmed: boolean;
  selected: ReadonlySet<string> | undefined;
  onSelect: ((index: number, withRange: boolean) => void) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  actions: GridAction<Row>[] | undefined;
};

/** Only the rows in sight. Its own memoised component: scrolling must not render the header. */
export const GridBody = memo(VirtualRows) as typeof VirtualRows;

function VirtualRows<Row extends object>(props: Props<Row>) {
  const { frame, rows, rowId, height, headerHeight, cursor, scrollToRow } = props;
  // Stable functions: an inline one makes the virtualizer measure every row again on every frame.
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: useCallback(() => frame.current, [frame]),
    estimateSize: useCallback(() => height, [height]),
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index];
        return row == null ? index : rowId(row);
      },
      [rows, rowId],
    ),
    // The cursor's row stays in the page, or aria-activedescendant would point at nothing.
    rangeExtractor: useCallback(
      (range: Range) => {
        const inSight = defaultRangeExtractor(range);
        const isOutside = cursor.row >= 0 && cursor.row < range.count && !inSight.includes(cursor.row);
        return isOutside ? [...inSight, cursor.row].sort((a, b) => a - b) : inSight;
      },
      [cursor.row],
    ),
    overscan: 8,
  });

  useEffect(() => virtualizer.measure(), [virtualizer, height]);
  useEffect(() => {
    scrollToRow.current = (row) => showRow(frame.current, row * height, height, headerHeight);
  }, [scrollToRow, frame, height, headerHeight]);

  return (
    <OverflowTip>
      <div
        className={classes.body}
        style={{ height: virtualizer.getTotalSize() }}
        data-dimmed={props.isDimmed || undefined}
        role="presentation"
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return row == null ? null : (
            <GridRow
              key={item.key}
              row={row}
              index={item.index}
              top={item.start}
              height={height}
              gridId={props.gridId}
              rowsAbove={props.rowsAbove}
              columns={props.columns}
              cursorColumn={cursor.row === item.index ? cursor.column : undefined}
              onCursor={props.onCursor}
              isSelected={props.selected?.has(rowId(row))}
              onSelect={props.onSelect}
              onOpen={props.onOpen}
              actions={props.actions}
            />
          );
        })}
      </div>
    </OverflowTip>
  );
}

/** The header covers the top of the frame and rows start below it, so only the bottom needs its height. */
function showRow(frame: HTMLDivElement | null, top: number, height: number, headerHeight: number): void {
  if (frame == null) return;
  const room = frame.clientHeight - headerHeight;
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + height > frame.scrollTop + room) frame.scrollTop = top + height - room;
}
