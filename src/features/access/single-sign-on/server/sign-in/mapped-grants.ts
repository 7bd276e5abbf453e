import { mayGrant } from '#features/access/users/grant-rules.ts';
import {
  type Grant,
  grantKey,
  loadGrants,
  replaceGrants,
  raiseAccessOf,
} from '#features/access/users/server/db/grants.ts';
import type { TenantSql } from '#database/tenant.ts';
import { listGrantedPermissions } from '#server/auth/access-store.ts';
import type { ScopedPermission } from '#shared/scoped-permission.ts';
import { type MappingRule, loadRules, loadMappedGrants, storeMappedGrants } from '../db/sso-mapping.ts';
import { type Claims, claimValues, readClaim } from './claims.ts';

export interface CheckedRule extends MappingRule {
  /** The user who made the rule still holds the permissions that it grants. */
  isActive: boolean;
}

/** The rules of a company. A rule never grants more than its maker holds at this moment. */
export async function loadCheckedRules(sql: TenantSql, companyId: number): Promise<CheckedRule[]> {
  const rules = await loadRules(sql, companyId);
  const makerPermissions = new Map<string, ScopedPermission[]>();
  for (const userId of new Set(rules.map(({ ownerId }) => ownerId)))
    makerPermissions.set(userId, await listGrantedPermissions(sql, userId));
  return rules.map((rule) => ({
    ...rule,
    isActive: mayGrant(makerPermissions.get(rule.ownerId) ?? [], rule),
  }));
}

/** The grants that the claims give. Each once. */
export function grantsFor(rules: readonly CheckedRule[], claims: Claims): Grant[] {
  const matching = findMatching(rules, claims);
  return [...new Map(matching.map((rule) => [grantKey(rule), asGrant(rule)])).values()];
}

const findMatching = (rules: readonly CheckedRule[], claims: Claims): CheckedRule[] =>
  rules.filter(({ isActive, claim, value }) => isActive && claimValues(claims, claim).includes(value));

/** The user who made the rules that the claims match; first of all the rule that makes an approver. */
export function findMaker(rules: readonly CheckedRule[], claims: Claims): string | undefined {
  const matching = findMatching(rules, claims);
  const approving = matching.find(({ permissions }) => permissions.includes('P_APPROVE'));
  return (approving ?? matching[0])?.ownerId;
}

/**
 * Whether the provider left the groups out because there are too many for a token, as Entra ID does above 200. The groups are
 * then unknown, not none.
 */
export function areGrantsUnknown(rules: readonly CheckedRule[], claims: Claims): boolean {
  const elsewhere = readClaim(claims, '_claim_names');
  const names = typeof elsewhere === 'object' && elsewhere !== null ? Object.keys(elsewhere) : [];
  if (claimValues(claims, 'hasgroups').includes('true')) names.push('groups');
  return rules.some(({ claim }) => names.includes(claim) && readClaim(claims, claim) === undefined);
}

/**
 * Whether the user has a role of the mapping and the provider sent no claim that gives it. An empty list is an answer; a missing claim is none,
 * as when its mapper was removed by mistake.
 */
export async function lacksClaimOfGrant(
  sql: TenantSql,
  user: { companyId: number; userId: string },
  rules: readonly CheckedRule[],
  claims: Claims,
): Promise<boolean> {
  const isSent = ({ claim }: CheckedRule) => (readClaim(claims, claim) ?? null) !== null;
  const active = rules.filter(({ isActive }) => isActive);
  if (active.every(isSent)) return false;
  const sent = new Set(active.filter(isSent).map(grantKey));
  const mapped = await loadMappedGrants(sql, user.companyId, user.userId);
  return active.some((rule) => mapped.has(grantKey(rule)) && !sent.has(grantKey(rule)));
}

const asGrant = ({
  ruleId: _id,
  claim: _claim,
  value: _value,
  ownerId: _by,
  isActive: _a,
  ...grant
}: CheckedRule) => grant;

/**
 * Gives a user the grants of the mapping and takes away those that it made before. Grants that an administrator made stay.
 * Returns all grants of the user.
 */
export async function followMapping(
  sql: TenantSql,
  user: { companyId: number; userId: string },
  requested: readonly Grant[],
): Promise<{ before: Grant[]; after: Grant[] }> {
  const before = await loadGrants(sql, user.userId);
  const mapped = await loadMappedGrants(sql, user.companyId, user.userId);
  const requestedKeys = new Set(requested.map(grantKey));
  const manual = before.filter((grant) => !mapped.has(grantKey(grant)));
  const manualKeys = new Set(manual.map(grantKey));
  const fromProvider = requested.filter((grant) => !manualKeys.has(grantKey(grant)));
  const after = [...manual, ...fromProvider];
  const isSame =
    before.length === after.length &&
    before.every((grant) => manualKeys.has(grantKey(grant)) || requestedKeys.has(grantKey(grant)));
  if (!isSame) {
    await replaceGrants(sql, user.userId, before, after);
    await raiseAccessOf(sql, user.userId);
  }
  await storeMappedGrants(sql, user, fromProvider);
  return { before, after };
}
