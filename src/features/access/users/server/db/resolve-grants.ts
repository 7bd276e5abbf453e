import { covers } from '#shared/org-path.ts';
import { problems } from '#shared/problem.ts';
import type { ScopedPermission } from '#shared/scoped-permission.ts';
import type { Sql } from '#database/connection.ts';
import { portalApplication } from '../../endpoints.ts';
import { mayGrant } from '../../grant-rules.ts';
import { type Grant, grantKey, loadRolesFor } from './grants.ts';
import { invalidValue } from '../scim-problems.ts';

interface Entitlement {
  /** Role id. */
  value: string;
  /** Organisation id. */
  type: string;
}

/**
 * Resolves entitlements to grants. New ones cascade, existing ones stay as they are. Rejects with 403 what
 * the editor cannot give or see, and with SCIM12 unknown roles and organisations outside the user's
 * membership (docs/domain.md#users).
 */
export async function resolveGrants(
  sql: Sql,
  held: readonly ScopedPermission[],
  entitlements: readonly Entitlement[],
  user: { membershipPath: string; before: readonly Grant[] },
): Promise<Grant[]> {
  if (entitlements.length === 0) return [];
  const roles = new Map((await loadRolesFor(sql, portalApplication)).map((role) => [role.id, role]));
  const units = await findNamedOrganisations(sql, entitlements);
  const before = new Map(user.before.map((grant) => [grantKey(grant), grant]));
  const requested = new Map<string, Grant>();
  for (const entitlement of entitlements) {
    const role = roles.get(entitlement.value);
    if (!role) throw invalidValue();
    const unit = units.get(Number(entitlement.type));
    // Unknown organisations and those out of reach get the same response.
    if (!unit) throw problems.forbidden();
    // The same response as for a role that does not exist.
    if (role.companyId !== null && role.companyId !== unit.companyId) throw invalidValue();
    const key = grantKey({ roleId: role.id, organisationId: unit.organisationId });
    const cascade = before.get(key)?.cascade ?? true;
    const { companyId: _company, ...place } = unit;
    const grant = { roleId: role.id, roleName: role.name, permissions: role.permissions, ...place, cascade };
    if (!mayGrant(held, grant)) throw problems.forbidden();
    if (!covers(user.membershipPath, unit.path)) throw invalidValue();
    requested.set(key, grant);
  }
  return [...requested.values()];
}

type Unit = Pick<Grant, 'organisationId' | 'organisationName' | 'path'> & { companyId: number | null };

async function findNamedOrganisations(
  sql: Sql,
  entitlements: readonly Entitlement[],
): Promise<Map<number, Unit>> {
  const ids = [...new Set(entitlements.map(({ type }) => type))]
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .map(Number);
  const rows = await sql<Unit[]>`
    select id as organisation_id, name as organisation_name, path, company_id
    from organisation where id = any (${ids}::integer[]) and type <> 'INSTALLATION'`;
  return new Map(rows.map((row) => [row.organisationId, row]));
}
