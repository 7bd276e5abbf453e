import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import { useUiTexts } from '../ui-texts.ts';
import { columnStyle, type GridAction, type GridColumn } from './grid-column.ts';
import { GridRow } from './grid-row.tsx';
import classes from './grid.module.css';
import type { GridCursor } from './use-grid-keys.ts';

interface Props<Row> {
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
  /** Pixels that the grid is scrolled at first. */
  startTop: number;
  isDimmed: boolean;
  selected: ReadonlySet<string> | undefined;
  isSelectable: ((row: Row) => boolean) | undefined;
  isFailed: ((row: Row) => boolean) | undefined;
  onSelect: ((index: number, withRange: boolean) => void) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  actions: GridAction<Row>[] | undefined;
}

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
        return row === undefined ? index : rowId(row);
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
    initialOffset: props.startTop,
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
          return row === undefined ? null : (
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
              isSelectable={props.isSelectable?.(row) ?? true}
              isFailed={props.isFailed?.(row) ?? false}
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

interface SkeletonProps<Row> {
  columns: GridColumn<Row>[];
  height: number;
  rows: number;
  hasCheck: boolean;
}

/** Bars where the text will be, so that nothing moves when it comes. */
export function GridSkeleton<Row>(props: SkeletonProps<Row>) {
  const texts = useUiTexts();
  return (
    <div className={classes.body} style={{ height: props.rows * props.height }} role="row">
      <span role="gridcell" className="visually-hidden">
        {texts.loading}
      </span>
      {Array.from({ length: props.rows }, (_, row) => (
        <div
          key={row}
          className={classes.row}
          style={{ height: props.height, transform: `translateY(${row * props.height}px)` }}
          aria-hidden
        >
          {props.hasCheck && <span className={classes.check} />}
          {props.columns.map((column, index) => (
            <span
              key={column.id}
              className={`${classes.cell} ${column.align === 'end' ? classes.end : ''}`}
              style={columnStyle(column)}
              data-pinned={column.isPinned || undefined}
            >
              <span className={classes.bone} style={{ width: `${45 + ((row * 7 + index * 13) % 40)}%` }} />
            </span>
          ))}
          <span className={classes.filler} />
        </div>
      ))}
    </div>
  );
}

/** The header covers the top of the frame and rows start below it, so only the bottom needs its height. */
function showRow(frame: HTMLDivElement | null, top: number, height: number, headerHeight: number): void {
  if (frame === null) return;
  const room = frame.clientHeight - headerHeight;
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + height > frame.scrollTop + room) frame.scrollTop = top + height - room;
}

interface Tip {
  text: string;
  left: number;
  top: number;
}

/**
 * Shows the hint of a cell, or its whole text when that is cut off, under the pointer or under the keyboard's
 * cursor.
 */
function OverflowTip(props: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [tip, setTip] = useState<Tip>();

  const showFor = useCallback((cell: Element | null | undefined, delayMs: number): void => {
    clearTimeout(timer.current);
    const next = cell == null ? undefined : buildTip(cell);
    if (next === undefined) setTip(undefined);
    else timer.current = setTimeout(() => setTip(next), delayMs);
  }, []);

  useEffect(() => {
    const frame = box.current?.closest('[role="grid"]');
    const onKey = () =>
      requestAnimationFrame(() => showFor(box.current?.querySelector('[data-cursor]'), 300));
    const hide = () => showFor(undefined, 0);
    frame?.addEventListener('keyup', onKey);
    frame?.addEventListener('scroll', hide);
    frame?.addEventListener('blur', hide);
    return () => {
      clearTimeout(timer.current);
      frame?.removeEventListener('keyup', onKey);
      frame?.removeEventListener('scroll', hide);
      frame?.removeEventListener('blur', hide);
    };
  }, [showFor]);

  return (
    <div
      ref={box}
      role="presentation"
      onPointerOver={(event: PointerEvent) => {
        if (event.target instanceof Element) showFor(event.target.closest('[role="gridcell"]'), 250);
      }}
      onPointerLeave={() => showFor(undefined, 0)}
    >
      {props.children}
      {tip !== undefined &&
        createPortal(
          <div className={classes.tip} role="tooltip" style={{ left: tip.left, top: tip.top }}>
            {tip.text}
          </div>,
          document.body,
        )}
    </div>
  );
}

function buildTip(cell: Element): Tip | undefined {
  const inner = cell.firstElementChild;
  const hint = cell.getAttribute('data-hint');
  const text = hint ?? cell.getAttribute('data-text');
  if (inner === null || text === null || text === '') return undefined;
  if (hint === null && inner.scrollWidth <= inner.clientWidth) return undefined;
  const bounds = cell.getBoundingClientRect();
  const isLow = bounds.bottom > window.innerHeight - 80;
  return {
    text,
    left: Math.max(12, Math.min(bounds.left, window.innerWidth - 440)),
    top: isLow ? bounds.top - 44 : bounds.bottom + 4,
  };
}
