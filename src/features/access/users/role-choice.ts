import { covers } from '#shared/org-path.ts';
import type { ScopedPermission } from '#shared/scoped-permission.ts';
import type { ExposedRole, OrganisationUnit } from './schemas.ts';
import { mayGrant } from './grant-rules.ts';

/** Organisations by role id. A missing role is unchecked. */
export type CheckedRoles = ReadonlyMap<string, ReadonlySet<number>>;

/** Roles grouped by tag; tags and roles by name (docs/domain.md#users). */
export function rolesByTag(
  roles: readonly ExposedRole[],
  untagged: string,
): [tag: string, roles: ExposedRole[]][] {
  const groups = new Map<string, ExposedRole[]>();
  for (const role of roles) {
    const tags = role.tags.length === 0 ? [untagged] : role.tags.map(({ value }) => value);
    for (const tag of tags) groups.set(tag, [...(groups.get(tag) ?? []), role]);
  }
  return [...groups]
    .map(([tag, inside]): [string, ExposedRole[]] => [
      tag,
      inside.sort((left, right) => left.name.localeCompare(right.name)),
    ])
    .sort(([left], [right]) => left.localeCompare(right));
}

/**
 * Organisations on which the editor may give the role: within the user's membership and the editor's
 * permissions.
 */
export function unitsFor(
  role: Pick<ExposedRole, 'permissions'>,
  units: readonly OrganisationUnit[],
  held: readonly ScopedPermission[],
  membership: OrganisationUnit | undefined,
): OrganisationUnit[] {
  if (membership === undefined) return [];
  // Filters the permissions once per role, not once per organisation.
  const relevant = held.filter((grant) => grant.cascade && role.permissions.includes(grant.name));
  // Most editors hold all permissions of the role on one organisation, which settles everything below it.
  const scopes = new Set(relevant.map(({ scope }) => scope));
  const wholeScopes = [...scopes].filter((path) =>
    mayGrant(relevant, { permissions: role.permissions, path, cascade: true }),
  );
  return units.filter(
    (unit) =>
      covers(membership.parentPath, unit.parentPath) &&
      (wholeScopes.some((path) => covers(path, unit.parentPath)) ||
        mayGrant(relevant, { permissions: role.permissions, path: unit.parentPath, cascade: true })),
  );
}

/**
 * Checks or unchecks a role on an organisation. A role cascades, so descendants of a checked one are
 * unchecked.
 */
export function withUnit(
  roles: CheckedRoles,
  roleId: string,
  unit: OrganisationUnit,
  isChecked: boolean,
  units: readonly OrganisationUnit[],
): CheckedRoles {
  const next = new Set(roles.get(roleId));
  if (isChecked) {
    for (const other of units) if (covers(unit.parentPath, other.parentPath)) next.delete(other.id);
    next.add(unit.id);
  } else next.delete(unit.id);
  return withUnits(roles, roleId, next);
}

export function withUnits(roles: CheckedRoles, roleId: string, units: ReadonlySet<number>): CheckedRoles {
  const next = new Map(roles);
  if (units.size === 0) next.delete(roleId);
  else next.set(roleId, units);
  return next;
}

/**
 * After a change of membership every checked role moves to the new organisation if the editor may give it
 * there (docs/domain.md#users). The others are unchecked.
 */
export function resetRoles(
  roles: CheckedRoles,
  exposed: readonly ExposedRole[],
  held: readonly ScopedPermission[],
  membership: OrganisationUnit,
): CheckedRoles {
  const remaining = exposed.filter(
    (role) => roles.has(role.id) && unitsFor(role, [membership], held, membership).length > 0,
  );
  return new Map(remaining.map((role) => [role.id, new Set([membership.id])]));
}

/** The checked ancestor, whose role cascades to `unit`. */
export function unitAbove(
  unit: OrganisationUnit,
  checked: readonly OrganisationUnit[],
): OrganisationUnit | undefined {
  return checked.find((other) => other.id !== unit.id && covers(other.parentPath, unit.parentPath));
}

export function isSameRoles(left: CheckedRoles, right: CheckedRoles): boolean {
  return (
    left.size === right.size &&
    [...left].every(([role, units]) => {
      const otherUnits = right.get(role);
      return otherUnits?.size === units.size && [...units].every((unit) => otherUnits.has(unit));
    })
  );
}
