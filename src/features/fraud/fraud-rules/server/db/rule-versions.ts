import type { TenantSql } from '#database/tenant.ts';
import type { RuleContent } from '../../rule.ts';
import type { LastAction } from './rules.ts';

interface StoredVersion {
  version: number;
  action: LastAction;
  active: boolean;
  rule: RuleContent;
  savedBy: string;
  savedAt: Date;
}

interface Key {
  companyId: number;
  ruleId: number;
}

/** Versions of a rule before another one, newest first. */
export async function listVersions(
  sql: TenantSql,
  { companyId, ruleId }: Key,
  { before, limit }: { before?: number; limit: number },
): Promise<StoredVersion[]> {
  return sql<StoredVersion[]>`
    select version, action, active, rule, saved_by, saved_at from fraud_rule_version
    where company_id = ${companyId} and rule_id = ${ruleId}
      and (${before ?? null}::integer is null or version < ${before ?? null}::integer)
    order by version desc limit ${limit}`;
}

export async function findVersion(
  sql: TenantSql,
  { companyId, ruleId }: Key,
  version: number,
): Promise<StoredVersion | undefined> {
  const [row] = await sql<StoredVersion[]>`
    select version, action, active, rule, saved_by, saved_at from fraud_rule_version
    where company_id = ${companyId} and rule_id = ${ruleId} and version = ${version}`;
  return row;
}
