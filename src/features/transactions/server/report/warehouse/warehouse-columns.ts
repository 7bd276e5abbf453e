import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { ClickHouseSql, clause, column, join } from '#warehouse/clickhouse-sql.ts';
import { parseCustomType } from '../../../fields/custom-columns.ts';
import { transactionFields } from '../../../transaction-fields.ts';
import { countedTo } from '../column.ts';
import { findColumn } from '../transaction-columns.ts';
import { type CustomName, customValue, sentCustomFields } from './custom-values.ts';

/** A column of the warehouse's table: what PostgreSQL sends for it, as text that ClickHouse reads as `type`. */
export interface StoredColumn {
  name: string;
  type: string;
  sent(sql: TenantSql): Fragment;
}

/** How a field stands in the warehouse: what is answered, and what is filtered and sorted by. */
export interface WarehouseField {
  shown: ClickHouseSql;
  compared: ClickHouseSql;
}

/** Names of columns must not begin with a digit. */
const warehouseName = (field: string): string => field.replace(/^3/, 'three');

/** Few different values in millions of rows: kept once. */
const repeated = new Set(
  (
    'txn_type txn_status txn_stage PROCESSING_MODEL ccy_code payment_product CUSTOM_PAYMENT_PRODUCT merchant_name acquirer ' +
    'AUTHORISERSTATUS PSP_MESSAGE sales_channel commerce_type CONTINUOUS_AUTHORITY_TYPE IMPORT_SOURCE_SYSTEM card_issuer ' +
    'issuer_country PAYMENT_METHOD_SOURCE customer_country OPTIMIZE360_OUTCOME fg_advice 3ds_status 3ds_eci ' +
    'THREED_SECURE_PROTOCOL_VERSION EXPIRY'
  ).split(' '),
);
/** Worked out of other columns. */
const derived = new Set(['txn_date', 'txn_time', 'txn_volume']);
const never = new Set(['txn_id', 'txn_root_id', 'txn_datetime', 'requested_amount', 'amount']);
/** Amounts of transactions have at most so many digits; numbers of merchants have any. */
export const isMoney = (field: string): boolean => field === 'requested_amount' || field === 'amount';
/** Answered as numbers; other whole numbers are answered as text. */
const numbers = new Set(['txn_volume', 'EPISODE_INDEX', 'SCHEDULE_REMAINING_EPISODE_COUNT', 'fg_score']);

const plain = (name: string, type: string, sent = name): StoredColumn => ({
  name,
  type,
  sent: (sql) => sql`txn.${sql(sent)}`,
});

/** Every column of the table, in the order in which they are sent. */
export const storedColumns: readonly StoredColumn[] = [
  plain('company_id', 'Int32'),
  plain('merchant_id', 'Int32'),
  plain('version', 'UInt32'),
  plain('ccy_digits', 'UInt8'),
  ...transactionFields.filter(({ field }) => !derived.has(field)).map(({ field }) => storedField(field)),
  { name: 'custom_fields', type: 'Nullable(String)', sent: sentCustomFields },
];

function storedField(field: string): StoredColumn {
  const { as, compared } = findColumn(field);
  const name = warehouseName(field);
  const stored = (type: string, sent: (sql: TenantSql) => Fragment = compared): StoredColumn => ({
    name,
    type: never.has(field) ? type : `Nullable(${type})`,
    sent,
  });
  switch (as) {
    case 'text':
      return repeated.has(field)
        ? { ...stored('String'), type: 'LowCardinality(Nullable(String))' }
        : stored('String');
    case 'integer':
      return stored('Int64', (sql) => sql`(${compared(sql)})::int8`);
    case 'decimal':
      // Merchants' own numbers have any size: they are kept as the text that is shown.
      return never.has(field) ? stored('Decimal(18, 4)') : stored('String', findColumn(field).shown);
    case 'date':
      return repeated.has(field)
        ? { ...stored('String', day(compared)), type: 'LowCardinality(Nullable(String))' }
        : stored('String', day(compared));
    case 'instant':
      return field === 'txn_datetime'
        ? stored("DateTime64(3, 'UTC')", utcText(compared, 'YYYY-MM-DD HH24:MI:SS.MS'))
        : stored('String', utcText(compared, 'YYYY-MM-DD"T"HH24:MI:SS.US'));
    case 'time':
      throw new Error(`${field}: times of day are not stored`);
  }
}

