import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { zoneIn } from '../report-zone.ts';

/** A field in PostgreSQL: what is selected, and what is filtered and sorted by. */
export interface Column {
  select(sql: TenantSql, zone?: string): Fragment;
  /** The same for a file, which needs no cast to text. */
  export?: (sql: TenantSql) => Fragment;
  compare(sql: TenantSql, zone?: string): Fragment;
  as: 'text' | 'integer' | 'decimal' | 'instant' | 'date' | 'time';
}

/** Compared by the table's column: a bare name in `order by` would mean the text that is shown. */
export const plain = (name: string, as: Column['as'] = 'text'): Column => ({
  select: (sql) => sql`${sql(name)}`,
  compare: (sql) => sql`txn.${sql(name)}`,
  as,
});

/** Ids as text: they are names, not numbers, and must reach every client unrounded. */
export const identifier = (name: string): Column => ({
  ...plain(name, 'integer'),
  select: (sql) => sql`${sql(name)}::text`,
  export: (sql) => sql`${sql(name)}`,
});

/** Money as text with the currency's digits: no float on the way. */
export const money = (name: string): Column => ({
  ...plain(name, 'decimal'),
  select: (sql) => sql`round(${sql(name)}, ccy_digits)::text`,
  export: (sql) => sql`round(${sql(name)}, ccy_digits)`,
});

/** A part of the moment of a transaction, on the clock of a zone. */
export const clock = (format: string, as: Column['as'], type: string): Column => ({
  select: (sql, zone = 'UTC') => sql`to_char(txn_datetime at time zone ${zoneIn(sql, zone)}, ${format})`,
  compare: (sql, zone = 'UTC') => sql`(txn_datetime at time zone ${zoneIn(sql, zone)})::${sql(type)}`,
  as,
});

export const instantFormat = 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"';

/**
 * Years of four digits: their text has the order of time, here and in the warehouse; nobody means any other. Numbers are
 * those that can be compare: neither endless nor none.
 */
const boundsOf: Readonly<Partial<Record<Column['as'], readonly [string, string]>>> = {
  date: ['0001-01-01', '9999-12-31'],
  instant: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
  decimal: ['-1e1000', '1e1000'],
};

/** Numbers of merchants have any size: they are compared as far as both stores can count. */
export const countedTo = { digits: 55, decimals: 20 } as const;

/**
 * A text that a merchant wrote, as the type that its column has. What is none of that type counts as missing:
 * one merchant's slip must not make every search of the column fail.
 */
export function typed(value: (sql: TenantSql) => Fragment, as: Column['as'], type: string): Column {
  const bounds = boundsOf[as];
  const readAs = (sql: TenantSql, form: (cast: Fragment) => Fragment): Fragment => {
    const cast = sql`(${value(sql)})::${sql(type)}`;
    const kept = bounds
      ? sql`case when ${cast} between ${bounds[0]} and ${bounds[1]} then ${form(cast)} end`
      : form(cast);
    return sql`case when pg_input_is_valid(${value(sql)}, ${type}) then ${kept} end`;
  };
  const read = (sql: TenantSql): Fragment => readAs(sql, (cast) => cast);
  switch (as) {
    case 'instant':
      return {
        as,
        compare: read,
        select: (sql) => sql`to_char(${read(sql)} at time zone 'UTC', ${instantFormat})`,
      };
    case 'date':
      return { as, compare: read, select: (sql) => sql`to_char(${read(sql)}, 'YYYY-MM-DD')` };
    case 'decimal':
      return {
        as,
        compare: (sql) =>
          readAs(sql, (cast) => {
            const max = sql`${`1e${countedTo.digits}`}::numeric`;
            return sql`least(greatest(trunc(${cast}, ${countedTo.decimals}), -${max}), ${max})`;
          }),
        select: (sql) => sql`(${read(sql)})::text`,
      };
    default:
      return { as, compare: read, select: (sql) => sql`(${read(sql)})::text` };
  }
}

/** A place in txn.detail, written 'a.b.c'. */
const detailPath =
  (path: string) =>
  (sql: TenantSql): Fragment =>
    // In brackets: neighbours must not bind to its parts.
    sql`(txn.detail #>> ${path.split('.')}::text[])`;

/** Fields without a column of their own: they are kept as the merchant sent them, in txn.detail. */
export const detail = {
  text: (path: string): Column => ({ select: detailPath(path), compare: detailPath(path), as: 'text' }),
  whole: (path: string): Column => typed(detailPath(path), 'integer', 'int8'),
  decimal: (path: string): Column => typed(detailPath(path), 'decimal', 'numeric'),
  day: (path: string): Column => typed(detailPath(path), 'date', 'date'),
  instant: (path: string): Column => typed(detailPath(path), 'instant', 'timestamptz'),
  /** Yes and no are 1 and 0 in reports. */
  flag: (path: string): Column => {
    const value = (sql: TenantSql): Fragment =>
      sql`case lower(${detailPath(path)(sql)}) when 'true' then 1 when '1' then 1 when 'false' then 0 when '0' then 0 end`;
    return { select: (sql) => sql`(${value(sql)})::text`, compare: value, as: 'integer' };
  },
};
