import { covers } from '#shared/org-path.ts';
import { type ScopedPermission, reaches } from '#shared/scoped-permission.ts';

/** A role's permissions on an organisation path; with `cascade` also on its descendants. */
interface Granted {
  permissions: readonly string[];
  path: string;
  cascade: boolean;
}

/**
 * Whether a user with `held` may give `gift`. They must hold every permission wherever the gift reaches,
 * future descendants included, so a cascading gift needs a cascading permission at or above its path.
 */
export function mayGrant(held: readonly ScopedPermission[], grant: Granted): boolean {
  return grant.permissions.every((name) =>
    held.some(
      (permission) => permission.name === name && holdsAllPermissions(permission, grant.path, grant.cascade),
    ),
  );
}

/** An editor cannot change a user who holds more: a new email address would give access to the account. */
export function mayChange(held: readonly ScopedPermission[], grants: readonly Granted[]): boolean {
  return grants.every((grant) => mayGrant(held, grant));
}

/** Whether the whole subtree of `path` is in reach, by membership or by a cascading permission. */
export function reachesTree(
  caller: { path: string; held: readonly ScopedPermission[] },
  path: string,
): boolean {
  return covers(caller.path, path) || caller.held.some((grant) => grant.cascade && covers(grant.scope, path));
}

function holdsAllPermissions(
  permission: Pick<ScopedPermission, 'scope' | 'cascade'>,
  path: string,
  cascade: boolean,
) {
  return cascade ? permission.cascade && covers(permission.scope, path) : reaches(permission, path);
}
