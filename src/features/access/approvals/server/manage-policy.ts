import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { formatMinor, parseAmount } from '#shared/money.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { takesAmount } from '../policy-form.ts';
import type { NewPolicy, PolicyView } from '../schemas.ts';
import { readPolicy, writePolicy, type StoredPolicy, listApproversAt } from './approval-policy-table.ts';

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

/** Approvers that the screen names. */
const maxNamed = 10;

/** The policy of an organisation's company. 404 above companies, which have none. */
export async function viewPolicy(
  sql: TenantSql,
  caller: Caller,
  { orgId, now }: { orgId: number; now: Date },
): Promise<PolicyView> {
  const [company] = await sql<{ id: number; name: string; path: string }[]>`
    select c.id, c.name, c.path from organisation o join organisation c on c.id = o.company_id
    where o.id = ${orgId}`;
  if (!company) throw problems.notFound();
  const stored = await readPolicy(sql, company.id);
  const others = await listApproversAt(sql, { organisationId: company.id, exceptId: caller.id, now });
  return {
    ...policyContent(stored),
    organisationId: company.id,
    organisationName: company.name,
    version: stored.version,
    mayChange: mayOn(caller, 'P_MANAGE_SECURITY', company.path),
    otherApprovers: others.length,
    approvers: others.slice(0, maxNamed).map(({ userName }) => userName),
  };
}

export function policyContent({ rules, includesKeys }: StoredPolicy): Omit<NewPolicy, 'version'> {
  return {
    rules: rules.map(({ action, fromMinor: minor, fromCurrency, hours }) => {
      const currency = fromCurrency ?? '';
      return {
        action,
        from: minor === null ? null : { amount: formatMinor(minor, currency), currency },
        hours,
      };
    }),
    includesKeys,
  };
}

/** Throws for an action with two rules, an amount of a rule without money, and an invalid amount. */
export function parsePolicy({ rules, includesKeys, version }: NewPolicy): StoredPolicy {
  if (new Set(rules.map(({ action }) => action)).size < rules.length) throw problems.invalid('body.rules');
  return {
    rules: rules.map(({ action, from, hours }) => {
      if (from !== null && !takesAmount(action)) throw problems.invalid('body.rules');
      return { action, fromMinor: from && minorOf(from), fromCurrency: from?.currency ?? null, hours };
    }),
    includesKeys,
    version,
  };
}

function minorOf({ amount, currency }: { amount: string; currency: string }): number {
  const parsed = parseAmount(amount, currency);
  if (!parsed.ok) throw problems.invalid('body.rules');
  return parsed.value;
}
