import { Problem, problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { raiseRuleSetVersion } from '#features/fraud/fraud-rules/server/db/rules.ts';
import { hasCase, isFieldName, maxCustomFields } from '../custom-field.ts';
import type { CustomField } from '../schemas.ts';
import { countFields, insertField, lockCompany, lockField, updateField } from './custom-field-table.ts';

/*
 * Changes of custom fields, for the portal and for commands of the operator. The caller has parsed them with the schema of the endpoint
 * and authorised them. Each validates, writes and audits in the transaction of `sql`, and throws a Problem to refuse.
 */

type NewField = Omit<CustomField, 'hidden' | 'version'>;

/** Creates a field. Payments, reports and rules have it with their next request. */
export async function createCustomField(
  sql: TenantSql,
  by: Actor,
  companyId: number,
  typed: NewField,
): Promise<CustomField> {
  if (!isFieldName(typed.name)) throw problems.invalid('body.name');
  const field = withCase(typed);
  await lockCompany(sql, companyId);
  if ((await countFields(sql, companyId)) >= maxCustomFields)
    throw new Problem(409, 'CUSTOM_FIELDS_FULL', 'custom_fields_full');
  const inserted = await insertField(sql, companyId, field);
  if (!inserted) throw new Problem(409, 'NAME_TAKEN', 'custom_field_taken');
  await raiseRuleSetVersion(sql, companyId);
  await audit(sql, by, 'createCustomField', companyId, field.name, { after: field });
  return inserted;
}

/** Changes a field or shows it again. 404 for an unknown one, 409 for another version. */
export async function changeCustomField(
  sql: TenantSql,
  by: Actor,
  companyId: number,
  { version, ...typed }: Omit<CustomField, 'type'>,
): Promise<CustomField> {
  const before = await lockField(sql, companyId, typed.name);
  if (!before) throw problems.notFound();
  if (before.version !== version) throw problems.versionConflict('CUSTOM_FIELD_CHANGED');
  const after = withCase({ ...typed, type: before.type });
  await updateField(sql, companyId, after);
  await raiseRuleSetVersion(sql, companyId);
  const { version: _, ...old } = before;
  await audit(sql, by, 'changeCustomField', companyId, typed.name, { before: old, after });
  return { ...after, version: version + 1 };
}

/** Hides a field. Repeatable. */
export async function hideCustomField(
  sql: TenantSql,
  by: Actor,
  companyId: number,
  name: string,
): Promise<void> {
  const before = await lockField(sql, companyId, name);
  if (!before) throw problems.notFound();
  if (before.hidden) return;
  await updateField(sql, companyId, { ...before, hidden: true });
  await audit(sql, by, 'hideCustomField', companyId, name, {
    before: { hidden: false },
    after: { hidden: true },
  });
}

/** Only texts have a case. */
const withCase = <F extends Pick<CustomField, 'type' | 'caseSensitive'>>(field: F): F => ({
  ...field,
  caseSensitive: field.caseSensitive && hasCase(field.type),
});

function audit(
  sql: TenantSql,
  by: Actor,
  act: string,
  companyId: number,
  name: string,
  change: { before?: object; after?: object },
): Promise<void> {
  return writeAuditEvent(sql, {
    ...by,
    companyId,
    organisationId: companyId,
    act,
    objectKind: 'customField',
    objectId: name,
    outcome: 'allowed',
    ...change,
  });
}
