import type { DataGridProps } from '#ui/grid/data-grid.tsx';
import { NativeSelectField } from '#ui/form/native-select-field.tsx';
import { useTranslation } from '../translate/use-translation.ts';

type Props<Row extends object> = Pick<DataGridProps<Row>, 'columns' | 'sort' | 'onSort'>;

const sortableColumns = <Row extends object>({ columns }: Props<Row>) =>
  columns.filter(({ isSortable, isCardOnly }) => isSortable === true && isCardOnly !== true);

/** Whether there is an order to choose. */
export const hasOrder = <Row extends object>(props: Props<Row>): boolean =>
  props.onSort !== undefined && sortableColumns(props).length > 0;

/** The order of a list whose rows are cards: they have no headings to press. */
export function CardOrder<Row extends object>(props: Props<Row>) {
  const { t } = useTranslation();
  const { sort, onSort } = props;
  const orders = sortableColumns(props).flatMap(({ id, header: column }) =>
    (['asc', 'desc'] as const).map((direction) => ({
      value: `${direction} ${id}`,
      label: t(`list.order.${direction}`, { column }),
    })),
  );
  const value = sort === undefined ? '' : `${sort.direction} ${sort.field}`;
  const isListed = orders.some((order) => order.value === value);
  return (
    <NativeSelectField
      label={t('list.sort_by')}
      choices={isListed ? orders : [{ value: '', label: '' }, ...orders]}
      value={isListed ? value : ''}
      onChange={(chosen) => {
        const [direction, field = ''] = chosen.split(' ');
        if (field !== '') onSort?.({ field, direction: direction === 'asc' ? 'asc' : 'desc' });
      }}
    />
  );
}
