import type { ReactNode } from 'react';
import type { GridFilter } from './filter-text.ts';

/** One column of a DataGrid. */
export interface GridColumn<Row> {
  id: string;
  header: string;
  /** The cell in plain text: shown when there is no `cell`, and in the popover when it is cut off. */
  text: (row: Row) => string;
  cell?: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Figures of one width, for amounts, dates, ids and counts. */
  isNumeric?: boolean;
  isSortable?: boolean;
  /** Offered above the column when the grid is given `filters`. */
  filter?: GridFilter;
  /** Stays at the start edge while its own place is beyond it. The order of columns does not change. */
  isPinned?: boolean;
  /** Identifies the row, so it cannot be hidden. */
  isAlwaysShown?: boolean;
  /** Where it is on the card that a row becomes on a phone; columns without a place are left out there. */
  card?: CardPlace;
  /** Shorter than `text`, for the card. */
  cardText?: (row: Row) => string;
  /** Only on the card, never a column. */
  isCardOnly?: boolean;
  /** More about the cell than its text, under the pointer and the cursor. */
  hint?: (row: Row) => string | undefined;
  /** Muted: an amount where no money moved, or an inactive object. */
  isMuted?: (row: Row) => boolean;
  /** Never narrower than the content of its cells: plain text, or a word in a badge. */
  isWhole?: 'text' | 'badge';
  /** Pixels. */
  width?: number;
  minWidth?: number;
  maxWidth?: number;
}

/** Left: title above subtitles. Right: status above time. */
export type CardPlace = 'title' | 'subtitle' | 'status' | 'time';

export interface GridSort {
  field: string;
  direction: 'asc' | 'desc';
}

/** Row density: low is the tallest row. */
export type GridDensity = 'low' | 'mid' | 'high';

/** Pixels (docs/domain.md#grids). */
export const rowHeight: Record<GridDensity, number> = { low: 43, mid: 35, high: 27 };
export const headerHeight = 38;
/** The filters, with the line below them. */
export const filterHeight = 40;
export const columnWidth = { least: 150, most: 450 };

export interface GridAction<Row> {
  id: string;
  label: string;
  icon: ReactNode;
  onClick: (row: Row) => void;
  /** Only for these rows; for all when missing. */
  isFor?: (row: Row) => boolean;
}

/** A click on a header sorts ascending first, then descending. */
export function nextSort(sort: GridSort | undefined, field: string): GridSort {
  return { field, direction: sort?.field === field && sort.direction === 'asc' ? 'desc' : 'asc' };
}

/** The columns with one of them in another place; a place beyond either end is the end. */
export function moveColumn(order: readonly string[], id: string, to: number): string[] {
  const rest = order.filter((columnId) => columnId !== id);
  if (rest.length === order.length) return [...order];
  const position = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, position), id, ...rest.slice(position)];
}

/** The texts of a row's card. Without a title the first part of the subtitle becomes the title. */
export function buildCard<Row>(columns: readonly GridColumn<Row>[], row: Row) {
  const columnsFor = (place: CardPlace) => columns.filter(({ card }) => card === place);
  const text = (column: GridColumn<Row>) => (column.cardText ?? column.text)(row);
  const [titleColumn] = columnsFor('title');
  const parts = [...columnsFor('title').slice(0, 1), ...columnsFor('subtitle')]
    .map(text)
    .filter((part) => part !== '');
  return {
    title: parts[0] ?? '',
    isMuted: titleColumn?.isMuted?.(row) === true,
    subtitle: parts.slice(1).join(' · '),
    status: columnsFor('status')[0],
    time: columnsFor('time').map(text)[0] ?? '',
  };
}

/** Widths are variables of the frame, so that dragging a column does not render the rows again. */
export function columnStyle({ id, isPinned }: Pick<GridColumn<never>, 'id' | 'isPinned'>) {
  return {
    flexBasis: `var(--w-${id})`,
    flexGrow: `var(--g-${id})`,
    insetInlineStart: isPinned ? `var(--pin-${id})` : undefined,
  };
}
