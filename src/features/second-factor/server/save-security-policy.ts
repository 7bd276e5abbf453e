import { parseAmount } from '#shared/money.ts';
import { Problem, problems } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { saveSecurityPolicy as endpoint } from '../endpoints.ts';
import { type PolicyContent, saveSecurityPolicy as schemas } from '../schemas.ts';
import { governingOrganisation, readPolicy, writePolicy } from './db/security-policy.ts';
import { policyContent, viewPolicy } from './get-security-policy.ts';

export const saveSecurityPolicy = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, path, body, request, now } = ctx;
  const { version, refundAbove, requiredFrom, requiredFor, ...rest } = body;
  const governing = await governingOrganisation(sql, path.orgId);
  // The guard has authorised this organisation. A policy is that of the whole company.
  if (governing?.organisationId !== path.orgId) throw problems.forbidden();
  const before = await readPolicy(sql, path.orgId);
  const next = {
    ...rest,
    requiredFor: [...new Set(requiredFor)],
    requiredFrom: requiredFrom === null ? null : new Date(requiredFrom),
    refundAboveMinor: refundAbove && minorOf(refundAbove),
    refundCurrency: refundAbove?.currency ?? null,
    version,
  };
  if (before.version !== version || !(await writePolicy(sql, path.orgId, next)))
    throw new Problem(409, 'SECURITY_POLICY_CHANGED', 'version_conflict');
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: governing.companyId,
    organisationId: path.orgId,
    act: endpoint.name,
    objectKind: 'securityPolicy',
    objectId: String(path.orgId),
    before: policyContent(before),
    after: policyContent(next),
  });
  return viewPolicy(sql, caller, path.orgId);
});

/** Zero is allowed: every refund then needs step-up. */
function minorOf({ amount, currency }: NonNullable<PolicyContent['refundAbove']>): number {
  const parsed = parseAmount(/^0+(\.0+)?$/.test(amount) ? '1' : amount, currency);
  if (!parsed.ok) throw problems.invalid('body.refundAbove.amount');
  return /^0+(\.0+)?$/.test(amount) ? 0 : parsed.minor;
}
