import { problems } from '#shared/problem.ts';
import { covers } from '#shared/org-path.ts';
import type { TenantSql } from '#database/tenant.ts';
import { customFieldPrefixes, type CustomFieldType } from '#features/record/fraud-fields/field-catalogue.ts';
import { loadListHeads } from '#features/fraud/fraud-lists/server/match-lists.ts';
import type { RuleCore } from '#features/fraud/fraud-rules/rule.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { ConditionContext } from './postgres-dialect.ts';

/** Today's lists and the company's custom fields, as the engine loads them for a payment. */
export async function loadConditionContext(
  sql: TenantSql,
  companyId: number,
  now: Date,
): Promise<ConditionContext> {
  const lists = await loadListHeads(sql, companyId);
  const fields = await sql<{ name: string; type: CustomFieldType; index: number }[]>`
    select descriptive_name as name, data_type as type, field_index as index from custom_field
    where company_id = ${companyId} and in_rules`;
  const customNames = new Map(
    fields.map(({ name, type, index }) => [`${customFieldPrefixes[type]}${index}`, name]),
  );
  return { sql, companyId, lists, customNames, today: now.toISOString().slice(0, 10) };
}

/**
 * A count over a list reveals its values: the caller may see each list, or the saved rule names it already. Throws
 * INVALID_REQUEST for any other list.
 */
export async function checkLists(
  sql: TenantSql,
  caller: Caller,
  { companyId, path, ruleId }: { companyId: number; path: string; ruleId: number | undefined },
  rule: RuleCore,
): Promise<void> {
  if (rule.ruleType === 'territoryRule') return;
  const named = rule.joinedConditions.conditions.flatMap((condition) =>
    condition.type === 'list' ? [condition.listId] : [],
  );
  if (named.length === 0) return;
  const lists = await sql<{ listId: number; path: string; isKnown: boolean }[]>`
    select l.list_id, o.path, exists (
      select from fraud_rule r join organisation p on p.id = r.organisation_id
      where r.company_id = ${companyId} and r.rule_id = ${ruleId ?? 0}::integer and l.list_id = any (r.list_ids)
        and (p.path = ${path}::text or starts_with(${path}::text, p.path || '/') or starts_with(p.path, ${path}::text || '/'))
    ) as is_known
    from fraud_list l join organisation o on o.id = l.organisation_id
    where l.company_id = ${companyId} and l.list_id = any (${named}::integer[]) and l.kind = 'PARAMETER' and not l.hidden`;
  const usable = lists.filter(
    (list) =>
      (covers(list.path, path) || covers(path, list.path)) &&
      (list.isKnown ||
        mayOn(caller, 'P_VIEW_FRAUD_PARAMETER_LISTS', list.path) ||
        mayOn(caller, 'P_EDIT_FRAUD_PARAMETER_LISTS', list.path)),
  );
  if (!named.every((id) => usable.some(({ listId }) => listId === id)))
    throw problems.invalid('body.rule.joinedConditions.conditions', 'not_allowed');
}
