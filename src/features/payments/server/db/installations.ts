import type { FollowUpFeatures } from '../../follow-up.ts';
import { isActiveCondition } from '#server/auth/inherited-state.ts';
import { listFeatures } from '#server/auth/inherited-state.ts';
import type { Sql } from '#database/connection.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import type { RequestRefusal } from '../../request/parse-request.ts';

export interface Installation {
  merchantName: string;
  currencies: string[];
  acquirer: string;
  route: string;
  recurring: boolean;
  instalments: boolean;
  /** False when the installation or an organisation above it is deactivated. */
  isActive: boolean;
  /** Sites of the merchant that a browser may be redirected to. */
  webOrigins: string[];
}

/** How an installation is set up to process. */
export async function loadInstallation(sql: Sql, installationId: number): Promise<Installation> {
  const [row] = await sql<Installation[]>`
    select m.name as merchant_name, i.currencies, i.acquirer, i.route,
           i.supports_recurring as recurring, i.supports_instalments as instalments, i.web_origins,
           ${isActiveCondition(sql, sql`o.path`)} as is_active
    from installation i
    join organisation o on o.id = i.installation_id
    join organisation m on m.id = i.merchant_id
    where i.installation_id = ${installationId}`;
  if (!row) throw new Error(`installation ${installationId} vanished`);
  return row;
}

/** What the installation and its merchant's features allow of follow-ups. */
export async function loadFollowUpFeatures(
  sql: TenantSql,
  installationId: number,
  merchantPath: string,
): Promise<FollowUpFeatures & Pick<Installation, 'isActive'>> {
  const [{ recurring, instalments, isActive }, features] = await pipelined(sql, [
    () => loadInstallation(sql, installationId),
    () => listFeatures(sql, merchantPath),
  ]);
  return { partialCapture: features.includes('PARTIAL_CAPTURE'), recurring, instalments, isActive };
}

/** As custom_field.data_type has them (docs/domain.md#custom-fields). */
export type CustomFieldType =
  | 'string'
  | 'longString'
  | 'integer'
  | 'bigInteger'
  | 'tinyInteger'
  | 'float'
  | 'decimal'
  | 'date'
  | 'dateTime';

const integers: Partial<Record<CustomFieldType, bigint>> = {
  tinyInteger: 2n ** 7n,
  integer: 2n ** 31n,
  bigInteger: 2n ** 63n,
};

/** Whether a value fits the type that the company gave the field (A124). An empty value fits every type. */
export function fitsCustomField(type: CustomFieldType, value: string): boolean {
  if (value === '') return true;
  switch (type) {
    case 'string':
      return value.length <= 255;
    case 'longString':
      return value.length <= 2000;
    case 'tinyInteger':
    case 'integer':
    case 'bigInteger':
      return /^[+-]?\d{1,19}$/.test(value) && isWithin(BigInt(value.replace('+', '')), integers[type] ?? 0n);
    case 'float':
      return /^[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,2})?$/.test(value);
    case 'decimal':
      return /^[+-]?\d{1,14}(?:\.\d{1,4})?$/.test(value);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value);
    case 'dateTime':
      return (
        /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})$/.test(value) &&
        isDay(value.slice(0, 10)) &&
        !Number.isNaN(Date.parse(value))
      );
  }
}

function isWithin(value: bigint, limit: bigint): boolean {
  return value >= -limit && value < limit;
}

/** False for a day that its month does not have. */
function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** A124 for the first value that does not fit the company's type of its field; unknown fields hold anything. */
export async function checkCustomFields(
  sql: TenantSql,
  companyId: number,
  fields: readonly { name?: string | undefined; value?: string | undefined }[],
): Promise<Result<undefined, RequestRefusal>> {
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