function day(value: (sql: TenantSql) => Fragment) {
  return (sql: TenantSql) => sql`to_char(${value(sql)}, 'YYYY-MM-DD')`;
}

function utcText(value: (sql: TenantSql) => Fragment, format: string) {
  return (sql: TenantSql) => sql`to_char(${value(sql)} at time zone 'UTC', ${format})`;
}

const time = column('txn_datetime');
const max = new ClickHouseSql([`toDecimal256('1${'0'.repeat(countedTo.digits)}', ${countedTo.decimals})`]);
const momentText = (stored: ClickHouseSql): ClickHouseSql =>
  clause`concat(substring(${stored}, 1, 23), '+00:00')`;
const fields: ReadonlyMap<string, WarehouseField> = new Map(
  transactionFields.map(({ field }) => [field, findWarehouseField(field)]),
);

function findWarehouseField(field: string): WarehouseField {
  const stored = column(warehouseName(field));
  switch (field) {
    case 'txn_datetime':
      return { shown: clause`concat(replaceOne(toString(${time}), ' ', 'T'), '+00:00')`, compared: time };
    case 'txn_date':
      return { shown: clause`toString(toDate(${time}))`, compared: clause`toString(toDate(${time}))` };
    case 'txn_time':
      return {
        shown: clause`substring(toString(${time}), 12, 8)`,
        compared: clause`substring(toString(${time}), 12)`,
      };
    case 'txn_volume':
      return { shown: clause`toInt32(1)`, compared: clause`toInt64(1)` };
  }
  const { as } = findColumn(field);
  if (as === 'decimal') {
    return never.has(field)
      ? { shown: money(stored), compared: stored }
      : { shown: stored, compared: counted(stored) };
  }
  if (as === 'integer') {
    return {
      shown: numbers.has(field) ? clause`toInt32(${stored})` : clause`toString(${stored})`,
      compared: stored,
    };
  }
  if (as === 'instant') {
    return { shown: momentText(stored), compared: stored };
  }
  return { shown: stored, compared: stored };
}

/** With the currency's digits, as text; asked for none, the function would leave the point. */
function money(stored: ClickHouseSql): ClickHouseSql {
  const digits = [1, 2, 3].map((number) => new ClickHouseSql([String(number)]));
  const cases = digits.map((number) => clause`ccy_digits = ${number}, toDecimalString(${stored}, ${number})`);
  return clause`multiIf(ccy_digits = 0, toString(toInt64(${stored})), ${join(cases, ', ')}, toDecimalString(${stored}, 4))`;
}

/** A field of the warehouse; undefined for what it does not have. */
export function warehouseField(
  field: string,
  customNames: readonly CustomName[],
): WarehouseField | undefined {
  const type = parseCustomType(field);
  if (!type) return fields.get(field);
  const { reading, value } = customValue(field, type, customNames);
  switch (reading) {
    case 'whole':
      return { shown: clause`toString(${value})`, compared: value };
    case 'number':
      return { shown: value, compared: counted(value) };
    case 'moment':
      return { shown: momentText(value), compared: value };
    default:
      return { shown: value, compared: value };
  }
}

/** A number that is kept as text, as far as both stores count: further digits are cut off, and what is larger is equal. */
function counted(stored: ClickHouseSql): ClickHouseSql {
  const places = new ClickHouseSql([String(countedTo.decimals)]);
  const beyond = clause`if(startsWith(ifNull(${stored}, ''), '-'), -${max}, ${max})`;
  const read = clause`ifNull(toDecimal256OrNull(${stored}, ${places}), ${beyond})`;
  return clause`if(${stored} is null, null, least(greatest(${read}, -${max}), ${max}))`;
}
