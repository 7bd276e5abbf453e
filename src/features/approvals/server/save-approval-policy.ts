import { Problem, problems } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { saveApprovalPolicy as endpoint } from '../endpoints.ts';
import { saveApprovalPolicy as schemas } from '../schemas.ts';
import { readPolicy, writePolicy } from './db/approval-policy.ts';
import { parsePolicy, policyContent, viewPolicy } from './view-policy.ts';

/** Apart from handlers.ts: an approval runs it too. */
export const saveApprovalPolicy = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, path, body, resource, request, now } = ctx;
  const { orgId } = path;
  // The guard has authorised this organisation. A policy is that of the whole company.
  if (resource.companyId !== orgId) throw problems.forbidden();
  const next = parsePolicy(body);
  const before = await readPolicy(sql, orgId);
  if (before.version !== next.version || !(await writePolicy(sql, orgId, next)))
    throw new Problem(409, 'APPROVAL_POLICY_CHANGED', 'version_conflict');
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: orgId,
    organisationId: orgId,
    act: endpoint.name,
    objectKind: 'approvalPolicy',
    objectId: String(orgId),
    before: policyContent(before),
    after: policyContent(next),
  });
  return viewPolicy(sql, caller, { orgId, now });
});
