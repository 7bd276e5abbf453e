import { Problem, problems } from '#shared/problem.ts';
import { actorOf } from '#server/audit/actor.ts';
import { handle } from '#server/handler.ts';
import { saveApprovalPolicy as endpoint } from '../endpoints.ts';
import { saveApprovalPolicy as schemas, type NewPolicy } from '../schemas.ts';
import { changePolicyBy, parsePolicy, policyContent, viewPolicy } from './manage-policy.ts';
import { listApproversAt, readPolicy } from './approval-policy-table.ts';

export const saveApprovalPolicy = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, path, body, resource, now } = ctx;
  const { orgId } = path;
  // The guard has authorised this organisation. A policy is that of the whole company.
  if (resource.companyId !== orgId) throw problems.forbidden();
  // Asked by the policy that still applies.
  const stored = await readPolicy(sql, orgId);
  const isLooser = loosens(policyContent(stored), policyContent(parsePolicy(body)));
  if (stored.version === body.version && isLooser) {
    const others = await listApproversAt(sql, { organisationId: orgId, exceptId: caller.id, now });
    await ctx.requireApproval(sql, {
      organisationId: orgId,
      objectId: null,
      objectName: null,
      // Otherwise the last approver would only have to deactivate the others.
      refusedWith:
        others.length === 0 ? new Problem(409, 'NO_OTHER_APPROVER', 'no_other_approver') : undefined,
    });
  }
  await changePolicyBy(sql, actorOf(ctx), orgId, body);
  return viewPolicy(sql, caller, { orgId, now });
});

type Content = Pick<NewPolicy, 'rules' | 'includesKeys'>;

/**
 * Whether fewer requests need approval by the next policy: an action without a rule, a higher amount, or exempt
 * keys.
 */
export function loosens(before: Content, next: Content): boolean {
  if (before.rules.length === 0) return false;
  if (before.includesKeys && !next.includesKeys) return true;
  return before.rules.some((rule) => {
    const later = next.rules.find(({ action }) => action === rule.action);
    if (!later) return true;
    if (later.from === null) return false;
    // An amount in another currency cannot be compared.
    if (rule.from === null || rule.from.currency !== later.from.currency) return true;
    return Number(later.from.amount) > Number(rule.from.amount);
  });
}
