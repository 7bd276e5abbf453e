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

/** A rule of the company whose organisation is on the path of the request's. */
export async function loadShownRule(
  sql: TenantSql,
  companyId: number,
  ruleId: number,
  place: string,
): Promise<ShownRule | undefined> {
  const row = await findRule(sql, [companyId], ruleId);
  if (!row || !(covers(row.path, place) || covers(place, row.path))) return undefined;
  const { description: _, ...content } = toContent(row);
  const isActive = row.active && !row.hidden;
  return {
    rule: { ...content, ruleId: row.ruleId, version: row.version },
    path: row.path,
    activeSince: isActive ? row.lastUpdatedAt : undefined,
  };
}
