import { type Parameter, ClickHouseSql, param, clause, join } from '#warehouse/clickhouse-sql.ts';
import type { Condition, ReportQuery, SortTerm } from './build-report-query.ts';
import type { MerchantScope } from './merchant-scope.ts';
import { sumClause } from './money-sums.ts';
import type { CustomName } from './columns/custom-columns.ts';
import { warehouseColumn } from './columns/transaction-columns.ts';
import type { WarehouseColumn } from './columns/warehouse-column.ts';
import { newestVersions } from './warehouse-table.ts';

/** Whether the warehouse has every field of the query. It has no installations. */
export function hasAllFields({ selected, conditions, sort, scope }: ReportQuery): boolean {
  const usedFields = [...selected, ...[...conditions, ...sort].map(({ field }) => field)];
  return !scope.installations && usedFields.every((field) => warehouseColumn(field, []) !== undefined);
}

/** The rows of the page. */
export function pageClause(query: ReportQuery, names: readonly CustomName[]): ClickHouseSql {
  const { offset, limit } = query;
  const selected = query.selected.map((field) => requireColumn(field, names).select);
  return clause`select ${join(selected, ', ')}
    from ${newestVersions} where ${filter(query, names)} order by ${ordering(query, names)}
    limit ${param(limit, 'UInt64')} offset ${param(offset, 'UInt64')}`;
}

/** The number of matching rows. */
export function countClause(query: ReportQuery, names: readonly CustomName[]): ClickHouseSql {
  return clause`select count() from ${newestVersions} where ${filter(query, names)}`;
}

/** The money of the matching rows by currency, for `readSum`. */
export function sumsClause(query: ReportQuery, names: readonly CustomName[]): ClickHouseSql {
  return clause`select ${sumClause()} from ${newestVersions} where ${filter(query, names)} group by ccy_code order by ccy_code`;
}

/**
 * WHERE clause. The warehouse has no row-level security, so every statement names its companies and
 * merchants.
 */
function filter({ scope, conditions }: ReportQuery, names: readonly CustomName[]): ClickHouseSql {
  return join([scopeClause(scope), ...conditions.map((term) => condition(term, names))], ' and ');
}

function ordering({ sort }: ReportQuery, names: readonly CustomName[]): ClickHouseSql {
  const term = ({ field, direction }: SortTerm): ClickHouseSql => {
    const value = comparedColumn(field, names);
    return direction === 'ASC' ? clause`${value} asc nulls last` : clause`${value} desc nulls last`;
  };
  return join(sort.map(term), ', ');
}

function scopeClause({ tenantIds, merchants }: MerchantScope): ClickHouseSql {
  const ofCompanies = clause`company_id in ${param(tenantIds, 'Array(Int32)')}`;
  return merchants
    ? clause`${ofCompanies} and merchant_id in ${param(merchants, 'Array(Int32)')}`
    : ofCompanies;
}

function condition({ field, as, operation, values }: Condition, names: readonly CustomName[]): ClickHouseSql {
  const value = comparedColumn(field, names);
  const bounds = values.map((value) => boundValue(field, as, value));
  const [first = clause`null`, second = clause`null`, third = second, fourth = second] = bounds;
  switch (operation) {
    case 'EQUALS':
      return clause`${value} = ${first}`;
    case 'NOT_EQUALS':
      return clause`(${value} is null or ${value} != ${first})`;
    case 'IN':
      return clause`${value} in (${join(bounds.map(asClause), ', ')})`;
    case 'NOT_IN':
      return clause`(${value} is null or ${value} not in (${join(bounds.map(asClause), ', ')}))`;
    case 'IS_NULL':
      return clause`${value} is null`;
    case 'IS_NOT_NULL':
      return clause`${value} is not null`;
    case 'GT':
      return clause`${value} > ${first}`;
    case 'GTE':
      return clause`${value} >= ${first}`;
    case 'LT':
      return clause`${value} < ${first}`;
    case 'LTE':
      return clause`${value} <= ${first}`;
    case 'BETWEEN':
      return bounds.length < 4
        ? clause`${value} between ${first} and ${second}`
        : clause`(${value} between ${first} and ${second} or ${value} between ${third} and ${fourth})`;
  }
}

const asClause = (part: ClickHouseSql | Parameter): ClickHouseSql => clause`${part}`;

function boundValue(field: string, as: Condition['as'], value: string | Date): ClickHouseSql | Parameter {
  if (value instanceof Date) {
    if (field !== 'txn_datetime') return param(`${value.toISOString().slice(0, 23)}000`, 'String');
    return clause`fromUnixTimestamp64Milli(${param(within(value.getTime()), 'Int64')}, 'UTC')`;
  }
  if (as === 'integer') return param(value, 'Int64');
  if (as === 'decimal') return param(value, warehouseColumn(field, [])?.decimalType ?? 'Decimal(76, 20)');
  // In the store's format, with seconds and milliseconds.
  if (as === 'time') return param(completeTime(value), 'String');
  return param(value, 'String');
}

/** All transactions are within the store's range, so a bound beyond it is moved to its edge. */
const within = (ms: number): number => Math.min(Math.max(ms, Date.UTC(1950, 0, 1)), Date.UTC(2250, 0, 1));

function completeTime(value: string): string {
  const [, minutes = '', seconds = ':00', fraction = '.'] = /^(\d\d:\d\d)(:\d\d)?(\.\d+)?$/.exec(value) ?? [];
  return `${minutes}${seconds}${fraction.padEnd(4, '0')}`;
}

/** The field for filters and sorting. */
const comparedColumn = (field: string, names: readonly CustomName[]): ClickHouseSql =>
  requireColumn(field, names).compare;

function requireColumn(field: string, names: readonly CustomName[]): WarehouseColumn {
  const column = warehouseColumn(field, names);
  if (!column) throw new Error(`the warehouse has no ${field}`);
  return column;
}
