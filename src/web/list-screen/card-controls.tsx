import { FilterList } from '#ui/grid/filters/filter-row.tsx';
import type { DataGridProps } from '#ui/grid/data-grid.tsx';
import { NativeSelectField } from '#ui/form/native-select-field.tsx';
import { useTranslation } from '../translate/use-translation.ts';
import classes from './list-screen.module.css';

type Props<Row extends object> = Pick<
  DataGridProps<Row>,
  'columns' | 'sort' | 'onSort' | 'filters' | 'onFilter'
>;

const isOffered = <Row extends object>({ isCardOnly }: Props<Row>['columns'][number]) => isCardOnly !== true;

/** Whether the list has an order to choose or a column to filter. */
export const hasCardControls = <Row extends object>({ columns, onSort, onFilter }: Props<Row>): boolean =>
  columns
    .filter(isOffered)
    .some(
      ({ isSortable, filter }) =>
        (onSort !== undefined && isSortable === true) || (onFilter !== undefined && filter != null),
    );

/** Order and column filters of a list whose rows are cards: there is no header for them. */
export function CardControls<Row extends object>({ columns, sort, onSort, filters, onFilter }: Props<Row>) {
  const { t } = useTranslation();
  const shown = columns.filter(isOffered);
  const sortable = shown.filter(({ isSortable }) => isSortable === true);
  const orders = sortable.flatMap(({ id, header: column }) =>
    (['asc', 'desc'] as const).map((direction) => ({
      value: `${direction} ${id}`,
      label: t(`list.order.${direction}`, { column }),
    })),
  );
  const value = sort === undefined ? '' : `${sort.direction} ${sort.field}`;
  const isListed = orders.some((one) => one.value === value);
  return (
    <>
      {onSort !== undefined && orders.length > 0 && (
        <NativeSelectField
          label={t('list.sort_by')}
          choices={isListed ? orders : [{ value: '', label: '' }, ...orders]}
          value={isListed ? value : ''}
          onChange={(chosen) => {
            const [direction, field = ''] = chosen.split(' ');
            if (field !== '') onSort({ field, direction: direction === 'asc' ? 'asc' : 'desc' });
          }}
        />
      )}
      {onFilter !== undefined && shown.some(({ filter }) => filter != null) && (
        <fieldset className={classes.columnFilters}>
          <legend>{t('list.column_filters')}</legend>
          <FilterList columns={shown} filters={filters ?? {}} onFilter={onFilter} />
        </fieldset>
      )}
    </>
  );
}
