import { Button } from '@mantine/core';
import { type ReactNode, useDeferredValue, useState, useMemo } from 'react';
import { ColumnChooser } from '#ui/grid/columns/column-chooser.tsx';
import { type DataGridProps, DataGrid } from '#ui/grid/data-grid.tsx';
import type { GridAction } from '#ui/grid/grid-column.ts';
import { PagingBar } from '#ui/grid/paging-bar.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { FieldsButton, FilterChips, useFieldPanel, useShownFields } from './filter-bar.tsx';
import { type ListField, columnFields, isSet } from './list-field.ts';
import { type ListSearch, SearchBox } from './search-box.tsx';
import { CardOrder, hasOrder } from './card-order.tsx';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { browserLocale } from '../translate/locale-of.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { type FailureTexts, ListFailure } from './list-failure.tsx';
import type { ListResult } from './list-result.ts';
import { ListCount, ListTools } from './list-tools.tsx';
import { type ColumnProps, useListColumns } from './use-list-columns.ts';
import type { ListState } from './use-list-state.ts';
import { useDensity, useFilterRow } from '../preferences.ts';
import { useTranslation } from '../translate/use-translation.ts';
import classes from './list-screen.module.css';
import type { CallFailure } from '../call/call-failure.ts';
import { createStore } from '../create-store.ts';
import type { ListPlace, PlaceKeeper } from '#ui/grid/use-list-place.ts';

/** What a list is filtered by. */
interface BarProps {
  search?: ListSearch | undefined;
  /** In the place of the search: a choice that the list always has. */
  lead?: ReactNode;
  /** What else it can be filtered by. Columns with a filter follow. */
  fields?: readonly ListField[];
  /** Removes everything that is set. */
  onClear?: () => void;
  /** Filters are being applied: none can be changed. */
  isLocked?: boolean;
  /** The panel of the filters ignores presses for so long after it opened or closed. */
  lockMs?: number;
  /** The value of a column's filter in words, where its own text is not enough. */
  filterValue?: (column: string, value: string) => string;
}

type GridProps<Row extends object> = Pick<
  DataGridProps<Row>,
  'rowId' | 'onOpen' | 'onPeek' | 'sort' | 'onSort' | 'selected' | 'onSelect' | 'isSelectable' | 'isFailed'
>;

type Props<Row extends object> = GridProps<Row> &
  ColumnProps<Row> &
  BarProps & {
    title: string;
    subtitle?: ReactNode;
    /** A way back, above the title. */
    back?: ReactNode;
    /** Buttons of the page head. */
    actions?: ReactNode;
    /** Under the pointer or the cursor of a row. */
    rowActions?: GridAction<Row>[];
    /** The actions on the selected rows, in the bar above the list. */
    selection?: ReactNode;
    /** Above the list: news, or a search that is always in sight. */
    notice?: ReactNode;
    state: Pick<ListState<object>, 'name' | 'paging' | 'turn' | 'criteria'>;
    result: ListResult<Row>;
    /** Key of the count with its plural forms: "<strong>12</strong> users". */
    countKey: string;
    failureTexts: FailureTexts;
    /** Between the bar and the rows: what the rows of all pages come to. */
    totals?: ReactNode;
    /** In the place of the pages by number: of a list whose pages begin after a row. */
    pager?: ReactNode;
    /** Shows the reason why there are no rows, with the next step. */
    empty: ReactNode;
    /** Side panels and dialogs. */
    children?: ReactNode;
  };

const noRows: ReadonlySet<string> = new Set();

