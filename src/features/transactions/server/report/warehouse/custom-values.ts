import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type ClickHouseSql, param, clause, column, join } from '#warehouse/clickhouse-sql.ts';
import type { CustomType } from '../../../fields/custom-columns.ts';
import { typed } from '../column.ts';

/** The name that a company gave to a custom field. */
export interface CustomName {
  companyId: number;
  storedName: string;
  descriptiveName: string;
}

type Reading = 'text' | 'whole' | 'number' | 'day' | 'moment';

const readings: Readonly<Record<CustomType, Reading>> = {
  string: 'text',
  longString: 'text',
  integer: 'whole',
  bigInteger: 'whole',
  tinyInteger: 'whole',
  float: 'number',
  decimal: 'number',
  date: 'day',
  dateTime: 'moment',
};

const value = (sql: TenantSql): Fragment => sql`given.value`;
const whole = typed(value, 'integer', 'int8');
const number = typed(value, 'decimal', 'numeric');
const day = typed(value, 'date', 'date');
const moment = typed(value, 'instant', 'timestamptz');

/**
 * What merchants sent, by its name and by whatever PostgreSQL reads in it: which of them a column shows is decided when it
 * is asked for, since a company may call its fields otherwise by then. Of two with one name the first counts.
 */
export function sentCustomFields(sql: TenantSql): Fragment {
  return sql`case when jsonb_typeof(txn.detail -> 'customFields') = 'array' then (
    select jsonb_object_agg(given.name, jsonb_strip_nulls(jsonb_build_object(
      'text', given.value,
      'whole', ${whole.compared(sql)},
      'number', ${number.shown(sql)},
      'day', ${day.shown(sql)},
      'moment', to_char(${moment.compared(sql)} at time zone 'UTC', ${'YYYY-MM-DD"T"HH24:MI:SS.US'})
    )) order by given.place desc)::text
    from (
      select one ->> 'name' as name, one ->> 'value' as value, place
      from jsonb_array_elements(txn.detail -> 'customFields') with ordinality as listed (one, place)
      where one ->> 'name' is not null and one -> 'value' is not null
    ) as given
  ) end`;
}

/** A custom field as each company of the question calls it. */
export function customValue(
  storedName: string,
  type: CustomType,
  names: readonly CustomName[],
): { reading: Reading; value: ClickHouseSql } {
  const reading = readings[type];
  const as = param(`Nullable(${reading === 'whole' ? 'Int64' : 'String'})`, 'String');
  const none = clause`cast(null, ${as})`;
  const cases = names
    .filter((one) => one.storedName === storedName)
    .map(
      ({ companyId, descriptiveName }) =>
        clause`company_id = ${param(companyId, 'Int32')}, JSONExtract(ifNull(${column('custom_fields')}, ''), ${param(descriptiveName, 'String')}, ${param(reading, 'String')}, ${as})`,
    );
  const found = cases.length === 0 ? none : clause`multiIf(${join(cases, ', ')}, ${none})`;
  return { reading, value: found };
}
