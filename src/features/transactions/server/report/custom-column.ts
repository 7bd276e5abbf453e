import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type CustomType, parseCustomType } from '../../fields/custom-columns.ts';
import { type Column, typed } from './column.ts';

const casts: Readonly<Partial<Record<CustomType, [Column['as'], string]>>> = {
  integer: ['integer', 'int8'],
  bigInteger: ['integer', 'int8'],
  tinyInteger: ['integer', 'int8'],
  float: ['decimal', 'numeric'],
  decimal: ['decimal', 'numeric'],
  date: ['date', 'date'],
  dateTime: ['instant', 'timestamptz'],
};

/** A custom field by its stored name: the value under the name that the row's own company gave it. */
export function buildCustomColumn(storedName: string): Column | undefined {
  const type = parseCustomType(storedName);
  if (!type) return undefined;
  const value = (sql: TenantSql): Fragment => sql`(
    select jsonb_path_query_first(
      txn.detail, '$.customFields[*] ? (@.name == $name).value', jsonb_build_object('name', field.descriptive_name)
    ) #>> '{}'
    from custom_field field
    where field.company_id = txn.company_id and field.stored_name = ${storedName} and field.in_reporting
  )`;
  const cast = casts[type];
  return cast ? typed(value, ...cast) : { shown: value, compared: value, as: 'text' };
}
