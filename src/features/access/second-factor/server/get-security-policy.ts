import type { Sql } from '#database/connection.ts';
import { formatMinor } from '#shared/money.ts';
import { problems } from '#shared/problem.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { handle } from '#server/handler.ts';
import { getSecurityPolicy as endpoint } from '../endpoints.ts';
import { type PolicyContent, type PolicyView, getSecurityPolicy as schemas } from '../schemas.ts';
import { type StoredPolicy, findGoverningOrganisation, readPolicy } from './db/security-policy.ts';

export const getSecurityPolicy = handle(endpoint, schemas, ({ sql, caller, path }) =>
  viewPolicy(sql, caller, path.orgId),
);

/** The policy that applies to an organisation, with the company that it belongs to. */
export async function viewPolicy(sql: Sql, caller: Caller, orgId: number): Promise<PolicyView> {
  const governing = await findGoverningOrganisation(sql, orgId);
  if (!governing) throw problems.notFound();
  const stored = await readPolicy(sql, governing.organisationId);
  return {
    ...policyContent(stored),
    organisationId: governing.organisationId,
    organisationName: governing.organisationName,
    version: stored.version,
    mayChange: mayOn(caller, 'P_MANAGE_SECURITY', governing.path),
  };
}

export function policyContent(stored: StoredPolicy): PolicyContent {
  const { version: _version, requiredFrom, refundAboveMinor: minor, refundCurrency, ...rules } = stored;
  const currency = refundCurrency ?? '';
  return {
    ...rules,
    requiredFrom: requiredFrom?.toISOString() ?? null,
    refundAbove: minor === null ? null : { amount: formatMinor(minor, currency), currency },
  };
}
