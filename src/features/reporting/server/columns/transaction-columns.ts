import { column } from '#warehouse/clickhouse-sql.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Fragment } from '#database/connection.ts';
import { attemptColumns } from '#features/fraud-fields/server/warehouse-attempts.ts';
import { fieldColumns } from '#features/fraud-fields/server/warehouse-fields.ts';
import { transactionFields } from '../../fields/transaction-fields.ts';
import { authenticationColumns } from './authentication-columns.ts';
import {
  type CustomName,
  customFileKind,
  customPostgresColumn,
  customWarehouseColumn,
  sentCustomFields,
} from './custom-columns.ts';
import type { FieldColumns, FileKind } from './field-columns.ts';
import { paymentColumns } from './payment-columns.ts';
import type { Column } from './postgres-column.ts';
import type { WarehouseColumn } from './warehouse-column.ts';

const columns: Readonly<Record<string, FieldColumns>> = { ...paymentColumns, ...authenticationColumns };

/** A field in PostgreSQL, custom fields included. */
export function findColumn(field: string): Column {
  const found = columns[field]?.postgres ?? customPostgresColumn(field);
  if (!found) throw new Error(`field ${field} has no column`);
  return found;
}

export function fileKind(field: string): FileKind {
  const found = columns[field]?.file ?? customFileKind(field);
  if (!found) throw new Error(`field ${field} has no column`);
  return found;
}

export const describeField = (field: string): string => columns[field]?.description ?? field;

/** Column names must not start with a digit. */
const warehouseName = (field: string): string => field.replace(/^3/, 'three');

const warehouseColumns: ReadonlyMap<string, WarehouseColumn> = new Map(
  Object.entries(columns).map(([field, { postgres, warehouse }]) => [
    field,
    warehouse(column(warehouseName(field)), postgres),
  ]),
);

/** A field in the warehouse; undefined where it has none. */
export const warehouseColumn = (field: string, names: readonly CustomName[]): WarehouseColumn | undefined =>
  warehouseColumns.get(field) ?? customWarehouseColumn(field, names);

/** A column of the warehouse's table: PostgreSQL's text for it, which ClickHouse reads as `type`. */
interface StoredColumn {
  name: string;
  type: string;
  sent(sql: TenantSql): Fragment;
}

const plain = (name: string, type: string): StoredColumn => ({
  name,
  type,
  sent: (sql) => sql`txn.${sql(name)}`,
});

/** Every column of the table in transfer order. */
export const storedColumns: readonly StoredColumn[] = [
  plain('company_id', 'Int32'),
  plain('merchant_id', 'Int32'),
  plain('version', 'UInt32'),
  plain('ccy_digits', 'UInt8'),
  // With the columns at the end: what the impact of a rule reads (docs/decisions/0119).
  plain('installation_id', 'Int32'),
  plain('requested_minor', 'Int64'),
  plain('reason_code', 'LowCardinality(Nullable(String))'),
  plain('decision_source', 'LowCardinality(Nullable(String))'),
  ...transactionFields.flatMap(({ field }): StoredColumn[] => {
    const stored = warehouseColumns.get(field)?.stored;
    return stored ? [{ name: warehouseName(field), ...stored }] : [];
  }),
  { name: 'custom_fields', type: 'Nullable(String)', sent: sentCustomFields },
  ...fieldColumns,
  ...attemptColumns,
];
