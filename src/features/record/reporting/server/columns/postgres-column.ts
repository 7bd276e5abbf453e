import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { movingTypes } from '#shared/payments/transaction-kind.ts';
import { zoneIn } from '../report-zone.ts';

/** A field in PostgreSQL: the selected expression, and the expression for filters and sorting. */
export interface Column {
  select(sql: TenantSql, zone?: string): Fragment;
  /** The same for a file, which needs no cast to text. */
  export?: (sql: TenantSql) => Fragment;
  compare(sql: TenantSql, zone?: string): Fragment;
  as: 'text' | 'integer' | 'decimal' | 'instant' | 'date' | 'time';
}

/** Qualified, because a bare name in `order by` would refer to the selected text. */
export const plain = (name: string, as: Column['as'] = 'text'): Column => ({
  select: (sql) => sql`${sql(name)}`,
  compare: (sql) => sql`txn.${sql(name)}`,
  as,
});

/** Ids as text: every client must receive them unrounded. */
export const identifier = (name: string): Column => ({
  ...plain(name, 'integer'),
  select: (sql) => sql`${sql(name)}::text`,
  export: (sql) => sql`${sql(name)}`,
});

/** Amounts as text with the currency's digits, without floats. */
export const money = (name: string): Column => ({
  ...plain(name, 'decimal'),
  select: (sql) => sql`round(${sql(name)}, ccy_digits)::text`,
  export: (sql) => sql`round(${sql(name)}, ccy_digits)`,
});

const moved = (sql: TenantSql): Fragment =>
  sql`(case when txn.txn_status = 'SUCCESS' and txn.txn_type = any (${[...movingTypes]}::text[]) then txn.amount else 0 end)`;

/** Signed as `amount`; zero for what moved no money (docs/domain.md#money-moved). */
export const moneyMoved: Column = {
  select: (sql) => sql`round(${moved(sql)}, ccy_digits)::text`,
  export: (sql) => sql`round(${moved(sql)}, ccy_digits)`,
  compare: moved,
  as: 'decimal',
};

/** A part of a transaction's timestamp in a time zone. */
export const clock = (format: string, as: Column['as'], type: string): Column => ({
  select: (sql, zone = 'UTC') => sql`to_char(txn_datetime at time zone ${zoneIn(sql, zone)}, ${format})`,
  compare: (sql, zone = 'UTC') => sql`(txn_datetime at time zone ${zoneIn(sql, zone)})::${sql(type)}`,
  as,
});

export const instantFormat = 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"';

/** Four-digit years: their text sorts by time in both stores. Numbers exclude infinity and NaN. */
const boundsOf: Readonly<Partial<Record<Column['as'], readonly [string, string]>>> = {
  date: ['0001-01-01', '9999-12-31'],
  instant: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  decimal: ['-1e1000', '1e1000'],
};

/** Merchants' numbers have any size. They are compared up to the range of both stores. */
export const countedTo = { digits: 55, decimals: 20 } as const;

/**
 * A merchant's text cast to the column's type. Invalid text counts as missing, so that it cannot break every
 * search of the column.
 */
export function typed(value: (sql: TenantSql) => Fragment, as: Column['as'], type: string): Column {
  const bounds = boundsOf[as];
  const readAs = (sql: TenantSql, form: (cast: Fragment) => Fragment): Fragment => {
    const cast = sql`(${value(sql)})::${sql(type)}`;
    const bounded = bounds
      ? sql`case when ${cast} between ${bounds[0]} and ${bounds[1]} then ${form(cast)} end`
      : form(cast);
    return sql`case when pg_input_is_valid(${value(sql)}, ${type}) then ${bounded} end`;
  };
  const readValue = (sql: TenantSql): Fragment => readAs(sql, (cast) => cast);
  switch (as) {
    case 'instant':
      return {
        as,
        compare: readValue,
        select: (sql) => sql`to_char(${readValue(sql)} at time zone 'UTC', ${instantFormat})`,
      };
    case 'date':
      return { as, compare: readValue, select: (sql) => sql`to_char(${readValue(sql)}, 'YYYY-MM-DD')` };
    case 'decimal':
      return {
        as,
        compare: (sql) =>
          readAs(sql, (cast) => {
            const max = sql`${`1e${countedTo.digits}`}::numeric`;
            return sql`least(greatest(trunc(${cast}, ${countedTo.decimals}), -${max}), ${max})`;
          }),
        select: (sql) => sql`(${readValue(sql)})::text`,
      };
    default:
      return { as, compare: readValue, select: (sql) => sql`(${readValue(sql)})::text` };
  }
}

/** A path in txn.detail, written 'a.b.c'. */
const detailPath =
  (path: string) =>
  (sql: TenantSql): Fragment =>
    // In brackets, so that neighbours do not bind to its parts.
    sql`(txn.detail #>> ${path.split('.')}::text[])`;

/** Fields without a separate column, stored as sent in txn.detail. */
export const detail = {
  text: (path: string): Column => ({ select: detailPath(path), compare: detailPath(path), as: 'text' }),
  whole: (path: string): Column => typed(detailPath(path), 'integer', 'int8'),
  decimal: (path: string): Column => typed(detailPath(path), 'decimal', 'numeric'),
  day: (path: string): Column => typed(detailPath(path), 'date', 'date'),
  instant: (path: string): Column => typed(detailPath(path), 'instant', 'timestamptz'),
  /** Flags are 1 and 0 in reports. */
  flag: (path: string): Column => {
    const value = (sql: TenantSql): Fragment =>
      sql`case lower(${detailPath(path)(sql)}) when 'true' then 1 when '1' then 1 when 'false' then 0 when '0' then 0 end`;
    return { select: (sql) => sql`(${value(sql)})::text`, compare: value, as: 'integer' };
  },
};
