import { useMemo, useCallback, useState } from 'react';
import type { ColumnGroup } from '#ui/grid/columns/column-panel.tsx';
import type { ColumnWidths } from '#ui/grid/columns/use-column-widths.ts';
import type { DataGridProps } from '#ui/grid/data-grid.tsx';
import { switchFilterRow, useFilterRow } from '../preferences.ts';
import { useSignedIn } from '../session/session-store.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { type ColumnKey, readColumns, writeColumns } from '../session/client-storage.ts';

/** Columns that a list offers by group, and those that it shows in their order. Without groups nothing is offered. */
export interface ColumnChoice {
  groups: readonly ColumnGroup[];
  shown: readonly string[];
  choose: (shown: readonly string[]) => void;
  reset: () => void;
}

export type ColumnProps<Row extends object> = Pick<DataGridProps<Row>, 'columns' | 'filters' | 'onFilter'> & {
  /** For a list that requests its columns from the server: `columns` are then the shown ones. */
  columnChoice?: ColumnChoice;
  /** What the list can be filtered by, shown or not; by default its columns. */
  filterColumns?: DataGridProps<Row>['columns'];
};

/** Columns, order and widths as the user chose them. Cards show the same to everybody. */
export function useListColumns<Row extends object>(name: string, list: ColumnProps<Row>, isPhone: boolean) {
  const { filters, onFilter, columnChoice } = list;
  const [widths, setWidths] = usePersistedState(useSignedIn().userId, `columnWidths.${name}`, readWidths);
  const ownChoice = useOwnChoice(name, list);
  const choice = columnChoice ?? ownChoice;
  const hasRow = useFilterRow();
  const isRowOffered = onFilter !== undefined && list.columns.some(({ filter }) => filter !== undefined);
  /** Removing a column removes its filter. A column that was not shown keeps its own. */
  function choose(next: readonly string[]): void {
    choice.choose(next);
    const set = Object.entries(filters ?? {});
    const remaining = set.filter(([id]) => next.includes(id) || !choice.shown.includes(id));
    if (remaining.length < set.length) onFilter?.(Object.fromEntries(remaining));
  }
  function reset(): void {
    choice.reset();
    setWidths({});
  }
  return {
    columns: isPhone || columnChoice !== undefined ? list.columns : ownChoice.columns,
    widths,
    /** Columns that are hidden keep theirs. */
    onWidths: (next: ColumnWidths) => setWidths({ ...widths, ...next }),
    chooser:
      isPhone || choice.groups.length === 0
        ? undefined
        : {
            groups: choice.groups,
            shown: choice.shown,
            onChange: choose,
            onReset: reset,
            filterRow: isRowOffered ? { isOn: hasRow, onChange: switchFilterRow } : undefined,
          },
  };
}

/** The choice of a list whose columns are all there. */
function useOwnChoice<Row extends object>(name: string, { columns, filters }: ColumnProps<Row>) {
  const [chosen, setChosen] = usePersistedState(useSignedIn().userId, `columns.${name}`, readIds);
  const isOffered = isChoiceOffered(columns);
  // Screens make their filters with every rendering.
  const filtered = Object.keys(filters ?? {}).join(' ');
  const shownIds = useMemo(
    () => shownColumns(columns, isOffered ? chosen : undefined, filtered.split(' ')),
    [columns, chosen, isOffered, filtered],
  );
  const visible = useMemo(
    () => shownIds.flatMap((id) => columns.find((column) => column.id === id && isColumn(column)) ?? []),
    [columns, shownIds],
  );
  const groups = useMemo(() => {
    const offered = columns.filter(isColumn).map(({ id, header: label, isAlwaysShown: isFixed = false }) => ({
      id,
      label,
      isFixed,
    }));
    return isOffered ? [{ id: name, columns: offered }] : [];
  }, [columns, isOffered, name]);
  return {
    columns: visible,
    groups,
    shown: shownIds,
    choose: (next: readonly string[]) => setChosen(chosenColumns(columns, chosen, shownIds, next)),
    reset: () => setChosen(undefined),
  };
}

function readIds(stored: unknown): readonly string[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  return [...new Set(stored.filter((id): id is string => typeof id === 'string'))];
}

/** Beyond what columns allow: those that share spare room are kept as wide as they were. */
const widthLimits = { min: 24, max: 4000 };

/** Invalid widths are dropped. */
function readWidths(stored: unknown): ColumnWidths {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, number] =>
        /^\w{1,64}$/.test(entry[0]) &&
        typeof entry[1] === 'number' &&
        entry[1] >= widthLimits.min &&
        entry[1] <= widthLimits.max,
    ),
  );
}

type Column = Pick<GridColumn<never>, 'id' | 'isAlwaysShown' | 'isCardOnly'>;

/** Lists with fewer columns offer no choice. */
const minColumns = 5;

const isColumn = ({ isCardOnly }: Column): boolean => isCardOnly !== true;

export const isChoiceOffered = (columns: readonly Column[]): boolean =>
  columns.filter(isColumn).length >= minColumns;

/**
 * Ids of the columns to show, in order. Without a choice that fits the list it is all of them. Columns that identify a row,
 * and those with a filter, are always among them.
 */
export function shownColumns(
  columns: readonly Column[],
  chosen: readonly string[] | undefined,
  filtered: readonly string[] = [],
): string[] {
  const all = columns.filter(isColumn);
  const ids = all.map(({ id }) => id);
  const chosenIds = chosen?.filter((id) => ids.includes(id)) ?? [];
  if (chosenIds.length === 0) return ids;
  return all
    .filter(({ id, isAlwaysShown }) => isAlwaysShown === true || filtered.includes(id))
    .reduce((list, { id }) => withColumn(list, id, ids), chosenIds);
}

/**
 * The choice to store when the columns of `next` replace those of `visible`. A column that is shown again returns to
 * its default place, and columns that this user does not have now stay chosen. undefined: the defaults.
 */
export function chosenColumns(
  columns: readonly Column[],
  chosen: readonly string[] | undefined,
  visible: readonly string[],
  next: readonly string[],
): string[] | undefined {
  const all = columns.filter(isColumn).map(({ id }) => id);
  const remaining = next.filter((id) => visible.includes(id));
  const placed = next
    .filter((id) => !visible.includes(id))
    .reduce((ids, id) => withColumn(ids, id, all), remaining);
  const unavailable = chosen?.filter((id) => !all.includes(id)) ?? [];
  return placed.join() === all.join() ? undefined : [...placed, ...unavailable];
}

/** Places the column after its default predecessor. */
function withColumn(ids: string[], id: string, all: readonly string[]): string[] {
  if (ids.includes(id)) return ids;
  const before = all.slice(0, all.indexOf(id)).findLast((columnId) => ids.includes(columnId));
  return ids.toSpliced(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id);
}

/** A preference kept in this browser under the owner's id. `read` turns any stored value into a valid one. */
function usePersistedState<T>(ownerId: string, key: ColumnKey, read: (stored: unknown) => T) {
  const [state, setState] = useState(() => ({ ownerId, key, value: read(readColumns(ownerId, key)) }));
  if (state.ownerId !== ownerId || state.key !== key)
    setState({ ownerId, key, value: read(readColumns(ownerId, key)) });
  const save = useCallback(
    (value: T) => {
      setState({ ownerId, key, value });
      writeColumns(ownerId, key, value);
    },
    [ownerId, key],
  );
  return [state.value, save] as const;
}
