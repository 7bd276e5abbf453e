import { useEffect, useRef } from 'react';
import { FilterField } from '#ui/grid/filters/filter-field.tsx';
import classes from '#ui/grid/filters/filters.module.css';
import { columnStyle, type GridColumn } from '#ui/grid/grid-column.ts';

/** By column id; a column without a filter set is not in it. */
export type GridFilters = Readonly<Record<string, string>>;

type Props<Row> = {
  columns: readonly GridColumn<Row>[];
  filters: GridFilters;
  onFilter: (filters: GridFilters) => void;
  hasCheck: boolean;
};

/** The second row of the header: a filter for each column that has one. Tab goes from one to the next. */
export function FilterRow<Row>({ columns, filters, onFilter, hasCheck }: Props<Row>) {
  // A second filter may be set before the first has come back as a property.
  const latest = useRef(filters);
  useEffect(() => {
    latest.current = filters;
  }, [filters]);
  // Typed text is reported a second later; other filters set meanwhile must stay.
  const listener = useRef(onFilter);
  useEffect(() => {
    listener.current = onFilter;
  }, [onFilter]);
  function change(id: string, value: string): void {
    const { [id]: _before, ...rest } = latest.current;
    latest.current = value === '' ? rest : { ...rest, [id]: value };
    listener.current(latest.current);
  }
  // Without columns it only keeps its room: a row of nothing would be read as broken.
  const role = columns.length === 0 ? 'presentation' : 'row';
  return (
    <div className={classes.row} role={role} aria-rowindex={role === 'row' ? 2 : undefined}>
      {hasCheck && <span className={classes.check} role="presentation" />}
      {columns.map((column, index) => (
        <div
          key={column.id}
          className={classes.cell}
          style={columnStyle(column)}
          role="gridcell"
          aria-colindex={index + 1}
          data-pinned={column.isPinned || undefined}
        >
          {column.filter != null && (
            <FilterField
              filter={column.filter}
              label={column.header}
              value={filters[column.id] ?? ''}
              onChange={(value) => change(column.id, value)}
            />
          )}
        </div>
      ))}
      <span className={classes.filler} role="presentation" />
    </div>
  );
}
