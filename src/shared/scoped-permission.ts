import { covers, samePath } from './org-path.ts';
import type { Permission } from './permissions.ts';

/** A permission on an organisation path; with `cascade` it reaches everything below (spec 1 §6). */
export interface ScopedPermission {
  name: Permission;
  scope: string;
  cascade: boolean;
}

/** Does the holder have the permission on this path? (spec 1 §6: equal, or a prefix with cascade on) */
export function hasPermissionOn(held: readonly ScopedPermission[], name: Permission, path: string): boolean {
  return held.some((grant) => grant.name === name && reaches(grant, path));
}

/** Any-path check: ignores scope. For menus only, never for access to data (security B1.2). */
export function hasPermissionAnywhere(held: readonly ScopedPermission[], name: Permission): boolean {
  return held.some((grant) => grant.name === name);
}

export function reaches(grant: Pick<ScopedPermission, 'scope' | 'cascade'>, path: string): boolean {
  return samePath(grant.scope, path) || (grant.cascade && covers(grant.scope, path));
}

export type CheckKind = 'ANY' | 'ALL';

/**
 * ANY needs one of the listed permissions, ALL every one; an empty list always allows;
 * any other kind is denied (spec 1 §6). Without a path the scope is ignored.
 */
export function allows(
  held: readonly ScopedPermission[],
  kind: CheckKind,
  required: readonly Permission[],
  path?: string,
): boolean {
  if (kind !== 'ANY' && kind !== 'ALL') return false;
  if (required.length === 0) return true;
  const has = (name: Permission) =>
    path === undefined ? hasPermissionAnywhere(held, name) : hasPermissionOn(held, name, path);
  return kind === 'ANY' ? required.some(has) : required.every(has);
}
