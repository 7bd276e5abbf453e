import type { TenantSql } from '#database/tenant.ts';
import type { RuleImpact } from '../../schemas.ts';

/** Rules that matched the same payments when they were evaluated, those with most matches first. */
export async function findOverlap(
  sql: TenantSql,
  companyId: number,
  txnIds: readonly number[],
  ownRuleId: number,
): Promise<NonNullable<RuleImpact['overlap']>> {
  if (txnIds.length === 0) return [];
  return sql<NonNullable<RuleImpact['overlap']>[number][]>`
    select r ->> 'ruleId' as rule_id, max(r ->> 'ruleName') as name, r ->> 'action' as action, count(*) as count
    from fraud_decision d cross join lateral jsonb_array_elements(d.result -> 'triggeredRules') as r
    where d.company_id = ${companyId} and d.txn_id = any (${txnIds as number[]}::bigint[])
      and r ->> 'ruleId' <> ${String(ownRuleId)}::text
    group by 1, 3
    order by count(*) desc, 1
    limit 5`;
}
