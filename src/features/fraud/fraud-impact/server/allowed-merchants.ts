import type { Permission } from '#shared/permissions.ts';
import type { EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';
import { merchantScope } from '#features/record/reporting/server/merchant-scope.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Services } from '#server/services.ts';
import { impactViewers } from '../endpoints.ts';

const [viewRules, editRules, viewTerritories, editTerritories] = impactViewers;

export const viewersOf = (type: EvaluatedRule['ruleType']): readonly Permission[] =>
  type === 'rule' ? [viewRules, editRules] : [viewTerritories, editTerritories];

interface ImpactRequest {
  services: Services;
  caller: Caller;
  orgId: number;
  rule: Pick<EvaluatedRule, 'merchantIds'>;
}

/** The rule's merchants below the organisation on which the caller holds a permission of each set. */
export async function loadAllowedMerchants(
  { services, caller, orgId, rule }: ImpactRequest,
  permissions: readonly (readonly Permission[])[],
): Promise<number[]> {
  const { merchants, tenantIds } = await merchantScope(services, caller, [orgId], permissions);
  const allowed = merchants && new Set(merchants);
  if (tenantIds.length === 0) return [];
  return rule.merchantIds.filter((id) => allowed?.has(id) ?? true);
}
