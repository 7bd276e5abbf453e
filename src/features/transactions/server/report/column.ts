import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { zoneIn } from './zone/report-zone.ts';

/** How a field stands in the table: what is shown, and what it is compared and sorted by. */
export interface Column {
  shown(sql: TenantSql, zone?: string): Fragment;
  /** The same for a file, to which a cast to text is only work. */
  copied?: (sql: TenantSql) => Fragment;
  compared(sql: TenantSql, zone?: string): Fragment;
  as: 'text' | 'integer' | 'decimal' | 'instant' | 'date' | 'time';
}

/** Compared by the table's column: a bare name in `order by` would mean the text that is shown. */
export const plain = (name: string, as: Column['as'] = 'text'): Column => ({
  shown: (sql) => sql`${sql(name)}`,
  compared: (sql) => sql`txn.${sql(name)}`,
  as,
});

/** Ids as text: they are names, not numbers, and must reach every client unrounded. */
export const identifier = (name: string): Column => ({
  ...plain(name, 'integer'),
  shown: (sql) => sql`${sql(name)}::text`,
  copied: (sql) => sql`${sql(name)}`,
});

/** Money as text with the currency's digits: no float on the way. */
export const money = (name: string): Column => ({
  ...plain(name, 'decimal'),
  shown: (sql) => sql`round(${sql(name)}, ccy_digits)::text`,
  copied: (sql) => sql`round(${sql(name)}, ccy_digits)`,
});

/** A part of the moment of a transaction, on the clock of a zone. */
export const clock = (format: string, as: Column['as'], type: string): Column => ({
  shown: (sql, zone = 'UTC') => sql`to_char(txn_datetime at time zone ${zoneIn(sql, zone)}, ${format})`,
  compared: (sql, zone = 'UTC') => sql`(txn_datetime at time zone ${zoneIn(sql, zone)})::${sql(type)}`,
  as,
});

export const instantFormat = 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"';

/**
 * Years of four digits: their text has the order of time, here and in the warehouse; nobody means any other. Numbers are
 * those that can be compared: neither endless nor none.
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
        compared: read,
        shown: (sql) => sql`to_char(${read(sql)} at time zone 'UTC', ${instantFormat})`,
      };
    case 'date':
      return { as, compared: read, shown: (sql) => sql`to_char(${read(sql)}, 'YYYY-MM-DD')` };
    case 'decimal':
      return {
        as,
        compared: (sql) =>
          readAs(sql, (cast) => {
            const max = sql`${`1e${countedTo.digits}`}::numeric`;
            return sql`least(greatest(trunc(${cast}, ${countedTo.decimals}), -${max}), ${max})`;
          }),
        shown: (sql) => sql`(${read(sql)})::text`,
      };
    default:
      return { as, compared: read, shown: (sql) => sql`(${read(sql)})::text` };
  }
}
