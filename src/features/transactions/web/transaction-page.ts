import type { ListResult } from '#web/list-screen/list-screen.tsx';
import type { ColumnFilters } from '#features/reporting/filters/filter-params.ts';
import type { SourceLimits } from '#features/reporting/filters/source-limits.ts';
import type { SearchSort } from '../search-request.ts';
import type { useColumnChoice } from './columns/use-column-choice.ts';
import type { CustomNames } from '#features/reporting/web/column-labels.ts';
import type { TransactionRow } from './transaction-columns.tsx';

/** One page of transactions, with the columns it is shown in. */
export interface TransactionPage extends ListResult<TransactionRow> {
  columns: readonly string[];
  custom: CustomNames;
  choice: ReturnType<typeof useColumnChoice>;
  filters: ColumnFilters;
  limits: SourceLimits;
  /** What the metadata lists for this person; undefined before the response. */
  offered: ReadonlySet<string> | undefined;
  sortable: ReadonlySet<string>;
  sort: SearchSort;
}
