import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import { covers } from '#shared/org-path.ts';
import type { Permission } from '#shared/permissions.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { listFeatures } from '#server/auth/inherited-state.ts';
import { ruleEditors, ruleViewers, territoryEditors, territoryViewers } from '../endpoints.ts';
import { type RuleType, type StoredRule, findRule } from './db/rules.ts';

/** The portal reads the status of a missing rule. */
export const unknownRule = () => new Problem(404, 'not_found', 'not_found');
export const cannotChange = () => new Problem(409, 'general_error', 'rule_general_error');
export const cannotDefer = () => new Problem(400, 'validation_defer_error', 'validation_defer_error');

export const viewersOf = (type: RuleType): readonly Permission[] =>
  type === 'rule' ? ruleViewers : territoryViewers;
export const editorsOf = (type: RuleType): readonly Permission[] =>
  type === 'rule' ? ruleEditors : territoryEditors;

export const mayEdit = (caller: Caller, rule: Pick<StoredRule, 'ruleType' | 'path' | 'hidden'>): boolean =>
  !rule.hidden && editorsOf(rule.ruleType).some((name) => mayOn(caller, name, rule.path));

interface RuleRequest {
  ruleId: number;
  /** The path of the organisation of the request. */
  path: string;
  /** One of them is needed at the rule's own organisation. */
  permissions: (type: RuleType) => readonly Permission[];
  type?: RuleType;
  lock?: boolean;
}

/**
 * A rule that the organisation of the request shows. Throws `not_found` for any other rule, whether it exists or not
 * (docs/domain.md#saving-a-rule).
 */
export async function loadRule(sql: TenantSql, caller: Caller, request: RuleRequest): Promise<StoredRule> {
  const { ruleId, path, permissions, type, lock } = request;
  const rule = await findRule(sql, caller.tenantIds, ruleId, lock);
  const isVisible =
    rule !== undefined &&
    (type === undefined || rule.ruleType === type) &&
    (covers(path, rule.path) || covers(rule.path, path)) &&
    permissions(rule.ruleType).some((name) => mayOn(caller, name, rule.path));
  if (!isVisible) throw unknownRule();
  // Territory rules need no feature (specification 2, section 2).
  if (rule.ruleType === 'rule' && !(await listFeatures(sql, rule.path)).includes('ERE'))
    throw problems.forbidden();
  return rule;
}

interface Place {
  organisationId: number;
  companyId: number;
  path: string;
}

/** The organisation of a new rule. Organisations above companies have no rules. */
export function readRulePlace({ organisationId, companyId, path }: OrganisationResource): Place {
  if (companyId === null) throw problems.forbidden();
  return { organisationId, companyId, path };
}

/** Whether one organisation is on the path of the other. */
export const isOnPath = (path: string, otherPath: string): boolean =>
  covers(path, otherPath) || covers(otherPath, path);
