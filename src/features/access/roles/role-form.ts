import type { Permission } from '#shared/permissions.ts';
import type { RoleContent } from './schemas.ts';

export interface RoleForm {
  name: string;
  description: string;
  permissions: Permission[];
}

/** One code a field. */
export type RoleErrors = Partial<Record<'name' | 'permissions', 'required'>>;

export const emptyRole: RoleForm = { name: '', description: '', permissions: [] };

export const toRoleForm = ({ name, description, permissions }: RoleContent): RoleForm => ({
  name,
  description,
  permissions,
});

export function roleErrors({ name, permissions }: RoleForm): RoleErrors {
  return {
    name: name.trim() === '' ? ('required' as const) : undefined,
    permissions: permissions.length === 0 ? ('required' as const) : undefined,
  };
}

export const toRoleContent = ({ name, description, permissions }: RoleForm): RoleContent => ({
  name: name.trim(),
  description: description.trim(),
  permissions,
});

/** The permissions that the users of a role gain and lose by a change. */
export function roleDifference(before: readonly Permission[], after: readonly Permission[]) {
  return {
    gained: after.filter((name) => !before.includes(name)),
    lost: before.filter((name) => !after.includes(name)),
  };
}
