import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { Clause, bound, clause, column, joined } from '#warehouse/clause.ts';
import { customTypeOf } from '../../../fields/custom-columns.ts';
import { transactionFields } from '../../../transaction-fields.ts';
import { columnOf } from '../transaction-columns.ts';

/** A column of the warehouse's table: what PostgreSQL sends for it, as text that ClickHouse reads as `type`. */
export interface StoredColumn {
  name: string;
  type: string;
  sent(sql: TenantSql): Fragment;
}

/** How a field stands in the warehouse; without `compared` only PostgreSQL can filter or sort by it. */
export interface WarehouseField {
  shown: Clause;
  compared: Clause | undefined;
}

/** The name that a company gave to a custom field. */
export interface CustomName {
  companyId: number;
  storedName: string;
  descriptiveName: string;
}

/** Names of columns must not begin with a digit. */
const nameOf = (field: string): string => field.replace(/^3/, 'three');

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
  {
    name: 'custom_fields',
    type: 'Nullable(String)',
    // As names and texts; of two with one name the first counts.
    sent: (sql) => sql`case when jsonb_typeof(txn.detail -> 'customFields') = 'array' then (
      select jsonb_object_agg(one ->> 'name', one ->> 'value' order by place desc)::text
      from jsonb_array_elements(txn.detail -> 'customFields') with ordinality as given (one, place)
      where one ->> 'name' is not null
    ) end`,
  },
];

function storedField(field: string): StoredColumn {
  const { as, compared } = columnOf(field);
  const name = nameOf(field);
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
      return never.has(field) ? stored('Decimal(18, 4)') : stored('String', columnOf(field).shown);
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
const fields: ReadonlyMap<string, WarehouseField> = new Map(
  transactionFields.map(({ field }) => [field, warehouseFieldOf(field)]),
);

function warehouseFieldOf(field: string): WarehouseField {
  const stored = column(nameOf(field));
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
  const { as } = columnOf(field);
  if (as === 'decimal') {
    return never.has(field)
      ? { shown: money(stored), compared: stored }
      : { shown: stored, compared: undefined };
  }
  if (as === 'integer') {
    return {
      shown: numbers.has(field) ? clause`toInt32(${stored})` : clause`toString(${stored})`,
      compared: stored,
    };
  }
  if (as === 'instant') {
    return { shown: clause`concat(substring(${stored}, 1, 23), '+00:00')`, compared: stored };
  }
  return { shown: stored, compared: stored };
}

/** With the currency's digits, as text; asked for none, the function would leave the point. */
function money(stored: Clause): Clause {
  const digits = [1, 2, 3].map((number) => new Clause([String(number)]));
  const cases = digits.map((number) => clause`ccy_digits = ${number}, toDecimalString(${stored}, ${number})`);
  return clause`multiIf(ccy_digits = 0, toString(toInt64(${stored})), ${joined(cases, ', ')}, toDecimalString(${stored}, 4))`;
}

/**
 * A field of the warehouse; undefined for what it does not have. Merchants write numbers and times of custom fields as
 * PostgreSQL reads them, which no other store does: such fields are left to it.
 */
export function warehouseField(
  field: string,
  customNames: readonly CustomName[],
): WarehouseField | undefined {
  const type = customTypeOf(field);
  if (!type) return fields.get(field);
  if (type !== 'string' && type !== 'longString') return undefined;
  const cases = customNames
    .filter(({ storedName }) => storedName === field)
    .map(
      ({ companyId, descriptiveName }) =>
        clause`company_id = ${bound(companyId, 'Int32')}, JSONExtract(ifNull(custom_fields, ''), ${bound(descriptiveName, 'String')}, 'Nullable(String)')`,
    );
  const value =
    cases.length === 0
      ? clause`cast(null, 'Nullable(String)')`
      : clause`multiIf(${joined(cases, ', ')}, cast(null, 'Nullable(String)'))`;
  return { shown: value, compared: value };
}
