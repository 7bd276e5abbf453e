import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { ClickHouseSql, clause, column, join, param } from '#warehouse/clickhouse-sql.ts';
import { movingTypes } from '#shared/payments/transaction-kind.ts';
import { type Column, countedTo } from './postgres-column.ts';

/** A field in the warehouse. */
export interface WarehouseColumn {
  /**
   * Its column of the table, with PostgreSQL's value for it; undefined where other columns have the value.
   */
  stored?: { type: string; sent(sql: TenantSql): Fragment };
  select: ClickHouseSql;
  compare: ClickHouseSql;
  /** The type for comparing decimals. */
  decimalType?: 'Decimal(18, 4)';
}

/** The storage of a field by its column, with PostgreSQL's value. */
export type Stored = (name: ClickHouseSql, postgres: Column) => WarehouseColumn;

type Sent = (postgres: Column) => (sql: TenantSql) => Fragment;
const asIs: Sent = ({ compare }) => compare;
const asInteger: Sent =
  ({ compare }) =>
  (sql) =>
    sql`(${compare(sql)})::int8`;
const asDay: Sent =
  ({ compare }) =>
  (sql) =>
    sql`to_char(${compare(sql)}, 'YYYY-MM-DD')`;
const asUtc =
  (format: string): Sent =>
  ({ compare }) =>
  (sql) =>
    sql`to_char(${compare(sql)} at time zone 'UTC', ${format})`;

const inColumn =
  (type: string, sent: Sent, select: (name: ClickHouseSql) => ClickHouseSql = (name) => name): Stored =>
  (name, postgres) => ({ stored: { type, sent: sent(postgres) }, select: select(name), compare: name });
const computed =
  (select: ClickHouseSql, compare: ClickHouseSql): Stored =>
  () => ({ select, compare });

const asText = (name: ClickHouseSql): ClickHouseSql => clause`toString(${name})`;
const moment = column('txn_datetime');
const moved = clause`if(txn_status = 'SUCCESS' and txn_type in ${param([...movingTypes], 'Array(String)')}, amount, toDecimal64(0, 4))`;
const lowCardinalityText = 'LowCardinality(Nullable(String))';

/** Instants are stored as text with microseconds and shown with milliseconds. */
export const instantText = (value: ClickHouseSql): ClickHouseSql =>
  clause`concat(substring(${value}, 1, 23), '+00:00')`;

export const stored = {
  text: inColumn('Nullable(String)', asIs),
  /** Few distinct values in millions of rows: stored once each. */
  sharedText: inColumn(lowCardinalityText, asIs),
  /** Selected as text, like all ids. */
  identifier: inColumn('Int64', asInteger, asText),
  integer: inColumn('Nullable(Int64)', asInteger, asText),
  /** Selected as a number. */
  number: inColumn('Nullable(Int64)', asInteger, (name) => clause`toInt32(${name})`),
  money: (name, postgres) => ({
    ...inColumn('Decimal(18, 4)', asIs, moneyText)(name, postgres),
    decimalType: 'Decimal(18, 4)',
  }),
  moneyMoved: () => ({ select: moneyText(moved), compare: moved, decimalType: 'Decimal(18, 4)' }),
  /** A merchant's number has any size, so it is stored as the text that is shown. */
  decimal: (name, postgres) => ({
    stored: { type: 'Nullable(String)', sent: postgres.select },
    select: name,
    compare: comparable(name),
  }),
  day: inColumn('Nullable(String)', asDay),
  sharedDay: inColumn(lowCardinalityText, asDay),
  instant: inColumn('Nullable(String)', asUtc('YYYY-MM-DD"T"HH24:MI:SS.US'), instantText),
  moment: inColumn(
    "DateTime64(3, 'UTC')",
    asUtc('YYYY-MM-DD HH24:MI:SS.MS'),
    () => clause`concat(replaceOne(toString(${moment}), ' ', 'T'), '+00:00')`,
  ),
  momentDay: computed(clause`toString(toDate(${moment}))`, clause`toString(toDate(${moment}))`),
  momentTime: computed(
    clause`substring(toString(${moment}), 12, 8)`,
    clause`substring(toString(${moment}), 12)`,
  ),
  one: computed(clause`toInt32(1)`, clause`toInt64(1)`),
} satisfies Record<string, Stored>;

/** With the currency's digits, as text. For zero digits the function would keep the point. */
function moneyText(stored: ClickHouseSql): ClickHouseSql {
  const digits = [1, 2, 3].map((number) => new ClickHouseSql([String(number)]));
  const cases = digits.map((number) => clause`ccy_digits = ${number}, toDecimalString(${stored}, ${number})`);
  return clause`multiIf(ccy_digits = 0, toString(toInt64(${stored})), ${join(cases, ', ')}, toDecimalString(${stored}, 4))`;
}

const max = new ClickHouseSql([`toDecimal256('1${'0'.repeat(countedTo.digits)}', ${countedTo.decimals})`]);

/**
 * A number stored as text, compared in the range of both stores: further digits are cut off, larger ones are
 * equal.
 */
export function comparable(stored: ClickHouseSql): ClickHouseSql {
  const decimals = new ClickHouseSql([String(countedTo.decimals)]);
  const outOfRangeValue = clause`if(startsWith(ifNull(${stored}, ''), '-'), -${max}, ${max})`;
  const parsed = clause`ifNull(toDecimal256OrNull(${stored}, ${decimals}), ${outOfRangeValue})`;
  return clause`if(${stored} is null, null, least(greatest(${parsed}, -${max}), ${max}))`;
}
