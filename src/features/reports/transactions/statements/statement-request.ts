import type { ExportState } from '#features/reports/exports/export-state.ts';
import { readColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import type { SearchSort } from '../search-request.ts';
import { queriedOutcome } from './statement-filters.ts';
import { toInterval } from './statement-interval.ts';
import { parseDays, readFilters, type StatementParams } from './statement-params.ts';

type Field = SearchRequest['fields'][number];

interface Setting {
  columns: readonly string[];
  sort: SearchSort;
  /** Startup configuration: tqsDataSourceDwEnabled. */
  isWarehouse: boolean;
  /** The time zone of the interval's days. */
  timeZone: string;
  /** Merchants below the selected organisation. */
  merchants: readonly number[];
  /** The selected organisation. */
  orgId: number;
  /** Snapshot of the first page (ISO 8601). Later pages leave out newer transactions. */
  snapshot: string | undefined;
}

/** The maximum number of ids in a request. */
const maxIds = 5000;

/** The request for one page of the statement. */
export function buildStatementRequest(params: StatementParams, setting: Setting): SearchRequest {
  const { columns, sort } = setting;
  const filters = readFilters(params);
  const fields = new Map<string, Field>(columns.map((field) => [field, { field, display: true }]));
  const add = (field: string, more: Partial<Field>): void => {
    fields.set(field, { ...(fields.get(field) ?? { field, display: false }), ...more });
  };
  const { from, to } = toInterval(parseDays(params), setting.timeZone);
  add('txn_datetime', { filter: { operation: 'BETWEEN', value: [from.getTime(), to.getTime()] } });
  const narrow = (field: string, values: readonly string[]): void => {
    if (values.length === 0) return;
    add(field, { filter: { operation: values.length === 1 ? 'EQUALS' : 'IN', value: [...values] } });
  };
  narrow('txn_status', filters.status);
  narrow('txn_type', filters.type);
  narrow('OPTIMIZE360_OUTCOME', [...new Set(filters.optimize360Outcome.map(queriedOutcome))]);
  add(sort.field, { sort: sort.direction });
  const until: Field[] =
    setting.snapshot === undefined
      ? []
      : [
          {
            field: 'txn_datetime',
            display: false,
            filter: { operation: 'LTE', value: [setting.snapshot] },
          },
        ];
  return {
    startFrom: params.offset + 1,
    limit: params.pageSize,
    dataSource: setting.isWarehouse ? 'REPORT' : 'REAL-TIME',
    orgIds: selectedOrganisations(filters.selectedNodes, setting),
    fields: [...fields.values(), ...until],
    includeFieldNames: true,
  };
}

/**
 * The selected organisations of the filter, else the merchants of the tree, else the current organisation
 * (docs/domain.md#reporting).
 */
function selectedOrganisations(selected: readonly string[], { merchants, orgId }: Setting): number[] {
  if (selected.length > 0) return selected.map(Number);
  // Above the maximum, the current organisation includes the same merchants.
  return merchants.length > 0 && merchants.length <= maxIds ? [...merchants] : [orgId];
}

/** The initial values of the export screen (docs/domain.md#reporting). */
export function toExportState(params: StatementParams, timeZone: string): ExportState {
  const { from, to } = toInterval(parseDays(params), timeZone);
  const { selectedNodes, ...filters } = readFilters(params);
  const columnFilters = readColumnFilters(params);
  return {
    fromDate: from.getTime(),
    toDate: to.getTime(),
    selectedNodes: selectedNodes.map(Number),
    ...filters,
    columnFilters: Object.keys(columnFilters).length > 0 ? columnFilters : undefined,
  };
}
