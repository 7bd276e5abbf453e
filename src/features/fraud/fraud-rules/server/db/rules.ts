import { columnsOf } from '#database/columns.ts';
import type { JSONValue } from '#database/connection.ts';
import type { FraudRuleRow } from '#database/schema.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { EvaluatedRule, Outcome, RuleContent } from '../../rule.ts';

/** The parts of a rule that its columns do not have. */
type Definition = Outcome &
  Partial<Pick<Extract<RuleContent, { ruleType: 'rule' }>, 'joinedConditions'>> &
  Partial<Pick<Extract<RuleContent, { ruleType: 'territoryRule' }>, 'territoryCondition'>>;

export interface StoredRule extends Omit<FraudRuleRow, 'definition' | 'lastAction' | 'ruleType'> {
  ruleType: RuleType;
  definition: Definition;
  lastAction: LastAction;
  /** The path of the rule's own organisation. */
  path: string;
}

type LastAction = 'CREATE' | 'UPDATE' | 'ACTIVATE' | 'DEACTIVATE' | 'DELETE';
export type RuleType = RuleContent['ruleType'];

/** The version of a company's active rules; 0 before the first one. */
export async function loadRuleSetVersion(sql: TenantSql, companyId: number): Promise<number> {
  const [row] = await sql<{ version: number }[]>`
    select version from fraud_rule_set where company_id = ${companyId}`;
  return row?.version ?? 0;
}

/** To be called in the transaction of each change that affects an active rule. */
export async function raiseRuleSetVersion(sql: TenantSql, companyId: number): Promise<void> {
  await sql`
    insert into fraud_rule_set as s (company_id, version) values (${companyId}, 1)
    on conflict (company_id) do update set version = s.version + 1`;
}

/**
 * The active rules and territory rules that include the merchant, oldest first. A rule of an organisation that the merchant
 * was moved away from does not apply.
 */
export async function loadActiveRules(
  sql: TenantSql,
  companyId: number,
  merchantId: number,
): Promise<EvaluatedRule[]> {
  const rows = await sql<Pick<StoredRule, 'ruleId' | 'version' | keyof ContentColumns>[]>`
    select rule_id, version, rule_type, name, description, action, merchant_ids, installation_ids, definition
    from fraud_rule
    where company_id = ${companyId} and active and not hidden and merchant_ids @> array[${merchantId}::integer]
      and organisation_id = any (
        (select string_to_array(ltrim(path, '/'), '/')::integer[] from organisation where id = ${merchantId})::integer[])
    order by rule_id`;
  return rows.map((row) => {
    const { description: _, ...content } = toContent(row);
    return { ...content, ruleId: row.ruleId, version: row.version };
  });
}

type ContentColumns = Pick<
  StoredRule,
  'ruleType' | 'name' | 'description' | 'action' | 'merchantIds' | 'installationIds' | 'definition'
>;

/** A rule as a user writes it. The database holds only rules that `validateRule` accepted. */
export function toContent(row: ContentColumns): RuleContent {
  const { ruleType, name, description, action, merchantIds, installationIds, definition } = row;
  return {
    name,
    description,
    merchantIds,
    installationIds,
    ruleType,
    action,
    ...definition,
  } as RuleContent;
}

/** One rule of a company, deleted ones included; undefined for an unknown one. `lock` locks its row. */
export async function findRule(
  sql: TenantSql,
  tenantIds: readonly number[],
  ruleId: number,
  lock = false,
): Promise<StoredRule | undefined> {
  const [row] = await sql<StoredRule[]>`
    select r.*, o.path from (select ${sql.unsafe(columnsOf.fraudRule)} from fraud_rule) r join organisation o on o.id = r.organisation_id
    where r.company_id = any (${tenantIds as number[]}) and r.rule_id = ${ruleId}
    ${lock ? sql`for update of r` : sql``}`;
  return row;
}

