import type { Permission } from '#shared/permissions.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import type { ExportFormat, ExportRequest } from './endpoints.ts';
import { columnFilterFields, possibleFilters } from '#features/reporting/filters/column-filter.ts';
import type { SearchRequest } from '#features/reporting/search-schema.ts';
import type { ColumnFilters } from '#features/reporting/filters/filter-params.ts';
import { exportColumns, type ExportType } from './export-columns.ts';
import type { Interval } from './export-interval.ts';

type Field = ExportRequest['fields'][number];

/** What a person chose to export; empty lists mean all. */
export interface ExportChoice {
  interval: Interval;
  orgIds: readonly number[];
  types: readonly string[];
  statuses: readonly string[];
  outcomes: readonly string[];
  /** Of SAME_CARD the value is a transaction, which stands in the address and not among the filters. */
  search: { field: string; value: string } | undefined;
  /** Of the statement that led here. */
  columnFilters?: ColumnFilters;
  exportType: ExportType;
  format: ExportFormat;
}

interface Setting {
  /** The metadata's. */
  offered: readonly { field: string }[];
  /** Startup configuration: tqsDataSourceDwEnabled. */
  isWarehouse: boolean;
  timeZone: string;
}

/** The outcomes that lists were called by before (docs/domain.md#fraud-decisions). */
const olderOutcomes: Readonly<Record<string, string>> = {
  NEGATIVE_LIST: 'BLACKLIST',
  POSITIVE_LIST: 'WHITELIST',
};

/** What the server is asked for, newest first. */
export function buildExportRequest(choice: ExportChoice, setting: Setting): ExportRequest {
  const { interval, search } = choice;
  const columns = exportColumns(choice.exportType, setting.offered);
  const fields: Field[] = columns.map((field) => ({
    field,
    display: true,
    ...(field === 'txn_datetime' ? { sort: 'DESC' as const } : {}),
  }));
  const narrow = (field: string, values: readonly (string | number)[], operation?: 'BETWEEN'): void => {
    if (values.length === 0) return;
    const filter = { operation: operation ?? (values.length === 1 ? 'EQUALS' : 'IN'), value: [...values] };
    fields.push({ field, display: false, filter } as Field);
  };
  narrow('txn_datetime', [interval.from.getTime(), interval.to.getTime()], 'BETWEEN');
  narrow('txn_type', choice.types);
  narrow('txn_status', choice.statuses);
  narrow(
    'OPTIMIZE360_OUTCOME',
    choice.outcomes.map((name) => olderOutcomes[name] ?? name),
  );
  if (search && search.field !== 'SAME_CARD') narrow(search.field, [search.value]);
  const filters = possibleFilters(
    choice.columnFilters ?? {},
    new Set(setting.offered.map(({ field }) => field)),
  );
  fields.push(...columnFilterFields(filters, Object.keys(filters), setting.timeZone));
  return {
    startFrom: 1,
    dataSource: setting.isWarehouse ? 'REPORT' : 'REAL-TIME',
    orgIds: [...choice.orgIds],
    fields,
    includeFieldNames: true,
    outputFormat: choice.format,
    outputFileName: exportFileName(interval, setting.timeZone),
    timezone: setting.timeZone,
  };
}

/** TransactionReport_{startyyyyMMdd}_{endyyyyMMdd} (docs/domain.md#exports); days are those of the zone. */
export function exportFileName({ from, to }: Interval, timeZone: string): string {
  const day = (at: Date): string => zonedDate(at, timeZone).replaceAll('-', '');
  return `TransactionReport_${day(from)}_${day(to)}`;
}

/** The rows of a grid as a file: its columns, order, filters and snapshot, all pages; named by the days of the interval. */
export function buildGridExport(
  { limit: _page, ...question }: SearchRequest,
  interval: Interval,
  timeZone: string,
  outputFormat: ExportFormat,
): ExportRequest {
  return {
    ...question,
    startFrom: 1,
    outputFormat,
    outputFileName: exportFileName(interval, timeZone),
    timezone: timeZone,
  };
}

/** What an export can be narrowed to by a typed value, and who may (docs/domain.md#exports). */
export const exportSearchFields = [
  'txn_id',
  'merch_ref',
  'customer_email',
  'last_four',
  'IP_address',
  'SAME_CARD',
] as const;
export type ExportSearchField = (typeof exportSearchFields)[number];

/** The fields that are offered: the last four digits by the warehouse, address and card to fraud analysts too. */
export function offeredSearchFields(
  isWarehouse: boolean,
  holds: (permission: Permission) => boolean,
): ExportSearchField[] {
  const isAnalyst = holds('P_VIEW_FRAUDGUARD') || holds('P_VIEW_FRAUD_RULES');
  return exportSearchFields.filter((field) => {
    if (field === 'last_four') return isWarehouse;
    return field === 'IP_address' || field === 'SAME_CARD' ? isWarehouse && isAnalyst : true;
  });
}
