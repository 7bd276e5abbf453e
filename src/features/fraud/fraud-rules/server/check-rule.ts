import { loadAcquirers } from '#features/processing/connections/server/db/load-acquirers.ts';
import { isDeepStrictEqual } from 'node:util';
import { countryList } from '#shared/countries.ts';
import { currencies } from '#shared/currencies.ts';
import type { Permission } from '#shared/permissions.ts';
import { type ErrorDetail, problems } from '#shared/problem.ts';
import { hasPermissionAnywhere } from '#shared/scoped-permission.ts';
import { valueSets } from '#features/record/fraud-fields/field-catalogue.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { listFeatures } from '#server/auth/inherited-state.ts';
import type { RuleCustomField } from '../conditions/condition-fields.ts';
import type { ConditionContext } from '../conditions/validate-condition.ts';
import type { Condition, RuleContent } from '../rule.ts';
import { normaliseRule, validateRule } from '../validate-rule.ts';
import { loadScopeBelow } from './db/rule-scope.ts';
import { listIdsOf } from './db/rules.ts';
import { cannotDefer, editorsOf, isOnPath } from './rule-access.ts';

interface RuleOwner {
  companyId: number;
  /** The path of the rule's own organisation. */
  path: string;
}

const refuse = (field: string, detail: ErrorDetail) => problems.invalid(`body.${field}`, detail);

/**
 * The rule as it will be saved. Throws for the first error: INVALID_REQUEST with the field, `validation_defer_error`, or 403
 * for a new condition that the caller may not use. `before` is the current version.
 */
export async function checkRule(
  sql: TenantSql,
  caller: Caller,
  owner: RuleOwner,
  rule: RuleContent,
  before?: RuleContent,
): Promise<RuleContent> {
  const content = normaliseRule(rule);
  const context = await loadContext(sql, caller, owner, content, before);
  const [error] = validateRule(content, context);
  if (error?.detail === 'validation_defer_error') throw cannotDefer();
  if (error) throw refuse(error.field, error.detail);
  await checkScope(sql, caller, owner, content);
  if (content.ruleType === 'rule') await checkAvailability(sql, caller, owner, content, before);
  return content;
}

async function checkScope(
  sql: TenantSql,
  caller: Caller,
  owner: RuleOwner,
  content: RuleContent,
): Promise<void> {
  const allowed = await loadScopeBelow(sql, caller, owner.path, editorsOf(content.ruleType));
  const merchants = new Set(allowed.filter(({ type }) => type === 'MERCHANT').map(({ id }) => id));
  if (!content.merchantIds.every((id) => merchants.has(id))) throw refuse('merchantIds', 'not_allowed');
  // With an installation of another merchant only, a rule would never match.
  const installations = new Set(
    allowed
      .filter(({ merchantId }) => merchantId !== undefined && content.merchantIds.includes(merchantId))
      .map(({ id }) => id),
  );
  if (!content.installationIds.every((id) => installations.has(id)))
    throw refuse('installationIds', 'not_allowed');
}

const neededFor: Partial<Record<Condition['type'], Permission>> = {
  morphing: 'P_FRAUD_RULES_MORPHING_CONDITION',
  age: 'P_FRAUD_RULES_AGE_CONDITION',
  generalAge: 'P_FRAUD_RULES_AGE_CONDITION',
  list: 'P_EDIT_FRAUD_PARAMETER_LISTS',
};

/** Existing conditions may stay. New conditions and another scope need permission or feature. */
async function checkAvailability(
  sql: TenantSql,
  caller: Caller,
  { path }: RuleOwner,
  { joinedConditions: joined }: Extract<RuleContent, { ruleType: 'rule' }>,
  before?: RuleContent,
): Promise<void> {
  const storedConditions = before?.ruleType === 'rule' ? before.joinedConditions : undefined;
  for (const condition of joined.conditions) {
    const needed = neededFor[condition.type];
    const isStored =
      storedConditions?.conditions.some((stored) => isDeepStrictEqual(stored, condition)) ?? false;
    if (needed && !isStored && !hasPermissionAnywhere(caller.held, needed)) throw problems.forbidden();
  }
  const hasNewScope = joined.scope !== undefined && joined.scope !== storedConditions?.scope;
  if (hasNewScope && !(await listFeatures(sql, path)).includes('CUSTOM_RULE_AGGREGATE_SCOPE'))
    throw refuse('joinedConditions.scope', 'not_allowed');
}

async function loadContext(
  sql: TenantSql,
  caller: Caller,
  owner: RuleOwner,
  content: RuleContent,
  before: RuleContent | undefined,
): Promise<ConditionContext> {
  const { companyId } = owner;
  const customFields = await loadRuleCustomFields(sql, companyId);
  const acquirers = await loadAcquirers(sql, companyId);
  const lists = await loadUsableLists(sql, caller, owner, content, before);
  return {
    customFields,
    valuesOf: (set) => {
      if (set === 'country') return countryList().map(({ alpha3 }) => alpha3);
      if (set === 'currency') return currencies();
      return set === 'acquirer' ? acquirers : valueSets[set];
    },
    dataFieldOf: (listId) => lists.get(listId),
  };
}

/** Custom fields of a company that rules may evaluate. */
export async function loadRuleCustomFields(
  sql: TenantSql,
  companyId: number | null,
): Promise<RuleCustomField[]> {
  return sql<RuleCustomField[]>`
    select descriptive_name, data_type, field_index as index, case_sensitive as case_sensitive_option
    from custom_field where company_id = ${companyId} and in_rules order by descriptive_name`;
}

/**
 * Data fields of the lists that the rule names, by id: parameter lists on the path of its organisation. A list that the rule
 * did not name before needs a list permission at the list's organisation.
 */
async function loadUsableLists(
  sql: TenantSql,
  caller: Caller,
  { companyId, path }: RuleOwner,
  content: RuleContent,
  before: RuleContent | undefined,
): Promise<Map<number, string>> {
  const listIds = listIdsOf(content);
  if (listIds.length === 0) return new Map();
  const storedListIds = before ? listIdsOf(before) : [];
  const rows = await sql<{ listId: number; dataField: string; path: string }[]>`
    select l.list_id, l.data_field, o.path
    from fraud_list l join organisation o on o.id = l.organisation_id
    where l.company_id = ${companyId} and l.list_id = any (${listIds}) and l.kind = 'PARAMETER' and not l.hidden`;
  const mayUse = (list: { listId: number; path: string }) =>
    storedListIds.includes(list.listId) ||
    mayOn(caller, 'P_EDIT_FRAUD_PARAMETER_LISTS', list.path) ||
    mayOn(caller, 'P_VIEW_FRAUD_PARAMETER_LISTS', list.path);
  const usable = rows.filter((row) => isOnPath(row.path, path) && mayUse(row));
  return new Map(usable.map(({ listId, dataField }) => [listId, dataField]));
}
