import { apiPermissions, type ApiPermission } from '#shared/api-permissions.ts';
import type { Permission } from '#shared/permissions.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';

/** Where a permission on an installation may be held. */
export interface Place {
  path: string;
  merchantPath: string;
}

const holds = (caller: Caller, name: Permission, { path, merchantPath }: Place): boolean =>
  mayOn(caller, name, path) || mayOn(caller, name, merchantPath);

export const mayView = (caller: Caller, place: Place): boolean =>
  holds(caller, 'P_MANAGE_API_KEYS', place) || holds(caller, 'P_VIEW_AUDIT', place);

/** Whether the caller manages keys on every installation. */
export const mayManage = (caller: Caller, places: readonly Place[]): boolean =>
  places.length > 0 && places.every((place) => holds(caller, 'P_MANAGE_API_KEYS', place));

/** Whether the caller may give a key these permissions: they hold every one on every installation. */
export const mayGive = (
  caller: Caller,
  permissions: readonly Permission[],
  places: readonly Place[],
): boolean =>
  mayManage(caller, places) &&
  places.every((place) => permissions.every((name) => holds(caller, name, place)));

/** What the caller may give a key on an installation. */
export const givablePermissions = (caller: Caller, place: Place): ApiPermission[] =>
  apiPermissions.filter((name) => holds(caller, name, place));