/** The frame of every list: head, filters, count, rows and pager. */
export function ListScreen<Row extends object>(props: Props<Row>) {
  const { state } = props;
  const result = useSlicedRows(useShownResult(props.result, JSON.stringify([state.criteria, state.paging])));
  const isPhone = useIsPhone();
  const grid = useListColumns(state.name, props, isPhone);
  const total = result.failure === null ? result.total : undefined;
  const [isSelecting, setSelecting] = useState(false);
  return (
    <Page
      title={props.title}
      subtitle={props.subtitle}
      back={props.back}
      isFilling={!isPhone}
      actions={props.actions}
    >
      <div className={classes.top}>
        {props.notice}
        <ListBar
          {...props}
          isPhone={isPhone}
          total={total}
          isSelecting={isSelecting}
          grid={grid}
          onSelecting={(isOn) => {
            setSelecting(isOn);
            if (!isOn) props.onSelect?.(noRows);
          }}
        />
      </div>
      {props.totals != null && result.failure == null && <div className={classes.totals}>{props.totals}</div>}
      <div className={classes.results}>
        <ListRows {...props} result={result} isSelecting={isSelecting} grid={grid} />
        {props.pager === undefined ? (
          <PagingBar paging={state.paging} criteria={state.criteria} total={total} onChange={state.turn} />
        ) : (
          props.pager
        )}
      </div>
      {props.children}
    </Page>
  );
}

type RowsProps<Row extends object> = Props<Row> & {
  /** On a phone: whether cards have boxes to tick. */
  isSelecting: boolean;
  grid: ReturnType<typeof useListColumns<Row>>;
};

/** The rows, or why there are none. */
function ListRows<Row extends object>({ result, isSelecting, grid, ...props }: RowsProps<Row>) {
  const { name, criteria, paging } = props.state;
  const place = usePlaceKeeper(JSON.stringify([name, criteria, paging]));
  return (
    <DataGrid
      label={props.title}
      columns={grid.columns}
      rows={result.rows}
      rowId={props.rowId}
      isLoading={result.isLoading}
      isFilling
      density={useDensity()}
      widths={grid.widths}
      onWidths={grid.onWidths}
      sort={props.sort}
      onSort={props.onSort}
      filters={props.filters}
      onFilter={useFilterRow() ? props.onFilter : undefined}
      onOrder={grid.chooser?.onChange}
      {...(props.onSelect === undefined
        ? {}
        : { selected: props.selected ?? noRows, onSelect: props.onSelect, isSelecting })}
      isSelectable={props.isSelectable}
      isFailed={props.isFailed}
      actions={props.rowActions}
      onOpen={props.onOpen}
      onPeek={props.onPeek}
      place={place}
      error={
        result.failure === null ? undefined : (
          <ListFailure
            texts={props.failureTexts}
            failure={result.failure}
            onRetry={() => result.refresh?.()}
          />
        )
      }
      empty={props.empty}
    />
  );
}

type LineProps<Row extends object> = RowsProps<Row> & {
  isPhone: boolean;
  /** undefined while unknown, and after a failure. */
  total: number | undefined;
  onSelecting: (isSelecting: boolean) => void;
};

/** The search and the filters, how the list looks, and what can be done with the selected rows; below it what is set, and the count. */
function ListBar<Row extends object>({ isPhone, total, ...props }: LineProps<Row>) {
  const { t } = useTranslation();
  const { countKey, search } = props;
  const fields = useListFields(props);
  const shown = useShownFields(fields);
  const showLabel = useShowLabel(total, countKey);
  const order = isPhone && hasOrder(props) ? <CardOrder {...props} /> : null;
  const panel = useFieldPanel({
    fields,
    isPhone,
    isLocked: props.isLocked === true,
    lockMs: props.lockMs,
    order,
    showLabel,
  });
  const hasFields = fields.length > 0 || order !== null;
  const isSelectable = isPhone && props.onSelect !== undefined && total !== undefined && total > 0;
  const line = (
    <>
      {search && <SearchBox {...search} />}
      {props.lead}
      {hasFields && <FieldsButton panel={panel} isPhone={isPhone} count={shown.length} />}
      {isSelectable && (
        <Button
          variant="default"
          aria-pressed={props.isSelecting}
          onClick={() => props.onSelecting(!props.isSelecting)}
        >
          {t(props.isSelecting ? 'list.select_end' : 'list.select')}
        </Button>
      )}
      {isPhone && props.selection}
      <BarTools {...props} />
    </>
  );
  return (
    <>
      <SelectionOver selection={isPhone ? null : props.selection}>{line}</SelectionOver>
      <div className={classes.second}>
        <ListCount total={total} countKey={countKey} />
        {hasFields && <FilterChips shown={shown} panel={panel} onClear={props.onClear} />}
      </div>
      {hasFields && panel.panel}
    </>
  );
}

