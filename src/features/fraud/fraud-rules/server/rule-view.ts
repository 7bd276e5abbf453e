import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { AnyRuleView } from '../schemas.ts';
import { type StoredRule, listIdsOf, toContent } from './db/rules.ts';
import type { RuleContent } from '../rule.ts';
import { mayEdit } from './rule-access.ts';

type LinkedList = AnyRuleView['lists'][number];

/** The lists of ids, deleted ones included: sentences name them. */
export async function loadLinkedLists(
  sql: TenantSql,
  tenantIds: readonly number[],
  listIds: readonly number[],
): Promise<LinkedList[]> {
  if (listIds.length === 0) return [];
  return sql<LinkedList[]>`
    select list_id, name, active, hidden from fraud_list
    where company_id = any (${tenantIds as number[]}) and list_id = any (${listIds as number[]})
    order by list_id`;
}

/** Rules as the screens read them. */
export async function toViews(
  sql: TenantSql,
  caller: Caller,
  rules: readonly StoredRule[],
): Promise<AnyRuleView[]> {
  const lists = await loadLinkedLists(sql, caller.tenantIds, [
    ...new Set(rules.flatMap(({ listIds }) => listIds)),
  ]);
  return rules.map((rule) => buildRuleView(rule, toContent(rule), caller, lists));
}

export async function toView(sql: TenantSql, caller: Caller, rule: StoredRule): Promise<AnyRuleView> {
  const content = toContent(rule);
  return buildRuleView(
    rule,
    content,
    caller,
    await loadLinkedLists(sql, caller.tenantIds, listIdsOf(content)),
  );
}

function buildRuleView(
  rule: StoredRule,
  content: RuleContent,
  caller: Caller,
  lists: readonly LinkedList[],
): AnyRuleView {
  return {
    ruleId: rule.ruleId,
    orgId: rule.organisationId,
    version: rule.version,
    active: rule.active,
    hidden: rule.hidden,
    mayEdit: mayEdit(caller, rule),
    ruleAuditData: {
      lastUpdatedTime: rule.lastUpdatedAt.toISOString(),
      lastUpdatedBy: rule.lastUpdatedBy,
      lastAction: rule.lastAction === 'DELETE' ? 'DELETE' : 'UPDATE',
    },
    lists: lists.filter(({ listId }) => rule.listIds.includes(listId)),
    ...content,
  } as AnyRuleView;
}
