import type { TenantSql } from '#database/tenant.ts';
import { type Refusal, type Result, ok, refuse } from '#shared/result.ts';
import { customPrefixes } from '#features/record/reporting/fields/custom-columns.ts';
import { type CustomFieldType, fitsCustomField } from '../custom-field.ts';
import type { CustomField } from '../schemas.ts';

const columns = (sql: TenantSql) => sql`
  descriptive_name as name, data_type as type, display_name as label, case_sensitive, in_reporting, in_rules, hidden, version`;

/** The fields of a company by label, hidden ones last. */
export function loadCompanyFields(sql: TenantSql, companyId: number): Promise<CustomField[]> {
  return sql<CustomField[]>`
    select ${columns(sql)} from custom_field where company_id = ${companyId}
    order by hidden, lower(display_name), stored_name`;
}

/** A field by its name, locked until the end of the transaction. */
export async function lockField(
  sql: TenantSql,
  companyId: number,
  name: string,
): Promise<CustomField | undefined> {
  const [row] = await sql<CustomField[]>`
    select ${columns(sql)} from custom_field
    where company_id = ${companyId} and descriptive_name = ${name} for update`;
  return row;
}

/** Serialises new fields of a company, so that two never take the same index. */
export async function lockCompany(sql: TenantSql, companyId: number): Promise<void> {
  await sql`select 1 from organisation where id = ${companyId} for no key update`;
}

export async function countFields(sql: TenantSql, companyId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from custom_field where company_id = ${companyId}`;
  return row?.count ?? 0;
}

/** Inserts a field with the lowest free index of its type. Undefined when the name is taken. */
export async function insertField(
  sql: TenantSql,
  companyId: number,
  field: Omit<CustomField, 'hidden' | 'version'>,
): Promise<CustomField | undefined> {
  const [row] = await sql<CustomField[]>`
    insert into custom_field (company_id, stored_name, data_type, field_index, descriptive_name, display_name,
                              case_sensitive, in_reporting, in_rules)
    select ${companyId}, ${customPrefixes[field.type]} || free.index, ${field.type}, free.index, ${field.name},
           ${field.label}, ${field.caseSensitive}, ${field.inReporting}, ${field.inRules}
    from (select min(one) as index from generate_series(1, 999) as one
          where not exists (select from custom_field
                            where company_id = ${companyId} and data_type = ${field.type} and field_index = one)) as free
    on conflict (company_id, descriptive_name) do nothing
    returning ${columns(sql)}`;
  return row;
}

export async function updateField(
  sql: TenantSql,
  companyId: number,
  field: Omit<CustomField, 'type' | 'version'>,
): Promise<void> {
  await sql`
    update custom_field set display_name = ${field.label}, case_sensitive = ${field.caseSensitive},
      in_reporting = ${field.inReporting}, in_rules = ${field.inRules}, hidden = ${field.hidden}, version = version + 1
    where company_id = ${companyId} and descriptive_name = ${field.name}`;
}

/** A124 for the first value that does not fit the company's type of its field; unknown fields hold anything. */
export async function checkCustomFields(
  sql: TenantSql,
  companyId: number,
  fields: readonly { name?: string; value?: string }[],
): Promise<Result<undefined, Refusal<'A124'>>> {
  if (fields.length === 0) return ok(undefined);
  const types = await sql<{ name: string; type: CustomFieldType }[]>`
    select descriptive_name as name, data_type as type from custom_field
    where company_id = ${companyId} and descriptive_name in ${sql(fields.map(({ name = '' }) => name))}`;
  const typeByName = new Map(types.map(({ name, type }) => [name, type]));
  const index = fields.findIndex(({ name = '', value = '' }) => {
    const type = typeByName.get(name);
    return type !== undefined && !fitsCustomField(type, value);
  });
  return index < 0 ? ok(undefined) : refuse('A124', `customFields.fieldState.${index}.value`);
}
