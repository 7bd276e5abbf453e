import { numberFormat } from '#shared/text/intl-formats.ts';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, type ReactNode, useEffect, useRef, useState } from 'react';
import { DataGrid, type DataGridProps } from '#ui/grid/data-grid.tsx';
import type { GridAction } from '#ui/grid/grid-column.ts';
import { DensitySwitch } from '#ui/grid/density-switch.tsx';
import { PagingBar } from '#ui/grid/paging/paging-bar.tsx';
import { Page } from '#ui/layout/page.tsx';
import { RefreshButton } from '#ui/layout/refresh-button.tsx';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { browserLocale } from '../translate/locale-of.ts';
import { Trans } from '../translate/trans.tsx';
import { CardControls, hasCardControls } from './card-controls.tsx';
import { FilterChips, type FilterChip } from './filter-chips.tsx';
import { ListFailure, type FailureTexts } from './list-failure.tsx';
import type { ListResult } from './list-result.ts';
import type { ListState } from './use-list-state.ts';
import { useShownResult, useSlicedRows } from './use-shown-result.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from '#web/list-screen/list-screen.module.css';

type GridProps<Row extends object> = Pick<
  DataGridProps<Row>,
  | 'columns'
  | 'rowId'
  | 'onOpen'
  | 'sort'
  | 'onSort'
  | 'filters'
  | 'onFilter'
  | 'onOrder'
  | 'selected'
  | 'onSelect'
  | 'isSelectable'
  | 'isFailed'
>;

type Props<Row extends object> = GridProps<Row> & {
  title: string;
  subtitle?: ReactNode;
  /** A way back, above the title. */
  back?: ReactNode;
  /** Buttons of the page head. */
  actions?: ReactNode;
  /** Under the pointer or the cursor of a row. */
  rowActions?: GridAction<Row>[];
  /** What can be done with the selected rows, in the bar above the list. */
  selection?: ReactNode;
  /** News above the list. */
  notice?: ReactNode;
  state: Pick<
    ListState<object>,
    'paging' | 'turn' | 'criteria' | 'density' | 'setDensity' | 'widths' | 'setWidths'
  >;
  result: ListResult<Row>;
  /** Key of the count with its plural forms: "<strong>12</strong> users". */
  countKey: string;
  /** The form of the filters, and its panel. */
  filterForm?: ReactNode;
  filterPanel?: FilterPanel;
  /** The filters are a dialog, not a panel above the list; its form closes it. */
  isFilterDialog?: boolean;
  /** A filter that is always open, except on a phone. */
  openFilter?: ReactNode;
  chips?: readonly FilterChip[];
  columnChooser?: ReactNode;
  keepsWidths?: boolean;
  failureTexts: FailureTexts;
  /** Says why there are no rows, with the next step. */
  empty: ReactNode;
  /** Side panels and dialogs. */
  children?: ReactNode;
};

const noRows: ReadonlySet<string> = new Set();

