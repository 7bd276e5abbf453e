import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type ClickHouseSql, clause, column, join, param } from '#warehouse/clickhouse-sql.ts';
import { type CustomType, parseCustomType } from '../../fields/custom-columns.ts';
import type { FileKind } from './field-columns.ts';
import { type Column, typed } from './postgres-column.ts';
import { type WarehouseColumn, comparable, instantText } from './warehouse-column.ts';

/** A custom field type in each store and in a file. */
interface CustomKind {
  /** The PostgreSQL type that the merchant's text is cast to. */
  postgres: { as: Column['as']; type: string };
  /** The name of the cast value in the warehouse's column `custom_fields`. */
  warehouse: 'text' | 'whole' | 'number' | 'day' | 'moment';
  file: FileKind;
}

const text: CustomKind = { postgres: { as: 'text', type: 'text' }, warehouse: 'text', file: 'text' };
const wholeNumber: CustomKind = {
  postgres: { as: 'integer', type: 'int8' },
  warehouse: 'whole',
  file: 'number',
};
const decimal: CustomKind = {
  postgres: { as: 'decimal', type: 'numeric' },
  warehouse: 'number',
  file: 'money',
};

const kinds: Readonly<Record<CustomType, CustomKind>> = {
  string: text,
  longString: text,
  integer: wholeNumber,
  bigInteger: wholeNumber,
  tinyInteger: wholeNumber,
  float: decimal,
  decimal,
  date: { postgres: { as: 'date', type: 'date' }, warehouse: 'day', file: 'date' },
  dateTime: { postgres: { as: 'instant', type: 'timestamptz' }, warehouse: 'moment', file: 'instant' },
};

const findKind = (storedName: string): CustomKind | undefined => {
  const type = parseCustomType(storedName);
  return type && kinds[type];
};

export const customFileKind = (storedName: string): FileKind | undefined => findKind(storedName)?.file;

/** A custom field by its stored name: the value under the name that the row's company gave it. */
export function customPostgresColumn(storedName: string): Column | undefined {
  const kind = findKind(storedName);
  if (!kind) return undefined;
  const value = (sql: TenantSql): Fragment => sql`(
    select jsonb_path_query_first(
      txn.detail, '$.customFields[*] ? (@.name == $name).value', jsonb_build_object('name', field.descriptive_name)
    ) #>> '{}'
    from custom_field field
    where field.company_id = txn.company_id and field.stored_name = ${storedName} and field.in_reporting
  )`;
  const { as, type } = kind.postgres;
  return as === 'text' ? { select: value, compare: value, as } : typed(value, as, type);
}

/** The name that a company gave to a custom field. */
export interface CustomName {
  companyId: number;
  storedName: string;
  descriptiveName: string;
}

/** The part of a query with fields and companies. */
interface UsedFields {
  selected: readonly string[];
  conditions: readonly { field: string }[];
  sort: readonly { field: string }[];
  scope: { tenantIds: number[] };
}

/** The companies' names of the query's custom fields. Loaded only when the query has any. */
export async function loadCustomNames(
  sql: TenantSql,
  { selected, conditions, sort, scope }: UsedFields,
): Promise<readonly CustomName[]> {
  const customFields = [...selected, ...[...conditions, ...sort].map(({ field }) => field)].filter(
    (field) => parseCustomType(field) !== undefined,
  );
  if (customFields.length === 0) return [];
  return sql<CustomName[]>`
    select company_id, stored_name, descriptive_name
    from custom_field
    where company_id = any (${scope.tenantIds}) and stored_name = any (${customFields}) and in_reporting
    order by company_id, stored_name`;
}

/** A custom field in the warehouse, under each company's name for it. */
export function customWarehouseColumn(
  storedName: string,
  names: readonly CustomName[],
): WarehouseColumn | undefined {
  const kind = findKind(storedName)?.warehouse;
  if (!kind) return undefined;
  const value = customValue(storedName, kind, names);
  switch (kind) {
    case 'whole':
      return { select: clause`toString(${value})`, compare: value };
    case 'number':
      return { select: value, compare: comparable(value) };
    case 'moment':
      return { select: instantText(value), compare: value };
    default:
      return { select: value, compare: value };
  }
}

function customValue(
  storedName: string,
  kind: CustomKind['warehouse'],
  names: readonly CustomName[],
): ClickHouseSql {
  const as = param(`Nullable(${kind === 'whole' ? 'Int64' : 'String'})`, 'String');
  const nullValue = clause`cast(null, ${as})`;
  const cases = names
    .filter((customName) => customName.storedName === storedName)
    .map(
      ({ companyId, descriptiveName }) =>
        clause`company_id = ${param(companyId, 'Int32')}, JSONExtract(ifNull(${column('custom_fields')}, ''), ${param(descriptiveName, 'String')}, ${param(kind, 'String')}, ${as})`,
    );
  return cases.length === 0 ? nullValue : clause`multiIf(${join(cases, ', ')}, ${nullValue})`;
}

const value = (sql: TenantSql): Fragment => sql`given.value`;
const integer = typed(value, 'integer', 'int8');
const number = typed(value, 'decimal', 'numeric');
const day = typed(value, 'date', 'date');
const moment = typed(value, 'instant', 'timestamptz');

/**
 * Custom field values by name and by PostgreSQL type. A query decides which one a column shows, since a
 * company may rename its fields. Of two with one name the first counts.
 */
export function sentCustomFields(sql: TenantSql): Fragment {
  return sql`case when jsonb_typeof(txn.detail -> 'customFields') = 'array' then (
    select jsonb_object_agg(given.name, jsonb_strip_nulls(jsonb_build_object(
      'text', given.value,
      'whole', ${integer.compare(sql)},
      'number', ${number.select(sql)},
      'day', ${day.select(sql)},
      'moment', to_char(${moment.compare(sql)} at time zone 'UTC', ${'YYYY-MM-DD"T"HH24:MI:SS.US'})
    )) order by given.place desc)::text
    from (
      select one ->> 'name' as name, one ->> 'value' as value, place
      from jsonb_array_elements(txn.detail -> 'customFields') with ordinality as listed (one, place)
      where one ->> 'name' is not null and one -> 'value' is not null
    ) as given
  ) end`;
}
