import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { customFieldPrefixes, type CustomFieldType } from '#features/record/fraud-fields/field-catalogue.ts';
import { loadActiveRules, loadRuleSetVersion } from '#features/fraud/fraud-rules/server/db/rules.ts';
import { type CompiledRules, compileRules } from '../evaluate-rules.ts';
import type { VersionedCache } from '#server/process-state.ts';
import type { CustomFieldIds } from './build-facts.ts';

/** The compiled rules of one merchant. */
export interface RuleSet {
  version: number;
  compiled: CompiledRules;
  customFields: CustomFieldIds;
  branchId: number | null;
}

interface Merchant {
  companyId: number;
  merchantId: number;
  merchantPath: string;
}

/**
 * The rules of a merchant in a version, compiled once a process. The version is read with each payment, so a rule holds for
 * the next payment of every process as soon as it is committed.
 */
export function getRuleSet(
  cache: VersionedCache<number>,
  sql: TenantSql,
  merchant: Merchant,
  version: number,
): Promise<RuleSet> {
  return cache.get(merchant.merchantId, { version }, () =>
    sql.savepoint((inner) => loadRuleSet(inner, merchant)),
  );
}

async function loadRuleSet(
  sql: TenantSql,
  { companyId, merchantId, merchantPath }: Merchant,
): Promise<RuleSet> {
  // The version first: rules that are saved in between are read again with the next payment.
  const [version, rules, fields, branches] = await pipelined(sql, [
    () => loadRuleSetVersion(sql, companyId),
    () => loadActiveRules(sql, companyId, merchantId),
    () => sql<{ name: string; type: CustomFieldType; index: number }[]>`
      select descriptive_name as name, data_type as type, field_index as index from custom_field
      where company_id = ${companyId} and in_rules`,
    () => sql<{ id: number }[]>`
      select id from organisation
      where type = 'BRANCH' and id = any (string_to_array(ltrim(${merchantPath}, '/'), '/')::integer[])`,
  ]);
  return {
    version,
    compiled: compileRules(rules),
    customFields: new Map(
      fields.map(({ name, type, index }) => [name, `${customFieldPrefixes[type]}${index}`]),
    ),
    branchId: branches[0]?.id ?? null,
  };
}
