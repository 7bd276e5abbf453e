import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, Suspense, lazy, useCallback, useMemo } from 'react';
import type { ColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import { type CustomNames, filterLabel } from '#features/record/reporting/web/column-labels.ts';
import type { SourceLimits } from '#features/record/reporting/filters/source-limits.ts';
import { maxBulkItems } from '#features/payments/bulk/bulk-work.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import type { ListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { openPeek } from '#web/list-screen/peek.ts';
import { useSelection } from '#web/list-screen/use-selection.ts';
import { withAllTexts } from '#web/translate/translate.ts';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { NothingFiltered } from './search-message.tsx';
import { type TransactionRow, transactionColumn } from './transaction-columns.tsx';
import { transactionCard } from './transaction-card.tsx';
import type { SearchSort } from '../search-request.ts';
import { type useColumnChoice, useColumnGroups } from './column-choice.tsx';

// Loaded with the first selected row.
const SelectionBar = lazy(async () => ({
  default: (await withAllTexts(import('./selection-bar.tsx'))).SelectionBar,
}));

const rowId = (row: TransactionRow): string => row.txn_id ?? '';

type Props = Pick<
  ComponentProps<typeof ListScreen<TransactionRow>>,
  | 'title'
  | 'subtitle'
  | 'actions'
  | 'notice'
  | 'totals'
  | 'state'
  | 'search'
  | 'lead'
  | 'fields'
  | 'onClear'
  | 'isLocked'
  | 'lockMs'
> & {
  page: TransactionPage;
  onSort: (field: string, direction: 'asc' | 'desc') => void;
  onFilter: (filters: ColumnFilters) => void;
  empty: ReactNode;
};

/** The columns on the screen, then the others that are offered: all can filter. */
const sortedFields = (shown: readonly string[], offered: ReadonlySet<string> = new Set()): string[] => [
  ...new Set([...shown, ...offered]),
];

/** A list of transactions with its columns, shared by search and statements. */
export function TransactionList({ page, onSort, onFilter, empty, ...screen }: Props) {
  const { t, language } = useTranslation();
  const navigate = useNavigate();
  const times = useTimes();
  const locale = browserLocale(language);
  const { columns, custom, choice, filters, limits, offered, sortable, sort } = page;
  const shownColumns = useMemo(
    () => [
      ...transactionCard(t, locale, times),
      ...columns.map((field) =>
        transactionColumn(field, sortable.has(field), { t, locale, times, custom, limits }),
      ),
    ],
    [columns, sortable, t, locale, times, custom, limits],
  );
  const filterColumns = useMemo(
    () =>
      sortedFields(columns, offered).map((field) =>
        transactionColumn(field, false, { t, locale, times, custom, limits }),
      ),
    [columns, offered, t, locale, times, custom, limits],
  );
  const openTransaction = useCallback(
    (row: TransactionRow) => void navigate(paths.transaction(rowId(row))),
    [navigate],
  );
  const selection = useSelection(page.rows, { rowId, criteria: screen.state.criteria, max: maxBulkItems });
  const { rows } = page;
  const peek = useCallback((row: TransactionRow) => openPeek((rows ?? []).map(rowId), rowId(row)), [rows]);
  const groups = useColumnGroups(offered, custom);
  return (
    <ListScreen
      {...screen}
      result={page}
      countKey="search.count"
      filterValue={(field, value) => filterLabel(field, value, t, times)}
      columnChoice={{ ...choice, groups, shown: columns }}
      filterColumns={filterColumns}
      {...{ columns: shownColumns, rowId }}
      sort={{ field: sort.field, direction: sort.direction === 'ASC' ? 'asc' : 'desc' }}
      onSort={({ field, direction }) => onSort(field, direction)}
      {...{ filters, onFilter, onOpen: openTransaction, onPeek: peek }}
      selected={selection.selected}
      // Without columns there is no row that a box could belong to.
      onSelect={columns.length === 0 ? undefined : selection.select}
      selection={
        selection.ids.length > 0 && (
          <Suspense>
            <SelectionBar ids={selection.ids} request={page.request} onClear={selection.clear} />
          </Suspense>
        )
      }
      failureTexts={{
        title: t('search.failed'),
        forbidden: { title: t('search.unauthorised'), text: t('search.unauthorised_text') },
      }}
      empty={
        page.total === 0 && Object.keys(filters).length > 0 ? (
          <NothingFiltered onClear={() => onFilter({})} />
        ) : (
          empty
        )
      }
    />
  );
}

/** One page of transactions with its columns. */
interface TransactionPage extends ListResult<TransactionRow> {
  columns: readonly string[];
  custom: CustomNames;
  choice: ReturnType<typeof useColumnChoice>;
  filters: ColumnFilters;
  limits: SourceLimits;
  /** Columns in the user's metadata; undefined before the response. */
  offered: ReadonlySet<string> | undefined;
  sortable: ReadonlySet<string>;
  sort: SearchSort;
  /** Of the page on screen, with the chosen columns only; undefined while none is loaded. */
  request: SearchRequest | undefined;
}
