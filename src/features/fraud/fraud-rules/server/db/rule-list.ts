import { columnsOf } from '#database/columns.ts';
import type { Permission } from '#shared/permissions.ts';
import { pathIds } from '#shared/org-path.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { RuleType, StoredRule } from './rules.ts';

/** How a list is sorted. Keys are the names of the requests. */
export const sortColumns = {
  name: 'name',
  action: 'action',
  active: 'active',
  lastUpdatedTime: 'last_updated_at',
  'ruleAuditData.lastUpdatedTime': 'last_updated_at',
} as const;

export interface RuleSearch {
  limit: number;
  offset: number;
  sortField: keyof typeof sortColumns;
  isDescending: boolean;
  name?: string;
  action?: string;
  /** Updated in the 24 hours up to this instant: a day, given by its end. */
  updatedUntil?: Date;
}

const dayMs = 86_400_000;

/**
 * A page of the rules of one type that the organisation on `path` shows: its own, those above and those below, where the
 * caller holds one of the permissions at the rule's own organisation (docs/domain.md#saving-a-rule).
 */
export async function listRulesOf(
  sql: TenantSql,
  caller: Caller,
  place: { path: string; ruleType: RuleType; permissions: readonly Permission[] },
  search: RuleSearch,
): Promise<{ rules: StoredRule[]; total: number }> {
  const organisations = await findOrganisationsWithRules(sql, caller, place);
  const { name, action, updatedUntil, limit, offset, sortField, isDescending } = search;
  const where = sql`
    r.company_id = any (${caller.tenantIds as number[]}) and r.organisation_id = any (${organisations})
    and r.rule_type = ${place.ruleType} and not r.hidden
    and (${name ?? null}::text is null or strpos(lower(r.name), lower(${name ?? null}::text)) > 0)
    and (${action ?? null}::text is null or r.action = ${action ?? null}::text)
    and (${updatedUntil ?? null}::timestamptz is null
         or (r.last_updated_at <= ${updatedUntil ?? null}::timestamptz
             and r.last_updated_at > ${updatedUntil ? new Date(updatedUntil.getTime() - dayMs) : null}::timestamptz))`;
  const column = sql`r.${sql(sortColumns[sortField])}`;
  const order = isDescending ? sql`${column} desc, r.rule_id desc` : sql`${column}, r.rule_id`;
  const rules = await sql<StoredRule[]>`
    select r.*, o.path from (select ${sql.unsafe(columnsOf.fraudRule)} from fraud_rule) r join organisation o on o.id = r.organisation_id
    where ${where} order by ${order} limit ${limit} offset ${offset}`;
  const [count] = await sql<
    { total: number }[]
  >`select count(*)::integer as total from fraud_rule r where ${where}`;
  return { rules, total: count?.total ?? 0 };
}

async function findOrganisationsWithRules(
  sql: TenantSql,
  caller: Caller,
  { path, ruleType, permissions }: { path: string; ruleType: RuleType; permissions: readonly Permission[] },
): Promise<number[]> {
  const rows = await sql<{ id: number; path: string }[]>`
    select o.id, o.path from organisation o
    where (o.id = any (${pathIds(path)}) or (o.path > ${path} || '/' and o.path < ${path} || '0'))
      and exists (select from fraud_rule r
                  where r.company_id = any (${caller.tenantIds as number[]}) and r.organisation_id = o.id
                    and r.rule_type = ${ruleType})`;
  return rows
    .filter((row) => permissions.some((permission) => mayOn(caller, permission, row.path)))
    .map((row) => row.id);
}