/** The frame of every list: head, filters, count, rows and pager. */
export function ListScreen<Row extends object>(props: Props<Row>) {
  const { state, filterForm, filterPanel, openFilter } = props;
  const result = useSlicedRows(useShownResult(props.result, JSON.stringify([state.criteria, state.paging])));
  const isPhone = useIsPhone();
  const panelId = useId();
  const total = result.failure == null ? result.total : undefined;
  const [isSelecting, setSelecting] = useState(false);
  const hasControls = isPhone && hasCardControls(props);
  const hasPanel = filterPanel != null && (filterForm != null || openFilter != null || hasControls);
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
        {!isPhone && openFilter}
        {hasPanel && (
          <FilterArea
            id={panelId}
            panel={filterPanel}
            isPhone={isPhone}
            isDialog={props.isFilterDialog === true}
            criteria={isPhone ? withoutColumnFilters(state.criteria) : state.criteria}
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
        )}
        <ListBar
          {...props}
          isPhone={isPhone}
          panelId={panelId}
          total={total}
          isSelecting={isSelecting}
          onSelecting={(isOn) => {
            setSelecting(isOn);
            if (!isOn) props.onSelect?.(noRows);
          }}
        />
      </div>
      <div className={classes.results}>
        <DataGrid
          label={props.title}
          columns={props.columns}
          rows={result.rows}
          rowId={props.rowId}
          isLoading={result.isLoading}
          isFilling
          density={state.density}
          {...(props.keepsWidths ? { widths: state.widths, onWidths: state.setWidths } : {})}
          sort={props.sort}
          onSort={props.onSort}
          filters={props.filters}
          onFilter={props.onFilter}
          onOrder={props.onOrder}
          {...(props.onSelect == null
            ? {}
            : { selected: props.selected ?? noRows, onSelect: props.onSelect, isSelecting })}
          {...(props.isSelectable == null ? {} : { isSelectable: props.isSelectable })}
          {...(props.isFailed == null ? {} : { isFailed: props.isFailed })}
          {...(props.rowActions == null ? {} : { actions: props.rowActions })}
          onOpen={props.onOpen}
          error={
            result.failure == null ? undefined : (
              <ListFailure texts={props.failureTexts} failure={result.failure} onRetry={result.refresh} />
            )
          }
          empty={props.empty}
        />
        <PagingBar paging={state.paging} criteria={state.criteria} total={total} onChange={state.turn} />
      </div>
      {props.children}
    </Page>
  );
}

/** The sheet stays open while column filters are typed one after the other. */
const withoutColumnFilters = (criteria: string): string =>
  JSON.stringify(
    Object.entries(JSON.parse(criteria) as object).filter(([name]) => !name.startsWith('filter.')),
  );

type BarProps<Row extends object> = Props<Row> & {
  isPhone: boolean;
  /** Of the filters, for the button that opens them. */
  panelId: string;
  /** undefined while unknown, and after a failure. */
  total: number | undefined;
  /** On a phone: whether cards have boxes to tick. */
  isSelecting: boolean;
  onSelecting: (isSelecting: boolean) => void;
};

/** The button of the filters, the chips, the count, and how the list looks. */
function ListBar<Row extends object>({ isPhone, panelId, total, chips = [], ...props }: BarProps<Row>) {
  const { state, filterForm, filterPanel, openFilter } = props;
  const result = useShownResult(props.result, JSON.stringify([state.criteria, state.paging]));
  const { t, language } = useTranslation();
  const removable = chips.filter(({ onRemove }) => onRemove != null).length;
  const number = numberFormat(browserLocale(language)).format(total ?? 0);
  const hasButton = filterForm != null || (isPhone && (openFilter != null || hasCardControls(props)));
  return (
    <div className={classes.bar}>
      {filterPanel != null && hasButton && (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-expanded={filterPanel.isOpen}
          aria-controls={isPhone || props.isFilterDialog === true ? undefined : panelId}
          onClick={filterPanel.toggle}
        >
          {removable > 0 ? t('list.filters_on', { count: removable }) : t('list.filters')}
        </Button>
      )}
      <FilterChips chips={chips} onOpenFilters={() => filterPanel?.toggle()} />
      {isPhone && props.onSelect != null && total !== undefined && total > 0 && (
        <Button
          variant="default"
          aria-pressed={props.isSelecting}
          onClick={() => props.onSelecting(!props.isSelecting)}
        >
          {t(props.isSelecting ? 'list.select_end' : 'list.select')}
        </Button>
      )}
      {props.selection}
      <span className={`${classes.count} number`} aria-live="polite">
        {total != null && (
          <Trans
            i18nKey={props.countKey}
            count={total}
            values={{ number }}
            components={{ strong: <strong /> }}
          />
        )}
      </span>
      <span className={classes.end}>
        <RefreshButton isBusy={result.isLoading} onRefresh={result.refresh} />
        {!isPhone && <DensitySwitch density={state.density} onChange={state.setDensity} />}
        {!isPhone && props.columnChooser}
      </span>
    </div>
  );
}

interface FilterPanel {
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
}

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
  const shown = useRef(criteria);
  useEffect(() => {
    if (shown.current !== criteria && (isPhone || isDialog) && panel.isOpen) panel.close();
    shown.current = criteria;
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
