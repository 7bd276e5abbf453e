import { apiPermissions, type ApiPermission } from '#shared/api-permissions.ts';
import type { Permission } from '#shared/permissions.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';

/** Where a permission on an installation may be held. */
interface InstallationPaths {
  path: string;
  merchantPath: string;
}

const holds = (caller: Caller, name: Permission, { path, merchantPath }: InstallationPaths): boolean =>
  mayOn(caller, name, path) || mayOn(caller, name, merchantPath);

export const mayView = (caller: Caller, installation: InstallationPaths): boolean =>
  holds(caller, 'P_MANAGE_API_KEYS', installation) || holds(caller, 'P_VIEW_AUDIT', installation);

/** Whether the caller manages keys on every installation. */
export const mayManage = (caller: Caller, installations: readonly InstallationPaths[]): boolean =>
  installations.length > 0 &&
  installations.every((installation) => holds(caller, 'P_MANAGE_API_KEYS', installation));

/** Whether the caller may give a key these permissions: they hold every one on every installation. */
export const mayGrant = (
  caller: Caller,
  permissions: readonly Permission[],
  installations: readonly InstallationPaths[],
): boolean =>
  mayManage(caller, installations) &&
  installations.every((installation) => permissions.every((name) => holds(caller, name, installation)));

/** The permissions that the caller may give a key on an installation. */
export const grantablePermissions = (caller: Caller, installation: InstallationPaths): ApiPermission[] =>
  apiPermissions.filter((name) => holds(caller, name, installation));
