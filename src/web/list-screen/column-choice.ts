import type { GridColumn } from '#ui/grid/grid-column.ts';

type Column = Pick<GridColumn<never>, 'id' | 'isAlwaysShown' | 'isCardOnly'>;

/** Lists with fewer columns offer no choice. */
const minColumns = 5;

export const isColumn = ({ isCardOnly }: Column): boolean => isCardOnly !== true;

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
