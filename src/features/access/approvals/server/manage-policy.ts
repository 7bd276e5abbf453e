import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import type { NewPolicy } from '../schemas.ts';
import { readPolicy, writePolicy } from './db/approval-policy.ts';
import { parsePolicy, policyContent } from './view-policy.ts';

/** The stored policy of a company. Version 0: none was saved. */
export async function loadCompanyPolicy(sql: TenantSql, companyId: number): Promise<NewPolicy> {
  const stored = await readPolicy(sql, companyId);
  return { ...policyContent(stored), version: stored.version };
}

/**
 * Replaces the policy of a company, for the portal and for commands of the operator. Throws 409 for another version.
 */
export async function changePolicyBy(
  sql: TenantSql,
  by: Actor,
  companyId: number,
  content: NewPolicy,
): Promise<void> {
  const next = parsePolicy(content);
  const before = await readPolicy(sql, companyId);
  if (before.version !== next.version || !(await writePolicy(sql, companyId, next)))
    throw problems.versionConflict('APPROVAL_POLICY_CHANGED');
  await writeAuditEvent(sql, {
    ...by,
    companyId,
    organisationId: companyId,
    act: 'saveApprovalPolicy',
    objectKind: 'approvalPolicy',
    objectId: String(companyId),
    outcome: 'allowed',
    before: policyContent(before),
    after: policyContent(next),
  });
}
