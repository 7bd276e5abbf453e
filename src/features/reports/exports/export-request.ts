import type { Permission } from '#shared/permissions.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import type { ExportFormat } from '#shared/export-formats.ts';
import type { ExportRequest } from './schemas.ts';
import { columnFilterFields, possibleFilters } from '#features/record/reporting/filters/column-filter.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import type { ColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import { exportColumns, type ExportType } from './export-columns.ts';
import type { Interval } from './export-interval.ts';

type Field = ExportRequest['fields'][number];

/** The choices of the form. Empty lists mean all. */
export interface ExportChoice {
  interval: Interval;
  orgIds: readonly number[];
  types: readonly string[];
  statuses: readonly string[];
  outcomes: readonly string[];
  /**
   * The value of SAME_CARD is a transaction, sent in the path and not as a filter. That of an amount is a column filter: '20.5',
   * '>=100', '10..20'.
   */
  search: { field: string; value: string } | undefined;
  /** From the statement that opened the form. */
  columnFilters?: ColumnFilters;
  exportType: ExportType;
  format: ExportFormat;
}

interface Setting {
  /** The fields in the metadata. */
  availableFields: readonly { field: string }[];
  /** Startup configuration: tqsDataSourceDwEnabled. */
  isWarehouse: boolean;
  timeZone: string;
}

/** Older names of list outcomes (docs/domain.md#fraud-decisions). */
const olderOutcomes: Readonly<Record<string, string>> = {
  NEGATIVE_LIST: 'BLACKLIST',
  POSITIVE_LIST: 'WHITELIST',
};

/** The request, newest first. */
export function buildExportRequest(choice: ExportChoice, setting: Setting): ExportRequest {
  const { interval, search } = choice;
  const columns = exportColumns(choice.exportType, setting.availableFields);
  const fields: Field[] = columns.map((field) => ({
    field,
    display: true,
    sort: field === 'txn_datetime' ? ('DESC' as const) : undefined,
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
  if (search?.field === 'requested_amount')
    fields.push(...columnFilterFields({ [search.field]: search.value }, [search.field], setting.timeZone));
  else if (search && search.field !== 'SAME_CARD') narrow(search.field, [search.value]);
  const filters = possibleFilters(
    choice.columnFilters ?? {},
    new Set(setting.availableFields.map(({ field }) => field)),
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

/** TransactionReport_{startyyyyMMdd}_{endyyyyMMdd} (docs/domain.md#exports), with days of the zone. */
function exportFileName({ from, to }: Interval, timeZone: string): string {
  const day = (at: Date): string => zonedDate(at, timeZone).replaceAll('-', '');
  return `TransactionReport_${day(from)}_${day(to)}`;
}

/**
 * A grid as a file: its columns, order, filters and snapshot, all pages. The name has the interval's days.
 */
export function buildGridExport(
  { limit: _page, ...search }: SearchRequest,
  interval: Interval,
  timeZone: string,
  outputFormat: ExportFormat,
): ExportRequest {
  return {
    ...search,
    startFrom: 1,
    outputFormat,
    outputFileName: exportFileName(interval, timeZone),
    timezone: timeZone,
  };
}

/** Fields with a typed value in an export, with their permissions (docs/domain.md#exports). */
const exportSearchFields = [
  'txn_id',
  'merch_ref',
  'customer_email',
  'requested_amount',
  'last_four',
  'IP_address',
  'SAME_CARD',
] as const;
type ExportSearchField = (typeof exportSearchFields)[number];

/** The offered fields: last four digits with the warehouse; address and card also for fraud analysts. */
export function availableSearchFields(
  isWarehouse: boolean,
  holds: (permission: Permission) => boolean,
): ExportSearchField[] {
  const isAnalyst = holds('P_VIEW_FRAUDGUARD') || holds('P_VIEW_FRAUD_RULES');
  return exportSearchFields.filter((field) => {
    if (field === 'last_four') return isWarehouse;
    return field === 'IP_address' || field === 'SAME_CARD' ? isWarehouse && isAnalyst : true;
  });
}
