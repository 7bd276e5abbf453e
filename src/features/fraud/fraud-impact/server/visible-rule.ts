import { covers } from '#shared/org-path.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';
import { findRule, toContent } from '#features/fraud/fraud-rules/server/db/rules.ts';

export interface VisibleRule {
  rule: EvaluatedRule;
  /** The path of the rule's own organisation. */
  path: string;
  /** When the present version became active; undefined for an inactive or deleted rule. */
  activeSince: Date | undefined;
}

interface RuleOwner {
  ruleId: number;
  ruleType: EvaluatedRule['ruleType'];
  path: string;
}

/** Which of these rules the organisation at `orgPath` shows, with the path of each. */
export async function findRulesAround(
  sql: TenantSql,
  companyId: number,
  orgPath: string,
  ruleIds: readonly number[],
): Promise<RuleOwner[]> {
  const rows = await sql<RuleOwner[]>`
    select r.rule_id, r.rule_type, o.path from fraud_rule r join organisation o on o.id = r.organisation_id
    where r.company_id = ${companyId} and r.rule_id = any (${ruleIds as number[]}::integer[])`;
  return rows.filter(({ path }) => isRelatedPath(path, orgPath));
}

const isRelatedPath = (path: string, orgPath: string): boolean =>
  covers(path, orgPath) || covers(orgPath, path);

/** A rule of the company whose organisation is on the path of the request's. */
export async function loadVisibleRule(
  sql: TenantSql,
  companyId: number,
  ruleId: number,
  orgPath: string,
): Promise<VisibleRule | undefined> {
  const row = await findRule(sql, [companyId], ruleId);
  if (!row || !isRelatedPath(row.path, orgPath)) return undefined;
  const { description: _, ...content } = toContent(row);
  const isActive = row.active && !row.hidden;
  return {
    rule: { ...content, ruleId: row.ruleId, version: row.version },
    path: row.path,
    activeSince: isActive ? row.lastUpdatedAt : undefined,
  };
}