/** The fields of the screen, and those of its columns that the screen has not itself. */
function useListFields<Row extends object>({
  fields = [],
  columns,
  filterColumns,
  filters,
  onFilter,
  ...props
}: Props<Row>) {
  const texts = useUiTexts();
  if (onFilter === undefined) return fields;
  const setting = { filters: filters ?? {}, onFilter, valueText: props.filterValue };
  const own = new Set(fields.map(({ label }) => label));
  const ofColumns = columnFields(filterColumns ?? columns, setting, texts);
  return [...fields, ...ofColumns.filter((field) => isSet(field) || !own.has(field.label))];
}

/** "Show 42 payments". */
function useShowLabel(total: number | undefined, countKey: string): string {
  const { t, language } = useTranslation();
  if (total === undefined) return t('list.show_results');
  const number = numberFormat(browserLocale(language)).format(total);
  return t('list.show_rows', { rows: t(countKey, { count: total, number }).replaceAll(/<\/?strong>/g, '') });
}

function BarTools<Row extends object>({ result: given, state, grid }: RowsProps<Row>) {
  const result = useShownResult(given, JSON.stringify([state.criteria, state.paging]));
  return (
    <ListTools isLoading={result.isLoading} refresh={result.refresh}>
      {grid.chooser !== undefined && <ColumnChooser {...grid.chooser} />}
    </ListTools>
  );
}

/** A selection is over the bar, which keeps its room: another line would move the rows under the pointer. */
function SelectionOver({ selection, children }: { selection: ReactNode; children: ReactNode }) {
  if (selection == null || selection === false) return <div className={classes.bar}>{children}</div>;
  return (
    <div className={classes.bar} data-selecting>
      <div className={classes.covered}>{children}</div>
      {selection}
    </div>
  );
}

/**
 * Keeps the failure of a search while it is repeated. Otherwise the rows of the previous search would return under
 * the new filters.
 */
function useShownResult<Row>(result: ListResult<Row>, search: string): ListResult<Row> {
  const [failed, setFailed] = useState<{ search: string; failure: CallFailure }>();
  const { failure, isLoading } = result;
  const isRepeated = failure === null && isLoading && failed?.search === search;
  if (failure !== null && failed?.failure !== failure) setFailed({ search, failure });
  else if (failure === null && failed !== undefined && !isRepeated) setFailed(undefined);
  return isRepeated ? { ...result, rows: undefined, total: undefined, failure: failed.failure } : result;
}

/** Rows are rendered in slices, which leave room for taps and keys. Data about the first rows comes with them. */
function useSlicedRows<Row>(result: ListResult<Row>): ListResult<Row> {
  const rows = useDeferredValue(result.rows);
  const isComing = rows === undefined && result.rows !== undefined;
  return isComing ? { ...result, rows, total: undefined, isLoading: true } : { ...result, rows };
}

/** The list that was left last. A return to it begins where the user was. */
const left = createStore<{ list: string; place: ListPlace } | undefined>(undefined);

/** Keeps the place of a list. `list`: its name, criteria and page. */
function usePlaceKeeper(list: string): PlaceKeeper {
  return useMemo(
    () => ({
      load: () => (left.read()?.list === list ? left.read()?.place : undefined),
      save: (place) => left.set(place && { list, place }),
    }),
    [list],
  );
}
