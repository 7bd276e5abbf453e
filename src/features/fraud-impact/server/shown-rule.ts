import { covers } from '#shared/org-path.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { EvaluatedRule } from '#features/fraud-rules/rule.ts';
import { findRule, toContent } from '#features/fraud-rules/server/db/rules.ts';

export interface ShownRule {
  rule: EvaluatedRule;
  /** Of the rule's own organisation. */
  path: string;
  /** When the present version became active; undefined for an inactive or deleted rule. */
  activeSince: Date | undefined;
}

interface RulePlace {
  ruleId: number;
  ruleType: EvaluatedRule['ruleType'];
  path: string;
}

/** Which of these rules the organisation at `place` shows, with the path of each. */
export async function findRulesAround(
  sql: TenantSql,
  companyId: number,
  place: string,
  ruleIds: readonly number[],
): Promise<RulePlace[]> {
  const rows = await sql<RulePlace[]>`
    select r.rule_id, r.rule_type, o.path from fraud_rule r join organisation o on o.id = r.organisation_id
    where r.company_id = ${companyId} and r.rule_id = any (${ruleIds as number[]}::integer[])`;
  return rows.filter(({ path }) => isAround(path, place));
}

const isAround = (path: string, place: string): boolean => covers(path, place) || covers(place, path);

/** A rule of the company whose organisation is on the path of the request's. */
export async function loadShownRule(
  sql: TenantSql,
  companyId: number,
  ruleId: number,
  place: string,
): Promise<ShownRule | undefined> {
  const row = await findRule(sql, [companyId], ruleId);
  if (!row || !isAround(row.path, place)) return undefined;
  const { description: _, ...content } = toContent(row);
  const isActive = row.active && !row.hidden;
  return {
    rule: { ...content, ruleId: row.ruleId, version: row.version },
    path: row.path,
    activeSince: isActive ? row.lastUpdatedAt : undefined,
  };
}
