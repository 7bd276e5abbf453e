import type { Compare, Filter, Suffix } from 'scim2-parse-filter';
import type { Fragment, Sql } from '#database/connection.ts';
import { refusals } from './refuse.ts';
import { attributeKey } from './parse-filter.ts';
import type { ListQuery } from './resource/read-query.ts';

/** How a filter compares an attribute. `column` may be null, except for a boolean. */
type FilterColumn =
  | { kind: 'text'; column: Fragment; isExact?: boolean; toKey?: (value: string) => string }
  | { kind: 'boolean'; column: Fragment }
  | { kind: 'time'; column: Fragment }
  /** Has many values; equality with one of them is the only comparison. */
  | { kind: 'contains'; contains: (value: string) => Fragment };

/** By attribute in lower case. */
export type FilterColumns = Readonly<Record<string, FilterColumn>>;

/** The condition of a filter. Never null: an absent attribute equals nothing. Throws invalidFilter. */
export function filterSql(sql: Sql, filter: Filter, columns: FilterColumns, prefix = ''): Fragment {
  const inner = (child: Filter) => filterSql(sql, child, columns, prefix);
  switch (filter.op) {
    case 'and':
      return filter.filters.map(inner).reduce((all, condition) => sql`(${all} and ${condition})`);
    case 'or':
      return filter.filters.map(inner).reduce((all, condition) => sql`(${all} or ${condition})`);
    case 'not':
      return sql`(not ${inner(filter.filter)})`;
    case '[]':
      if (prefix !== '') throw refusals.filter('A filter in brackets contains another one');
      return filterSql(sql, filter.valFilter, columns, `${attributeKey(filter.attrPath)}.`);
    default:
      return comparison(sql, filter, columns[prefix + attributeKey(filter.attrPath)]);
  }
}

/** Sorting is optional, and absent values come last. Throws invalidPath. */
export function sortSql(sql: Sql, { sortBy, sortOrder }: ListQuery, columns: FilterColumns): Fragment {
  if (sortBy === undefined || sortBy === '') return sql``;
  const column = columns[attributeKey(sortBy)];
  if (!column || column.kind === 'contains') throw refusals.path(sortBy);
  const direction = sortOrder?.toLowerCase() === 'descending' ? sql`desc` : sql`asc`;
  const key = column.kind === 'text' && !column.isExact ? sql`lower(${column.column})` : column.column;
  return sql`${key} ${direction} nulls last,`;
}

function comparison(sql: Sql, filter: Compare | Suffix, column: FilterColumn | undefined): Fragment {
  if (!column)
    throw refusals.filter(`The filter names ${filter.attrPath.slice(0, 100)}, which it cannot compare`);
  if (column.kind === 'contains') return containment(filter, column);
  if (filter.op === 'pr') return sql`(${column.column} is not null)`;
  const { op, compValue: value } = filter;
  if (value === null) {
    if (op === 'eq') return sql`(${column.column} is null)`;
    if (op === 'ne') return sql`(${column.column} is not null)`;
    throw unsupported(filter);
  }
  if (column.kind === 'boolean') return booleanComparison(sql, filter, column.column);
  if (column.kind === 'time') return timeComparison(sql, filter, column.column);
  if (typeof value !== 'string') throw unsupported(filter);
  return textComparison(sql, filter, value, column);
}

function containment(
  filter: Compare | Suffix,
  { contains }: Extract<FilterColumn, { kind: 'contains' }>,
): Fragment {
  if (filter.op === 'eq' && typeof filter.compValue === 'string') return contains(filter.compValue);
  throw unsupported(filter);
}

function textComparison(
  sql: Sql,
  filter: Compare,
  value: string,
  { column, isExact, toKey }: Extract<FilterColumn, { kind: 'text' }>,
): Fragment {
  const columnValue = isExact || toKey ? column : sql`lower(${column})`;
  const searchValue = toKey ? sql`${toKey(value)}` : isExact ? sql`${value}` : sql`lower(${value}::text)`;
  switch (filter.op) {
    case 'eq':
      return sql`coalesce(${columnValue} = ${searchValue}, false)`;
    case 'ne':
      return sql`(${columnValue} is distinct from ${searchValue})`;
    case 'co':
      return sql`coalesce(strpos(${columnValue}, ${searchValue}) > 0, false)`;
    case 'sw':
      return sql`coalesce(starts_with(${columnValue}, ${searchValue}), false)`;
    case 'ew':
      return sql`coalesce(right(${columnValue}, length(${searchValue})) = ${searchValue}, false)`;
    default:
      throw unsupported(filter);
  }
}

/** Entra ID writes booleans as texts. */
function booleanComparison(sql: Sql, filter: Compare, column: Fragment): Fragment {
  const text = String(filter.compValue).toLowerCase();
  if ((text !== 'true' && text !== 'false') || (filter.op !== 'eq' && filter.op !== 'ne'))
    throw unsupported(filter);
  return sql`(${column} = ${(text === 'true') === (filter.op === 'eq')})`;
}

function timeComparison(sql: Sql, filter: Compare, column: Fragment): Fragment {
  const instant = new Date(String(filter.compValue));
  if (typeof filter.compValue !== 'string' || Number.isNaN(instant.getTime())) throw unsupported(filter);
  // SCIM shows milliseconds, the column may have more.
  const milliseconds = sql`date_trunc('milliseconds', ${column})`;
  switch (filter.op) {
    case 'eq':
      return sql`(${milliseconds} = ${instant})`;
    case 'ne':
      return sql`(${milliseconds} <> ${instant})`;
    case 'gt':
      return sql`(${milliseconds} > ${instant})`;
    case 'ge':
      return sql`(${milliseconds} >= ${instant})`;
    case 'lt':
      return sql`(${milliseconds} < ${instant})`;
    case 'le':
      return sql`(${milliseconds} <= ${instant})`;
    default:
      throw unsupported(filter);
  }
}

const unsupported = ({ attrPath, op }: Compare | Suffix) =>
  refusals.filter(`The filter compares ${attrPath.slice(0, 100)} in a way that is not supported: ${op}`);
