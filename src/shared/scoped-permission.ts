import { covers, isSamePath } from './org-path.ts';
import type { Permission } from './permissions.ts';

/**
 * A permission on an organisation path. With `cascade` it includes all descendants
 * (docs/domain.md#permissions).
 */
export interface ScopedPermission {
  name: Permission;
  scope: string;
  cascade: boolean;
}

/** Whether the holder has the permission on this path (docs/domain.md#permissions). */
export function hasPermissionOn(held: readonly ScopedPermission[], name: Permission, path: string): boolean {
  return held.some((grant) => grant.name === name && reaches(grant, path));
}

/** Ignores the path. For menus only, never for access to data (docs/domain.md#permissions). */
export function hasPermissionAnywhere(held: readonly ScopedPermission[], name: Permission): boolean {
  return held.some((grant) => grant.name === name);
}

export function reaches(grant: Pick<ScopedPermission, 'scope' | 'cascade'>, path: string): boolean {
  return isSamePath(grant.scope, path) || (grant.cascade && covers(grant.scope, path));
}

export type CheckKind = 'ANY' | 'ALL';

/**
 * ANY needs one of the permissions, ALL every one. An empty list allows, another kind denies
 * (docs/domain.md#permissions). Without a path the scope is ignored.
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
