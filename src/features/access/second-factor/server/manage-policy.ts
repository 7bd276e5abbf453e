import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { refundLimit } from '../policy-form.ts';
import type { PolicyContent } from '../schemas.ts';
import { readPolicy, writePolicy } from './db/security-policy.ts';
import { policyContent } from './get-security-policy.ts';

/** The stored policy of an organisation. Version 0: none was saved. */
export async function readCurrentPolicy(
  sql: TenantSql,
  organisationId: number,
): Promise<PolicyContent & { version: number }> {
  const stored = await readPolicy(sql, organisationId);
  return { ...policyContent(stored), version: stored.version };
}

/**
 * Replaces the sign-in rules of a company, for the portal and for commands of the operator. Throws 400 for an invalid amount
 * and 409 for another version.
 */
export async function changePolicyBy(
  sql: TenantSql,
  by: Actor,
  organisation: { organisationId: number; companyId: number | null },
  content: PolicyContent & { version: number },
): Promise<void> {
  const { organisationId, companyId } = organisation;
  const { refundAbove, requiredFrom, requiredFor, ...rest } = content;
  const before = await readPolicy(sql, organisationId);
  const next = {
    ...rest,
    requiredFor: [...new Set(requiredFor)],
    requiredFrom: requiredFrom === null ? null : new Date(requiredFrom),
    refundAboveMinor: refundAbove && parseRefundLimit(refundAbove),
    refundCurrency: refundAbove?.currency ?? null,
  };
  if (before.version !== content.version || !(await writePolicy(sql, organisationId, next)))
    throw problems.versionConflict('SECURITY_POLICY_CHANGED');
  await writeAuditEvent(sql, {
    ...by,
    companyId,
    organisationId,
    act: 'saveSecurityPolicy',
    objectKind: 'securityPolicy',
    objectId: String(organisationId),
    outcome: 'allowed',
    before: policyContent(before),
    after: policyContent(next),
  });
}

function parseRefundLimit({ amount, currency }: NonNullable<PolicyContent['refundAbove']>): number {
  const minor = refundLimit(amount, currency);
  if (minor === undefined) throw problems.invalid('body.refundAbove.amount');
  return minor;
}