interface NewRule {
  companyId: number;
  organisationId: number;
  content: RuleContent;
  active: boolean;
  by: string;
  at: Date;
}

/** Stores a rule and its first version. Returns its id. */
export async function insertRule(sql: TenantSql, rule: NewRule): Promise<number> {
  const { companyId, organisationId, content, active, by, at } = rule;
  const [row] = await sql<{ ruleId: number }[]>`
    insert into fraud_rule (company_id, organisation_id, rule_type, name, description, action, active, merchant_ids,
                            installation_ids, definition, list_ids, created_by, created_at, last_updated_by,
                            last_updated_at, last_action)
    values (${companyId}, ${organisationId}, ${content.ruleType}, ${content.name}, ${content.description},
            ${content.action}, ${active}, ${content.merchantIds as number[]}, ${content.installationIds as number[]},
            ${sql.json(toDefinition(content))}, ${listIdsOf(content)}, ${by}, ${at}, ${by}, ${at}, 'CREATE')
    returning rule_id`;
  const ruleId = row?.ruleId ?? 0;
  await insertVersion(sql, { companyId, ruleId, version: 1, action: 'CREATE', content, active, by, at });
  if (active) await raiseRuleSetVersion(sql, companyId);
  return ruleId;
}

interface RuleChange {
  action: Exclude<LastAction, 'CREATE'>;
  content: RuleContent;
  by: string;
  at: Date;
}

/** Stores the next version of a locked rule, and returns its number. */
export async function saveRule(sql: TenantSql, stored: StoredRule, change: RuleChange): Promise<number> {
  const { companyId, ruleId } = stored;
  const { action, content, by, at } = change;
  const version = stored.version + 1;
  const active = action === 'UPDATE' ? stored.active : action === 'ACTIVATE';
  await sql`
    update fraud_rule set name = ${content.name}, description = ${content.description}, action = ${content.action},
      active = ${active}, hidden = ${action === 'DELETE'}, merchant_ids = ${content.merchantIds as number[]},
      installation_ids = ${content.installationIds as number[]}, definition = ${sql.json(toDefinition(content))},
      list_ids = ${listIdsOf(content)}, version = ${version}, last_updated_by = ${by}, last_updated_at = ${at},
      last_action = ${action}
    where company_id = ${companyId} and rule_id = ${ruleId}`;
  await insertVersion(sql, { companyId, ruleId, version, action, content, active, by, at });
  if (active || stored.active) await raiseRuleSetVersion(sql, companyId);
  return version;
}

function toDefinition(content: RuleContent): JSONValue {
  const { deferFinalAction, deferWaitPeriod, actionToTest } = content;
  const core =
    content.ruleType === 'rule'
      ? { joinedConditions: content.joinedConditions }
      : { territoryCondition: content.territoryCondition };
  return JSON.parse(
    JSON.stringify({ deferFinalAction, deferWaitPeriod, actionToTest, ...core }),
  ) as JSONValue;
}

/** The lists that the conditions of a rule refer to. */
export function listIdsOf(content: RuleContent): number[] {
  if (content.ruleType !== 'rule') return [];
  const ids = content.joinedConditions.conditions.flatMap((condition) =>
    condition.type === 'list' ? [condition.listId] : [],
  );
  return [...new Set(ids)];
}

interface NewVersion {
  companyId: number;
  ruleId: number;
  version: number;
  action: LastAction;
  content: RuleContent;
  active: boolean;
  by: string;
  at: Date;
}

async function insertVersion(sql: TenantSql, row: NewVersion): Promise<void> {
  await sql`
    insert into fraud_rule_version (company_id, rule_id, version, action, active, rule, saved_by, saved_at)
    values (${row.companyId}, ${row.ruleId}, ${row.version}, ${row.action}, ${row.active},
            ${sql.json(JSON.parse(JSON.stringify(row.content)) as JSONValue)}, ${row.by}, ${row.at})`;
}

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
