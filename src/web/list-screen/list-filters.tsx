import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { FilterList } from '#ui/grid/filter-row.tsx';
import type { DataGridProps } from '#ui/grid/data-grid.tsx';
import { NativeSelectField } from '#ui/form/native-select-field.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { useTranslation } from '../translate/use-translation.ts';
import classes from './list-screen.module.css';

interface FilterPanel {
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
}

/** The filters that a screen gives to its list. */
export interface ScreenFilters {
  /** The form of the filters, and its panel. */
  filterForm?: ReactNode;
  filterPanel?: FilterPanel;
  /** The filters are a dialog, not a panel above the list; its form closes it. */
  isFilterDialog?: boolean;
  /** A filter that is always open, except on a phone. */
  openFilter?: ReactNode;
}

type CardProps<Row extends object> = Pick<
  DataGridProps<Row>,
  'columns' | 'sort' | 'onSort' | 'filters' | 'onFilter'
>;

type Props<Row extends object> = ScreenFilters &
  CardProps<Row> & {
    panelId: string;
    isPhone: boolean;
    /** Changes whenever the list shows something else: the sheet closes. */
    criteria: string;
  };

/** The filters of a list. On a phone the order and the filters of its columns are among them. */
export function ListFilters<Row extends object>(props: Props<Row>) {
  const { filterForm, filterPanel, isFilterDialog = false, openFilter, panelId, isPhone, criteria } = props;
  const hasControls = isPhone && hasCardControls(props);
  if (filterPanel === undefined || (filterForm == null && openFilter == null && !hasControls)) return null;
  return (
    <FilterArea
      id={panelId}
      panel={filterPanel}
      isPhone={isPhone}
      isDialog={isFilterDialog}
      criteria={isPhone ? withoutColumnFilters(criteria) : criteria}
    >
      {isPhone && openFilter}
      {filterForm}
      {hasControls && (
        <CardControls
          columns={props.columns}
          sort={props.sort}
          onSort={props.onSort}
          filters={props.filters}
          onFilter={props.onFilter}
        />
      )}
    </FilterArea>
  );
}

const isOffered = <Row extends object>({ isCardOnly }: CardProps<Row>['columns'][number]) =>
  isCardOnly !== true;

/** Whether the list has an order to choose or a column to filter. */
export const hasCardControls = <Row extends object>({ columns, onSort, onFilter }: CardProps<Row>): boolean =>
  columns
    .filter(isOffered)
    .some(
      ({ isSortable, filter }) =>
        (onSort !== undefined && isSortable === true) || (onFilter !== undefined && filter !== undefined),
    );

/** Order and column filters of a list whose rows are cards: there is no header for them. */
function CardControls<Row extends object>({ columns, sort, onSort, filters, onFilter }: CardProps<Row>) {
  const { t } = useTranslation();
  const offered = columns.filter(isOffered);
  const sortable = offered.filter(({ isSortable }) => isSortable === true);
  const orders = sortable.flatMap(({ id, header: column }) =>
    (['asc', 'desc'] as const).map((direction) => ({
      value: `${direction} ${id}`,
      label: t(`list.order.${direction}`, { column }),
    })),
  );
  const value = sort === undefined ? '' : `${sort.direction} ${sort.field}`;
  const isListed = orders.some((order) => order.value === value);
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
      {onFilter !== undefined && offered.some(({ filter }) => filter !== undefined) && (
        <fieldset className={classes.columnFilters}>
          <legend>{t('list.column_filters')}</legend>
          <FilterList columns={offered} filters={filters ?? {}} onFilter={onFilter} />
        </fieldset>
      )}
    </>
  );
}

/** The sheet stays open while column filters are typed one after the other. */
const withoutColumnFilters = (criteria: string): string =>
  JSON.stringify(
    Object.entries(JSON.parse(criteria) as object).filter(([name]) => !name.startsWith('filter.')),
  );

interface FilterAreaProps {
  id: string;
  panel: FilterPanel;
  isPhone: boolean;
  isDialog: boolean;
  /** Changes whenever the list shows something else: the sheet closes. */
  criteria: string;
  children: ReactNode;
}

/** The filters: a panel above the list, a dialog, or a sheet on a phone. */
function FilterArea({ id, panel, isPhone, isDialog, criteria, children }: FilterAreaProps) {
  const { t } = useTranslation();
  const shownCriteria = useRef(criteria);
  useEffect(() => {
    if (shownCriteria.current !== criteria && (isPhone || isDialog) && panel.isOpen) panel.close();
    shownCriteria.current = criteria;
  }, [criteria, isPhone, isDialog, panel]);
  if (!isPhone && isDialog) {
    return (
      <Dialog isOpen={panel.isOpen} onClose={panel.close} title={t('list.filters')} isStatic>
        {children}
      </Dialog>
    );
  }
  if (!isPhone) {
    return (
      <Panel id={id} label={t('list.filters')} isOpen={panel.isOpen}>
        {children}
      </Panel>
    );
  }
  return (
    <Sheet isOpen={panel.isOpen} onClose={panel.close} title={t('list.filters')}>
      <div className={classes.sheet}>
        {children}
        <Button fullWidth variant="default" onClick={panel.close}>
          {t('list.show_results')}
        </Button>
      </div>
    </Sheet>
  );
}
